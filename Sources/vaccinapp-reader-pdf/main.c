// Draws the first ten pages of the PDF on standard input as grey pictures (PGM) on standard output.
//
// poppler's licence keeps it a separate program. It has to load its libraries and fonts, so it runs in a wider
// sandbox than our own readers: it may read below the system's folders, and talk to nobody.

#include <CSandbox.h>
#include <unistd.h>

enum { EXIT_NO_SANDBOX = 70, EXIT_NO_PROGRAM = 71 };

int main(void) {
    // Scaled to a length in pixels, never to a resolution: a huge page at 200 dpi takes gigabytes.
    char *arguments[] = {"pdftoppm", "-gray", "-scale-to", "2600", "-f", "1", "-l", "10", "-", NULL};
    char *environment[] = {NULL};
    if (!sandbox_limit() || !sandbox_enter_for_program()) return EXIT_NO_SANDBOX;
    execve("/usr/bin/pdftoppm", arguments, environment);
    return EXIT_NO_PROGRAM;
}
