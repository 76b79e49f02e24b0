#pragma once

#include "FlatPage.h"
#include "Recogniser.h"
#include "Request.h"

/// One way of reading a region, and the words it gave, in fractions of the flat page.
struct Reading {
    std::string variant;
    std::vector<Word> words;
};

/// Reads the regions of one page.
class RegionReader {
public:
    RegionReader(const FlatPage &page, Recogniser &recogniser) : page(page), recogniser(recogniser) {}

    std::vector<Reading> read(const Region &region) const;

private:
    const FlatPage &page;
    Recogniser &recogniser;

    struct Crop;
    Crop cut(Pix *from, const Rectangle &place, double scale) const;
    void readLine(const Rectangle &place, std::vector<Reading> &readings) const;
    void readBlock(const Rectangle &place, std::vector<Reading> &readings) const;
    void readBands(const Rectangle &place, std::vector<Reading> &readings) const;
    Reading reading(const Crop &crop, Layout layout, std::string variant, int line = 0) const;
};
