#pragma once

#include "Geometry.h"

struct Pix;

/// Moves the sides of a page that was found in a small picture onto the edges in a larger one.
Quad refined(const Quad &quad, Pix *colours);
