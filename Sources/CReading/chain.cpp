#include "Bent.h"
#include "Busy.h"
#include "Codes.h"
#include "Mesh.h"
#include "Reading.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <leptonica/allheaders.h>

namespace {

/// A picture that is freed with its scope.
class Picture {
public:
    explicit Picture(Pix *pix) : pix(pix) {}
    ~Picture() { pixDestroy(&pix); }
    Picture(const Picture &) = delete;
    Picture &operator=(const Picture &) = delete;
    Pix *get() const { return pix; }

private:
    Pix *pix;
};

/// Leptonica keeps rows in 32-bit words, their bytes in the machine's order; readers want plain rows.
std::vector<uint8_t> rows(Pix *grey) {
    const auto width = size_t(pixGetWidth(grey)), height = size_t(pixGetHeight(grey));
    std::vector<uint8_t> bytes(width * height);
    const Picture swapped(pixEndianByteSwapNew(grey));
    if (!swapped.get()) return {};
    const auto words = size_t(pixGetWpl(grey));
    for (size_t row = 0; row < height; row++)
        std::memcpy(&bytes[row * width], pixGetData(swapped.get()) + row * words, width);
    return bytes;
}

void found(void *context, const char *text, size_t length) {
    static_cast<Texts *>(context)->add(std::string(text, length));
}

void scan(Pix *grey, std::initializer_list<codes_scanner> scanners, const Budget &budget, Texts &texts) {
    const auto bytes = rows(grey);
    if (bytes.empty()) return;
    const codes_picture picture{bytes.data(), pixGetWidth(grey), pixGetHeight(grey)};
    for (const auto scanner : scanners) {
        if (budget.spent()) return;
        codes_scan(picture, scanner, found, &texts);
    }
}

double area(Pix *grey) { return double(pixGetWidth(grey)) * double(pixGetHeight(grey)); }

/// Past this zbar takes longer than all else together, and finds as much at half the size.
constexpr double mostForZBar = 3e6;

/// Every scanner, also when an earlier one found a code: it may have missed another in the same picture.
void scan(Pix *grey, const Budget &budget, Texts &texts) {
    if (area(grey) <= mostForZBar)
        return scan(grey, {CODES_ZXING_LOCAL, CODES_ZXING_GLOBAL, CODES_ZBAR}, budget, texts);
    scan(grey, {CODES_ZXING_LOCAL, CODES_ZXING_GLOBAL}, budget, texts);
    const Picture half(pixScaleAreaMap2(grey));
    if (half.get()) scan(half.get(), {CODES_ZXING_LOCAL, CODES_ZBAR}, budget, texts);
}

/// A way to change a picture, and the area it needs in relation to the picture's.
struct Change {
    Pix *(*apply)(Pix *);
    double area;
};

/// In the order that reads most codes soonest, measured on degraded pictures (`conformance codes`).
const Change changes[] = {
    {[](Pix *grey) { return pixInvert(nullptr, grey); }, 1},
    {[](Pix *grey) { return pixScaleGray2xLI(grey); }, 4},
    {[](Pix *grey) { return pixUnsharpMaskingGray(grey, 2, 1.5f); }, 1},
    {[](Pix *grey) { return pixBlockconvGray(grey, nullptr, 1, 1); }, 1},
    {[](Pix *grey) { return pixScaleAreaMap2(grey); }, 0.25},
    {[](Pix *grey) { return pixBlockconvGray(grey, nullptr, 2, 2); }, 1},
    {[](Pix *grey) { return pixScaleGrayLI(grey, 3, 3); }, 9},
};

/// Enlarging serves small pictures; past this it would cost the whole budget.
constexpr double mostEnlarged = 16e6;

/// The reach of the neighbourhood that a pixel is compared with, in shares of the picture's shorter edge.
constexpr int neighbourhood = 24;

void scanBent(
    Pix *grey, void (*look)(const Luma &, const Budget &, Texts &), const Budget &budget, Texts &texts) {
    const int width = pixGetWidth(grey), height = pixGetHeight(grey);
    const int reach = std::max(8, std::min(width, height) / neighbourhood);
    if (std::min(width, height) <= 2 * reach + 1) return;
    const Picture average(pixBlockconvGray(grey, nullptr, reach, reach));
    if (!average.get()) return;
    const Luma luma{width, height, rows(grey), rows(average.get())};
    if (!luma.pixels.empty() && !luma.average.empty()) look(luma, budget, texts);
}

/// From here on a code may be too small for the scanners and the picture too large to be enlarged as a whole.
constexpr double leastOfScene = 4e6;
constexpr size_t mostPlaces = 3;

/// Enlarges the busiest places of a large picture, where a small code may be.
void scanPlaces(Pix *grey, const Budget &budget, Texts &texts) {
    const size_t before = texts.count();
    for (const auto &[left, top, edge] : busiest(grey, mostPlaces)) {
        Box *box = boxCreate(left, top, edge, edge);
        const Picture part(pixClipRectangle(grey, box, nullptr));
        boxDestroy(&box);
        if (!part.get()) continue;
        const Picture large(pixScaleGrayLI(part.get(), 3, 3));
        if (large.get()) scan(large.get(), {CODES_ZXING_LOCAL, CODES_ZXING_GLOBAL, CODES_ZBAR}, budget, texts);
        if (texts.count() > before || budget.spent()) return;
        const Picture sharp(large.get() ? pixUnsharpMaskingGray(large.get(), 4, 1.5f) : nullptr);
        if (sharp.get()) scan(sharp.get(), {CODES_ZXING_LOCAL, CODES_ZXING_GLOBAL, CODES_ZBAR}, budget, texts);
        if (texts.count() > before || budget.spent()) return;
    }
}

} // namespace

void readOnce(Pix *grey, const Budget &budget, Texts &texts) { scan(grey, budget, texts); }

void readThoroughly(Pix *grey, const Budget &budget, Texts &texts) {
    const size_t before = texts.count();
    scan(grey, budget, texts);
    if (texts.count() == before && area(grey) > leastOfScene && !budget.spent()) scanPlaces(grey, budget, texts);
    if (texts.count() == before && !budget.spent()) scanBent(grey, readBent, budget, texts);
    for (const auto &change : changes) {
        if (texts.count() > before || budget.spent()) return;
        if (change.area > 1 && area(grey) * change.area > mostEnlarged) continue;
        const Picture changed(change.apply(grey));
        if (changed.get()) scan(changed.get(), budget, texts);
    }
    if (texts.count() == before && !budget.spent()) scanBent(grey, readCrumpled, budget, texts);
}

void readPages(const std::vector<Pix *> &pages, const Budget &budget, Texts &texts) {
    for (const auto page : pages) readOnce(page, budget, texts);
    for (const auto page : pages)
        if (texts.empty()) readThoroughly(page, budget, texts);
}
