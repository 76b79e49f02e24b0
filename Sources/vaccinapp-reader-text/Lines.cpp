#include "Lines.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

/// More than any region of a page holds: noise.
constexpr size_t mostBlobs = 6'000;

struct Blob {
    double left, top, right, bottom;
    double middle() const { return (top + bottom) / 2; }
    double height() const { return bottom - top; }
};

/// Connected ink whose middle is in the place, a little grown so that letters across the edge are whole.
std::vector<Blob> blobs(Pix *even, const Rectangle &place) {
    const double margin = 0.12 * (place.bottom - place.top);
    const int left = std::max(0, int(place.left - margin / 2)), top = std::max(0, int(place.top - margin));
    const int right = std::min(pixGetWidth(even), int(place.right + margin / 2));
    const int bottom = std::min(pixGetHeight(even), int(place.bottom + margin));
    std::vector<Blob> found;
    if (right - left < 8 || bottom - top < 8) return found;
    BOX *box = boxCreate(left, top, right - left, bottom - top);
    const OwnedPix part(pixClipRectangle(even, box, nullptr));
    boxDestroy(&box);
    const OwnedPix dark(part ? pixThresholdToBinary(part.get(), 165) : nullptr);
    BOXA *boxes = dark ? pixConnCompBB(dark.get(), 8) : nullptr;
    for (int index = 0; boxes && index < boxaGetCount(boxes); index++) {
        l_int32 x, y, w, h;
        boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h);
        const Blob blob{double(left + x), double(top + y), double(left + x + w), double(top + y + h)};
        const double middle = (blob.left + blob.right) / 2;
        if (blob.middle() < place.top || blob.middle() > place.bottom || middle < place.left || middle > place.right)
            continue;
        found.push_back(blob);
    }
    if (boxes) boxaDestroy(&boxes);
    return found;
}

} // namespace

std::vector<TextLine> textLines(Pix *even, const Rectangle &place) {
    const double longest = std::max(pixGetWidth(even), pixGetHeight(even));
    const double least = longest * 0.0035, most = longest * 0.04;
    auto all = blobs(even, place);
    std::vector<Blob> letters;
    if (all.size() > mostBlobs) return {};
    for (const auto &blob : all)
        if (blob.height() >= least && blob.height() <= most && blob.right - blob.left < 4 * most) letters.push_back(blob);
    std::sort(letters.begin(), letters.end(), [](const Blob &one, const Blob &other) { return one.left < other.left; });
    struct Growing { std::vector<Blob> letters; };
    std::vector<Growing> growing;
    for (const auto &letter : letters) {
        Growing *best = nullptr;
        double overlap = 0.35;
        for (auto &line : growing) {
            // The line's last few letters: it may slope.
            double top = 1e9, bottom = 0;
            for (size_t back = 0; back < std::min<size_t>(3, line.letters.size()); back++) {
                const auto &near = line.letters[line.letters.size() - 1 - back];
                top = std::min(top, near.top), bottom = std::max(bottom, near.bottom);
            }
            const double shared = (std::min(bottom, letter.bottom) - std::max(top, letter.top))
                / std::min(letter.height(), bottom - top);
            if (shared > overlap) overlap = shared, best = &line;
        }
        if (!best) growing.push_back({}), best = &growing.back();
        best->letters.push_back(letter);
    }
    std::vector<TextLine> lines;
    for (const auto &line : growing) {
        Rectangle box{1e9, 1e9, 0, 0};
        std::vector<double> heights;
        double ink = 0;
        for (const auto &letter : line.letters) {
            box = {std::min(box.left, letter.left), std::min(box.top, letter.top), std::max(box.right, letter.right),
                std::max(box.bottom, letter.bottom)};
            heights.push_back(letter.height());
            ink += letter.right - letter.left;
        }
        std::sort(heights.begin(), heights.end());
        const double height = heights[heights.size() / 2];
        if (ink < 0.012 * longest && line.letters.size() < 2) continue;
        const double pad = std::max(3.0, 0.25 * height);
        lines.push_back({{box.left - pad, box.top - pad, box.right + pad, box.bottom + pad}, height * 0.8});
    }
    std::sort(lines.begin(), lines.end(), [](const TextLine &one, const TextLine &other) {
        return one.place.top < other.place.top;
    });
    return lines;
}
