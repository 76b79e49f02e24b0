#include "PageCodes.h"

#include <Codes.h>
#include <algorithm>
#include <cstring>
#include <leptonica/allheaders.h>

namespace {

/// Where a scanned picture is on the page, and what was found there.
struct Scan {
    double left, top, scale;
    const FlatPage &page;
    std::vector<PageCode> &codes;

    void add(const codes_placed &code) const {
        const auto x = std::minmax_element(code.x, code.x + 4), y = std::minmax_element(code.y, code.y + 4);
        PageCode found{{(left + *x.first / scale) / page.width(), (top + *y.first / scale) / page.height(),
                           (left + *x.second / scale) / page.width(), (top + *y.second / scale) / page.height()},
            code.symbology, std::string(code.text, code.length)};
        const auto same = [&](const PageCode &other) {
            return other.text == found.text && std::abs(other.place.top - found.place.top) < 0.05
                && std::abs(other.place.left - found.place.left) < 0.05;
        };
        if (std::none_of(codes.begin(), codes.end(), same)) codes.push_back(std::move(found));
    }

    int run(Pix *grey) const {
        const auto width = size_t(pixGetWidth(grey)), height = size_t(pixGetHeight(grey));
        std::vector<uint8_t> bytes(width * height);
        const OwnedPix swapped(pixEndianByteSwapNew(grey));
        if (!swapped) return 0;
        for (size_t row = 0; row < height; row++)
            std::memcpy(&bytes[row * width], pixGetData(swapped.get()) + row * size_t(pixGetWpl(grey)), width);
        const auto found = [](void *scan, const codes_placed *code) { static_cast<const Scan *>(scan)->add(*code); };
        return codes_scan_placed({bytes.data(), int(width), int(height)}, found, const_cast<Scan *>(this));
    }
};

/// Looked for in one region: as it is, larger, and smoothed.
void scanRegion(const FlatPage &page, const Rectangle &place, std::vector<PageCode> &codes) {
    const int left = int(place.left * page.width()), top = int(place.top * page.height());
    BOX *box = boxCreate(left, top, int((place.right - place.left) * page.width()),
        int((place.bottom - place.top) * page.height()));
    const OwnedPix part(pixClipRectangle(page.plain(), box, nullptr));
    boxDestroy(&box);
    if (!part || pixGetWidth(part.get()) < 24 || pixGetHeight(part.get()) < 24) return;
    if (Scan{double(left), double(top), 1, page, codes}.run(part.get()) > 0) return;
    const OwnedPix large(pixScaleGrayLI(part.get(), 2, 2));
    if (large) Scan{double(left), double(top), 2, page, codes}.run(large.get());
}

/// Whether a place looks as if it held a code: a square full of steps between black and white.
bool isBusy(const FlatPage &page, const Rectangle &place) {
    const int left = int(place.left * page.width()), right = int(place.right * page.width());
    const int top = int(place.top * page.height()), bottom = int(place.bottom * page.height());
    const int size = std::max(12, int(0.018 * std::max(page.width(), page.height())));
    for (int y = top; y + size <= bottom; y += size / 2)
        for (int x = left; x + size <= right; x += size / 2) {
            int dark = 0, all = 0;
            for (int line = y; line < y + size; line += 2) {
                const l_uint32 *row = pixGetData(page.even()) + line * pixGetWpl(page.even());
                for (int column = x; column < x + size; column += 2, all++) dark += GET_DATA_BYTE(row, column) < 128;
            }
            if (dark > all / 3) return true;
        }
    return false;
}

} // namespace

std::vector<PageCode> pageCodes(const FlatPage &page, const std::vector<Region> &regions) {
    std::vector<PageCode> codes;
    Scan{0, 0, 1, page, codes}.run(page.plain());
    for (const auto &region : regions) {
        if (region.kind != Kind::code && region.kind != Kind::block) continue;
        const auto holds = [&](const PageCode &code) {
            const double x = (code.place.left + code.place.right) / 2, y = (code.place.top + code.place.bottom) / 2;
            return x > region.box.left && x < region.box.right && y > region.box.top && y < region.box.bottom;
        };
        if (std::any_of(codes.begin(), codes.end(), holds)) continue;
        if (region.kind == Kind::code || isBusy(page, region.box)) scanRegion(page, region.box, codes);
    }
    return codes;
}
