#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool limit(int resource, rlim_t value) {
    struct rlimit limits = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &limits) == 0;
}

/// The system call by number: kernels before 5.9 don't know it, and glibc before 2.34 has no name for it.
static void close_inherited(void) {
    if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0) return;
    for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
}

/// Where memory runs short, the system ends readers before it ends the server; if we can't set that, it chooses.
static void go_first(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) != 4) errno = 0;
    close(file);
}

/// While all cores are busy the server goes first; where that is forbidden, readers are merely in its way. They step back as
/// far as its threads for long work: further back they would get nothing beside another program, and somebody waits.
static void step_back(void) {
    if (setpriority(PRIO_PROCESS, 0, 5) != 0) errno = 0;
}

bool sandbox_limit(void) {
    close_inherited();
    go_first();
    step_back();
    // The soft limit ends the process by SIGXCPU, which tells it from other deaths; the hard one can't be caught.
    struct rlimit seconds = {.rlim_cur = 10, .rlim_max = 11};
    return setrlimit(RLIMIT_CPU, &seconds) == 0
        && limit(RLIMIT_AS, (rlim_t)1 << 30)
        && limit(RLIMIT_FSIZE, (rlim_t)128 << 20)
        && limit(RLIMIT_CORE, 0)
        && limit(RLIMIT_NOFILE, 64)
        && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}
