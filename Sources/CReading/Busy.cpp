#include "Busy.h"

#include <algorithm>
#include <cstdlib>
#include <leptonica/allheaders.h>

namespace {

/// In pixels what is measured at once; in blocks half of the area that is as large as a small code, and half of what is cut out.
constexpr int block = 24, reach = 4, around = 11;

struct Grid {
    int width, height;
    std::vector<double> values;
    double at(int x, int y) const { return values[size_t(y) * size_t(width) + size_t(x)]; }
};

/// The mean step from a pixel to the next but one, each capped: a single edge of an object isn't a code.
Grid steps(Pix *grey) {
    Grid grid{pixGetWidth(grey) / block, pixGetHeight(grey) / block, {}};
    const auto words = size_t(pixGetWpl(grey));
    for (int row = 0; row < grid.height; row++)
        for (int column = 0; column < grid.width; column++) {
            int sum = 0;
            for (int y = row * block; y < (row + 1) * block - 2; y += 2) {
                const l_uint32 *here = pixGetData(grey) + size_t(y) * words, *below = here + 2 * words;
                for (int x = column * block; x < (column + 1) * block - 2; x += 2) {
                    const int value = GET_DATA_BYTE(here, x);
                    sum += std::min(80, std::abs(value - int(GET_DATA_BYTE(here, x + 2))))
                        + std::min(80, std::abs(value - int(GET_DATA_BYTE(below, x))));
                }
            }
            grid.values.push_back(sum);
        }
    return grid;
}

/// The least of the quarters: a code is busy all over, a line of text is not.
double evenly(const Grid &grid, int x, int y) {
    double least = 1e12;
    for (int part = 0; part < 4; part++) {
        double sum = 0;
        for (int down = 0; down < reach; down++)
            for (int along = 0; along < reach; along++)
                sum += grid.at(x + (part % 2 ? along : -1 - along), y + (part / 2 ? down : -1 - down));
        least = std::min(least, sum);
    }
    return least;
}

} // namespace

std::vector<Square> busiest(Pix *grey, size_t most) {
    const auto grid = steps(grey);
    struct Place {
        double worth;
        int x, y;
    };
    std::vector<Place> places;
    for (int y = reach; y <= grid.height - reach; y++)
        for (int x = reach; x <= grid.width - reach; x++) places.push_back({evenly(grid, x, y), x, y});
    std::sort(places.begin(), places.end(), [](const Place &one, const Place &other) { return one.worth > other.worth; });
    std::vector<Square> squares;
    std::vector<Place> taken;
    for (const auto &place : places) {
        if (squares.size() == most) break;
        if (std::any_of(taken.begin(), taken.end(), [&](const Place &other) {
                return std::abs(other.x - place.x) < around && std::abs(other.y - place.y) < around;
            }))
            continue;
        taken.push_back(place);
        squares.push_back({(place.x - around) * block, (place.y - around) * block, 2 * around * block});
    }
    return squares;
}
