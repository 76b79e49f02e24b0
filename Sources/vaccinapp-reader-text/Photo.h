#pragma once

#include "Geometry.h"

#include <cstdint>
#include <memory>
#include <vector>

struct Pix;

struct FreePix {
    void operator()(Pix *pix) const;
};
using OwnedPix = std::unique_ptr<Pix, FreePix>;

/// A colour as it is compared: roots of the brightness, so that a step in the shadow counts as one in the light.
using Colour = std::array<float, 3>;

float difference(const Colour &one, const Colour &other);

/// A photo made smaller, in which pages are looked for.
class Photo {
public:
    /// At most `longest` pixels along its longer edge. `closed`: without what is dark and thin, such as rulings
    /// and letters.
    Photo(Pix *colours, double longest, bool closed);

    int width = 0, height = 0;
    /// Pixels of the small picture for each of the large.
    double scale = 1;

    bool holds(Point place) const {
        return place.x >= 0 && place.y >= 0 && place.x < double(width) && place.y < double(height);
    }
    Colour at(Point place) const { return pixels[size_t(place.y) * size_t(width) + size_t(place.x)]; }
    const Colour &pixel(int x, int y) const { return pixels[size_t(y) * size_t(width) + size_t(x)]; }

private:
    std::vector<Colour> pixels;
};
