#pragma once

#include <Reading.h>

/// Decodes the main picture of a HEIC or AVIF file to 8 bits a pixel, after its measures were found to be within bounds.
ReaderExit decodeHEIC(const std::vector<uint8_t> &bytes, Pix *&grey);
