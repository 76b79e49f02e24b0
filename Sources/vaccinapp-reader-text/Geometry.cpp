#include "Geometry.h"

std::optional<Point> Line::crossing(const Line &other) const {
    const double determinant = normal.cross(other.normal);
    if (std::abs(determinant) < 1e-6) return std::nullopt;
    return Point{(offset * other.normal.y - other.offset * normal.y) / determinant,
        (other.offset * normal.x - offset * other.normal.x) / determinant};
}

bool isConvex(const Quad &quad) {
    for (size_t corner = 0; corner < 4; corner++) {
        const Point before = quad[corner], here = quad[(corner + 1) % 4], after = quad[(corner + 2) % 4];
        if ((here - before).cross(after - here) <= 0) return false;
    }
    return true;
}

bool holds(const Quad &quad, Point point) {
    for (size_t corner = 0; corner < 4; corner++)
        if ((quad[(corner + 1) % 4] - quad[corner]).cross(point - quad[corner]) < 0) return false;
    return true;
}

double area(const Quad &quad) { return (quad[2] - quad[0]).cross(quad[3] - quad[1]) / 2; }

double aspect(const Quad &quad) {
    const double width = (quad[1] - quad[0]).length() + (quad[2] - quad[3]).length();
    const double height = (quad[3] - quad[0]).length() + (quad[2] - quad[1]).length();
    return width / height;
}

Quad turned(const Quad &quad, int turn) {
    Quad result;
    for (size_t corner = 0; corner < 4; corner++) result[corner] = quad[(corner + size_t(turn)) % 4];
    return result;
}

// Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
Homography::Homography(const Quad &quad) {
    const Point right = quad[1] - quad[2], left = quad[3] - quad[2];
    const Point sum = quad[0] - quad[1] + quad[2] - quad[3];
    const double determinant = right.cross(left);
    g = sum.cross(left) / determinant;
    h = right.cross(sum) / determinant;
    a = quad[1].x - quad[0].x + g * quad[1].x;
    b = quad[3].x - quad[0].x + h * quad[3].x;
    c = quad[0].x;
    d = quad[1].y - quad[0].y + g * quad[1].y;
    e = quad[3].y - quad[0].y + h * quad[3].y;
    f = quad[0].y;
}

Point Homography::operator()(Point fraction) const {
    const double w = g * fraction.x + h * fraction.y + 1;
    return {(a * fraction.x + b * fraction.y + c) / w, (d * fraction.x + e * fraction.y + f) / w};
}
