#include "Side.h"

#include <algorithm>

namespace {

constexpr double away = 3.5;
constexpr float leastStep = 3, clearStep = 13, mostChange = 14;
constexpr size_t apart = 6;

/// The stretch of a line inside the photo, a little off its rim.
std::pair<double, double> stretch(const Line &line, const Photo &photo) {
    double from = -1e9, to = 1e9;
    const Point origin = line.normal * line.offset, direction = line.direction();
    const auto clip = [&](double place, double step, double least, double most) {
        if (std::abs(step) < 1e-9) {
            if (place < least || place > most) to = from;
            return;
        }
        const double one = (least - place) / step, other = (most - place) / step;
        from = std::max(from, std::min(one, other));
        to = std::min(to, std::max(one, other));
    };
    clip(origin.x, direction.x, away + 2, photo.width - away - 3);
    clip(origin.y, direction.y, away + 2, photo.height - away - 3);
    return {from, to};
}

/// 1 where a colour stays as it is along the line.
bool steady(const std::vector<Colour> &colours, size_t index) {
    const size_t before = index < apart ? 0 : index - apart, after = std::min(index + apart, colours.size() - 1);
    return difference(colours[index], colours[before]) < mostChange
        && difference(colours[index], colours[after]) < mostChange;
}

} // namespace

Side::Side(const Line &line, const Photo &photo) : straight(line) {
    const auto [from, to] = stretch(line, photo);
    start = from;
    std::vector<Colour> colours[2];
    for (double place = from; place < to; place++) {
        const Point here = line.normal * line.offset + line.direction() * place;
        colours[0].push_back(photo.at(here - line.normal * away));
        colours[1].push_back(photo.at(here + line.normal * away));
    }
    for (size_t side : {0, 1}) {
        sums[side].push_back(0);
        for (size_t index = 0; index < colours[side].size(); index++) {
            const float step = difference(colours[0][index], colours[1][index]);
            float worth = std::clamp((step - leastStep) / (clearStep - leastStep), 0.0f, 1.0f);
            if (worth > 0 && !steady(colours[side], index)) worth = 0;
            sums[side].push_back(sums[side].back() + worth);
        }
    }
}

double Side::support(double from, double to, bool within) const {
    if (to - from < 1) return 0;
    const auto &sum = sums[within ? 1 : 0];
    const double last = double(sum.size() - 1);
    const auto index = [&](double place) { return size_t(std::clamp(place - start, 0.0, last)); };
    return double(sum[index(to)] - sum[index(from)]) / (to - from);
}
