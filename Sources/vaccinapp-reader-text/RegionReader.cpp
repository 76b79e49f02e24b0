#include "RegionReader.h"

#include "Bands.h"
#include "Slant.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

/// What Tesseract's models were trained on.
constexpr double wantedHeight = 30;
/// The share of a page where headings are.
constexpr double headShare = 0.45;
/// A table's rulings, in shares of the page; fewer in either direction than this may be anything.
constexpr double longRuling = 0.3;
constexpr int fewestRulings = 4;
/// A reading surer than this needs no second opinion.
constexpr double sure = 90;

/// Whether a page has a table whose rulings say where its rows are.
bool holdTable(const std::vector<Rectangle> &rulings) {
    const auto count = [&](bool lies) {
        return std::count_if(rulings.begin(), rulings.end(), [&](const Rectangle &one) {
            return (lies ? one.right - one.left : one.bottom - one.top) > longRuling;
        });
    };
    return count(true) >= fewestRulings && count(false) >= fewestRulings;
}

double scaleFor(double height) { return std::clamp(wantedHeight / std::max(height, 1.0), 0.4, 2.5); }

OwnedPix binary(Pix *grey) {
    const int least = std::min(pixGetWidth(grey), pixGetHeight(grey));
    const int reach = std::clamp(least / 4, 2, 24);
    Pix *pix = nullptr;
    if (least > 2 * reach + 3) pixSauvolaBinarize(grey, reach, 0.25f, 1, nullptr, nullptr, nullptr, &pix);
    return OwnedPix(pix);
}

std::vector<Reading> withWords(std::vector<Reading> readings) {
    readings.erase(std::remove_if(readings.begin(), readings.end(),
        [](const Reading &reading) { return reading.words.empty(); }), readings.end());
    return readings;
}

} // namespace

/// A part of the page, made as large as letters are read best, with white around it.
struct RegionReader::Crop {
    OwnedPix pix;
    Rectangle place; // in the flat page's pixels
    double scale;
    static constexpr int border = 12;
};

double RegionReader::letters() const {
    if (heights.empty()) return 0;
    std::nth_element(heights.begin(), heights.begin() + long(heights.size() / 2), heights.end());
    return heights[heights.size() / 2];
}

std::vector<TextLine> RegionReader::linesIn(const Rectangle &place) const {
    auto lines = textLines(page.even(), place);
    for (const auto &line : lines) heights.push_back(line.xHeight);
    return lines;
}

RegionReader::Crop RegionReader::cut(Pix *from, const Rectangle &place, double scale) const {
    const int left = std::max(0, int(place.left)), top = std::max(0, int(place.top));
    const int width = std::min(pixGetWidth(from), int(place.right)) - left;
    const int height = std::min(pixGetHeight(from), int(place.bottom)) - top;
    Crop crop{nullptr, {double(left), double(top), place.right, place.bottom}, scale};
    if (width < 4 || height < 4) return crop;
    BOX *box = boxCreate(left, top, width, height);
    OwnedPix part(pixClipRectangle(from, box, nullptr));
    boxDestroy(&box);
    if (part && std::abs(scale - 1) > 0.1) part.reset(pixScale(part.get(), l_float32(scale), l_float32(scale)));
    if (part) crop.pix.reset(pixAddBorder(part.get(), Crop::border, 255));
    return crop;
}

Reading RegionReader::reading(const Crop &crop, Layout layout, std::string variant, int line, bool digits) const {
    Reading reading{std::move(variant), {}};
    if (!crop.pix || all.spent()) return reading;
    reading.words = recogniser.read(crop.pix.get(), layout, digits);
    const auto x = [&](double value) { return (crop.place.left + (value - Crop::border) / crop.scale) / page.width(); };
    const auto y = [&](double value) { return (crop.place.top + (value - Crop::border) / crop.scale) / page.height(); };
    for (auto &word : reading.words) {
        word.line += line;
        word.place = {x(word.place.left), y(word.place.top), x(word.place.right), y(word.place.bottom)};
    }
    return reading;
}

bool RegionReader::isSure(const Reading &reading) const {
    return meanConfidence(reading.words) >= sure || opinions.spent();
}

void RegionReader::readLine(const Rectangle &place, bool digits, std::vector<Reading> &readings) const {
    const auto lines = linesIn(place);
    for (const auto &line : lines) {
        const auto crop = cut(page.even(), line.place, scaleFor(line.xHeight));
        readings.push_back(reading(crop, Layout::line, "grey-7"));
        if (isSure(readings.back())) continue;
        const Crop black{crop.pix ? binary(crop.pix.get()) : nullptr, crop.place, crop.scale};
        readings.push_back(reading(black, Layout::line, "binary-7"));
        readUpright(crop, 0, readings);
        if (!digits) {
            readings.push_back(reading(crop, Layout::raw, "grey-13"));
            continue;
        }
        readings.push_back(reading(crop, Layout::line, "digits-7", 0, true));
        readings.push_back(reading(crop, Layout::raw, "digits-13", 0, true));
        const auto large = cut(page.even(), line.place, crop.scale * 1.5);
        readings.push_back(reading(large, Layout::line, "large-7", 0, true));
    }
}

