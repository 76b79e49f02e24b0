#pragma once

#include "FlatPage.h"
#include "Lines.h"
#include "Recogniser.h"
#include "Request.h"

/// One way of reading a region, and the words it gave, in fractions of the flat page.
struct Reading {
    std::string variant;
    std::vector<Word> words;
};

/// Processor seconds from the start of reading regions, after which nothing is read twice, or at all.
inline constexpr double opinionSeconds = 4, allSeconds = 6;

/// Reads the regions of one page.
class RegionReader {
public:
    RegionReader(const FlatPage &page, Recogniser &recogniser) : page(page), recogniser(recogniser) {}

    std::vector<Reading> read(const Region &region) const;

    /// Reads what tells which form a page is: the words where headings are, those above narrow columns written upwards
    /// among them; all words where there are no rulings to tell the rows.
    std::vector<Reading> overview(const std::vector<Rectangle> &rulings) const;

    /// The median height of the small letters of all lines read so far, in the flat page's pixels; 0 before the first.
    double letters() const;

private:
    mutable std::vector<double> heights;
    /// The process ends at 10 s: before that what is first on the page should have been said.
    Budget opinions{opinionSeconds}, all{allSeconds};
    const FlatPage &page;
    Recogniser &recogniser;

    std::vector<TextLine> linesIn(const Rectangle &place) const;
    struct Crop;
    Crop cut(Pix *from, const Rectangle &place, double scale) const;
    bool isSure(const Reading &reading) const;
    void readLine(const Rectangle &place, bool digits, std::vector<Reading> &readings) const;
    void readUpright(const Crop &crop, int line, std::vector<Reading> &readings) const;
    void readWords(const std::vector<TextLine> &lines, std::vector<Reading> &readings) const;
    void readBlock(const Rectangle &place, std::vector<Reading> &readings) const;
    void readBands(const Rectangle &place, std::vector<Reading> &readings) const;
    Reading reading(const Crop &crop, Layout layout, std::string variant, int line = 0, bool digits = false) const;
};
