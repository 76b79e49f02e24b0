#pragma once

#include <cstddef>
#include <vector>

struct Pix;

/// A square of a picture.
struct Square {
    int left, top, edge;
};

/// Where a large picture changes most between dark and light over an area as a small code's: the busiest places first,
/// each apart from the others.
std::vector<Square> busiest(Pix *grey, size_t most);
