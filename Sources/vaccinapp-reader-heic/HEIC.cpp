#include "HEIC.h"

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

/// With brightness and colour apart, at 8 bits: the brightness is all that codes need.
Owned<heif_image> decoded(const heif_image_handle *handle) {
    const Owned<heif_decoding_options> options(heif_decoding_options_alloc());
    if (!options) return nullptr;
    options->convert_hdr_to_8bit = 1;
    heif_image *image = nullptr;
    const auto error = heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, options.get());
    return good(error) ? Owned<heif_image>(image) : nullptr;
}

Pix *brightness(const heif_image *image) {
    int stride = 0;
    const uint8_t *plane = heif_image_get_plane_readonly(image, heif_channel_Y, &stride);
    const int width = heif_image_get_width(image, heif_channel_Y);
    const int height = heif_image_get_height(image, heif_channel_Y);
    if (!plane || width <= 0 || height <= 0 || stride < width) return nullptr;
    if (heif_image_get_bits_per_pixel_range(image, heif_channel_Y) != 8) return nullptr;
    Pix *pix = pixCreateNoInit(width, height, 8);
    if (!pix) return nullptr;
    const auto words = size_t(pixGetWpl(pix));
    for (size_t row = 0; row < size_t(height); row++)
        std::memcpy(pixGetData(pix) + row * words, plane + row * size_t(stride), size_t(width));
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
    grey = image ? brightness(image.get()) : nullptr;
    return grey ? exitRead : exitDamaged;
}
