#pragma once

#include "Pictures.h"

#include <optional>

/// The formats this reader decodes.
enum class Format { png, jpeg, webp, gif, tiff };

/// Tells a format by the first bytes, whatever the file was called.
std::optional<Format> formatOf(const Bytes &bytes);

/// Cuts a GIF after its first picture and returns the largest area it asks for, in pixels; none where its blocks
/// are malformed. Leptonica decodes every picture of a GIF to report the size of one.
std::optional<uint64_t> cutAfterFirstPicture(Bytes &gif);
