#pragma once

#include "Photo.h"

/// A line of writing made upright, where it leans: the shear at which its strokes are most above one another.
/// Null where it hardly leans.
OwnedPix upright(Pix *grey);
