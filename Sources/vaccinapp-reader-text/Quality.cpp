#include "Quality.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

constexpr double leastLetters = 15, leastLight = 60, mostGlare = 0.02, leastSharpness = 0.28, whitePaper = 215;
/// What is darker than this on paper made white is ink, and a page with less of it has nothing on it.
constexpr int ink = 200;
constexpr double leastInk = 0.005;

/// The brightness below which a share of the page's pixels is, and the share that is saturated.
struct Light {
    double paper = 0, saturated = 0;

    explicit Light(Pix *grey) {
        long counts[256] = {}, total = 0;
        for (int y = 0; y < pixGetHeight(grey); y += 4) {
            const l_uint32 *row = pixGetData(grey) + y * pixGetWpl(grey);
            for (int x = 0; x < pixGetWidth(grey); x += 4, total++) counts[GET_DATA_BYTE(row, x)]++;
        }
        long sum = 0;
        for (int value = 0; value < 256 && sum < total * 3 / 4; value++) sum += counts[value], paper = value;
        saturated = double(counts[254] + counts[255]) / double(std::max(1L, total));
    }
};

/// How steep the steepest edges of letters are: the step within two pixels in relation to the whole contrast.
double sharpness(Pix *even) {
    long counts[256] = {}, total = 0, inked = 0, all = 0;
    for (int y = 2; y < pixGetHeight(even) - 2; y += 3) {
        const l_uint32 *row = pixGetData(even) + y * pixGetWpl(even);
        for (int x = 2; x < pixGetWidth(even) - 2; x++, all++) {
            inked += GET_DATA_BYTE(row, x) < ink;
            const int step = std::abs(int(GET_DATA_BYTE(row, x + 1)) - int(GET_DATA_BYTE(row, x - 1)));
            if (step > 12) counts[step]++, total++;
        }
    }
    // Ink without edges is blurred beyond all steps.
    if (total < 500) return double(inked) > leastInk * double(all) ? 0 : 1;
    long sum = 0;
    int value = 255;
    while (value > 0 && (sum += counts[value]) < total / 20) value--;
    return value / 255.0;
}

} // namespace

std::string quality(const FlatPage &page, double letters) {
    const Light light(page.plain());
    std::string names;
    if (sharpness(page.even()) < leastSharpness) names += "\tblurred";
    if (light.paper < leastLight) names += "\tdark";
    if (letters > 0 && letters < leastLetters) names += "\tsmall";
    // Paper that is white all over is as well lit as can be; a burnt spot on greyer paper is a lamp.
    if (light.paper < whitePaper && light.saturated > mostGlare) names += "\tglare";
    return names;
}
