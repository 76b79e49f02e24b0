#include "Reading.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

bool writeOutput(const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(STDOUT_FILENO, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= size_t(written);
    }
    return true;
}

void Texts::add(std::string text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

bool Texts::write() const {
    std::string frames;
    for (const auto &text : texts) {
        for (int shift : {24, 16, 8, 0}) frames.push_back(char(uint8_t(text.size() >> shift)));
        frames += text;
    }
    return writeOutput(frames.data(), frames.size());
}
