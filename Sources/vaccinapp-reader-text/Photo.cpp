#include "Photo.h"

#include <algorithm>
#include <leptonica/allheaders.h>
#include <new>

void FreePix::operator()(Pix *pix) const { pixDestroy(&pix); }

float difference(const Colour &one, const Colour &other) {
    float sum = 0;
    for (size_t channel = 0; channel < 3; channel++) {
        const float step = one[channel] - other[channel];
        sum += step * step;
    }
    return std::sqrt(sum);
}

namespace {

OwnedPix smaller(Pix *colours, double scale) {
    if (scale >= 1) return OwnedPix(pixClone(colours));
    return OwnedPix(pixScaleAreaMap(colours, l_float32(scale), l_float32(scale)));
}

OwnedPix channel(Pix *colours, int number, int thin) {
    const l_int32 names[] = {COLOR_RED, COLOR_GREEN, COLOR_BLUE};
    OwnedPix plane(pixGetRGBComponent(colours, names[number]));
    if (thin > 1 && plane) plane.reset(pixCloseGray(plane.get(), thin, thin));
    if (plane && pixGetWidth(plane.get()) > 3 && pixGetHeight(plane.get()) > 3)
        plane.reset(pixBlockconvGray(plane.get(), nullptr, 1, 1));
    return plane;
}

} // namespace

Photo::Photo(Pix *colours, double longest, bool closed) {
    scale = std::min(1.0, longest / double(std::max(pixGetWidth(colours), pixGetHeight(colours))));
    const auto small = smaller(colours, scale);
    if (!small) throw std::bad_alloc();
    width = pixGetWidth(small.get());
    height = pixGetHeight(small.get());
    pixels.resize(size_t(width) * size_t(height));
    const int thin = closed ? int(longest / 90) | 1 : 1;
    for (int number = 0; number < 3; number++) {
        const auto plane = channel(small.get(), number, thin);
        if (!plane) throw std::bad_alloc();
        for (int y = 0; y < height; y++) {
            const l_uint32 *row = pixGetData(plane.get()) + y * pixGetWpl(plane.get());
            for (int x = 0; x < width; x++)
                pixels[size_t(y) * size_t(width) + size_t(x)][size_t(number)] =
                    16 * std::sqrt(float(GET_DATA_BYTE(row, x)));
        }
    }
}
