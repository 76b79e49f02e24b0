// zbar's header must come first: ZXing's defines names that zbar's uses.
#include <zbar.h>

#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>

#include "Codes.h"
#include "UTF8.h"

#include <iconv.h>
#include <memory>
#include <string>

namespace {

int report(std::string_view text, codes_found found, void *context) {
    if (text.empty() || !isUTF8(text)) return 0;
    found(context, text.data(), text.size());
    return 1;
}

int scanWithZXing(const codes_picture &picture, ZXing::Binarizer binarizer, codes_found found, void *context) {
    const ZXing::ImageView view(picture.pixels, picture.width, picture.height, ZXing::ImageFormat::Lum);
    const auto hints = ZXing::DecodeHints()
                           .setFormats(ZXing::BarcodeFormat::QRCode | ZXing::BarcodeFormat::Aztec)
                           .setBinarizer(binarizer);
    int count = 0;
    for (const auto &result : ZXing::ReadBarcodes(view, hints))
        if (result.isValid()) count += report(result.text(), found, context);
    return count;
}

const char *symbology(const ZXing::Result &result) {
    switch (result.format()) {
    case ZXing::BarcodeFormat::QRCode: return "QRCode";
    case ZXing::BarcodeFormat::Aztec: return "Aztec";
    default: return result.contentType() == ZXing::ContentType::GS1 ? "GS1 DataMatrix" : "DataMatrix";
    }
}

int scanPlaced(const codes_picture &picture, codes_found_placed found, void *context) {
    const ZXing::ImageView view(picture.pixels, picture.width, picture.height, ZXing::ImageFormat::Lum);
    const auto hints =
        ZXing::DecodeHints()
            .setFormats(ZXing::BarcodeFormat::QRCode | ZXing::BarcodeFormat::Aztec | ZXing::BarcodeFormat::DataMatrix);
    int count = 0;
    for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
        const auto text = result.text();
        if (!result.isValid() || text.empty() || !isUTF8(text)) continue;
        codes_placed code{{}, {}, symbology(result), text.data(), text.size()};
        for (int corner = 0; corner < 4; corner++) {
            code.x[corner] = result.position()[size_t(corner)].x;
            code.y[corner] = result.position()[size_t(corner)].y;
        }
        found(context, &code);
        count++;
    }
    return count;
}

struct Destroy {
    void operator()(zbar::zbar_image_scanner_t *scanner) const { zbar::zbar_image_scanner_destroy(scanner); }
    void operator()(zbar::zbar_image_t *image) const { zbar::zbar_image_destroy(image); }
};

int scanWithZBar(const codes_picture &picture, codes_found found, void *context) {
    const std::unique_ptr<zbar::zbar_image_scanner_t, Destroy> scanner(zbar::zbar_image_scanner_create());
    const std::unique_ptr<zbar::zbar_image_t, Destroy> image(zbar::zbar_image_create());
    if (!scanner || !image) return 0;
    zbar::zbar_image_scanner_set_config(scanner.get(), zbar::ZBAR_NONE, zbar::ZBAR_CFG_ENABLE, 0);
    zbar::zbar_image_scanner_set_config(scanner.get(), zbar::ZBAR_QRCODE, zbar::ZBAR_CFG_ENABLE, 1);
    // The bytes as they are: zbar's guesses at a character set are wrong too often.
    zbar::zbar_image_scanner_set_config(scanner.get(), zbar::ZBAR_QRCODE, zbar::ZBAR_CFG_BINARY, 1);
    zbar::zbar_image_set_format(image.get(), zbar_fourcc('Y', '8', '0', '0'));
    zbar::zbar_image_set_size(image.get(), unsigned(picture.width), unsigned(picture.height));
    zbar::zbar_image_set_data(
        image.get(), picture.pixels, size_t(picture.width) * size_t(picture.height), nullptr);
    if (zbar::zbar_scan_image(scanner.get(), image.get()) <= 0) return 0;
    int count = 0;
    for (auto symbol = zbar::zbar_image_first_symbol(image.get()); symbol; symbol = zbar::zbar_symbol_next(symbol))
        count += report({zbar::zbar_symbol_get_data(symbol), zbar::zbar_symbol_get_data_length(symbol)}, found, context);
    return count;
}

} // namespace

int codes_scan(codes_picture picture, codes_scanner scanner, codes_found found, void *context) {
    if (!picture.pixels || picture.width <= 0 || picture.height <= 0) return 0;
    try {
        switch (scanner) {
        case CODES_ZXING_LOCAL: return scanWithZXing(picture, ZXing::Binarizer::LocalAverage, found, context);
        case CODES_ZXING_GLOBAL: return scanWithZXing(picture, ZXing::Binarizer::GlobalHistogram, found, context);
        case CODES_ZBAR: return scanWithZBar(picture, found, context);
        }
    } catch (...) {
        // Out of memory, or a bug of the library's: no code was found this way.
    }
    return 0;
}

int codes_scan_placed(codes_picture picture, codes_found_placed found, void *context) {
    if (!picture.pixels || picture.width <= 0 || picture.height <= 0) return 0;
    try {
        return scanPlaced(picture, found, context);
    } catch (...) {
        return 0; // as above
    }
}

int codes_prepare(void) {
    // zbar opens these for every code it finds; held open here, their tables stay loaded.
    for (const char *characters : {"ISO8859-1", "SJIS", "BIG5", "CP437"})
        if (iconv_open("UTF-8", characters) == iconv_t(-1)) return 0;
    return 1;
}
