// Thin shims over what Swift can't call: variadic functions and function tables.
#define _GNU_SOURCE
#include "CVaultMemory.h"

#include <errno.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <sqlite3.h>
#include <string.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

static sqlite3_mem_methods original;

static void wiping_free(void *memory) {
    if (memory) explicit_bzero(memory, (size_t)original.xSize(memory));
    original.xFree(memory);
}

// Moving by hand, since the C library would leave the old copy behind.
static void *wiping_realloc(void *memory, int size) {
    int old = original.xSize(memory);
    void *moved = original.xMalloc(size);
    if (!moved) return 0;
    memcpy(moved, memory, (size_t)(old < size ? old : size));
    wiping_free(memory);
    return moved;
}

int vault_wipe_sqlite_memory(void) {
    // Nobody asks for the totals, which cost a lock that all databases share at every allocation.
    int status = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (status != SQLITE_OK) return status;
    status = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
    if (status != SQLITE_OK) return status;
    sqlite3_mem_methods wiping = original;
    wiping.xFree = wiping_free;
    wiping.xRealloc = wiping_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &wiping);
}

void vault_keep_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int vault_make_undumpable(void) {
#if defined(__linux__)
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
#else
    return 0;
#endif
}
