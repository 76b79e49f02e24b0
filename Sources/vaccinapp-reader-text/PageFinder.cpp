#include "PageFinder.h"

#include "Bar.h"
#include "Edges.h"
#include "Refinement.h"
#include "Side.h"
#include "Table.h"

#include <algorithm>

namespace {

constexpr double longest = 640, longestRefined = 1'600;
/// The proportion of most paper, for a page of which nobody knows another.
constexpr double usualAspect = M_SQRT2;
constexpr size_t mostLines = 90, mostWeighed = 150, mostWithBars = 6;

/// Two lines that could be opposite sides of a page; `first` has the smaller offset along the common normal.
struct Pair {
    size_t first, second;
    bool firstWithin, secondWithin;
};

class Search {
public:
    Search(const Photo &photo, double aspect) : photo(photo), aspect(aspect) {
        for (const auto &line : straightLines(edges(photo), photo, mostLines)) sides.emplace_back(line, photo);
    }

    /// All that could be pages, the likeliest first as far as `most`.
    std::vector<FoundPage> pages(size_t most) const {
        std::vector<Pair> lying, standing;
        for (size_t one = 0; one < sides.size(); one++)
            for (size_t other = 0; other < one; other++) consider(one, other, lying, standing);
        std::vector<FoundPage> pages;
        for (const auto &rows : lying)
            for (const auto &columns : standing)
                if (const auto page = judged(rows, columns)) pages.push_back(*page);
        const auto count = std::min(most, pages.size());
        std::partial_sort(pages.begin(), pages.begin() + std::ptrdiff_t(count), pages.end(),
            [](const FoundPage &one, const FoundPage &other) { return one.score > other.score; });
        return pages;
    }

private:
    const Photo &photo;
    double aspect;
    std::vector<Side> sides;

    Point middle() const { return {photo.width / 2.0, photo.height / 2.0}; }

    /// Keeps two lines that are almost parallel and far enough from one another.
    void consider(size_t one, size_t other, std::vector<Pair> &lying, std::vector<Pair> &standing) const {
        Line first = sides[one].line(), second = sides[other].line();
        const double parallel = first.normal.dot(second.normal);
        if (std::abs(parallel) < std::cos(35 * M_PI / 180)) return;
        const bool lies = std::abs(first.normal.y + (parallel < 0 ? -second.normal.y : second.normal.y))
            > std::abs(first.normal.x + (parallel < 0 ? -second.normal.x : second.normal.x));
        const double ahead = reach(first, lies), beyond = reach(second, lies);
        if (std::abs(ahead - beyond) < 0.25 * std::min(photo.width, photo.height)) return;
        const size_t before = ahead < beyond ? one : other, after = ahead < beyond ? other : one;
        (lies ? lying : standing)
            .push_back({before, after, facesOn(before, lies), !facesOn(after, lies)});
    }

    /// Where a line crosses the photo's middle.
    double reach(const Line &line, bool lies) const {
        const double share = lies ? line.normal.y : line.normal.x;
        return -line.distance(middle()) / share;
    }

    bool facesOn(size_t side, bool lies) const {
        const auto &normal = sides[side].line().normal;
        return (lies ? normal.y : normal.x) > 0;
    }

    std::optional<Quad> corners(const Pair &rows, const Pair &columns) const {
        const size_t order[4][2] = {{rows.first, columns.first}, {rows.first, columns.second},
            {rows.second, columns.second}, {rows.second, columns.first}};
        Quad quad;
        const double rim = 0.02 * longest;
        for (size_t corner = 0; corner < 4; corner++) {
            const auto place = sides[order[corner][0]].line().crossing(sides[order[corner][1]].line());
            if (!place || place->x < -rim || place->y < -rim || place->x > photo.width + rim
                || place->y > photo.height + rim)
                return std::nullopt;
            quad[corner] = *place;
        }
        return isConvex(quad) ? std::optional(quad) : std::nullopt;
    }

