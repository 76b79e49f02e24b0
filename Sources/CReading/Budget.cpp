#include "Reading.h"

#include <ctime>

namespace {

/// Seconds that this process has computed: a busy machine makes the answer late, not different.
double computed() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

} // namespace

Budget::Budget(double seconds) : end(computed() + seconds) {}

bool Budget::spent() const { return computed() >= end; }
