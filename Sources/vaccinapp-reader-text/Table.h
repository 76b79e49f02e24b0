#pragma once

#include "Photo.h"
#include "Request.h"

/// Thin dark lines of a flat page, horizontal or vertical, in fractions of it: each one's box, from end to end.
std::vector<Rectangle> rulings(Pix *plain);

/// The rulings that a template's regions let one expect, against those in a photo.
class Table {
public:
    Table(Pix *grey, const std::vector<Region> &regions);

    /// The share of the regions' edges, 0 to 1, where the photo has thin dark lines, if the page is there (in the
    /// photo's pixels); 0 where the template has too few edges to tell.
    double agreement(const Quad &quad) const;

private:
    struct Edge {
        Point from, to;
    };
    int width = 0, height = 0;
    double scale = 1;
    std::vector<uint8_t> thin; // 1 on and next to what is thin and dark
    std::vector<Edge> edges;

    void expect(const std::vector<Region> &regions);
    bool isThin(Point place) const;
};
