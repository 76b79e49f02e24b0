#define _GNU_SOURCE
#include "SandboxProbe.h"

#include <CSandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LET = 0, REFUSED = 1, NO_SANDBOX = 70, NO_CHILD = -1000 };

static bool enter(sandbox_t sandbox) {
    // Not the limits: memory of a test's process is more than a reader has.
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || setrlimit(RLIMIT_CORE, &none) != 0) return false;
    return sandbox == SANDBOX_PROGRAM ? sandbox_enter_for_program() : sandbox_enter(sandbox == SANDBOX_READER_WITH_THREADS);
}

static int try(probe_t probe, pid_t parent) {
    switch (probe) {
    case PROBE_NOTHING: return LET;
    case PROBE_SIGNAL: return syscall(SYS_tgkill, parent, parent, 0) == 0 ? LET : REFUSED;
    case PROBE_LIMITS: {
        struct rlimit limits;
        return syscall(SYS_prlimit64, parent, RLIMIT_CPU, NULL, &limits) == 0 ? LET : REFUSED;
    }
    case PROBE_OWNER: return fcntl(0, F_SETOWN, parent) == 0 ? LET : REFUSED;
    case PROBE_ABORT: abort();
    }
    return REFUSED;
}

static int end_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return NO_CHILD;
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int sandbox_probe(sandbox_t sandbox, probe_t probe) {
    pid_t parent = getpid(), child = fork();
    if (child < 0) return NO_CHILD;
    if (child > 0) return end_of(child);
    // The process that tests may have a handler of its own, which does more than a reader may.
    signal(SIGABRT, SIG_DFL);
    _exit(enter(sandbox) ? try(probe, parent) : NO_SANDBOX);
}

static bool forget_landlock(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool forgotten = filter != NULL && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SYS_landlock_create_ruleset, 0) == 0
        && seccomp_load(filter) == 0;
    return forgotten;
}

int sandbox_run_without_landlock(const char *program) {
    pid_t child = fork();
    if (child < 0) return NO_CHILD;
    if (child > 0) return end_of(child);
    char *arguments[] = {(char *)program, NULL}, *environment[] = {NULL};
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 1) == 1 && forget_landlock()) {
        execve(program, arguments, environment);
    }
    _exit(NO_SANDBOX);
}
