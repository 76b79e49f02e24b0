#pragma once

#include "Formats.h"

#include <Reading.h>

/// The pages of a picture (one, or several of a TIFF) as 8 bits a pixel, or why there are none.
struct Decoded {
    ReaderExit exit = exitRead;
    std::vector<Pix *> pages;
};

/// Decodes a picture whose measures were found to be within bounds first.
Decoded decode(Bytes bytes);

/// Cuts what `pdftoppm -gray` writes into its pages.
Decoded decodePages(const Bytes &bytes);
