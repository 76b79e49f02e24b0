#pragma once

#include <string_view>

/// Whether the bytes are well-formed UTF-8 (RFC 3629, section 4).
bool isUTF8(std::string_view bytes);
