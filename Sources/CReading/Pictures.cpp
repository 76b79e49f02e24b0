#include "Formats.h"

#include <leptonica/allheaders.h>

namespace {

/// Lays what is transparent on white: its colour is often black, and so is the code's.
Pix *onWhite(Pix *pix) {
    PixColormap *colours = pixGetColormap(pix);
    l_int32 opaque = 1;
    if (colours && pixcmapIsOpaque(colours, &opaque) == 0 && !opaque) {
        Pix *coloured = pixRemoveColormap(pix, REMOVE_CMAP_WITH_ALPHA);
        pixDestroy(&pix);
        pix = coloured;
    }
    if (!pix || pixGetDepth(pix) != 32 || pixGetSpp(pix) != 4) return pix;
    if (pixAlphaIsOpaque(pix, &opaque) != 0 || opaque) return pix;
    Pix *blended = pixAlphaBlendUniform(pix, 0xFFFFFF00);
    pixDestroy(&pix);
    return blended;
}

/// What is read of a picture.
enum class Depth : l_int32 { grey = 8, colours = 32 };

Pix *convert(Pix *pix, Depth depth) {
    if (pix) pix = onWhite(pix);
    if (!pix) return nullptr;
    Pix *converted = depth == Depth::grey ? pixConvertTo8(pix, 0) : pixConvertTo32(pix);
    pixDestroy(&pix);
    return converted;
}

Pix *decodeJPEG(const Bytes &bytes, Depth depth) {
    l_int32 warnings = 0;
    // Only the brightness: a third of the time and memory. Pictures in CMYK can't be had like this.
    Pix *pix = depth == Depth::grey
        ? pixReadMemJpeg(bytes.data(), bytes.size(), 0, 1, &warnings, L_JPEG_READ_LUMINANCE) : nullptr;
    return convert(pix ? pix : pixReadMemJpeg(bytes.data(), bytes.size(), 0, 1, &warnings, 0), depth);
}

/// Whether a page's measures are within bounds, or why it won't be decoded.
ReaderExit judge(l_int32 failed, l_int32 width, l_int32 height) {
    if (failed || width <= 0 || height <= 0) return exitDamaged;
    return uint64_t(width) * uint64_t(height) > mostPixels ? exitTooManyPixels : exitRead;
}

Decoded one(Pix *pix) {
    if (!pix) return {exitDamaged, {}};
    return {exitRead, {pix}};
}

Decoded decodeGIF(Bytes bytes, Depth depth) {
    const auto area = cutAfterFirstPicture(bytes);
    if (!area) return {exitDamaged, {}};
    if (*area > mostPixels) return {exitTooManyPixels, {}};
    return one(convert(pixReadMemGif(bytes.data(), bytes.size()), depth));
}

/// Several pages, so long as all of them together are no larger than one picture may be.
Decoded decodeTIFF(const Bytes &bytes, Depth depth) {
    Decoded decoded;
    uint64_t area = 0;
    for (l_int32 page = 0; page < (depth == Depth::grey ? mostPages : 1); page++) {
        l_int32 width = 0, height = 0;
        const auto failed =
            readHeaderMemTiff(bytes.data(), bytes.size(), page, &width, &height, nullptr, nullptr, nullptr, nullptr,
                nullptr);
        const auto verdict = judge(failed, width, height);
        area += uint64_t(width) * uint64_t(height);
        if (verdict != exitRead || area > mostPixels) {
            if (page == 0) decoded.exit = verdict;
            break;
        }
        Pix *pix = convert(pixReadMemTiff(bytes.data(), bytes.size(), size_t(page)), depth);
        if (pix) decoded.pages.push_back(pix);
    }
    if (decoded.exit == exitRead && decoded.pages.empty()) decoded.exit = exitDamaged;
    return decoded;
}

Decoded decode(Bytes bytes, Depth depth) {
    const auto format = formatOf(bytes);
    if (!format) return {exitUnknownFormat, {}};
    if (format == Format::gif) return decodeGIF(std::move(bytes), depth);
    if (format == Format::tiff) return decodeTIFF(bytes, depth);
    l_int32 width = 0, height = 0;
    const auto failed =
        pixReadHeaderMem(bytes.data(), bytes.size(), nullptr, &width, &height, nullptr, nullptr, nullptr);
    const auto verdict = judge(failed, width, height);
    if (verdict != exitRead) return {verdict, {}};
    switch (*format) {
    case Format::png: return one(convert(pixReadMemPng(bytes.data(), bytes.size()), depth));
    case Format::jpeg: return one(decodeJPEG(bytes, depth));
    default: return one(convert(pixReadMemWebP(bytes.data(), bytes.size()), depth));
    }
}

} // namespace

Decoded decode(Bytes bytes) { return decode(std::move(bytes), Depth::grey); }

Decoded decodeColours(Bytes bytes) {
    if (!isGreymap(bytes)) return decode(std::move(bytes), Depth::colours);
    auto decoded = decodePages(bytes);
    for (auto &page : decoded.pages) page = convert(page, Depth::colours);
    return !decoded.pages.empty() && decoded.pages.front() ? decoded : Decoded{exitDamaged, {}};
}
