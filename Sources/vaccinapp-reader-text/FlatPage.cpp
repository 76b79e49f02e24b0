#include "FlatPage.h"

#include "Rulings.h"

#include <algorithm>
#include <leptonica/allheaders.h>
#include <new>

namespace {

/// Letters are thinner than this share of a page's longer edge; colour bands are wider.
constexpr double thin = 0.009;

Pix *checked(Pix *pix) {
    if (!pix) throw std::bad_alloc();
    return pix;
}

/// The paper alone: what is thin and dark closed, then what is uneven smoothed.
OwnedPix paper(Pix *grey) {
    constexpr int factor = 4;
    const OwnedPix small(checked(pixScaleAreaMap(grey, 1.0f / factor, 1.0f / factor)));
    const int longest = std::max(pixGetWidth(small.get()), pixGetHeight(small.get()));
    const int size = std::max(3, int(longest * thin)) | 1;
    const OwnedPix closed(checked(pixCloseGray(small.get(), size, size)));
    const OwnedPix smooth(checked(pixBlockconvGray(closed.get(), nullptr, size / 2, size / 2)));
    return OwnedPix(checked(pixScaleToSize(smooth.get(), pixGetWidth(grey), pixGetHeight(grey))));
}

/// The values below which 1 % and 99 % of the pixels are.
std::pair<int, int> percentiles(Pix *grey) {
    long counts[256] = {}, total = 0;
    for (int y = 0; y < pixGetHeight(grey); y += 2) {
        const l_uint32 *row = pixGetData(grey) + y * pixGetWpl(grey);
        for (int x = 0; x < pixGetWidth(grey); x += 2, total++) counts[GET_DATA_BYTE(row, x)]++;
    }
    int low = 0, high = 255;
    for (long sum = counts[0]; sum < total / 100; sum += counts[++low]) {}
    for (long sum = counts[255]; sum < total / 100; sum += counts[--high]) {}
    return {low, high};
}

} // namespace

OwnedPix straightened(Pix *grey, const Quad &quad, int width, int height) {
    OwnedPix flat(checked(pixCreateNoInit(width, height, 8)));
    const Homography map(quad);
    const int lastX = pixGetWidth(grey) - 1, lastY = pixGetHeight(grey) - 1, words = pixGetWpl(grey);
    const l_uint32 *data = pixGetData(grey);
    for (int y = 0; y < height; y++) {
        l_uint32 *row = pixGetData(flat.get()) + y * pixGetWpl(flat.get());
        for (int x = 0; x < width; x++) {
            const Point place = map({(x + 0.5) / width, (y + 0.5) / height});
            const float right = float(std::clamp(place.x - 0.5, 0.0, lastX - 0.01));
            const float below = float(std::clamp(place.y - 0.5, 0.0, lastY - 0.01));
            const int column = int(right), line = int(below);
            const float across = right - float(column), down = below - float(line);
            const l_uint32 *upper = data + line * words, *lower = upper + words;
            const float above = float(GET_DATA_BYTE(upper, column)) * (1 - across)
                + float(GET_DATA_BYTE(upper, column + 1)) * across;
            const float under = float(GET_DATA_BYTE(lower, column)) * (1 - across)
                + float(GET_DATA_BYTE(lower, column + 1)) * across;
            SET_DATA_BYTE(row, x, int(above * (1 - down) + under * down + 0.5f));
        }
    }
    return flat;
}

OwnedPix onWhite(Pix *grey) {
    const auto background = paper(grey);
    OwnedPix even(checked(pixCreateNoInit(pixGetWidth(grey), pixGetHeight(grey), 8)));
    for (int y = 0; y < pixGetHeight(grey); y++) {
        const l_uint32 *from = pixGetData(grey) + y * pixGetWpl(grey);
        const l_uint32 *under = pixGetData(background.get()) + y * pixGetWpl(background.get());
        l_uint32 *to = pixGetData(even.get()) + y * pixGetWpl(even.get());
        for (int x = 0; x < pixGetWidth(grey); x++) {
            const int light = GET_DATA_BYTE(from, x), most = std::max(1, int(GET_DATA_BYTE(under, x)));
            SET_DATA_BYTE(to, x, std::min(255, light * 240 / most));
        }
    }
    const auto [low, high] = percentiles(even.get());
    // A page with hardly any ink is left as it is: its noise would be stretched.
    if (high - std::min(low, 160) < 32) return even;
    pixGammaTRC(even.get(), even.get(), 1, std::min(low, 160), high);
    return even;
}

FlatPage::FlatPage(Pix *photo, const Quad &quad, double aspect, double longest) {
    const double across = std::max((quad[1] - quad[0]).length(), (quad[2] - quad[3]).length());
    const double down = std::max((quad[3] - quad[0]).length(), (quad[2] - quad[1]).length());
    double width = std::max(across, down * aspect) * 1.15;
    width = std::min({width, longest, longest * aspect});
    scale = width / std::max(across, down * aspect);
    grey = straightened(photo, quad, std::max(16, int(width)), std::max(16, int(width / aspect)));
    white = onWhite(grey.get());
    removeRulings(white.get());
}

int FlatPage::width() const { return pixGetWidth(grey.get()); }
int FlatPage::height() const { return pixGetHeight(grey.get()); }
