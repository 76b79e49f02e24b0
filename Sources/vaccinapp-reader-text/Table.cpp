#include "Table.h"

#include <algorithm>
#include <leptonica/allheaders.h>
#include <new>
#include <set>

namespace {

constexpr double longest = 1'100;
/// Of a flat page, in which single rulings are looked for; the shortest run of one, in shares of the longer edge.
constexpr double longestFlat = 1'600, shortest = 0.025;
constexpr int mostRulings = 1'000;
constexpr size_t fewest = 8, most = 200;
constexpr int samples = 16;

OwnedPix thinAndDark(Pix *grey, double scale) {
    const OwnedPix small(scale < 1 ? pixScaleAreaMap(grey, l_float32(scale), l_float32(scale)) : pixClone(grey));
    const OwnedPix closed(small ? pixCloseGray(small.get(), 7, 7) : nullptr);
    if (!closed) throw std::bad_alloc();
    OwnedPix mask(pixCreate(pixGetWidth(small.get()), pixGetHeight(small.get()), 1));
    if (!mask) throw std::bad_alloc();
    for (int y = 0; y < pixGetHeight(small.get()); y++) {
        const l_uint32 *dark = pixGetData(small.get()) + y * pixGetWpl(small.get());
        const l_uint32 *paper = pixGetData(closed.get()) + y * pixGetWpl(closed.get());
        l_uint32 *row = pixGetData(mask.get()) + y * pixGetWpl(mask.get());
        for (int x = 0; x < pixGetWidth(small.get()); x++)
            if (GET_DATA_BYTE(dark, x) * 100 < GET_DATA_BYTE(paper, x) * 86) SET_DATA_BIT(row, x);
    }
    return mask;
}

/// What is dark and thin for a long stretch across or down, though it may slope a little.
void addRulings(Pix *mask, bool lies, std::vector<Rectangle> &found) {
    const double width = pixGetWidth(mask), height = pixGetHeight(mask);
    const int run = std::max(8, int(std::max(width, height) * shortest));
    const OwnedPix thick(pixDilateBrick(nullptr, mask, lies ? 1 : 3, lies ? 3 : 1));
    const OwnedPix lines(thick ? pixOpenBrick(nullptr, thick.get(), lies ? run : 1, lies ? 1 : run) : nullptr);
    if (!lines) throw std::bad_alloc();
    BOXA *boxes = pixConnCompBB(lines.get(), 8);
    for (int index = 0; boxes && index < std::min(boxaGetCount(boxes), mostRulings); index++) {
        l_int32 x, y, w, h;
        boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h);
        if ((lies ? h : w) * 2 > (lies ? w : h)) continue;
        found.push_back({x / width, y / height, (x + w) / width, (y + h) / height});
    }
    boxaDestroy(&boxes);
}

} // namespace

std::vector<Rectangle> rulings(Pix *plain) {
    const double scale = std::min(1.0, longestFlat / double(std::max(pixGetWidth(plain), pixGetHeight(plain))));
    const auto mask = thinAndDark(plain, scale);
    std::vector<Rectangle> found;
    for (const bool lies : {true, false}) addRulings(mask.get(), lies, found);
    return found;
}

Table::Table(Pix *grey, const std::vector<Region> &regions) {
    expect(regions);
    scale = std::min(1.0, longest / double(std::max(pixGetWidth(grey), pixGetHeight(grey))));
    const auto mask = thinAndDark(grey, scale);
    const OwnedPix near(mask ? pixDilateBrick(nullptr, mask.get(), 5, 5) : nullptr);
    if (!near) throw std::bad_alloc();
    width = pixGetWidth(near.get());
    height = pixGetHeight(near.get());
    thin.resize(size_t(width) * size_t(height));
    for (int y = 0; y < height; y++) {
        const l_uint32 *row = pixGetData(near.get()) + y * pixGetWpl(near.get());
        for (int x = 0; x < width; x++) thin[size_t(y) * size_t(width) + size_t(x)] = uint8_t(GET_DATA_BIT(row, x));
    }
}

/// Each edge once, also where two cells share it.
void Table::expect(const std::vector<Region> &regions) {
    std::set<std::array<int, 4>> seen;
    const auto add = [&](double fromX, double fromY, double toX, double toY) {
        const std::array<int, 4> key{int(fromX * 250 + 0.5), int(fromY * 250 + 0.5), int(toX * 250 + 0.5), int(toY * 250 + 0.5)};
        if (edges.size() < most && seen.insert(key).second) edges.push_back({{fromX, fromY}, {toX, toY}});
    };
    for (const auto &[kind, box] : regions) {
        add(box.left, box.top, box.right, box.top);
        add(box.left, box.bottom, box.right, box.bottom);
        add(box.left, box.top, box.left, box.bottom);
        add(box.right, box.top, box.right, box.bottom);
    }
}

bool Table::isThin(Point place) const {
    if (place.x < 0 || place.y < 0 || place.x >= width || place.y >= height) return false;
    return thin[size_t(place.y) * size_t(width) + size_t(place.x)] != 0;
}

double Table::agreement(const Quad &quad) const {
    if (edges.size() < fewest) return 0;
    const Homography map(quad);
    double sum = 0, length = 0;
    for (const auto &edge : edges) {
        int held = 0;
        for (int index = 0; index < samples; index++)
            held += isThin(map(edge.from + (edge.to - edge.from) * ((index + 0.5) / samples)) * scale);
        const double weight = (edge.to - edge.from).length();
        // Letters hold a few samples of any line; a ruling holds almost all.
        if (held >= samples * 3 / 4) sum += weight;
        length += weight;
    }
    return sum / length;
}
