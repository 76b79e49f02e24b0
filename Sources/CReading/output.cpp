#include "Reading.h"

#include <leptonica/allheaders.h>

bool writeGreymap(Pix *grey) {
    const auto width = size_t(pixGetWidth(grey)), height = size_t(pixGetHeight(grey)), words = size_t(pixGetWpl(grey));
    pixEndianByteSwap(grey);
    const auto header = "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    bool written = writeOutput(header.data(), header.size());
    for (size_t row = 0; written && row < height; row++)
        written = writeOutput(reinterpret_cast<const char *>(pixGetData(grey) + row * words), width);
    return written;
}
