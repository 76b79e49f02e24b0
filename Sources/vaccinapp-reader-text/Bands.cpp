#include "Bands.h"

#include "FlatPage.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

/// The brightness below which a share of the pixels is.
int ranked(Pix *grey, float rank) {
    l_float32 value = 0;
    NUMA *histogram = pixGetGrayHistogram(grey, 2);
    if (!histogram) return 255;
    numaHistogramGetValFromRank(histogram, rank, &value);
    numaDestroy(&histogram);
    return int(value);
}

/// A straight border y = at + slope · x of a dark piece.
struct Border {
    double at = 0, slope = 0;

    double off(Point place) const { return std::abs(place.y - at - slope * place.x); }
    Point on(double x) const { return {x, at + slope * x}; }
    bool holds(Point place) const { return off(place) < 2.5; }

    /// The one that holds most places: a code beside the band may make up many of the others.
    static Border through(const std::vector<Point> &places) {
        constexpr size_t tries = 24;
        const size_t step = std::max<size_t>(1, places.size() / tries);
        Border best;
        long most = -1;
        for (size_t one = 0; one < places.size(); one += step)
            for (size_t other = one + 4 * step; other < places.size(); other += step) {
                Border border;
                border.slope = (places[other].y - places[one].y) / (places[other].x - places[one].x);
                border.at = places[one].y - border.slope * places[one].x;
                if (std::abs(border.slope) > 0.3) continue;
                const auto held = std::count_if(
                    places.begin(), places.end(), [&](const Point &place) { return border.holds(place); });
                if (held > most) most = held, best = border;
            }
        return best;
    }
};

/// The four sides of a connected dark piece, if it is a band: much wider than high, and mostly filled.
std::optional<Quad> band(Pix *piece, BOX *box, double least) {
    l_int32 left, top, width, height;
    boxGetGeometry(box, &left, &top, &width, &height);
    std::vector<Point> upper, lower;
    long filled = 0;
    for (int x = 0; x < width; x++) {
        int first = -1, last = -1;
        for (int y = 0; y < height; y++) {
            l_uint32 *row = pixGetData(piece) + y * pixGetWpl(piece);
            if (!GET_DATA_BIT(row, x)) continue;
            if (first < 0) first = y;
            last = y;
            filled++;
        }
        if (first < 0) continue;
        upper.push_back({double(left + x), double(top + first)});
        lower.push_back({double(left + x), double(top + last + 1)});
    }
    const auto above = Border::through(upper), below = Border::through(lower);
    double from = left + width, to = left;
    for (size_t index = 0; index < upper.size(); index++) {
        if (!above.holds(upper[index]) || !below.holds(lower[index])) continue;
        from = std::min(from, upper[index].x), to = std::max(to, upper[index].x + 1);
    }
    if (to - from < 16) return std::nullopt;
    const Quad quad{above.on(from), above.on(to), below.on(to), below.on(from)};
    const double high = (quad[3].y - quad[0].y + quad[2].y - quad[1].y) / 2;
    if (high < least || to - from < 2 * high || !isConvex(quad) || double(filled) < 0.45 * area(quad)) return std::nullopt;
    return quad;
}

} // namespace

std::vector<Quad> darkBands(Pix *plain, const Rectangle &place) {
    std::vector<Quad> bands;
    const double margin = 0.15 * (place.bottom - place.top);
    const int left = std::max(0, int(place.left - margin)), top = std::max(0, int(place.top - margin));
    const int width = std::min(pixGetWidth(plain), int(place.right + margin)) - left;
    const int height = std::min(pixGetHeight(plain), int(place.bottom + margin)) - top;
    if (width < 40 || height < 20) return bands;
    BOX *box = boxCreate(left, top, width, height);
    const OwnedPix part(pixClipRectangle(plain, box, nullptr));
    boxDestroy(&box);
    OwnedPix dark(part ? pixThresholdToBinary(part.get(), ranked(part.get(), 0.85f) * 7 / 10) : nullptr);
    const double longest = std::max(pixGetWidth(plain), pixGetHeight(plain));
    const int thin = std::max(3, int(longest * 0.0022));
    if (dark) dark.reset(pixOpenBrick(nullptr, dark.get(), thin, thin)); // rulings, and most of other letters
    PIXA *pieces = nullptr;
    BOXA *boxes = dark ? pixConnComp(dark.get(), &pieces, 8) : nullptr;
    for (int index = 0; boxes && index < boxaGetCount(boxes); index++) {
        const OwnedPix piece(pixaGetPix(pieces, index, L_CLONE));
        BOX *where = boxaGetBox(boxes, index, L_CLONE);
        auto quad = piece ? band(piece.get(), where, 0.008 * longest) : std::nullopt;
        boxDestroy(&where);
        if (!quad) continue;
        for (auto &corner : *quad) corner = corner + Point{double(left), double(top)};
        const Point middle = ((*quad)[0] + (*quad)[2]) * 0.5;
        if (middle.y > place.top && middle.y < place.bottom && middle.x > place.left && middle.x < place.right)
            bands.push_back(*quad);
    }
    if (boxes) boxaDestroy(&boxes);
    if (pieces) pixaDestroy(&pieces);
    return bands;
}

OwnedPix inverted(Pix *plain, const Quad &band, int height) {
    const double high = ((band[3] - band[0]).length() + (band[2] - band[1]).length()) / 2;
    const int width = int((band[1] - band[0]).length() * height / std::max(high, 1.0));
    auto flat = straightened(plain, band, std::clamp(width, 8, 6'000), height);
    pixInvert(flat.get(), flat.get());
    // Most of a band is bare, and becomes white; the lightest of it are the letters.
    const int bare = ranked(flat.get(), 0.5f), letters = ranked(flat.get(), 0.01f);
    if (bare - letters > 16) pixGammaTRC(flat.get(), flat.get(), 1, letters, bare - (bare - letters) / 8);
    return flat;
}
