#include "PageFinder.h"
#include "Photo.h"
#include "Request.h"
#include <cstdio>
#include <leptonica/allheaders.h>
int main() {
    setMsgSeverity(L_SEVERITY_NONE);
    auto bytes = readInput(mostBytes + mostHeaderBytes);
    auto request = takeRequest(bytes);
    if (!request) return exitDamaged;
    auto decoded = decodeColours(std::move(bytes));
    if (decoded.exit != exitRead) return decoded.exit;
    OwnedPix colours(decoded.pages[0]);
    const auto page = findPage(colours.get(), request->aspect);
    printf("picture\t%d\t%d\n", pixGetWidth(colours.get()), pixGetHeight(colours.get()));
    if (!page) { puts("page\tasked\t0\t-"); return 0; }
    printf("page\tfound\t%.3f\t", page->score);
    for (auto c : page->quad) printf("%.1f %.1f ", c.x, c.y);
    puts("");
}
