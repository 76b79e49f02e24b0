// Reads the text of one photographed page: its words by regions, ink and codes. It parses strangers' bytes, so
// before the first of them it gives up everything else.

#include "PageReader.h"

#include <CSandbox.h>
#include <CZXing.h>
#include <cstdlib>
#include <leptonica/allheaders.h>

namespace {

/// Tesseract's models aren't installed.
constexpr int exitNoRecogniser = 73;

int readPage(Recogniser &recogniser) {
    auto bytes = readInput(mostHeaderBytes + mostBytes);
    const auto request = takeRequest(bytes);
    if (!request) return exitDamaged;
    if (bytes.size() > mostBytes) return exitTooManyBytes;
    auto decoded = decodeColours(std::move(bytes));
    if (decoded.exit != exitRead) return decoded.exit;
    const OwnedPix colours(decoded.pages.front());
    return PageReader(*request, colours.get(), recogniser).write() ? exitRead : exitDamaged;
}

} // namespace

int main() {
    setMsgSeverity(L_SEVERITY_NONE);
    setenv("OMP_THREAD_LIMIT", "1", 1); // its threads cost more than they bring
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
