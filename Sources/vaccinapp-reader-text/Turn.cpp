#include "Turn.h"

#include "FlatPage.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace {

constexpr double longestEdge = 1'500;

/// No wrong turn is as legible: of 130 turns of published pages, those upside down reach 690 at most, those on their
/// side, where headings are upright, 2,660, and printed ones that are right mostly 5,000 and more.
constexpr double plain = 4'000;

/// Letters of words that were read well, in a page made flat like this.
double legible(Pix *grey, const Quad &quad, double aspect, Recogniser &recogniser) {
    const int width = int(aspect > 1 ? longestEdge : longestEdge * aspect);
    const auto flat = straightened(grey, quad, width, int(width / aspect));
    // The head and the first rows: what is printed and filled in most often.
    BOX *box = boxCreate(0, 0, width, pixGetHeight(flat.get()) / 3);
    const OwnedPix strip(pixClipRectangle(flat.get(), box, nullptr));
    boxDestroy(&box);
    if (!strip) return 0;
    const auto even = onWhite(strip.get());
    double sum = 0;
    for (const auto &word : recogniser.read(even.get(), Layout::sparse)) {
        const auto letters = double(std::count_if(word.text.begin(), word.text.end(), [](char letter) {
            return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        }));
        if (letters >= 3 && word.confidence > 60) sum += letters * (word.confidence - 60);
    }
    return sum;
}

/// How far the quad's proportion is from the page's, as a factor; not at all where that isn't known.
double misfit(const Quad &quad, std::optional<double> wanted) {
    return wanted ? std::exp(std::abs(std::log(aspect(quad) / *wanted))) : 1;
}

} // namespace

int likelyTurn(Pix *grey, const Quad &quad, const Request &request, Recogniser &recogniser) {
    int best = 0;
    double most = -1;
    for (int turn = 0; turn < 4; turn++) {
        const auto candidate = turned(quad, turn);
        if (misfit(candidate, request.aspect) > 1.35 && misfit(turned(quad, turn + 1), request.aspect) < 1.35) continue;
        const double worth = legible(grey, candidate, request.aspect.value_or(aspect(candidate)), recogniser);
        if (worth >= plain) return turn;
        if (worth > most) most = worth, best = turn;
    }
    return best;
}
