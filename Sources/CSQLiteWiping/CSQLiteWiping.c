#define _GNU_SOURCE
#include "CSQLiteWiping.h"

#include <sqlite3.h>
#include <string.h>

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

int wiping_set_up(void) {
    // Nobody asks for the totals, which cost a lock that all databases share at every allocation.
    int status = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (status == SQLITE_OK) status = sqlite3_config(SQLITE_CONFIG_URI, 1);
    if (status == SQLITE_OK) status = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
    if (status != SQLITE_OK) return status;
    sqlite3_mem_methods wiping = original;
    wiping.xFree = wiping_free;
    wiping.xRealloc = wiping_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &wiping);
}
