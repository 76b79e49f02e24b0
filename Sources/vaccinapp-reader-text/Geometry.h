#pragma once

#include <array>
#include <cmath>
#include <optional>

struct Point {
    double x = 0, y = 0;

    Point operator+(Point other) const { return {x + other.x, y + other.y}; }
    Point operator-(Point other) const { return {x - other.x, y - other.y}; }
    Point operator*(double factor) const { return {x * factor, y * factor}; }
    double dot(Point other) const { return x * other.x + y * other.y; }
    double cross(Point other) const { return x * other.y - y * other.x; }
    double length() const { return std::hypot(x, y); }
};

/// The points with `normal` · p = `offset`; the normal has the length 1.
struct Line {
    Point normal;
    double offset = 0;

    Point direction() const { return {-normal.y, normal.x}; }
    double distance(Point point) const { return normal.dot(point) - offset; }
    std::optional<Point> crossing(const Line &other) const;
};

/// Clockwise as one looks at the picture, where y grows downwards.
using Quad = std::array<Point, 4>;

bool isConvex(const Quad &quad);
/// Whether a point is within a convex quad.
bool holds(const Quad &quad, Point point);
double area(const Quad &quad);

/// Its width divided by its height: what perspective leaves of a page's.
double aspect(const Quad &quad);

/// The quad that starts `turn` corners later.
Quad turned(const Quad &quad, int turn);

struct Rectangle {
    double left = 0, top = 0, right = 0, bottom = 0;
};

/// The projective map that carries the unit square to a quad.
class Homography {
public:
    explicit Homography(const Quad &quad);
    Point operator()(Point fraction) const;

private:
    double a, b, c, d, e, f, g, h;
};
