#include "Lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace {

/// Below this the modules around a place have no clear colours: the code's edge, or no code.
constexpr double leastClearness = 0.28;

/// From here on a place needs no more than fine corrections.
constexpr double clear = 0.85;

/// How far around a place modules are looked at.
constexpr int reach = 3;

} // namespace

Lattice::Lattice(const Luma &luma, const Corner &corner, int expectedVersion, const Budget &budget)
    : luma(luma), nodes(size_t(perSide * perSide)) {
    const double side = 17 + 4 * expectedVersion;
    most = std::min(perSide, (17 + 4 * (expectedVersion + 3)) / step + 4);
    Point right = (corner.right.centre - corner.corner.centre) * (1 / (side - 7));
    Point down = (corner.down.centre - corner.corner.centre) * (1 / (side - 7));
    layUnderFinder(luma, corner.corner.centre, right, down);
    at(2, 2) = {corner.corner.centre, right, down, 1, false};
    grow(budget);
    findVersion(corner);
}

/// The share of contrast that is left when each module's colour is averaged over its middle: most where the grid's
/// places are inside modules and not on their edges.
double Lattice::clearness(const Node &node) const {
    constexpr double inner = 0.3;
    double clear = 0, all = 1e-9;
    for (int row = -reach; row <= reach; row++)
        for (int column = -reach; column <= reach; column++) {
            const Point centre = node.pixel + node.right * column + node.down * row;
            const int x = int(centre.x), y = int(centre.y);
            if (!luma.has(x, y)) return 0;
            const double middle = luma.average[size_t(y) * size_t(luma.width) + size_t(x)];
            double sum = 0, sizes = 0;
            for (const Point offset : {node.right * inner, node.right * -inner, node.down * inner, node.down * -inner,
                     Point{}}) {
                const double value = luma.at(centre + offset) - middle;
                sum += value;
                sizes += std::abs(value);
            }
            clear += std::abs(sum);
            all += std::max(sizes, 5 * 12.0);
        }
    return clear / all;
}

/// Moves, turns and stretches the grid a little, to where its places are inside modules best; where they are already,
/// only finely.
void Lattice::improve(Node &node) const {
    node.clearness = clearness(node);
    const bool isClear = node.clearness > clear;
    for (const double reachOfMove : {0.3, 0.1})
        if (!isClear || reachOfMove < 0.3)
            vary(node, [reachOfMove](Node &tried, const Node &start, Point way) {
                tried.pixel = start.pixel + (start.right * way.x + start.down * way.y) * reachOfMove;
            });
    for (const double turn : {0.06, 0.03})
        if (!isClear || turn < 0.06)
            for (Point Node::*axis : {&Node::right, &Node::down})
                vary(node, [turn, axis](Node &tried, const Node &start, Point way) {
                    tried.*axis = start.*axis + (start.right * way.x + start.down * way.y) * turn;
                });
}

/// Tries a change in all eight ways, and keeps the clearest.
template <typename Change> void Lattice::vary(Node &node, Change change) const {
    const Node start = node;
    for (const double across : {-1.0, 0.0, 1.0})
        for (const double along : {-1.0, 0.0, 1.0}) {
            if (across == 0 && along == 0) continue;
            Node tried = start;
            change(tried, start, {across, along});
            tried.clearness = clearness(tried);
            if (tried.clearness > node.clearness) node = tried;
        }
}

/// Where the known neighbours expect the grid: each goes on in its direction, turning as it has so far.
Lattice::Node Lattice::predicted(int column, int row) const {
    Node sum;
    int count = 0;
    for (const auto [across, along] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        const int x = column + across, y = row + along;
        if (x < 0 || y < 0 || x >= perSide || y >= perSide || !at(x, y).isKnown) continue;
        const Node &near = at(x, y);
        Point right = near.right, down = near.down;
        const int farX = x + across, farY = y + along;
        if (farX >= 0 && farY >= 0 && farX < perSide && farY < perSide && at(farX, farY).isKnown) {
            right = right + (near.right - at(farX, farY).right) * 0.5;
            down = down + (near.down - at(farX, farY).down) * 0.5;
        }
        const Point halfRight = (near.right + right) * 0.5, halfDown = (near.down + down) * 0.5;
        sum.pixel = sum.pixel + near.pixel - halfRight * (across * step) - halfDown * (along * step);
        sum.right = sum.right + right;
        sum.down = sum.down + down;
        count++;
    }
    const double share = 1.0 / std::max(count, 1);
    return {sum.pixel * share, sum.right * share, sum.down * share, 0, false};
}

