#include "Request.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace {

bool isFraction(double value) { return value >= 0 && value <= 1; }

std::optional<Kind> kindNamed(const std::string &name) {
    const char *const names[] = {"line", "block", "digits", "ink", "code", "page", "words"};
    for (size_t index = 0; index < std::size(names); index++)
        if (name == names[index]) return Kind(index);
    return std::nullopt;
}

/// The words of one line.
class Words {
public:
    explicit Words(const std::string &line) : stream(line) { stream.imbue(std::locale::classic()); }

    template <typename Value> bool take(Value &value) { return bool(stream >> value); }
    /// Takes the next word only if it is this one.
    bool takeName(const std::string &name) {
        const auto place = stream.tellg();
        if (stream >> word && word == name) return true;
        stream.clear();
        stream.seekg(place);
        return false;
    }
    const std::string &last() const { return word; }
    bool ended() {
        stream >> std::ws;
        return stream.eof();
    }

private:
    std::istringstream stream;
    std::string word;
};

bool takeAspect(Words &words, Request &request) {
    if (words.takeName("any")) return true;
    double aspect = 0;
    if (!words.take(aspect) || !(aspect >= 0.2 && aspect <= 5)) return false;
    request.aspect = aspect;
    return true;
}

bool takeCorners(Words &words, Request &request) {
    if (words.takeName("find") || words.takeName("whole")) {
        request.corners = words.last() == "find" ? Corners::find : Corners::whole;
        return true;
    }
    request.corners = Corners::given;
    for (auto &corner : request.quad) {
        if (!words.take(corner.x) || !words.take(corner.y)) return false;
        if (!(std::abs(corner.x) < 1e5 && std::abs(corner.y) < 1e5)) return false;
    }
    return isConvex(request.quad) && area(request.quad) >= 100;
}

bool takeTurn(Words &words, Request &request) {
    std::string word;
    if (!words.take(word)) return false;
    if (word == "find") return true;
    if (word.size() != 1 || word[0] < '0' || word[0] > '3') return false;
    request.turn = word[0] - '0';
    return true;
}

bool takeRegion(Words &words, Request &request) {
    size_t number = 0;
    std::string name;
    double left = 0, top = 0, width = 0, height = 0;
    if (!words.take(number) || !words.take(name)) return false;
    if (!(words.take(left) && words.take(top) && words.take(width) && words.take(height))) return false;
    const auto kind = kindNamed(name);
    if (!kind || number != request.regions.size() || number >= mostRegions) return false;
    if (!isFraction(left) || !isFraction(top) || !(width > 0 && height > 0)) return false;
    // A template's last column may end a rounding error past the page.
    if (left + width > 1.001 || top + height > 1.001) return false;
    request.regions.push_back({*kind, {left, top, std::min(left + width, 1.0), std::min(top + height, 1.0)}});
    return true;
}

bool takeLine(const std::string &line, Request &request) {
    std::string name;
    Words words(line);
    if (!words.take(name)) return false;
    bool good = false;
    if (name == "page") good = takeAspect(words, request);
    if (name == "corners") good = takeCorners(words, request);
    if (name == "turn") good = takeTurn(words, request);
    if (name == "region") good = takeRegion(words, request);
    if (name == "draw") {
        int width = 0;
        good = words.take(width) && width >= 1 && width <= 4'000;
        request.drawnWidth = width;
    }
    return good && words.ended();
}

} // namespace

std::optional<Request> takeRequest(Bytes &bytes) {
    Request request;
    size_t place = 0;
    for (bool first = true;; first = false) {
        const auto start = bytes.begin() + std::ptrdiff_t(place);
        const auto limit = bytes.begin() + std::ptrdiff_t(std::min(bytes.size(), mostHeaderBytes));
        if (start >= limit) return std::nullopt;
        const auto end = std::find(start, limit, uint8_t('\n'));
        if (end == limit) return std::nullopt;
        const std::string line(start, end);
        place = size_t(end - bytes.begin()) + 1;
        if (first && line != "vaccinapp-read-text 1") return std::nullopt;
        if (line == "picture") break;
        if (!first && !takeLine(line, request)) return std::nullopt;
    }
    bytes.erase(bytes.begin(), bytes.begin() + std::ptrdiff_t(place));
    return request;
}
