#pragma once

#include "Photo.h"

/// How large a flat page is at most, in pixels along its longer edge: to be read, and to tell which form it is, for which
/// what is printed is large enough.
inline constexpr double longestRead = 4'000, longestOverview = 2'400;

/// A page made flat, in grey.
class FlatPage {
public:
    FlatPage(Pix *grey, const Quad &quad, double aspect, double longest);

    /// As photographed.
    Pix *plain() const { return grey.get(); }
    /// On white, whatever light and paper, and without rulings.
    Pix *even() const { return white.get(); }

    /// Pixels for each of the photo's.
    double enlarged() const { return scale; }

    int width() const;
    int height() const;

private:
    OwnedPix grey, white;
    double scale = 1;
};

/// The picture seen through a quad, at this size.
OwnedPix straightened(Pix *grey, const Quad &quad, int width, int height);

/// Divides the background out, and stretches the contrast between the 1st and the 99th percentile.
OwnedPix onWhite(Pix *grey);
