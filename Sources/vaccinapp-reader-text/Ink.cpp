#include "Ink.h"

#include <leptonica/allheaders.h>

double ink(const FlatPage &page, const Rectangle &cell) {
    const double rimX = 0.12 * (cell.right - cell.left), rimY = 0.08 * (cell.bottom - cell.top);
    const int left = int((cell.left + rimX) * page.width()), right = int((cell.right - rimX) * page.width());
    const int top = int((cell.top + rimY) * page.height()), bottom = int((cell.bottom - rimY) * page.height());
    long dark = 0, all = 0;
    for (int y = top; y < bottom; y++) {
        const l_uint32 *row = pixGetData(page.even()) + y * pixGetWpl(page.even());
        for (int x = left; x < right; x++, all++) dark += GET_DATA_BYTE(row, x) < 165;
    }
    return all > 0 ? double(dark) / double(all) : 0;
}
