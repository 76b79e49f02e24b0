#include "Formats.h"

#include <algorithm>

namespace {

/// Walks a GIF's blocks. GIF89a specification, https://www.w3.org/Graphics/GIF/spec-gif89a.txt
class Walk {
public:
    explicit Walk(const Bytes &gif) : gif(gif) {}

    bool has(size_t count) const { return count <= gif.size() - place; }
    void skip(size_t count) { place += std::min(count, gif.size() - place); }
    uint8_t byte(size_t offset = 0) const { return gif[place + offset]; }
    uint64_t area(size_t offset) const { return uint64_t(number(offset)) * number(offset + 2); }
    size_t position() const { return place; }

    /// A colour table's length by the flags before it (sections 18 and 20).
    static size_t colours(uint8_t flags) { return flags & 0x80 ? size_t(3) << ((flags & 7) + 1) : 0; }

    /// Data in sub-blocks, each after its length, up to one of length 0 (section 15), or to the end.
    void skipSubBlocks() {
        while (has(1)) {
            const size_t length = byte();
            skip(1 + length);
            if (length == 0) return;
        }
    }

private:
    const Bytes &gif;
    size_t place = 0;

    unsigned number(size_t offset) const { return unsigned(byte(offset)) | unsigned(byte(offset + 1)) << 8; }
};

constexpr uint8_t extension = 0x21, image = 0x2C, trailer = 0x3B;

} // namespace

std::optional<uint64_t> cutAfterFirstPicture(Bytes &gif) {
    Walk walk(gif);
    if (!walk.has(13)) return std::nullopt;
    const uint64_t screen = walk.area(6);
    walk.skip(13 + Walk::colours(walk.byte(10)));
    while (walk.has(2) && walk.byte() == extension) {
        walk.skip(2);
        walk.skipSubBlocks();
    }
    if (!walk.has(10) || walk.byte() != image) return std::nullopt;
    const uint64_t picture = walk.area(5);
    walk.skip(10 + Walk::colours(walk.byte(9)));
    walk.skip(1); // the LZW code size
    walk.skipSubBlocks();
    gif.resize(walk.position());
    gif.push_back(trailer);
    return std::max(screen, picture);
}
