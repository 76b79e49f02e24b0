#pragma once

#include "Geometry.h"

#include <memory>
#include <string>
#include <vector>

struct Pix;

struct Word {
    int line;
    Rectangle place; // in the picture's pixels
    double confidence; // 0 to 100
    std::string text;
};

/// How text is laid out, in Tesseract's numbers of page segmentation.
enum class Layout { block = 6, line = 7, sparse = 11, raw = 13 };

/// Tesseract with its German and English models.
class Recogniser {
public:
    Recogniser();
    ~Recogniser();

    /// Loads the models; false where they aren't installed.
    bool load();

    /// `digits`: nothing but digits and what is between them in dates and numbers.
    std::vector<Word> read(Pix *grey, Layout layout, bool digits = false);

private:
    struct Engine;
    std::unique_ptr<Engine> engine;
};

/// The mean over a reading's letters; 0 where there are none.
double meanConfidence(const std::vector<Word> &words);
