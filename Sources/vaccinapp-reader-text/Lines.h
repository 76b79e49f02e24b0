#pragma once

#include "Photo.h"

/// A line of text, in the flat page's pixels.
struct TextLine {
    Rectangle place;
    double xHeight;
};

/// The lines of text in a place of a page on white, from the top; none where there is no ink. Letters that cross
/// the place's edges belong to it if most of them is inside.
std::vector<TextLine> textLines(Pix *even, const Rectangle &place);
