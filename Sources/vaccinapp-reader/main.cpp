// Reads the codes of one picture on standard input (or, with `--pages`, of what pdftoppm draws), and writes their
// texts to standard output. It parses strangers' bytes, so before the first of them it gives up everything else.

#include <Pictures.h>

#include <CSandbox.h>
#include <Codes.h>
#include <cstring>
#include <leptonica/allheaders.h>

namespace {

/// Ten pages of 2,600 pixels square, and their headers.
constexpr size_t mostPageBytes = size_t(mostPages) * (2'600 * 2'600 + 32);

/// Processor seconds for looking, after decoding.
constexpr double pictureSeconds = 1.4, pagesSeconds = 1.4;

int readCodes(const Decoded &decoded, double seconds) {
    if (decoded.exit != exitRead) return decoded.exit;
    Texts texts;
    readPages(decoded.pages, Budget(seconds), texts);
    if (texts.empty() && decoded.pages.size() == size_t(mostPages)) return exitNothingOnFirstPages;
    return texts.write() ? exitRead : exitDamaged;
}

} // namespace

int main(int count, char **arguments) {
    const bool pages = count == 2 && std::strcmp(arguments[1], "--pages") == 0;
    setMsgSeverity(L_SEVERITY_NONE);
    if (!sandbox_limit() || !codes_prepare() || !sandbox_enter(false)) return exitNoSandbox;
    try {
        auto bytes = readInput(pages ? mostPageBytes : mostBytes);
        if (pages) return readCodes(decodePages(bytes), pagesSeconds);
        if (bytes.size() > mostBytes) return exitTooManyBytes;
        return readCodes(decode(std::move(bytes)), pictureSeconds);
    } catch (...) {
        return exitDamaged; // out of memory, which only a picture that lies about itself needs so much of
    }
}
