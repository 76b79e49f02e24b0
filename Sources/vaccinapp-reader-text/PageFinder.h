#pragma once

#include "Request.h"

struct Pix;

/// Where a page is, in the picture's pixels, its first corner being the one closest to the picture's top left.
struct FoundPage {
    Quad quad;
    double score = 0; // 0 to 1
    /// The quarter turn that the rulings speak for, if they do.
    std::optional<int> turn = std::nullopt;
    /// Whether another page is beside it.
    bool hasNeighbour = false;
};

/// Below this score a person is asked.
inline constexpr double leastScore = 0.65;

/// Looks for the page that is asked for, its long side either way; the best there is, or none.
std::optional<FoundPage> findPage(Pix *colours, Pix *grey, const Request &request);
