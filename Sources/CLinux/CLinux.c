// Thin shims over what Swift can't call or doesn't see: variadic functions, and what glibc declares for _GNU_SOURCE only.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/sysinfo.h>
#endif
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

int linux_memory_file(void) { return memfd_create("input", MFD_CLOEXEC); }

void linux_keep_memory(void) {
#if defined(__GLIBC__)
    // Each thread that makes long answers would else keep an arena of its own, and up to the threshold in it.
    mallopt(M_ARENA_MAX, 2 * get_nprocs());
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 512 << 10);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int linux_make_undumpable(void) {
#if defined(__linux__)
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
#else
    return 0;
#endif
}
