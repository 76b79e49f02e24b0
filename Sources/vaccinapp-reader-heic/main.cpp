// Reads the codes of one HEIC or AVIF picture on standard input, and writes their texts to standard output; asked to
// `draw`, writes the picture in grey (PGM) instead.
//
// In a program of its own: libheif loads a library under the GPL.

#include "HEIC.h"

#include <CSandbox.h>
#include <Codes.h>
#include <cstring>
#include <leptonica/allheaders.h>
#include <libheif/heif.h>
#include <malloc.h>
#include <pthread.h>

namespace {

/// Processor seconds for looking, after decoding.
constexpr double seconds = 1.0;

/// Decoders that start a thread for each core must not take the address space for their stacks and arenas.
void keepThreadsSmall() {
    mallopt(M_ARENA_MAX, 1);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int read(const std::vector<uint8_t> &bytes, bool isDrawn) {
    Pix *grey = nullptr;
    const auto exit = decodeHEIC(bytes, grey);
    if (exit != exitRead) return exit;
    if (isDrawn) return writeGreymap(grey) ? exitRead : exitDamaged;
    Texts texts;
    readThoroughly(grey, Budget(seconds), texts);
    return texts.write() ? exitRead : exitDamaged;
}

} // namespace

int main(int count, char **arguments) {
    const bool isDrawn = count == 2 && std::strcmp(arguments[1], "draw") == 0;
    setMsgSeverity(L_SEVERITY_NONE);
    keepThreadsSmall();
    if (heif_init(nullptr).code != heif_error_Ok) return exitNoSandbox;
    if (!sandbox_limit() || !codes_prepare() || !sandbox_enter(true)) return exitNoSandbox;
    try {
        const auto bytes = readInput(mostBytes);
        return bytes.size() > mostBytes ? exitTooManyBytes : read(bytes, isDrawn);
    } catch (...) {
        return exitDamaged; // out of memory
    }
}
