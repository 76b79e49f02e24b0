#include "Mesh.h"

#include <algorithm>
#include <cmath>

namespace {

/// On either axis.
std::vector<int> alignmentPlaces(int version) {
    if (version < 2) return {};
    const int count = version / 7 + 2, side = 17 + 4 * version;
    const int step = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
    std::vector<int> places{6};
    for (int index = count - 2; index >= 0; index--) places.push_back(side - 7 - index * step);
    return places;
}

} // namespace

std::vector<Point> alignmentCentres(int version) {
    const auto places = alignmentPlaces(version);
    std::vector<Point> centres;
    for (const int row : places)
        for (const int column : places) {
            const bool top = row == 6, left = column == 6;
            const bool bottom = row == places.back(), right = column == places.back();
            if (!((top && (left || right)) || (bottom && left))) centres.push_back({column + 0.5, row + 0.5});
        }
    return centres;
}

namespace {

/// How much an alignment pattern's light ring is brighter than its dark ring and centre, in shares of the contrast.
double likeness(const Luma &luma, Point centre, Point right, Point down, double contrast) {
    double light = 0, dark = 0;
    for (int row = -2; row <= 2; row++)
        for (int column = -2; column <= 2; column++) {
            const double value = luma.at(centre + right * column + down * row);
            (std::max(std::abs(row), std::abs(column)) == 1 ? light : dark) += value;
        }
    return (light / 8 - dark / 17) / contrast;
}

/// How well a finder matches a frame: each of its modules, and the light ones around it, against its colour.
double finderLikeness(const Luma &luma, Point centre, Point right, Point down) {
    double light = 0, dark = 0;
    int lights = 0, darks = 0;
    for (int row = -4; row <= 4; row++)
        for (int column = -4; column <= 4; column++) {
            const int ring = std::max(std::abs(row), std::abs(column));
            const double value = luma.at(centre + right * column + down * row);
            const bool isLight = ring == 2 || ring == 4;
            (isLight ? light : dark) += value;
            (isLight ? lights : darks)++;
        }
    return light / lights - dark / darks;
}

Point turned(Point vector, double angle, double length) {
    return Point{vector.x - angle * vector.y, vector.y + angle * vector.x} * length;
}

/// One axis of the frame turned and stretched to where it matches the finder best.
void improve(const Luma &luma, Point centre, Point &axis, const Point &other, bool isRight) {
    Point best = axis;
    double most = -1e9;
    for (int turn = -6; turn <= 6; turn++)
        for (int stretch = -4; stretch <= 4; stretch++) {
            const Point tried = turned(axis, turn * 0.05, 1 + stretch * 0.05);
            const double alike = finderLikeness(luma, centre, isRight ? tried : other, isRight ? other : tried);
            if (alike <= most) continue;
            most = alike;
            best = tried;
        }
    axis = best;
}

} // namespace

void layUnderFinder(const Luma &luma, Point centre, Point &right, Point &down) {
    for (int round = 0; round < 2; round++) {
        improve(luma, centre, right, down, true);
        improve(luma, centre, down, right, false);
    }
}

namespace {

/// Ties at a finder's centre and sides: how the paper is bent just there.
void addFinder(const Luma &luma, Point centre, Point module, Point right, Point down, std::vector<Tie> &ties) {
    layUnderFinder(luma, centre, right, down);
    ties.push_back({module, centre});
    for (const double side : {-3.0, 3.0}) {
        ties.push_back({module + Point{side, 0}, centre + right * side});
        ties.push_back({module + Point{0, side}, centre + down * side});
    }
}

/// Between the dark and the light of the finders.
double contrastOf(const Luma &luma, const Corner &corner, const LocalMap &map) {
    double light = 0, dark = 0;
    for (const auto *finder : {&corner.corner, &corner.right, &corner.down}) {
        dark += luma.at(finder->centre);
        for (const Point step : {map.right(), map.down()})
            light += luma.at(finder->centre + step * 2) + luma.at(finder->centre - step * 2);
    }
    return std::max(8.0, light / 12 - dark / 3);
}

struct Found {
    Point pixel;
    double likeness = 0;
};

/// The likeliest place near the expected one; a far one has to be so much likelier.
Found search(const Luma &luma, const LocalMap &map, Point module, double reach, double contrast) {
    const Point expected = map.map(module);
    Found best;
    double most = -1;
    const double step = reach > 1 ? 0.34 : 0.12;
    for (double down = -reach; down <= reach; down += step)
        for (double right = -reach; right <= reach; right += step) {
            const Point place = expected + map.right() * right + map.down() * down;
            const double alike = likeness(luma, place, map.right(), map.down(), contrast);
            const double worth = alike - 0.02 * (right * right + down * down);
            if (worth <= most) continue;
            most = worth;
            best = {place, alike};
        }
    return best;
}

constexpr double clear = 0.45;

double distanceToNearest(const std::vector<Tie> &ties, Point module) {
    double nearest = 1e9;
    for (const auto &tie : ties) nearest = std::min(nearest, (tie.module - module).length());
    return nearest;
}

/// Adds the pattern where it is seen near where the ties around expect it.
void locate(const Luma &luma, const Corner &corner, Point module, std::vector<Tie> &ties) {
    const LocalMap map(ties, module);
    if (!map.isValid()) return;
    const double contrast = contrastOf(luma, corner, map);
    const auto coarse = search(luma, map, module, 4.5, contrast);
    if (coarse.likeness < clear) return;
    ties.push_back({module, coarse.pixel});
    const LocalMap nearer(ties, module);
    if (nearer.isValid()) ties.back().pixel = search(luma, nearer, module, 0.4, contrast).pixel;
}

} // namespace

std::vector<Tie> fit(const Luma &luma, const Corner &corner, int version) {
    const double side = 17 + 4 * version;
    const Point right = (corner.right.centre - corner.corner.centre) * (1 / (side - 7));
    const Point down = (corner.down.centre - corner.corner.centre) * (1 / (side - 7));
    std::vector<Tie> ties;
    addFinder(luma, corner.corner.centre, {3.5, 3.5}, right, down, ties);
    addFinder(luma, corner.right.centre, {side - 3.5, 3.5}, right, down, ties);
    addFinder(luma, corner.down.centre, {3.5, side - 3.5}, right, down, ties);
    auto open = alignmentCentres(version);
    // Always the one next to what is known, so that none is expected far from where it is.
    while (!open.empty()) {
        const auto next = std::min_element(open.begin(), open.end(), [&](Point a, Point b) {
            return distanceToNearest(ties, a) < distanceToNearest(ties, b);
        });
        const Point module = *next;
        open.erase(next);
        locate(luma, corner, module, ties);
    }
    return ties;
}
