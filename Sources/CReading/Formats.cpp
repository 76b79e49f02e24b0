#include "Formats.h"

#include <algorithm>
#include <string_view>

std::optional<Format> formatOf(const Bytes &bytes) {
    using namespace std::literals;
    const std::string_view head(reinterpret_cast<const char *>(bytes.data()), std::min<size_t>(bytes.size(), 16));
    const auto starts = [head](std::string_view magic) { return head.substr(0, magic.size()) == magic; };
    if (starts("\x89PNG\r\n\x1A\n"sv)) return Format::png;
    if (starts("\xFF\xD8\xFF"sv)) return Format::jpeg;
    if (starts("RIFF"sv) && head.size() >= 12 && head.substr(8, 4) == "WEBP"sv) return Format::webp;
    if (starts("GIF87a"sv) || starts("GIF89a"sv)) return Format::gif;
    if (starts("II*\0"sv) || starts("MM\0*"sv) || starts("II+\0"sv) || starts("MM\0+"sv)) return Format::tiff;
    return std::nullopt;
}
