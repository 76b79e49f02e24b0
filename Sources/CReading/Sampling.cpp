#include "Mesh.h"

#include <algorithm>
#include <cmath>

namespace {

/// Draws squares within squares, dark outside, around a centre.
void drawNested(std::vector<uint8_t> &modules, int side, int x, int y, int reach, int lightRing) {
    for (int row = -reach; row <= reach; row++)
        for (int column = -reach; column <= reach; column++) {
            const int ring = std::max(std::abs(row), std::abs(column));
            if (x + column < 0 || y + row < 0 || x + column >= side || y + row >= side) continue;
            const bool light = ring == lightRing || ring == 4;
            modules[size_t((y + row) * side + x + column)] = light ? 255 : 0;
        }
}

/// What is the same in every code of that version (ISO/IEC 18004, 6.3).
void drawFixed(std::vector<uint8_t> &modules, int version) {
    const int side = 17 + 4 * version;
    for (int place = 8; place < side - 8; place++)
        modules[size_t(6 * side + place)] = modules[size_t(place * side + 6)] = place % 2 ? 255 : 0;
    for (const Point centre : alignmentCentres(version)) drawNested(modules, side, int(centre.x), int(centre.y), 2, 1);
    for (const auto [x, y] : {std::pair{3, 3}, {side - 4, 3}, {3, side - 4}}) drawNested(modules, side, x, y, 4, 2);
}

/// The average of a module's neighbourhood, which data masks keep half dark.
double threshold(const std::vector<double> &values, int side, int x, int y) {
    constexpr int reach = 5;
    double total = 0;
    int count = 0;
    for (int row = std::max(0, y - reach); row <= std::min(side - 1, y + reach); row++)
        for (int column = std::max(0, x - reach); column <= std::min(side - 1, x + reach); column++, count++)
            total += values[size_t(row * side + column)];
    return total / count;
}

} // namespace

double timingAgreement(const Luma &luma, const Map &map, int version) {
    const int side = 17 + 4 * version;
    int agreeing = 0, count = 0;
    for (const bool across : {true, false}) {
        std::vector<double> values;
        for (int place = 8; place < side - 8; place++)
            values.push_back(luma.at(map(across ? Point{place + 0.5, 6.5} : Point{6.5, place + 0.5})));
        for (size_t index = 1; index + 1 < values.size(); index++, count++) {
            const bool isLighter = values[index] > (values[index - 1] + values[index + 1]) / 2;
            agreeing += isLighter == (index % 2 == 1);
        }
    }
    return count == 0 ? 0 : double(agreeing) / count;
}

std::vector<uint8_t> sample(const Luma &luma, const Map &map, int version) {
    const int side = 17 + 4 * version;
    std::vector<double> values(size_t(side * side));
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const Point middle{x + 0.5, y + 0.5}, pixel = map(middle);
            const Point right = (map(middle + Point{0.2, 0}) - pixel), down{-right.y, right.x};
            double total = luma.at(pixel);
            for (const Point step : {right, down}) total += luma.at(pixel + step) + luma.at(pixel - step);
            values[size_t(y * side + x)] = total / 5;
        }
    std::vector<uint8_t> modules(values.size());
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const auto place = size_t(y * side + x);
            modules[place] = values[place] > threshold(values, side, x, y) ? 255 : 0;
        }
    drawFixed(modules, version);
    return modules;
}
