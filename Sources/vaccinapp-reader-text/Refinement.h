#pragma once

#include "Photo.h"

/// Moves the sides of a page that was found in a smaller picture onto the edges in a larger one.
Quad refined(const Quad &quad, const Photo &photo);
