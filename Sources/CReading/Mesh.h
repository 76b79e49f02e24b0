#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

// Reads QR codes on bent paper. The libraries lay one plane through a code's corners; this finds each of its
// alignment patterns, lays a bent surface through all of them, and draws the code again, flat.

/// A place in a picture, in pixels, or in a code, in modules.
struct Point {
    double x = 0, y = 0;

    Point operator+(Point other) const { return {x + other.x, y + other.y}; }
    Point operator-(Point other) const { return {x - other.x, y - other.y}; }
    Point operator*(double factor) const { return {x * factor, y * factor}; }
    double dot(Point other) const { return x * other.x + y * other.y; }
    double cross(Point other) const { return x * other.y - y * other.x; }
    double length() const;
};

/// Brightness, and what counts as dark: less than the neighbourhood's average.
struct Luma {
    int width = 0, height = 0;
    std::vector<uint8_t> pixels, average;

    bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
    bool isDark(int x, int y) const;
    /// Between pixels; the nearest pixel's outside the picture.
    double at(Point place) const;
};

/// A corner's pattern of three nested squares.
struct Finder {
    Point centre;
    /// Pixels a module along the rows and columns of the picture: too much where the code is turned.
    double module = 0;
    int seen = 1;
};

/// The most often seen first.
std::vector<Finder> findFinders(const Luma &luma);

/// A code's three finders, the corner's first, then clockwise to the right and down.
struct Corner {
    Finder corner, right, down;
    /// 0 for a square's corner; more for others.
    double distortion = 0;
};

std::vector<Corner> corners(const std::vector<Finder> &finders);

/// A place in the code and where it is in the picture.
struct Tie {
    Point module, pixel;
};

/// Solves a system of linear equations, rows of coefficients with the right side last; none where it is singular.
std::optional<std::vector<double>> solve(std::vector<std::vector<double>> rows);

/// The affine map that fits the ties near a place best.
class LocalMap {
public:
    LocalMap(const std::vector<Tie> &ties, Point module);
    bool isValid() const { return valid; }
    Point map(Point module) const;
    /// How far one module to the right, or down, is in the picture.
    Point right() const { return {x[0], y[0]}; }
    Point down() const { return {x[1], y[1]}; }

private:
    std::array<double, 3> x{}, y{};
    bool valid = false;
};

/// A bent surface through all ties: a thin plate, bent as little as they allow.
class Surface {
public:
    explicit Surface(const std::vector<Tie> &ties);
    bool isValid() const { return valid; }
    Point map(Point module) const;

private:
    std::vector<Tie> ties;
    std::vector<double> x, y;
    bool valid = false;
};

/// The centres of a version's alignment patterns, in modules (ISO/IEC 18004, annex E).
std::vector<Point> alignmentCentres(int version);

/// The ties of a code of that version: its finders, and the alignment patterns that can be seen.
std::vector<Tie> fit(const Luma &luma, const Corner &corner, int version);

/// Turns and stretches a frame to where it matches the finder at the centre best.
void layUnderFinder(const Luma &luma, Point centre, Point &right, Point &down);

/// Where a module's place is in the picture.
using Map = std::function<Point(Point)>;

/// The share of the timing patterns' modules that are dark and light in turn under the map: near 1 for the right
/// version, near a half for others.
double timingAgreement(const Luma &luma, const Map &map, int version);

/// The code's modules, row by row, 255 for light, sampled through the map; its fixed patterns drawn as they are.
std::vector<uint8_t> sample(const Luma &luma, const Map &map, int version);
