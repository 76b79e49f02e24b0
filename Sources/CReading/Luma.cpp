#include "Mesh.h"

#include <algorithm>
#include <cmath>

double Point::length() const { return std::hypot(x, y); }

bool Luma::isDark(int x, int y) const {
    const auto place = size_t(y) * size_t(width) + size_t(x);
    return pixels[place] + 3 < average[place];
}

double Luma::at(Point place) const {
    const double x = std::clamp(place.x - 0.5, 0.0, double(width - 1));
    const double y = std::clamp(place.y - 0.5, 0.0, double(height - 1));
    const int left = int(x), top = int(y);
    const int right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
    const auto pixel = [this](int column, int row) {
        return double(pixels[size_t(row) * size_t(width) + size_t(column)]);
    };
    const double above = pixel(left, top) + (pixel(right, top) - pixel(left, top)) * (x - left);
    const double below = pixel(left, bottom) + (pixel(right, bottom) - pixel(left, bottom)) * (x - left);
    return above + (below - above) * (y - top);
}
