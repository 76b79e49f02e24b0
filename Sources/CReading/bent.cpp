#include "Bent.h"
#include "Codes.h"
#include "Lattice.h"
#include "Mesh.h"

#include <algorithm>
#include <cmath>

namespace {

/// Pixels a module from a finder's centre towards another's: it is 3.5 modules to the outer edge of its dark ring.
double moduleTowards(const Luma &luma, Point from, Point to) {
    const Point step = (to - from) * (1 / (to - from).length());
    bool dark = true;
    int changes = 0;
    for (double distance = 0; distance < (to - from).length(); distance += 0.5) {
        const Point place = from + step * distance;
        if (!luma.has(int(place.x), int(place.y))) return 0;
        if (luma.isDark(int(place.x), int(place.y)) == dark) continue;
        dark = !dark;
        if (++changes == 3) return distance / 3.5;
    }
    return 0;
}

/// The version by its finders' distance in modules; it may be one or two off on bent paper.
int versionOf(const Luma &luma, const Corner &corner) {
    double modules = 0;
    int count = 0;
    for (const auto *end : {&corner.right, &corner.down}) {
        const Point from = corner.corner.centre, to = end->centre;
        const double near = moduleTowards(luma, from, to), far = moduleTowards(luma, to, from);
        if (near <= 0 || far <= 0) continue;
        modules += (to - from).length() * 2 / (near + far);
        count++;
    }
    return count == 0 ? 0 : int(std::lround((modules / count + 7 - 17) / 4));
}

/// Drawn at four pixels a module with its quiet zone, as any reader likes it.
void readFlat(const std::vector<uint8_t> &modules, int side, codes_found found, void *context) {
    constexpr int scale = 4, quiet = 4;
    const int edge = (side + 2 * quiet) * scale;
    std::vector<uint8_t> pixels(size_t(edge) * size_t(edge), 255);
    for (int y = 0; y < side * scale; y++)
        for (int x = 0; x < side * scale; x++)
            pixels[size_t(y + quiet * scale) * size_t(edge) + size_t(x + quiet * scale)]
                = modules[size_t(y / scale) * size_t(side) + size_t(x / scale)];
    codes_scan({pixels.data(), edge, edge}, CODES_ZXING_GLOBAL, found, context);
}

struct Guess {
    int version = 0;
    Surface surface;
    double agreement = 0;
};

/// The versions near the expected one whose timing patterns are where they should be, the best first.
std::vector<Guess> guesses(const Luma &luma, const Corner &corner, const Budget &budget) {
    std::vector<Guess> guesses;
    const int expected = versionOf(luma, corner);
    for (int version = std::max(2, expected - 2); version <= std::min(40, expected + 2); version++) {
        if (budget.spent()) break;
        const auto ties = fit(luma, corner, version);
        Surface surface(ties);
        if (ties.size() < 16 || !surface.isValid()) continue;
        const double agreement = timingAgreement(luma, [&](Point module) { return surface.map(module); }, version);
        if (agreement > 0.7) guesses.push_back({version, std::move(surface), agreement});
    }
    std::sort(guesses.begin(), guesses.end(), [](const auto &a, const auto &b) { return a.agreement > b.agreement; });
    return guesses;
}

void found(void *context, const char *text, size_t length) {
    static_cast<Texts *>(context)->add(std::string(text, length));
}

/// By a surface through the alignment patterns: gently bent paper, soon done.
void readBySurface(const Luma &luma, const Corner &corner, const Budget &budget, Texts &texts) {
    const size_t before = texts.count();
    for (const auto &guess : guesses(luma, corner, budget)) {
        const auto map = [&](Point module) { return guess.surface.map(module); };
        readFlat(sample(luma, map, guess.version), 17 + 4 * guess.version, found, &texts);
        if (texts.count() > before || budget.spent()) return;
    }
}

/// Module by module: strongly bent and crumpled paper.
void readByLattice(const Luma &luma, const Corner &corner, const Budget &budget, Texts &texts) {
    const Lattice lattice(luma, corner, versionOf(luma, corner), budget);
    const auto version = lattice.version();
    if (!version) return;
    const auto map = [&](Point module) { return lattice.map(module); };
    readFlat(sample(luma, map, *version), 17 + 4 * *version, found, &texts);
}

} // namespace

namespace {

using Way = void (*)(const Luma &, const Corner &, const Budget &, Texts &);

void read(const Luma &luma, Way way, const Budget &budget, Texts &texts) {
    const size_t before = texts.count();
    int tried = 0;
    for (const auto &corner : corners(findFinders(luma))) {
        if (tried++ == 6 || budget.spent()) return;
        way(luma, corner, budget, texts);
        if (texts.count() > before) return;
    }
}

} // namespace

void readBent(const Luma &luma, const Budget &budget, Texts &texts) { read(luma, readBySurface, budget, texts); }

void readCrumpled(const Luma &luma, const Budget &budget, Texts &texts) { read(luma, readByLattice, budget, texts); }
