#include "Reading.h"

#include <cstdio>
#include <leptonica/allheaders.h>

bool writeGreymap(Pix *grey) {
    const auto width = size_t(pixGetWidth(grey)), height = size_t(pixGetHeight(grey)), words = size_t(pixGetWpl(grey));
    pixEndianByteSwap(grey);
    bool written = std::printf("P5\n%zu %zu\n255\n", width, height) > 0;
    for (size_t row = 0; written && row < height; row++)
        written = std::fwrite(pixGetData(grey) + row * words, 1, width, stdout) == width;
    return std::fflush(stdout) == 0 && written;
}
