#include "UTF8.h"

#include <cstddef>
#include <cstdint>

namespace {

/// The length of a sequence by its first byte, or 0, and the range of its second byte.
struct Sequence {
    size_t length;
    uint8_t low, high;
};

Sequence sequence(uint8_t first) {
    if (first < 0x80) return {1, 0, 0};
    if (first < 0xC2) return {0, 0, 0};
    if (first < 0xE0) return {2, 0x80, 0xBF};
    if (first < 0xF0) return {3, uint8_t(first == 0xE0 ? 0xA0 : 0x80), uint8_t(first == 0xED ? 0x9F : 0xBF)};
    if (first < 0xF5) return {4, uint8_t(first == 0xF0 ? 0x90 : 0x80), uint8_t(first == 0xF4 ? 0x8F : 0xBF)};
    return {0, 0, 0};
}

} // namespace

bool isUTF8(std::string_view bytes) {
    size_t index = 0;
    while (index < bytes.size()) {
        const auto [length, low, high] = sequence(uint8_t(bytes[index]));
        if (length == 0 || length > bytes.size() - index) return false;
        for (size_t place = 1; place < length; place++) {
            const auto byte = uint8_t(bytes[index + place]);
            if (byte < (place == 1 ? low : 0x80) || byte > (place == 1 ? high : 0xBF)) return false;
        }
        index += length;
    }
    return true;
}
