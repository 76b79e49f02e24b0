#pragma once

#include "FlatPage.h"
#include "Request.h"

#include <string>

/// A code on a page, its place in fractions of the page.
struct PageCode {
    Rectangle place;
    std::string symbology, text;
};

/// The codes of a page, each once; where one is likely (stickers, regions for codes) it is looked for larger too.
std::vector<PageCode> pageCodes(const FlatPage &page, const std::vector<Region> &regions);