/// Writing that leans, made upright; nothing where it is.
void RegionReader::readUpright(const Crop &crop, int line, std::vector<Reading> &readings) const {
    const Crop straight{crop.pix ? upright(crop.pix.get()) : nullptr, crop.place, crop.scale};
    if (straight.pix) readings.push_back(reading(straight, Layout::line, "upright-7", line));
}

void RegionReader::readWords(const std::vector<TextLine> &lines, std::vector<Reading> &readings) const {
    Reading all{"lines-7", {}};
    for (const auto &line : lines) {
        const auto crop = cut(page.even(), line.place, scaleFor(line.xHeight));
        const auto one = reading(crop, Layout::line, "", int(&line - lines.data()));
        all.words.insert(all.words.end(), one.words.begin(), one.words.end());
    }
    readings.push_back(std::move(all));
}

void RegionReader::readBlock(const Rectangle &place, std::vector<Reading> &readings) const {
    const auto lines = linesIn(place);
    readBands(place, readings);
    if (lines.empty()) return;
    readWords(lines, readings);
    double smallest = 1e9;
    for (const auto &line : lines) smallest = std::min(smallest, line.xHeight);
    const auto crop = cut(page.even(), place, std::min(1.5, scaleFor(smallest)));
    readings.push_back(reading(crop, Layout::block, "grey-6"));
    if (isSure(readings.back())) return;
    const Crop black{crop.pix ? binary(crop.pix.get()) : nullptr, crop.place, crop.scale};
    readings.push_back(reading(black, Layout::block, "binary-6"));
}

void RegionReader::readBands(const Rectangle &place, std::vector<Reading> &readings) const {
    for (const auto &band : darkBands(page.plain(), place)) {
        constexpr int height = 64;
        const auto letters = inverted(page.plain(), band, height);
        const OwnedPix framed(pixAddBorder(letters.get(), Crop::border, 255));
        if (!framed) continue;
        Reading reading{"inverted-7", recogniser.read(framed.get(), Layout::line)};
        const Homography map(band);
        const auto at = [&](double x, double y) {
            const Point there =
                map({(x - Crop::border) / pixGetWidth(letters.get()), (y - Crop::border) / double(height)});
            return Point{there.x / page.width(), there.y / page.height()};
        };
        for (auto &word : reading.words) {
            const Point first = at(word.place.left, word.place.top), last = at(word.place.right, word.place.bottom);
            word.place = {first.x, first.y, last.x, last.y};
        }
        readings.push_back(std::move(reading));
    }
}

std::vector<Reading> RegionReader::overview(const std::vector<Rectangle> &rulings) const {
    const double width = page.width(), height = page.height();
    const auto part = [&](double share) { return cut(page.even(), {0, 0, width, height * share}, 1); };
    const auto head = part(headShare);
    std::vector<Reading> readings;
    const auto read = [&](const Crop &crop) { readings.push_back(reading(crop, Layout::sparse, "page-11")); };
    if (holdTable(rulings)) read(head);
    else read(part(1));
    const Crop turned{OwnedPix(head.pix ? pixRotate90(head.pix.get(), 1) : nullptr), {0, 0, height, width}, 1};
    if (!turned.pix || all.spent()) return withWords(std::move(readings));
    Reading upwards{"turned-11", recogniser.read(turned.pix.get(), Layout::sparse)};
    const double bottom = pixGetWidth(turned.pix.get());
    const auto x = [&](double value) { return (value - Crop::border) / width; };
    const auto y = [&](double value) { return (bottom - value - Crop::border) / height; };
    for (auto &word : upwards.words)
        word.place = {x(word.place.top), y(word.place.right), x(word.place.bottom), y(word.place.left)};
    readings.push_back(std::move(upwards));
    return withWords(std::move(readings));
}

std::vector<Reading> RegionReader::read(const Region &region) const {
    const double width = page.width(), height = page.height();
    const Rectangle place{region.box.left * width, region.box.top * height, region.box.right * width,
        region.box.bottom * height};
    std::vector<Reading> readings;
    if (all.spent()) return readings;
    if (region.kind == Kind::words) readWords(linesIn(place), readings);
    if (region.kind == Kind::block) readBlock(place, readings);
    if (region.kind == Kind::line) readBands(place, readings);
    if (region.kind == Kind::line || region.kind == Kind::digits) readLine(place, region.kind == Kind::digits, readings);
    return withWords(std::move(readings));
}
