// Times reading codes end to end: a process started, a file handed over, texts taken back; as a ratio to zxing-cpp
// alone on the decoded picture.
//
//   code-benchmarks .build/release/vaccinapp-reader PICTURE…

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <leptonica/allheaders.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>

namespace {

constexpr int rounds = 7;

/// Milliseconds of the fastest round: what else the machine does only ever adds.
template <typename Body> double milliseconds(Body body) {
    double fastest = 1e9;
    for (int round = 0; round < rounds; round++) {
        const auto start = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        fastest = std::min(fastest, time.count());
    }
    return fastest;
}

/// Runs the reader on a file and returns how many bytes it said.
size_t read(const char *reader, const char *file) {
    int output[2];
    if (pipe2(output, O_CLOEXEC) != 0) return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, file, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    char *arguments[] = {const_cast<char *>(reader), nullptr}, *environment[] = {nullptr};
    pid_t child = 0;
    const int failed = posix_spawn(&child, reader, &actions, nullptr, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(output[1]);
    size_t total = 0;
    char buffer[4096];
    for (ssize_t count; !failed && (count = ::read(output[0], buffer, sizeof buffer)) > 0;) total += size_t(count);
    close(output[0]);
    if (!failed) waitpid(child, nullptr, 0);
    return total;
}

struct Grey {
    int width = 0, height = 0;
    std::vector<uint8_t> bytes;
};

Grey decoded(const char *file) {
    Pix *pix = pixRead(file);
    Pix *grey = pix ? pixConvertTo8(pix, 0) : nullptr;
    if (!grey) return {};
    Grey result{pixGetWidth(grey), pixGetHeight(grey), {}};
    pixEndianByteSwap(grey);
    for (int row = 0; row < result.height; row++) {
        const auto bytes = reinterpret_cast<const uint8_t *>(pixGetData(grey) + row * pixGetWpl(grey));
        result.bytes.insert(result.bytes.end(), bytes, bytes + result.width);
    }
    pixDestroy(&grey);
    pixDestroy(&pix);
    return result;
}

double median(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return numbers.empty() ? 0 : numbers[numbers.size() / 2];
}

} // namespace

int main(int count, char **arguments) {
    if (count < 3) return std::fprintf(stderr, "code-benchmarks READER PICTURE...\n"), 2;
    setMsgSeverity(L_SEVERITY_NONE);
    const auto hints = ZXing::DecodeHints().setFormats(ZXing::BarcodeFormat::QRCode | ZXing::BarcodeFormat::Aztec);
    std::vector<double> alone, whole;
    int found = 0, foundAlone = 0;
    for (int index = 2; index < count; index++) {
        const auto grey = decoded(arguments[index]);
        if (grey.bytes.empty()) return std::fprintf(stderr, "can't read %s\n", arguments[index]), 2;
        const ZXing::ImageView view(grey.bytes.data(), grey.width, grey.height, ZXing::ImageFormat::Lum);
        size_t codes = 0, bytes = 0;
        alone.push_back(milliseconds([&] { codes = ZXing::ReadBarcodes(view, hints).size(); }));
        whole.push_back(milliseconds([&] { bytes = read(arguments[1], arguments[index]); }));
        foundAlone += codes > 0;
        found += bytes > 0;
    }
    const double start = milliseconds([&] { read(arguments[1], "/dev/null"); });
    std::printf("%zu pictures: end to end read %d, zxing alone %d\n", whole.size(), found, foundAlone);
    std::printf("start of a process: %.1f ms\n", start);
    std::printf("zxing alone: median %.1f ms\n", median(alone));
    std::printf("end to end: median %.1f ms = %.1f x\n", median(whole), median(whole) / median(alone));
    return 0;
}
