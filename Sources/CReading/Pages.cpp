#include "Pictures.h"

#include <cstring>
#include <leptonica/allheaders.h>

namespace {

/// Reads one picture after another in the binary greymap format, https://netpbm.sourceforge.net/doc/pgm.html
class Greymaps {
public:
    explicit Greymaps(const Bytes &bytes) : bytes(bytes) {}

    /// The next picture, or null at the end and at anything malformed.
    Pix *next() {
        if (bytes.size() - place < 2 || bytes[place] != 'P' || bytes[place + 1] != '5') return nullptr;
        place += 2;
        const size_t width = number(), height = number(), white = number();
        if (width == 0 || height == 0 || white != 255 || width * height > mostPixels) return nullptr;
        place += 1; // one white-space character ends the header
        if (place > bytes.size() || width * height > bytes.size() - place) return nullptr;
        Pix *pix = pixCreateNoInit(l_int32(width), l_int32(height), 8);
        if (pix) fill(pix, width, height);
        return pix;
    }

private:
    const Bytes &bytes;
    size_t place = 0;

    /// A decimal number after white space; 0 where there is none, or one of more than five digits.
    size_t number() {
        while (place < bytes.size() && std::strchr(" \t\r\n", bytes[place]) && bytes[place] != 0) place++;
        size_t value = 0;
        const size_t start = place;
        while (place < bytes.size() && bytes[place] >= '0' && bytes[place] <= '9' && place - start < 6)
            value = value * 10 + (bytes[place++] - '0');
        return value > 99'999 ? 0 : value;
    }

    void fill(Pix *pix, size_t width, size_t height) {
        const auto words = size_t(pixGetWpl(pix));
        for (size_t row = 0; row < height; row++, place += width)
            std::memcpy(pixGetData(pix) + row * words, &bytes[place], width);
        pixEndianByteSwap(pix);
    }
};

} // namespace

bool isGreymap(const Bytes &bytes) { return bytes.size() >= 2 && bytes[0] == 'P' && bytes[1] == '5'; }

Decoded decodePages(const Bytes &bytes) {
    Decoded decoded;
    Greymaps greymaps(bytes);
    while (decoded.pages.size() < size_t(mostPages)) {
        Pix *page = greymaps.next();
        if (!page) break;
        decoded.pages.push_back(page);
    }
    if (decoded.pages.empty()) decoded.exit = exitDamaged;
    return decoded;
}
