#include "Bands.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

/// The brightness below which a share of the pixels lies.
int ranked(Pix *grey, float rank) {
    l_float32 value = 0;
    NUMA *histogram = pixGetGrayHistogram(grey, 4);
    if (!histogram) return 255;
    numaHistogramGetValFromRank(histogram, rank, &value);
    numaDestroy(&histogram);
    return int(value);
}

} // namespace

std::vector<Rectangle> darkBands(Pix *plain, const Rectangle &place) {
    std::vector<Rectangle> bands;
    const int width = int(place.right - place.left), height = int(place.bottom - place.top);
    if (width < 40 || height < 20) return bands;
    BOX *box = boxCreate(int(place.left), int(place.top), width, height);
    const OwnedPix part(pixClipRectangle(plain, box, nullptr));
    boxDestroy(&box);
    if (!part) return bands;
    const OwnedPix dark(pixThresholdToBinary(part.get(), ranked(part.get(), 0.85f) * 7 / 10));
    // Letters on the band are closed, then what is thin, such as letters on paper, goes.
    const int letters = std::max(3, height / 14) | 1, thin = std::max(5, height / 9) | 1;
    OwnedPix solid(dark ? pixCloseSafeBrick(nullptr, dark.get(), letters * 2, letters) : nullptr);
    if (solid) solid.reset(pixOpenBrick(nullptr, solid.get(), thin * 2, thin));
    BOXA *boxes = solid ? pixConnCompBB(solid.get(), 8) : nullptr;
    for (int index = 0; boxes && index < boxaGetCount(boxes); index++) {
        l_int32 x, y, w, h;
        boxaGetBoxGeometry(boxes, index, &x, &y, &w, &h);
        if (w < width / 5 || h < height / 9 || w < h) continue;
        bands.push_back({place.left + x + 1, place.top + y + 1, place.left + x + w - 1, place.top + y + h - 1});
    }
    if (boxes) boxaDestroy(&boxes);
    return bands;
}
