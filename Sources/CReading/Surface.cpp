#include "Mesh.h"

#include <algorithm>
#include <cmath>

std::optional<std::vector<double>> solve(std::vector<std::vector<double>> rows) {
    const size_t count = rows.size();
    for (size_t column = 0; column < count; column++) {
        size_t pivot = column;
        for (size_t row = column + 1; row < count; row++)
            if (std::abs(rows[row][column]) > std::abs(rows[pivot][column])) pivot = row;
        if (std::abs(rows[pivot][column]) < 1e-9) return std::nullopt;
        std::swap(rows[column], rows[pivot]);
        for (size_t row = column + 1; row < count; row++) {
            const double factor = rows[row][column] / rows[column][column];
            for (size_t place = column; place <= count; place++) rows[row][place] -= factor * rows[column][place];
        }
    }
    std::vector<double> solution(count);
    for (size_t row = count; row-- > 0;) {
        double rest = rows[row][count];
        for (size_t place = row + 1; place < count; place++) rest -= rows[row][place] * solution[place];
        solution[row] = rest / rows[row][row];
    }
    return solution;
}

LocalMap::LocalMap(const std::vector<Tie> &ties, Point module) {
    std::vector<std::vector<double>> forX(3, std::vector<double>(4)), forY = forX;
    for (const auto &tie : ties) {
        const Point distance = tie.module - module;
        const double weight = 1 / std::pow(distance.dot(distance) + 1, 1.5);
        const double terms[] = {tie.module.x, tie.module.y, 1};
        for (size_t row = 0; row < 3; row++) {
            for (size_t column = 0; column < 3; column++) {
                forX[row][column] += weight * terms[row] * terms[column];
                forY[row][column] += weight * terms[row] * terms[column];
            }
            forX[row][3] += weight * terms[row] * tie.pixel.x;
            forY[row][3] += weight * terms[row] * tie.pixel.y;
        }
    }
    const auto solvedX = solve(forX), solvedY = solve(forY);
    if (!solvedX || !solvedY) return;
    std::copy(solvedX->begin(), solvedX->end(), x.begin());
    std::copy(solvedY->begin(), solvedY->end(), y.begin());
    valid = true;
}

Point LocalMap::map(Point module) const {
    return {x[0] * module.x + x[1] * module.y + x[2], y[0] * module.x + y[1] * module.y + y[2]};
}

namespace {

/// The thin plate's kernel, r² log r², of a distance.
double bend(Point distance) {
    const double square = distance.dot(distance);
    return square < 1e-12 ? 0 : square * std::log(square);
}

} // namespace

/// F. L. Bookstein, Principal warps: thin-plate splines and the decomposition of deformations, 1989.
Surface::Surface(const std::vector<Tie> &ties) : ties(ties) {
    const size_t count = ties.size();
    std::vector<std::vector<double>> forX(count + 3, std::vector<double>(count + 4));
    for (size_t row = 0; row < count; row++) {
        for (size_t column = 0; column < count; column++)
            forX[row][column] = bend(ties[row].module - ties[column].module);
        const double terms[] = {1, ties[row].module.x, ties[row].module.y};
        for (size_t term = 0; term < 3; term++) forX[row][count + term] = forX[count + term][row] = terms[term];
    }
    auto forY = forX;
    for (size_t row = 0; row < count; row++) {
        forX[row][count + 3] = ties[row].pixel.x;
        forY[row][count + 3] = ties[row].pixel.y;
    }
    auto solvedX = solve(std::move(forX)), solvedY = solve(std::move(forY));
    if (!solvedX || !solvedY) return;
    x = std::move(*solvedX);
    y = std::move(*solvedY);
    valid = true;
}

Point Surface::map(Point module) const {
    const size_t count = ties.size();
    Point pixel{
        x[count] + x[count + 1] * module.x + x[count + 2] * module.y,
        y[count] + y[count + 1] * module.x + y[count + 2] * module.y};
    for (size_t index = 0; index < count; index++) {
        const double kernel = bend(module - ties[index].module);
        pixel = pixel + Point{x[index], y[index]} * kernel;
    }
    return pixel;
}
