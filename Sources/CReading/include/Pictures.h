#pragma once

#include "Reading.h"

/// A stranger's bytes.
using Bytes = std::vector<uint8_t>;

/// The pages of a picture (one, or several of a TIFF), or why there are none.
struct Decoded {
    ReaderExit exit = exitRead;
    std::vector<Pix *> pages;
};

/// Decodes a picture to 8 bits a pixel, once its measures were found to be within bounds.
Decoded decode(Bytes bytes);

/// The same in colours, 32 bits a pixel, and only the first page; also a greymap, as other readers draw a page.
Decoded decodeColours(Bytes bytes);

/// Whether it is what `pdftoppm -gray` writes.
bool isGreymap(const Bytes &bytes);

/// Cuts what `pdftoppm -gray` writes into its pages.
Decoded decodePages(const Bytes &bytes);
