#include "Slant.h"

#include <cmath>
#include <leptonica/allheaders.h>
#include <vector>

namespace {

/// Sideways for each step down; writing leans to the right more often, and further.
constexpr double least = -0.3, most = 0.7, step = 0.05, hardly = 0.08;

struct Ink {
    float x, y;
};

std::vector<Ink> ink(Pix *grey) {
    std::vector<Ink> found;
    const float middle = float(pixGetHeight(grey)) / 2;
    for (int y = 0; y < pixGetHeight(grey); y++) {
        const l_uint32 *row = pixGetData(grey) + y * pixGetWpl(grey);
        for (int x = 0; x < pixGetWidth(grey); x++)
            if (GET_DATA_BYTE(row, x) < 140) found.push_back({float(x), float(y) - middle});
    }
    return found;
}

/// How much the ink of a column gathers.
double gathered(const std::vector<Ink> &ink, double shear, int width, int height) {
    std::vector<double> columns(size_t(width + height) + 2, 0);
    for (const auto &dot : ink) {
        const double x = dot.x + shear * dot.y + height / 2.0;
        if (x >= 0 && x < double(columns.size())) columns[size_t(x)]++;
    }
    double sum = 0;
    for (const double count : columns) sum += count * count;
    return sum;
}

} // namespace

OwnedPix upright(Pix *grey) {
    const int width = pixGetWidth(grey), height = pixGetHeight(grey);
    const auto dots = ink(grey);
    if (dots.empty() || pixGetDepth(grey) != 8) return nullptr;
    double best = 0, sum = gathered(dots, 0, width, height) * 1.02;
    for (double shear = least; shear <= most; shear += step)
        if (const double here = gathered(dots, shear, width, height); here > sum) sum = here, best = shear;
    if (std::abs(best) < hardly) return nullptr;
    const int room = int(std::abs(best) * height / 2) + 1;
    const OwnedPix wide(pixAddBorderGeneral(grey, room, room, 0, 0, 255));
    if (!wide) return nullptr;
    return OwnedPix(pixHShearLI(wide.get(), height / 2, l_float32(-std::atan(best)), L_BRING_IN_WHITE));
}
