// Draws the first ten pages of the PDF on standard input as grey pictures (PGM) on standard output; asked for `text`,
// writes the text of its first 200 pages, laid out as on the page.
//
// poppler's licence keeps it a separate program. It has to load its libraries and fonts, so it runs in a wider
// sandbox than our own readers: it may read below the system's folders, and talk to nobody.

#include <CSandbox.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_NO_SANDBOX = 70, EXIT_NO_PROGRAM = 71 };

int main(int count, char *given[]) {
    // Scaled to a length in pixels, never to a resolution: a huge page at 200 dpi takes gigabytes.
    char *draw[] = {"pdftoppm", "-gray", "-scale-to", "2600", "-f", "1", "-l", "10", "-", NULL};
    char *read[] = {"pdftotext", "-layout", "-enc", "UTF-8", "-f", "1", "-l", "200", "-", "-", NULL};
    bool isText = count == 2 && strcmp(given[1], "text") == 0;
    char *environment[] = {NULL};
    if (!sandbox_limit() || !sandbox_enter_for_program()) return EXIT_NO_SANDBOX;
    if (isText) {
        execve("/usr/bin/pdftotext", read, environment);
    } else {
        execve("/usr/bin/pdftoppm", draw, environment);
    }
    return EXIT_NO_PROGRAM;
}
