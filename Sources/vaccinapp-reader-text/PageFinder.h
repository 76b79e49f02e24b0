#pragma once

#include "Geometry.h"

struct Pix;

/// Where a page lies, in the picture's pixels, its first corner being the one closest to the picture's top left.
struct FoundPage {
    Quad quad;
    double score = 0; // 0 to 1
};

/// Below this score a person is asked.
inline constexpr double leastScore = 0.55;

/// Looks for a page of this proportion, in either direction; the best there is, or none.
std::optional<FoundPage> findPage(Pix *colours, double aspect);
