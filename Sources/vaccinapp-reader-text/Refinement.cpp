#include "Refinement.h"

#include "Photo.h"

#include <algorithm>

namespace {

constexpr int samples = 120, reach = 12, width = 3;

/// The mean colour of a short stretch across a side.
Colour mean(const Photo &photo, Point from, Point step) {
    Colour sum{};
    for (int index = 0; index < width; index++) {
        const Colour here = photo.at(from + step * index);
        for (size_t channel = 0; channel < 3; channel++) sum[channel] += here[channel] / width;
    }
    return sum;
}

/// Where along the normal the colour steps most near a place; none where it hardly does.
std::optional<Point> step(const Photo &photo, Point place, Point normal) {
    float most = 6;
    std::optional<Point> best;
    for (int shift = -reach; shift <= reach; shift++) {
        const Point here = place + normal * shift;
        const Point ends[] = {here - normal * (width + 1), here + normal * (width + 1)};
        if (!photo.holds(ends[0]) || !photo.holds(ends[1])) continue;
        // Among steps alike the nearest: the page's own shadow has one further out.
        const float worth = difference(mean(photo, here + normal * 0.5, normal), mean(photo, here - normal * 0.5, normal * -1))
            * (1 - 0.02f * float(std::abs(shift)));
        if (worth > most) most = worth, best = here;
    }
    return best;
}

/// The line through most of the points: least squares, leaving out what is off it, more and more strictly.
std::optional<Line> fitted(std::vector<Point> points, Line line) {
    for (double near : {12.0, 6.0, 3.0, 2.0, 1.5}) {
        Point middle;
        std::vector<Point> close;
        for (const auto point : points)
            if (std::abs(line.distance(point)) <= near) close.push_back(point), middle = middle + point;
        if (close.size() < samples / 4) return std::nullopt;
        middle = middle * (1.0 / double(close.size()));
        double xx = 0, xy = 0, yy = 0;
        for (const auto point : close) {
            const Point away = point - middle;
            xx += away.x * away.x, xy += away.x * away.y, yy += away.y * away.y;
        }
        const double along = std::atan2(2 * xy, xx - yy) / 2;
        line.normal = {-std::sin(along), std::cos(along)};
        line.offset = line.normal.dot(middle);
    }
    return line;
}

Line between(Point from, Point to) {
    const Point direction = (to - from) * (1 / (to - from).length());
    const Point normal{direction.y, -direction.x};
    return {normal, normal.dot(from)};
}

Line refined(const Photo &photo, Point from, Point to) {
    const Line rough = between(from, to);
    std::vector<Point> points;
    for (int index = 0; index < samples; index++) {
        const double share = 0.06 + 0.88 * index / (samples - 1);
        if (const auto point = step(photo, from + (to - from) * share, rough.normal)) points.push_back(*point);
    }
    return fitted(std::move(points), rough).value_or(rough);
}

} // namespace

Quad refined(const Quad &quad, const Photo &photo) {
    Line sides[4];
    for (size_t side = 0; side < 4; side++)
        sides[side] = refined(photo, quad[side] * photo.scale, quad[(side + 1) % 4] * photo.scale);
    Quad result = quad;
    for (size_t corner = 0; corner < 4; corner++)
        if (const auto place = sides[(corner + 3) % 4].crossing(sides[corner])) result[corner] = *place * (1 / photo.scale);
    return isConvex(result) ? result : quad;
}
