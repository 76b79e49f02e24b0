#include "Recogniser.h"

#include <Reading.h>
#include <cstdlib>
#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>
#include <unistd.h>

namespace {

/// Debian's folders, newest first; a packager's own is in TESSDATA_PREFIX.
const char *const folders[] = {"/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata", "/usr/local/share/tessdata"};

/// Of the processor's time for one reading: noise looks like any number of letters, and a busy machine makes none of it.
constexpr double mostSeconds = 3;
/// By the wall clock, should the processor's ever stop.
constexpr int mostMilliseconds = 15'000;

bool isSpent(void *budget, int) { return static_cast<const Budget *>(budget)->spent(); }

bool holdsModels(const std::string &folder) {
    for (const char *language : {"/deu.traineddata", "/eng.traineddata"})
        if (access((folder + language).c_str(), R_OK) != 0) return false;
    return true;
}

std::string modelFolder() {
    if (const char *folder = std::getenv("TESSDATA_PREFIX"); folder && holdsModels(folder)) return folder;
    for (const char *folder : folders)
        if (holdsModels(folder)) return folder;
    return {};
}

} // namespace

struct Recogniser::Engine {
    tesseract::TessBaseAPI api;
};

Recogniser::Recogniser() : engine(std::make_unique<Engine>()) {}
Recogniser::~Recogniser() = default;

bool Recogniser::load() {
    const auto folder = modelFolder();
    if (folder.empty()) return false;
    auto &api = engine->api;
    if (api.Init(folder.c_str(), "deu+eng", tesseract::OEM_LSTM_ONLY) != 0) return false;
    // Light letters are turned here, where they are known; tried on each weak line they would double the time.
    api.SetVariable("tessedit_do_invert", "0");
    return true;
}

std::vector<Word> Recogniser::read(Pix *grey, Layout layout, bool digits) {
    auto &api = engine->api;
    api.SetVariable("tessedit_char_whitelist", digits ? "0123456789.,-/" : "");
    api.SetPageSegMode(tesseract::PageSegMode(layout));
    api.SetImage(grey);
    api.SetSourceResolution(300);
    std::vector<Word> words;
    tesseract::ETEXT_DESC monitor;
    Budget budget(mostSeconds);
    monitor.cancel = isSpent;
    monitor.cancel_this = &budget;
    monitor.set_deadline_msecs(mostMilliseconds);
    if (api.Recognize(&monitor) != 0) return words;
    const std::unique_ptr<tesseract::ResultIterator> place(api.GetIterator());
    int line = -1;
    if (place) do {
        if (place->IsAtBeginningOf(tesseract::RIL_TEXTLINE)) line++;
        const std::unique_ptr<char[]> text(place->GetUTF8Text(tesseract::RIL_WORD));
        int left = 0, top = 0, right = 0, bottom = 0;
        if (!text || !*text.get() || !place->BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom)) continue;
        words.push_back({std::max(line, 0), {double(left), double(top), double(right), double(bottom)},
            double(place->Confidence(tesseract::RIL_WORD)), text.get()});
    } while (place->Next(tesseract::RIL_WORD));
    api.Clear();
    return words;
}

double meanConfidence(const std::vector<Word> &words) {
    double sum = 0, letters = 0;
    for (const auto &word : words) {
        sum += word.confidence * double(word.text.size());
        letters += double(word.text.size());
    }
    return letters > 0 ? sum / letters : 0;
}
