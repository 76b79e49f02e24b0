#pragma once

#include "Photo.h"

/// Where light letters may stand on a dark band inside a place of the page, in pixels.
std::vector<Rectangle> darkBands(Pix *plain, const Rectangle &place);