/// The clearest place next to what is known comes first, so that a smudge is met from all sides.
void Lattice::grow(const Budget &budget) {
    struct Candidate {
        double clearness;
        int column, row;
        bool operator<(const Candidate &other) const { return clearness < other.clearness; }
    };
    std::priority_queue<Candidate> open;
    open.push({1, 2, 2});
    while (!open.empty() && !budget.spent()) {
        const auto [_, column, row] = open.top();
        open.pop();
        Node &node = at(column, row);
        if (node.isKnown) continue;
        const bool isSeed = column == 2 && row == 2;
        if (!isSeed) {
            node = predicted(column, row);
            improve(node);
            if (node.clearness < leastClearness) continue;
        }
        node.isKnown = true;
        for (const auto [across, along] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
            const int x = column + across, y = row + along;
            if (x < 0 || y < 0 || x >= most || y >= most || at(x, y).isKnown) continue;
            open.push({clearness(predicted(x, y)), x, y});
        }
    }
}

/// How far to the right, or down, the module at a place in the picture is.
std::optional<double> Lattice::moduleUnder(Point pixel, bool across) const {
    double nearest = std::numeric_limits<double>::max(), module = 0;
    for (int row = 0; row < perSide; row++)
        for (int column = 0; column < perSide; column++) {
            const Node &node = at(column, row);
            const Point offset = pixel - node.pixel;
            if (!node.isKnown || offset.dot(offset) >= nearest) continue;
            nearest = offset.dot(offset);
            const double area = node.right.cross(node.down);
            const double right = offset.cross(node.down) / area, down = node.right.cross(offset) / area;
            const Point place = moduleOf(column, row) + Point{right, down};
            module = across ? place.x : place.y;
            if (std::max(std::abs(right), std::abs(down)) > 3) module = -1;
        }
    return module > 0 ? std::optional(module) : std::nullopt;
}

void Lattice::findVersion(const Corner &corner) {
    const auto across = moduleUnder(corner.right.centre, true), along = moduleUnder(corner.down.centre, false);
    if (!across || !along) return;
    // A finder's centre is 3.5 modules from the edge.
    const long version = std::lround(((*across + *along) / 2 + 3.5 - 17) / 4);
    const double side = 17 + 4 * double(version);
    if (version < 1 || version > 40) return;
    if (std::abs(*across + 3.5 - side) > 1.6 || std::abs(*along + 3.5 - side) > 1.6) return;
    foundVersion = int(version);
}

const Lattice::Node *Lattice::nearest(Point module, Point &nodeModule) const {
    const int column = int(std::lround((module.x - 3.5) / step)) + 2, row = int(std::lround((module.y - 3.5) / step)) + 2;
    const Node *best = nullptr;
    int distance = 0;
    for (int ring = 0; ring <= 6 && !best; ring++)
        for (int y = std::max(0, row - ring); y <= std::min(perSide - 1, row + ring); y++)
            for (int x = std::max(0, column - ring); x <= std::min(perSide - 1, column + ring); x++) {
                const int away = (x - column) * (x - column) + (y - row) * (y - row);
                if (!at(x, y).isKnown || (best && away >= distance)) continue;
                best = &at(x, y);
                distance = away;
                nodeModule = moduleOf(x, y);
            }
    return best;
}

Point Lattice::map(Point module) const {
    Point nodeModule;
    const Node *node = nearest(module, nodeModule);
    if (!node) return {-1, -1};
    const Point offset = module - nodeModule;
    return node->pixel + node->right * offset.x + node->down * offset.y;
}
