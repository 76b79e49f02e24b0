#include "Rulings.h"

#include "Photo.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

/// In shares of the page's longer edge: longer than any stroke of a letter; thicker than any ruling.
constexpr double length = 0.03, thickness = 0.0032;

/// What is dark for a long stretch in one direction and thin in the other.
OwnedPix rulings(Pix *dark, int across, int down, int thick) {
    const bool lies = across > down;
    OwnedPix lines(pixOpenBrick(nullptr, dark, across, down));
    if (!lines) return nullptr;
    OwnedPix wide(pixOpenBrick(nullptr, lines.get(), lies ? 1 : thick, lies ? thick : 1));
    if (wide) wide.reset(pixDilateBrick(nullptr, wide.get(), thick, thick));
    if (wide) pixSubtract(lines.get(), lines.get(), wide.get());
    return OwnedPix(pixDilateBrick(nullptr, lines.get(), lies ? 5 : 3, lies ? 3 : 5));
}

} // namespace

void removeRulings(Pix *even) {
    const int longest = std::max(pixGetWidth(even), pixGetHeight(even));
    const int run = std::max(20, int(longest * length)), thick = std::max(4, int(longest * thickness));
    const OwnedPix dark(pixThresholdToBinary(even, 200));
    if (!dark) return;
    for (const bool lies : {true, false}) {
        const auto lines = rulings(dark.get(), lies ? run : 1, lies ? 1 : run, thick);
        if (lines) pixPaintThroughMask(even, lines.get(), 0, 0, 255);
    }
}
