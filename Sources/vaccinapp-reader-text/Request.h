#pragma once

#include "Geometry.h"

#include <Pictures.h>
#include <string_view>
#include <vector>

/// `words` are lines that are looked at once, each by itself.
enum class Kind { line, block, digits, ink, code, page, words };

struct Region {
    Kind kind;
    Rectangle box; // fractions of the flat page
};

enum class Corners { find, whole, given };

/// What is asked about a picture.
struct Request {
    /// The page's width divided by its height; none where nobody knows it.
    std::optional<double> aspect;
    Corners corners = Corners::find;
    Quad quad;
    std::optional<int> turn;
    std::vector<Region> regions;
    std::optional<int> drawnWidth;
};

inline constexpr size_t mostRegions = 2'000, mostHeaderBytes = 1 << 18;

/// Reads the lines before the picture and takes them off the bytes; none where a line isn't as it should be.
std::optional<Request> takeRequest(Bytes &bytes);
