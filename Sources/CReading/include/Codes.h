#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A picture of one byte a pixel, 0 black, row by row from the top, nothing between the rows.
typedef struct {
    const uint8_t *pixels;
    int width;
    int height;
} codes_picture;

/// How black and white are separated, or the library that does it its own way.
typedef enum {
    /// zxing-cpp, against the average of the neighbourhood: photos.
    CODES_ZXING_LOCAL,
    /// zxing-cpp, against one threshold for all: drawn pictures, low contrast.
    CODES_ZXING_GLOBAL,
    /// zbar.
    CODES_ZBAR,
} codes_scanner;

/// Called once for each code: its text is UTF-8 of `length` bytes, without a final NUL.
typedef void (*codes_found)(void *context, const char *text, size_t length);

/// Looks for QR codes (and, with zxing, Aztec codes) once, in the picture as it is; returns how many it found.
/// A code whose text isn't valid UTF-8, or whose errors couldn't all be corrected, counts as not found.
int codes_scan(codes_picture picture, codes_scanner scanner, codes_found found, void *context);

/// A code and its place: its corners in the picture's pixels.
typedef struct {
    int x[4];
    int y[4];
    /// `GS1 DataMatrix`, `DataMatrix`, `QRCode` or `Aztec`.
    const char *symbology;
    /// Its text in UTF-8, FNC1 as 0x1D; the FNC1 that makes it GS1 isn't part of it.
    const char *text;
    size_t length;
} codes_placed;

typedef void (*codes_found_placed)(void *context, const codes_placed *code);

/// Looks with zxing for QR, Aztec and DataMatrix codes, wherever they are; returns how many it found.
int codes_scan_placed(codes_picture picture, codes_found_placed found, void *context);

/// Lets zbar load its character tables, so that it needs no file later. Returns whether that worked.
int codes_prepare(void);

#ifdef __cplusplus
}
#endif
