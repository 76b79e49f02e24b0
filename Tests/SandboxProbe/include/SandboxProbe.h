#pragma once

#include <stdbool.h>

/// What a process in the sandbox that has been broken into tries.
typedef enum {
    PROBE_NOTHING,
    /// A signal to the process that started it: number 0, which only asks whether it might.
    PROBE_SIGNAL,
    /// A look at another process's limits, which is how they are set too.
    PROBE_LIMITS,
    /// Having another process signalled when there is something to read.
    PROBE_OWNER,
    /// Ending itself, as the C library does when it finds its memory broken.
    PROBE_ABORT,
} probe_t;

/// The kinds of sandbox.
typedef enum { SANDBOX_READER, SANDBOX_READER_WITH_THREADS, SANDBOX_PROGRAM } sandbox_t;

/// Tries it in a child of this process, inside the sandbox; returns the child's exit status, its signal as a negative
/// number, or -1000 where there was no child. The child exits with 0 where it was let, with 1 where it was refused,
/// and with 70 where the sandbox wasn't in force.
int sandbox_probe(sandbox_t sandbox, probe_t probe);

/// Runs a program on an empty input where the kernel knows no Landlock; returns as `sandbox_probe` does.
int sandbox_run_without_landlock(const char *program);
