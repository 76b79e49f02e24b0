// Reads the text of one photographed page: its words by regions, ink and codes. It parses strangers' bytes, so
// before the first of them it gives up everything else.

#include "PageReader.h"

#include <CSandbox.h>
#include <Codes.h>
#include <cstdlib>
#include <cstring>
#include <leptonica/allheaders.h>
#include <unistd.h>

namespace {

/// Tesseract's models aren't installed.
constexpr int exitNoRecogniser = 73;

int readPage(Recogniser &recogniser) {
    // A page that another reader drew isn't packed: a byte for each pixel, and its header.
    constexpr size_t mostDrawn = size_t(mostPixels) + 64;
    auto bytes = readInput(mostHeaderBytes + mostDrawn);
    const auto request = takeRequest(bytes);
    if (!request) return exitDamaged;
    if (bytes.size() > (isGreymap(bytes) ? mostDrawn : mostBytes)) return exitTooManyBytes;
    auto decoded = decodeColours(std::move(bytes));
    if (decoded.exit != exitRead) return decoded.exit;
    const OwnedPix colours(decoded.pages.front());
    return PageReader(*request, colours.get(), recogniser).write() ? exitRead : exitDamaged;
}

/// Restarts this program where OpenMP may start threads: it reads its environment when it is loaded.
/// They cost Tesseract more than they bring, and the sandbox has none.
void withoutThreads(char **arguments) {
    const char *limit = std::getenv("OMP_THREAD_LIMIT");
    if (limit && std::strcmp(limit, "1") == 0) return;
    if (setenv("OMP_THREAD_LIMIT", "1", 1) == 0) execv("/proc/self/exe", arguments);
}

} // namespace

int main(int, char **arguments) {
    withoutThreads(arguments);
    setMsgSeverity(L_SEVERITY_NONE);
    Recogniser recogniser;
    if (!sandbox_limit()) return exitNoSandbox;
    if (!recogniser.load()) return exitNoRecogniser;
    if (!codes_prepare() || !sandbox_enter(false)) return exitNoSandbox;
    try {
        return readPage(recogniser);
    } catch (...) {
        return exitDamaged; // out of memory, which only a picture that lies about itself needs so much of
    }
}
