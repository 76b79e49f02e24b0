#include "PageReader.h"

#include "Ink.h"
#include "PageCodes.h"
#include "Quality.h"
#include "RegionReader.h"
#include "Table.h"
#include "Turn.h"

#include <algorithm>
#include <cstdio>
#include <leptonica/allheaders.h>
#include <new>
#include <stdexcept>

namespace {

/// What is written at most, without the drawing.
constexpr size_t mostOutput = 1 << 20;

std::string formatted(const char *format, double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

std::string fields(const Rectangle &box) {
    std::string text;
    for (double value : {box.left, box.top, box.right, box.bottom}) text += "\t" + formatted("%.5f", value);
    return text;
}

/// Without what separates fields and lines.
std::string plain(const std::string &text) {
    std::string result;
    for (const char letter : text)
        if (uint8_t(letter) >= 0x20 && letter != 0x7F) result.push_back(letter);
    return result;
}

/// Every byte that isn't plain ASCII or part of a letter of UTF-8 as \\xHH, and the backslash itself.
std::string escaped(const std::string &text) {
    std::string result;
    for (const char letter : text) {
        char buffer[8];
        const bool control = uint8_t(letter) < 0x20 || letter == 0x7F || letter == '\\';
        std::snprintf(buffer, sizeof buffer, control ? "\\x%02X" : "%c", uint8_t(letter));
        result += buffer;
    }
    return result;
}

std::string lines(size_t number, const Reading &reading) {
    std::string text = "words\t" + std::to_string(number) + "\t" + reading.variant + "\n";
    for (const auto &word : reading.words)
        text += "word\t" + std::to_string(word.line) + fields(word.place) + "\t" + formatted("%.1f", word.confidence)
            + "\t" + plain(word.text) + "\n";
    return text;
}

} // namespace

PageReader::PageReader(const Request &request, Pix *colours, Recogniser &recogniser)
    : request(request), colours(colours), recogniser(recogniser),
      grey(pixConvertRGBToGray(colours, 0.3f, 0.5f, 0.2f)) {
    if (!grey) throw std::bad_alloc();
}

void PageReader::say(const char *how, double score, const std::optional<Quad> &quad) {
    output += std::string("page\t") + how + "\t" + formatted("%.3f", score) + "\t";
    if (!quad) output += "-";
    else
        for (size_t corner = 0; corner < 4; corner++)
            output += (corner ? " " : "") + formatted("%.1f", (*quad)[corner].x) + " "
                + formatted("%.1f", (*quad)[corner].y);
    output += "\n";
}

Quad PageReader::whole() const {
    const double width = pixGetWidth(grey.get()), height = pixGetHeight(grey.get());
    return {{{0, 0}, {width, 0}, {width, height}, {0, height}}};
}

std::optional<FoundPage> PageReader::found() const {
    if (request.corners == Corners::given) return FoundPage{request.quad, 1};
    if (request.corners == Corners::whole) return FoundPage{whole(), 1};
    return findPage(colours, grey.get(), request);
}

int PageReader::turn(const FoundPage &page) {
    if (request.turn) return *request.turn;
    return page.turn ? *page.turn : likelyTurn(grey.get(), page.quad, request, recogniser);
}

std::optional<Quad> PageReader::place() {
    auto page = best = found();
    if (!page || page->score < leastScore) {
        say("asked", page ? page->score : 0, std::nullopt);
        return std::nullopt;
    }
    if (request.corners != Corners::given)
        page->quad = turned(page->quad, turn(*page));
    const char *const names[] = {"found", "whole", "given"};
    say(names[size_t(request.corners)], page->score, page->quad);
    return page->quad;
}

Quad PageReader::likelyPlace() {
    const FoundPage page = best.value_or(FoundPage{whole(), 0});
    return turned(page.quad, turn(page));
}

FlatPage PageReader::flat(const Quad &quad) const {
    if (request.aspect) return FlatPage(grey.get(), quad, *request.aspect, longestRead);
    return FlatPage(grey.get(), quad, std::clamp(aspect(quad), 0.2, 5.0), longestOverview);
}

void PageReader::readRegions(const FlatPage &page) {
    const RegionReader reader(page, recogniser);
    for (size_t number = 0; number < request.regions.size(); number++) {
        const auto &region = request.regions[number];
        if (region.kind == Kind::ink)
            output += "ink\t" + std::to_string(number) + "\t" + formatted("%.4f", ink(page, region.box)) + "\n";
        else if (region.kind == Kind::page) {
            const auto all = rulings(page.plain());
            for (const auto &reading : reader.overview(all)) output += lines(number, reading);
            for (const auto &ruling : all) output += "ruling\t" + std::to_string(number) + fields(ruling) + "\n";
        } else
            for (const auto &reading : reader.read(region)) output += lines(number, reading);
        if (output.size() > mostOutput) throw std::length_error("output");
    }
    letters = reader.letters();
}

void PageReader::readCodes(const FlatPage &page) {
    for (const auto &code : pageCodes(page, request.regions)) {
        const auto line = "code" + fields(code.place) + "\t" + code.symbology + "\t" + escaped(code.text) + "\n";
        if (output.size() + line.size() <= mostOutput) output += line;
    }
}

void PageReader::draw(const FlatPage &page) {
    const double scale = std::min(1.0, double(*request.drawnWidth) / page.width());
    const OwnedPix drawn(scale < 1 ? pixScaleAreaMap(page.plain(), l_float32(scale), l_float32(scale))
                                   : pixClone(page.plain()));
    l_uint8 *bytes = nullptr;
    size_t length = 0;
    // Packed quickly: it is kept until the page was checked.
    if (drawn) pixSetZlibCompression(drawn.get(), 1);
    if (!drawn || pixWriteMemPng(&bytes, &length, drawn.get(), 0) != 0) return;
    output += "drawn\t" + std::to_string(pixGetWidth(drawn.get())) + "\t" + std::to_string(pixGetHeight(drawn.get()))
        + "\t" + std::to_string(length) + "\n";
    output.append(reinterpret_cast<char *>(bytes), length);
    lept_free(bytes);
}

bool PageReader::write() {
    output =
        "picture\t" + std::to_string(pixGetWidth(grey.get())) + "\t" + std::to_string(pixGetHeight(grey.get())) + "\n";
    if (const auto quad = place()) {
        const FlatPage page = flat(*quad);
        const auto before = output.size();
        readRegions(page);
        output.insert(before,
            "quality" + quality(page, letters / page.enlarged()) + (best->hasNeighbour ? "\tseveral" : "") + "\n");
        readCodes(page);
        if (request.drawnWidth) draw(page);
    } else {
        const FlatPage page = flat(request.aspect ? whole() : likelyPlace());
        output += "quality" + quality(page, 0) + "\n";
        if (!request.aspect) readRegions(page);
    }
    return writeOutput(output.data(), output.size());
}
