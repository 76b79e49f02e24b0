// Draws the first ten pages of the PDF on standard input as grey pictures (PGM) on standard output; asked for a `page` by
// its number, that one; asked for `text`, writes the text of its first 200 pages, laid out as on the page; asked for
// `pages`, writes what the document says of itself, last how many pages it has; asked to `check`, says by its status
// whether it could.
//
// poppler's licence keeps it a separate program. It has to load its libraries and fonts, so it runs in a wider
// sandbox than our own readers: it may read below the system's folders, and talk to nobody.

#include <CSandbox.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_NO_SANDBOX = 70, EXIT_NO_PROGRAM = 71, EXIT_NO_LANDLOCK = 72 };

static const char pdftoppm[] = "/usr/bin/pdftoppm", pdftotext[] = "/usr/bin/pdftotext", pdfinfo[] = "/usr/bin/pdfinfo";

int main(int count, char *given[]) {
    // Scaled to a length in pixels, never to a resolution: a huge page at 200 dpi takes gigabytes.
    char *draw[] = {"pdftoppm", "-gray", "-scale-to", "2600", "-f", "1", "-l", "10", "-", NULL};
    char *read[] = {"pdftotext", "-layout", "-enc", "UTF-8", "-f", "1", "-l", "200", "-", "-", NULL};
    char *draw_one[] = {"pdftoppm", "-gray", "-scale-to", "3600", "-f", "1", "-l", "1", "-", NULL};
    char *describe[] = {"pdfinfo", "-enc", "UTF-8", "-", NULL};
    bool is_text = count == 2 && strcmp(given[1], "text") == 0, is_check = count == 2 && strcmp(given[1], "check") == 0;
    char *environment[] = {NULL};
    if (!sandbox_limit()) return EXIT_NO_SANDBOX;
    // poppler would run with everything in sight that the server's user may read: then it doesn't run.
    if (!sandbox_knows_folders()) return EXIT_NO_LANDLOCK;
    if (!sandbox_enter_for_program()) return EXIT_NO_LANDLOCK;
    if (is_check) return access(pdftoppm, X_OK) == 0 && access(pdftotext, X_OK) == 0 && access(pdfinfo, X_OK) == 0 ? 0 : EXIT_NO_PROGRAM;
    if (is_text) {
        execve(pdftotext, read, environment);
    } else if (count == 2 && strcmp(given[1], "pages") == 0) {
        execve(pdfinfo, describe, environment);
    } else if (count == 3 && strcmp(given[1], "page") == 0) {
        draw_one[5] = draw_one[7] = given[2];
        execve(pdftoppm, draw_one, environment);
    } else {
        execve(pdftoppm, draw, environment);
    }
    return EXIT_NO_PROGRAM;
}
