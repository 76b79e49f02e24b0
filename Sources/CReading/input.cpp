#include "Reading.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

std::vector<uint8_t> readInput(size_t most) {
    std::vector<uint8_t> bytes;
    size_t length = 0;
    while (length <= most) {
        bytes.resize(std::min(most + 1, std::max<size_t>(2 * length, 1 << 16)));
        const ssize_t count = ::read(STDIN_FILENO, bytes.data() + length, bytes.size() - length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        length += size_t(count);
    }
    bytes.resize(length);
    return bytes;
}
