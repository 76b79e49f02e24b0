#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct Pix;

/// How a reader process ends. The Swift side knows the same numbers (`ReaderExit`).
enum ReaderExit : int {
    /// The texts found, maybe none, were written to standard output.
    exitRead = 0,
    exitUnknownFormat = 10,
    exitTooManyBytes = 11,
    exitTooManyPixels = 12,
    exitDamaged = 13,
    /// No code on the pages that were read, and there may be more of them.
    exitNothingOnFirstPages = 14,
    exitNoSandbox = 70,
};

/// What a picture may measure, and how many pages of a document are read.
inline constexpr size_t mostBytes = 20'000'000;
inline constexpr uint64_t mostPixels = 50'000'000;
inline constexpr int mostPages = 10;

/// The texts found so far, each once, in the order they were found.
class Texts {
public:
    void add(std::string text);
    bool empty() const { return texts.empty(); }
    size_t count() const { return texts.size(); }

    /// Writes each as four bytes of length, most significant first, and its UTF-8 bytes. Returns whether all went.
    bool write() const;

private:
    std::vector<std::string> texts;
};

/// Processor time that may be spent on looking for codes.
class Budget {
public:
    explicit Budget(double seconds);
    bool spent() const;

private:
    double end;
};

/// Looks in one picture of 8 bits a pixel: first as it is, then changed in the ways that let more codes be read,
/// until one way gives a text or the budget is spent.
void readThoroughly(Pix *grey, const Budget &budget, Texts &texts);

/// Looks in the picture only as it is.
void readOnce(Pix *grey, const Budget &budget, Texts &texts);

/// Looks in all the pages once; thoroughly in each where that found nothing at all.
void readPages(const std::vector<Pix *> &pages, const Budget &budget, Texts &texts);

/// Writes a picture of 8 bits a pixel to standard output as a binary greymap. Returns whether all of it went.
bool writeGreymap(Pix *grey);

/// All of standard input; more than `most` bytes give one byte more than that, and end there.
std::vector<uint8_t> readInput(size_t most);

/// Writes to standard output, past the C library: it would ask about the descriptor, which the sandbox forbids.
/// Returns whether all went.
bool writeOutput(const char *bytes, size_t count);
