#pragma once

#include "FlatPage.h"
#include "PageFinder.h"
#include "Recogniser.h"
#include "Request.h"

/// Answers a request about a picture.
class PageReader {
public:
    PageReader(const Request &request, Pix *colours, Recogniser &recogniser);

    /// Writes the answer to standard output. Returns whether all of it went.
    bool write();

private:
    const Request &request;
    Pix *colours;
    Recogniser &recogniser;
    OwnedPix grey;
    std::string output;
    double letters = 0;
    /// What was found or given, well or not.
    std::optional<FoundPage> best;

    /// Finds the page and says where it is; none where a person has to be asked.
    std::optional<Quad> place();
    /// Where the page may be if that isn't sure and nobody is asked: enough to tell which form it is.
    Quad likelyPlace();
    std::optional<FoundPage> found() const;
    Quad whole() const;
    /// What is between four corners, upright; in its own proportion where nobody knows the page's.
    FlatPage flat(const Quad &quad) const;
    int turn(const FoundPage &page);
    void say(const char *how, double score, const std::optional<Quad> &quad);
    void readRegions(const FlatPage &page);
    void readCodes(const FlatPage &page);
    void draw(const FlatPage &page);
};
