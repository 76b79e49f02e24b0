#include "Edges.h"

#include <algorithm>

namespace {

/// Steps weaker than the first are noise; from the second on one is as good as another.
constexpr float leastStep = 4, clearStep = 20;
constexpr int reach = 2;

struct Gradient {
    float x = 0, y = 0;
    float length() const { return std::hypot(x, y); }
};

/// Of the channel that steps most.
Gradient gradient(const Photo &photo, int x, int y) {
    Gradient most;
    const Colour &left = photo.pixel(x - reach, y), &right = photo.pixel(x + reach, y);
    const Colour &above = photo.pixel(x, y - reach), &below = photo.pixel(x, y + reach);
    for (size_t channel = 0; channel < 3; channel++) {
        const Gradient one{right[channel] - left[channel], below[channel] - above[channel]};
        if (one.length() > most.length()) most = one;
    }
    return most;
}

std::vector<Gradient> gradients(const Photo &photo) {
    std::vector<Gradient> all(size_t(photo.width) * size_t(photo.height));
    for (int y = reach; y < photo.height - reach; y++)
        for (int x = reach; x < photo.width - reach; x++)
            all[size_t(y) * size_t(photo.width) + size_t(x)] = gradient(photo, x, y);
    return all;
}

/// Lines by angle and offset; their votes.
class Votes {
public:
    static constexpr int angles = 180;

    explicit Votes(const Photo &photo) : reachOf(std::hypot(photo.width, photo.height)),
        offsets(int(reachOf) + 2), counts(size_t(angles) * size_t(offsets)) {}

    void add(const Edge &edge) {
        const double degrees = std::atan2(edge.normal.y, edge.normal.x) * 180 / M_PI;
        for (int near = -2; near <= 2; near++) {
            const int angle = (int(std::lround(degrees)) + near + 360) % angles;
            const auto place = index(angle, line(angle, edge.place).offset);
            counts[place] += edge.weight;
            if (place > 0) counts[place - 1] += edge.weight / 2;
            if (place + 1 < counts.size()) counts[place + 1] += edge.weight / 2;
        }
    }

    /// The strongest line, whose neighbours then no longer count.
    std::optional<Line> take(float least) {
        const auto best = std::max_element(counts.begin(), counts.end());
        if (*best < least) return std::nullopt;
        const auto place = size_t(best - counts.begin());
        const int angle = int(place / size_t(offsets)), offset = int(place % size_t(offsets));
        const double radians = angle * M_PI / 180;
        for (int near = -3; near <= 3; near++) suppress(angle + near, offset);
        return Line{{std::cos(radians), std::sin(radians)}, double(offset) * 2 - reachOf};
    }

private:
    double reachOf;
    int offsets;
    std::vector<float> counts;

    static Line line(int angle, Point through) {
        const double radians = angle * M_PI / 180;
        const Point normal{std::cos(radians), std::sin(radians)};
        return {normal, normal.dot(through)};
    }

    size_t index(int angle, double offset) const {
        const int place = std::clamp(int((offset + reachOf) / 2), 0, offsets - 1);
        return size_t(angle) * size_t(offsets) + size_t(place);
    }

    void suppress(int angle, int offset) {
        const bool around = angle < 0 || angle >= angles;
        const int row = (angle + angles) % angles;
        const int middle = around ? int(reachOf) - offset : offset;
        for (int place = std::max(0, middle - 3); place <= std::min(offsets - 1, middle + 3); place++)
            counts[size_t(row) * size_t(offsets) + size_t(place)] = 0;
    }
};

/// The least squares' line through the edges close to one, twice.
Line fitted(Line line, const std::vector<Edge> &edges) {
    for (double near : {3.0, 2.0}) {
        double count = 0, xx = 0, xy = 0, yy = 0;
        Point middle;
        const auto belongs = [&](const Edge &edge) {
            return std::abs(line.distance(edge.place)) < near && std::abs(line.normal.dot(edge.normal)) > 0.95;
        };
        for (const auto &edge : edges)
            if (belongs(edge)) middle = middle + edge.place, count++;
        if (count < 8) return line;
        middle = middle * (1 / count);
        for (const auto &edge : edges) {
            if (!belongs(edge)) continue;
            const Point away = edge.place - middle;
            xx += away.x * away.x, xy += away.x * away.y, yy += away.y * away.y;
        }
        const double along = std::atan2(2 * xy, xx - yy) / 2;
        line.normal = {-std::sin(along), std::cos(along)};
        line.offset = line.normal.dot(middle);
    }
    return line;
}

} // namespace

std::vector<Edge> edges(const Photo &photo) {
    const auto all = gradients(photo);
    const auto length = [&](int x, int y) { return all[size_t(y) * size_t(photo.width) + size_t(x)].length(); };
    std::vector<Edge> found;
    for (int y = reach; y < photo.height - reach; y++) {
        for (int x = reach; x < photo.width - reach; x++) {
            const auto here = all[size_t(y) * size_t(photo.width) + size_t(x)];
            const float step = here.length();
            if (step < leastStep) continue;
            const int right = int(std::lround(here.x / step)), below = int(std::lround(here.y / step));
            if (step < length(x + right, y + below) || step < length(x - right, y - below)) continue;
            found.push_back({{x + 0.5, y + 0.5}, {double(here.x / step), double(here.y / step)},
                std::min(1.0f, step / clearStep)});
        }
    }
    return found;
}

std::vector<Line> straightLines(const std::vector<Edge> &edges, const Photo &photo, size_t most) {
    Votes votes(photo);
    for (const auto &edge : edges) votes.add(edge);
    std::vector<Line> lines;
    const float least = 0.05f * float(std::min(photo.width, photo.height));
    while (lines.size() < most) {
        const auto line = votes.take(least);
        if (!line) break;
        lines.push_back(fitted(*line, edges));
    }
    return lines;
}
