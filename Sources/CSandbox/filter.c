#define _GNU_SOURCE
#include "CSandbox.h"
#include "folders.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// Memory, the clock, and descriptors that are open, for reading and writing alone: the C library's streams would ask what
/// they are, by another call in each of its releases.
static const int harmless[] = {
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(close),
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(getrandom), SCMP_SYS(restart_syscall),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(sysinfo), // the last by qsort
    SCMP_SYS(exit), SCMP_SYS(exit_group),
};

static const int for_threads[] = {
    SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_getaffinity), SCMP_SYS(getcpu),
};

static const int for_programs[] = {
    SCMP_SYS(execve), SCMP_SYS(arch_prctl), SCMP_SYS(set_tid_address), SCMP_SYS(access),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(lseek),
    SCMP_SYS(fstat), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx),
    SCMP_SYS(fstatfs), SCMP_SYS(statfs), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
    SCMP_SYS(getdents64), SCMP_SYS(pread64), SCMP_SYS(uname),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(fadvise64), SCMP_SYS(mmap), SCMP_SYS(mprotect),
};

static bool allow(scmp_filter_ctx filter, const int *calls, size_t count) {
    for (size_t index = 0; index < count; index++) {
        // A call that this architecture doesn't have needs no rule.
        int result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[index], 0);
        if (result != 0 && result != -EDOM) return false;
    }
    return true;
}

#define ALLOW(filter, calls) allow(filter, calls, sizeof(calls) / sizeof(calls[0]))

/// What a program asks of its descriptors. Not who is signalled for one (`F_SETOWN`, `F_SETSIG`): that could be any
/// process of the same user.
static const int descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL};

/// Signals, to this process alone: the server is another one of the same user. A program that is started from here
/// keeps the number.
static bool allow_own_signals(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, own) == 0;
}

/// Limits of this process alone (another's, such as the server's processor time, would end it), and questions about
/// descriptors.
static bool allow_own_limits(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, 0), terminal = SCMP_A1(SCMP_CMP_EQ, TCGETS);
    for (size_t index = 0; index < sizeof descriptor_commands / sizeof descriptor_commands[0]; index++) {
        const struct scmp_arg_cmp command = SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)descriptor_commands[index]);
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, command) != 0) return false;
    }
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, own) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, terminal) == 0;
}

/// Memory may be had, but never such that holds new code.
static bool allow_memory(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, no_code) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code) == 0;
}

static bool allow_threads(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp naming = SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME);
    const struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM);
    // clone3 hides its flags behind a pointer; told that it doesn't exist, glibc takes clone.
    return ALLOW(filter, for_threads)
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, naming) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, thread) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

static bool load(scmp_filter_ctx filter, bool ready) {
    bool loaded = ready && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return loaded;
}

bool sandbox_enter(bool threads) {
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_NOFILE, &none) != 0) return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (filter == NULL) return false;
    return load(filter,
        ALLOW(filter, harmless) && allow_own_signals(filter) && allow_memory(filter)
            && (!threads || allow_threads(filter)));
}

bool sandbox_enter_for_program(void) {
    if (!restrict_to_system_folders()) return false;
    // A program that isn't ours asks for things that it can do without: they fail, and only that.
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) return false;
    const struct scmp_arg_cmp reading =
        SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
    return load(filter,
        ALLOW(filter, harmless) && ALLOW(filter, for_threads) && ALLOW(filter, for_programs)
            && allow_own_signals(filter) && allow_own_limits(filter)
            && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, reading) == 0);
}
