#include "Mesh.h"

#include <algorithm>
#include <cmath>

namespace {

using Runs = std::array<int, 5>;

/// Whether five runs of dark and light are as 1:1:3:1:1, each within half a module.
bool isFinder(const Runs &runs) {
    int total = 0;
    for (const int run : runs) {
        if (run == 0) return false;
        total += run;
    }
    if (total < 7) return false;
    const double module = total / 7.0, slack = module / 2;
    return std::abs(runs[0] - module) < slack && std::abs(runs[1] - module) < slack
        && std::abs(runs[2] - 3 * module) < 3 * slack && std::abs(runs[3] - module) < slack
        && std::abs(runs[4] - module) < slack;
}

/// The runs through a dark place along an axis, and the middle of the dark run there.
struct Crossing {
    Runs runs{};
    double middle = 0;
};

Crossing cross(const Luma &luma, int x, int y, int stepX, int stepY, int longest) {
    Crossing crossing;
    int ends[2] = {0, 0};
    for (const int direction : {-1, 1}) {
        int distance = direction == 1 ? 1 : 0;
        for (int run = 0; run < 3; run++) {
            int &length = crossing.runs[size_t(2 + direction * run)];
            for (; length <= longest; distance++, length++) {
                const int column = x + direction * distance * stepX, row = y + direction * distance * stepY;
                if (!luma.has(column, row) || luma.isDark(column, row) != (run != 1)) break;
            }
            if (run == 0) ends[direction == 1] = distance;
        }
    }
    crossing.middle = (stepX ? x : y) + (ends[1] - ends[0] + 1) / 2.0;
    return crossing;
}

int sum(const Runs &runs) { return runs[0] + runs[1] + runs[2] + runs[3] + runs[4]; }

/// Adds to a finder seen near there before, or to the list.
void remember(std::vector<Finder> &finders, Point centre, double module) {
    for (auto &finder : finders) {
        const Point distance = finder.centre - centre;
        if (std::abs(distance.x) > 2 * module || std::abs(distance.y) > 2 * module) continue;
        const double weight = 1.0 / ++finder.seen;
        finder.centre = finder.centre + (centre - finder.centre) * weight;
        finder.module += (module - finder.module) * weight;
        return;
    }
    if (finders.size() < 400) finders.push_back({centre, module, 1});
}

void look(const Luma &luma, std::vector<Finder> &finders, const Runs &runs, int end, int y) {
    const int x = end - runs[4] - runs[3] - (runs[2] + 1) / 2;
    const auto down = cross(luma, x, y, 0, 1, 3 * sum(runs));
    if (!isFinder(down.runs) || std::abs(sum(down.runs) - sum(runs)) > sum(runs) / 2) return;
    const auto across = cross(luma, x, int(down.middle), 1, 0, 3 * sum(runs));
    if (!isFinder(across.runs)) return;
    remember(finders, {across.middle, down.middle}, (sum(across.runs) + sum(down.runs)) / 14.0);
}

} // namespace

std::vector<Finder> findFinders(const Luma &luma) {
    std::vector<Finder> finders;
    for (int y = 0; y < luma.height; y++) {
        Runs runs{};
        bool dark = false;
        for (int x = 0; x <= luma.width; x++) {
            if (x < luma.width && luma.isDark(x, y) == dark) {
                runs[4]++;
                continue;
            }
            if (dark && isFinder(runs)) look(luma, finders, runs, x, y);
            std::rotate(runs.begin(), runs.begin() + 1, runs.end());
            runs[4] = 1;
            dark = !dark;
        }
    }
    std::sort(finders.begin(), finders.end(), [](const auto &a, const auto &b) { return a.seen > b.seen; });
    return finders;
}

std::vector<Corner> corners(const std::vector<Finder> &finders) {
    std::vector<Corner> corners;
    const size_t count = std::min<size_t>(finders.size(), 12);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            for (size_t c = 0; c < count; c++) {
                if (a == b || a == c || b == c) continue;
                const Finder &corner = finders[a], &right = finders[b], &down = finders[c];
                const Point across = right.centre - corner.centre, along = down.centre - corner.centre;
                if (across.cross(along) <= 0) continue;
                const double sides = across.length() / along.length();
                const double angle = across.dot(along) / (across.length() * along.length());
                const double sizes = std::max({corner.module, right.module, down.module})
                    / std::min({corner.module, right.module, down.module});
                if (std::abs(angle) > 0.5 || sides > 1.8 || sides < 0.55 || sizes > 1.8) continue;
                if (across.length() < 12 * corner.module) continue;
                corners.push_back({corner, right, down, std::abs(angle) + std::abs(std::log(sides)) + sizes - 1});
            }
    std::sort(corners.begin(), corners.end(), [](const auto &a, const auto &b) { return a.distortion < b.distortion; });
    return corners;
}
