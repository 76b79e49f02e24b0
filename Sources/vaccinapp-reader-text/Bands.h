#pragma once

#include "Photo.h"

/// Where light letters may be on dark bands inside a place of the page: quads in the page's pixels, for bands
/// slope with their stickers. A band whose middle is outside belongs to another place.
std::vector<Quad> darkBands(Pix *plain, const Rectangle &place);

/// A band made flat, its letters dark on white, at most `height` pixels high.
OwnedPix inverted(Pix *plain, const Quad &band, int height);
