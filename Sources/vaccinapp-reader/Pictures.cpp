#include "Pictures.h"

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

Pix *grey(Pix *pix) {
    if (pix) pix = onWhite(pix);
    if (!pix) return nullptr;
    Pix *converted = pixConvertTo8(pix, 0);
    pixDestroy(&pix);
    return converted;
}

Pix *decodeJPEG(const Bytes &bytes) {
    l_int32 warnings = 0;
    // Only the brightness: a third of the time and memory. Pictures in CMYK can't be had like this.
    Pix *pix = pixReadMemJpeg(bytes.data(), bytes.size(), 0, 1, &warnings, L_JPEG_READ_LUMINANCE);
    return grey(pix ? pix : pixReadMemJpeg(bytes.data(), bytes.size(), 0, 1, &warnings, 0));
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

Decoded decodeGIF(Bytes bytes) {
    const auto area = cutAfterFirstPicture(bytes);
    if (!area) return {exitDamaged, {}};
    if (*area > mostPixels) return {exitTooManyPixels, {}};
    return one(grey(pixReadMemGif(bytes.data(), bytes.size())));
}

/// Several pages, so long as all of them together are no larger than one picture may be.
Decoded decodeTIFF(const Bytes &bytes) {
    Decoded decoded;
    uint64_t area = 0;
    for (l_int32 page = 0; page < mostPages; page++) {
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
        Pix *pix = grey(pixReadMemTiff(bytes.data(), bytes.size(), size_t(page)));
        if (pix) decoded.pages.push_back(pix);
    }
    if (decoded.exit == exitRead && decoded.pages.empty()) decoded.exit = exitDamaged;
    return decoded;
}

} // namespace

Decoded decode(Bytes bytes) {
    const auto format = formatOf(bytes);
    if (!format) return {exitUnknownFormat, {}};
    if (format == Format::gif) return decodeGIF(std::move(bytes));
    if (format == Format::tiff) return decodeTIFF(bytes);
    l_int32 width = 0, height = 0;
    const auto failed =
        pixReadHeaderMem(bytes.data(), bytes.size(), nullptr, &width, &height, nullptr, nullptr, nullptr);
    const auto verdict = judge(failed, width, height);
    if (verdict != exitRead) return {verdict, {}};
    switch (*format) {
    case Format::png: return one(grey(pixReadMemPng(bytes.data(), bytes.size())));
    case Format::jpeg: return one(decodeJPEG(bytes));
    default: return one(grey(pixReadMemWebP(bytes.data(), bytes.size())));
    }
}
