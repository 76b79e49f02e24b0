#include "HEIC.h"

#include <algorithm>
#include <cstring>
#include <leptonica/allheaders.h>
#include <libheif/heif.h>
#include <memory>

namespace {

struct Free {
    void operator()(heif_context *context) const { heif_context_free(context); }
    void operator()(heif_image_handle *handle) const { heif_image_handle_release(handle); }
    void operator()(heif_image *image) const { heif_image_release(image); }
    void operator()(heif_decoding_options *options) const { heif_decoding_options_free(options); }
};

template <typename Type> using Owned = std::unique_ptr<Type, Free>;

bool good(const heif_error &error) { return error.code == heif_error_Ok; }

Owned<heif_image_handle> mainPicture(heif_context *context) {
    heif_image_handle *handle = nullptr;
    if (!good(heif_context_get_primary_image_handle(context, &handle))) return nullptr;
    return Owned<heif_image_handle>(handle);
}

/// With brightness, colour and transparency apart, at 8 bits: the brightness is all that codes and pages need. It is turned
/// as it is to be seen: the file's own turns and mirrors are carried out, and what its EXIF says besides counts for nothing
/// (ISO/IEC 23008-12, 6.5.10).
Owned<heif_image> decoded(const heif_image_handle *handle) {
    const Owned<heif_decoding_options> options(heif_decoding_options_alloc());
    if (!options) return nullptr;
    options->convert_hdr_to_8bit = 1;
    heif_image *image = nullptr;
    const auto error = heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, options.get());
    return good(error) ? Owned<heif_image>(image) : nullptr;
}

/// One channel of a picture, or none where it isn't of 8 bits and as large as the picture.
class Plane {
public:
    Plane(const heif_image *image, heif_channel channel, int width, int height) {
        if (!heif_image_has_channel(image, channel)) return;
        if (heif_image_get_width(image, channel) != width || heif_image_get_height(image, channel) != height) return;
        if (heif_image_get_bits_per_pixel_range(image, channel) != 8) return;
        int bytes = 0;
        const uint8_t *plane = heif_image_get_plane_readonly(image, channel, &bytes);
        if (bytes < width) return;
        pixels = plane;
        stride = size_t(bytes);
    }

    explicit operator bool() const { return pixels != nullptr; }
    const uint8_t *row(size_t number) const { return pixels + number * stride; }

private:
    const uint8_t *pixels = nullptr;
    size_t stride = 0;
};

/// Lays what is transparent on white: its colour is often black, and so is the code's.
void layOnWhite(uint8_t *row, const uint8_t *alpha, size_t width, bool isPremultiplied) {
    for (size_t column = 0; column < width; column++) {
        const unsigned opaque = alpha[column], value = row[column] * (isPremultiplied ? 255 : opaque) / 255;
        row[column] = uint8_t(std::min(255u, value + 255 - opaque));
    }
}

Pix *brightness(const heif_image *image, bool isPremultiplied) {
    const int width = heif_image_get_width(image, heif_channel_Y);
    const int height = heif_image_get_height(image, heif_channel_Y);
    if (width <= 0 || height <= 0) return nullptr;
    const Plane grey(image, heif_channel_Y, width, height), alpha(image, heif_channel_Alpha, width, height);
    Pix *pix = grey ? pixCreateNoInit(width, height, 8) : nullptr;
    if (!pix) return nullptr;
    const auto words = size_t(pixGetWpl(pix));
    for (size_t number = 0; number < size_t(height); number++) {
        const auto row = reinterpret_cast<uint8_t *>(pixGetData(pix) + number * words);
        std::memcpy(row, grey.row(number), size_t(width));
        if (alpha) layOnWhite(row, alpha.row(number), size_t(width), isPremultiplied);
    }
    pixEndianByteSwap(pix);
    return pix;
}

} // namespace

ReaderExit decodeHEIC(const std::vector<uint8_t> &bytes, Pix *&grey) {
    const Owned<heif_context> context(heif_context_alloc());
    if (!context) return exitDamaged;
    heif_context_set_max_decoding_threads(context.get(), 2);
    if (!good(heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(), nullptr)))
        return exitDamaged;
    const auto handle = mainPicture(context.get());
    if (!handle) return exitDamaged;
    const auto width = heif_image_handle_get_width(handle.get());
    const auto height = heif_image_handle_get_height(handle.get());
    if (width <= 0 || height <= 0) return exitDamaged;
    if (uint64_t(width) * uint64_t(height) > mostPixels) return exitTooManyPixels;
    const auto image = decoded(handle.get());
    const bool isPremultiplied = heif_image_handle_is_premultiplied_alpha(handle.get()) != 0;
    grey = image ? brightness(image.get(), isPremultiplied) : nullptr;
    return grey ? exitRead : exitDamaged;
}
