#pragma once

#include "Photo.h"

/// A place where the colour steps, and the direction in which it does.
struct Edge {
    Point place, normal;
    float weight;
};

std::vector<Edge> edges(const Photo &photo);

/// The straight lines that most edges are on, at most `most`, the strongest first.
std::vector<Line> straightLines(const std::vector<Edge> &edges, const Photo &photo, size_t most);
