#pragma once

#include "Photo.h"

/// A straight line through a photo, and where along it something could end: where the colour steps across it and
/// stays the same along it.
class Side {
public:
    Side(const Line &line, const Photo &photo);

    const Line &line() const { return straight; }
    double along(Point place) const { return straight.direction().dot(place); }

    /// The share of a stretch where this line ends a page on the normal's side (`within`) or the other.
    double support(double from, double to, bool within) const;

private:
    Line straight;
    double start = 0;
    std::vector<float> sums[2]; // of what speaks for each side up to a sample
};
