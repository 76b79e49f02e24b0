#include "Bar.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

constexpr double narrowest = 0.008, widest = 0.05, step = 0.002;

Quad extended(const Quad &quad, size_t side, double share) {
    const Homography map(quad);
    Point corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const Point outward[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (const size_t corner : {side, (side + 1) % 4}) corners[corner] = corners[corner] + outward[side] * share;
    return {map(corners[0]), map(corners[1]), map(corners[2]), map(corners[3])};
}

/// Whether it is dark just beyond a side, and light within.
bool darkBeyond(const Quad &quad, size_t side, Pix *grey) {
    const auto outer = extended(quad, side, 0.008), inner = extended(quad, side, -0.008);
    int held = 0;
    constexpr int samples = 9;
    const auto light = [&](Point place) {
        l_uint32 value = 0;
        pixGetPixel(grey, int(place.x), int(place.y), &value);
        return int(value);
    };
    for (int index = 0; index < samples; index++) {
        const double share = 0.1 + 0.8 * index / (samples - 1);
        const auto on = [&](const Quad &near) { return near[side] + (near[(side + 1) % 4] - near[side]) * share; };
        const int beyond = light(on(outer)), within = light(on(inner));
        held += beyond < 80 && within > beyond + 30;
    }
    return held >= samples - 1;
}

double most(const Quad &quad, const Table &table) {
    double best = 0;
    for (int turn = 0; turn < 4; turn++) best = std::max(best, table.agreement(turned(quad, turn)));
    return best;
}

} // namespace

Quad withBar(const Quad &quad, const Table &table, Pix *grey) {
    double best = most(quad, table) + 0.1, from = 0, to = 0;
    size_t where = 4;
    for (size_t side = 0; side < 4; side++) {
        if (!darkBeyond(quad, side, grey)) continue;
        for (double share = narrowest; share < widest; share += step) {
            const double held = most(extended(quad, side, share), table);
            if (held > best + 0.01) best = held, from = share, where = side;
            if (side == where && held >= best - 0.02) to = share;
        }
    }
    // In the middle of all that agree as well: the rulings are a little thick.
    return where == 4 ? quad : extended(quad, where, (from + to) / 2);
}
