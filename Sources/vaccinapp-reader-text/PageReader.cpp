#include "PageReader.h"

#include "Ink.h"
#include "RegionReader.h"
#include "Turn.h"

#include <algorithm>
#include <cstdio>
#include <leptonica/allheaders.h>
#include <new>

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

std::optional<Quad> PageReader::found() {
    if (request.corners == Corners::given) return request.quad;
    const double width = pixGetWidth(grey.get()), height = pixGetHeight(grey.get());
    if (request.corners == Corners::whole) return Quad{{{0, 0}, {width, 0}, {width, height}, {0, height}}};
    const auto page = findPage(colours, request.aspect);
    if (page && page->score >= leastScore) return page->quad;
    say("asked", page ? page->score : 0, std::nullopt);
    return std::nullopt;
}

std::optional<Quad> PageReader::place() {
    auto quad = found();
    if (!quad) return std::nullopt;
    double score = 1;
    if (request.corners == Corners::find) score = findPage(colours, request.aspect)->score;
    if (request.corners != Corners::given)
        quad = turned(*quad, request.turn ? *request.turn : likelyTurn(grey.get(), *quad, request, recogniser));
    const char *const names[] = {"found", "whole", "given"};
    say(names[size_t(request.corners)], score, quad);
    return quad;
}

void PageReader::readRegions(const FlatPage &page) {
    const RegionReader reader(page, recogniser);
    for (size_t number = 0; number < request.regions.size(); number++) {
        const auto &region = request.regions[number];
        if (region.kind == Kind::ink)
            output += "ink\t" + std::to_string(number) + "\t" + formatted("%.4f", ink(page, region.box)) + "\n";
        else
            for (const auto &reading : reader.read(region)) output += lines(number, reading);
        if (output.size() > mostOutput) return;
    }
}

bool PageReader::write() {
    output = "picture\t" + std::to_string(pixGetWidth(grey.get())) + "\t" + std::to_string(pixGetHeight(grey.get())) + "\n";
    const auto quad = place();
    output += "quality\n";
    if (quad) readRegions(FlatPage(grey.get(), *quad, request.aspect));
    return writeOutput(output.data(), output.size());
}