    /// How well a line ends the page from one corner to another, and ends there itself.
    double support(size_t index, bool within, Point from, Point to) const {
        const auto &side = sides[index];
        const double one = side.along(from), other = side.along(to);
        const double start = std::min(one, other), end = std::max(one, other), length = end - start;
        const double round = 0.05 * length;
        const double held = side.support(start + round, end - round, within);
        const double past = std::max(side.support(start - 0.08 * length, start - 0.01 * length, within),
            side.support(end + 0.01 * length, end + 0.08 * length, within));
        return held * (1 - 0.35 * past);
    }

    /// How close the sides' proportion is to the page's, seen from any side: 1 and less.
    double proportion(const Quad &quad) const {
        const double ratio = std::log(::aspect(quad)), wanted = std::log(aspect);
        const double off = std::min(std::abs(ratio - wanted), std::abs(ratio + wanted));
        return std::exp(-off * off / (2 * 0.22 * 0.22));
    }

    std::optional<FoundPage> judged(const Pair &rows, const Pair &columns) const {
        const auto quad = corners(rows, columns);
        if (!quad) return std::nullopt;
        const double share = area(*quad) / (double(photo.width) * photo.height);
        if (share < 0.12) return std::nullopt;
        const double likely = proportion(*quad);
        if (likely < 0.2) return std::nullopt;
        double product = 1;
        const std::pair<size_t, bool> lines[] = {{rows.first, rows.firstWithin}, {columns.second, columns.secondWithin},
            {rows.second, rows.secondWithin}, {columns.first, columns.firstWithin}};
        for (size_t side = 0; side < 4; side++) {
            const double held = support(lines[side].first, lines[side].second, (*quad)[side], (*quad)[(side + 1) % 4]);
            if (held < 0.12) return std::nullopt;
            product *= held;
        }
        return FoundPage{*quad, std::pow(product, 0.25) * std::sqrt(likely) * std::pow(share, 0.08)};
    }
};

/// Whether two pages share no more than their rims.
bool liesBeside(const Quad &quad, const Quad &other) {
    constexpr int steps = 10;
    const Homography place(other);
    int shared = 0;
    for (int y = 0; y < steps; y++)
        for (int x = 0; x < steps; x++) shared += holds(quad, place({(x + 0.5) / steps, (y + 0.5) / steps}));
    return shared <= steps;
}

/// Gives a page the score that its rulings earn it besides its edges, and the turn that they speak for.
void weigh(FoundPage &page, const Table &table) {
    double agreements[4], best = 0, next = 0;
    for (int turn = 0; turn < 4; turn++) {
        agreements[turn] = table.agreement(turned(page.quad, turn));
        if (agreements[turn] > best) next = best, best = agreements[turn], page.turn = turn;
        else next = std::max(next, agreements[turn]);
    }
    if (best < 0.4 || best - next < 0.2) page.turn = std::nullopt;
    // Rulings where the template has them are proof; where there are none, the edges decide.
    if (page.turn) page.score = page.score + best * (1 - page.score);
}

} // namespace

std::optional<FoundPage> findPage(Pix *colours, Pix *grey, const Request &request) {
    const Photo photo(colours, longest, true);
    if (photo.width < 64 || photo.height < 64) return std::nullopt;
    const Table table(grey, request.regions);
    auto pages = Search(photo, request.aspect.value_or(usualAspect)).pages(mostWeighed);
    std::optional<FoundPage> best;
    const auto consider = [&](FoundPage page) {
        weigh(page, table);
        if (!best || page.score > best->score) best = page;
    };
    for (auto &page : pages)
        for (auto &corner : page.quad) corner = corner * (1 / photo.scale);
    std::for_each(pages.begin(), pages.begin() + std::ptrdiff_t(std::min(mostWeighed, pages.size())), consider);
    if (!best) return best;
    const Photo large(colours, longestRefined, false);
    best->quad = refined(best->quad, large);
    for (size_t index = 0; index < std::min(mostWithBars, pages.size()); index++) {
        const auto quad = refined(pages[index].quad, large);
        const auto wider = withBar(quad, table, grey);
        if (area(wider) > area(quad)) consider({wider, pages[index].score});
    }
    best->hasNeighbour = std::any_of(pages.begin(), pages.end(), [&](const FoundPage &page) {
        return page.score >= leastScore && area(page.quad) > area(best->quad) / 3 && liesBeside(best->quad, page.quad);
    });
    return best;
}
