#ifndef CLINUX_H
#define CLINUX_H

/// Makes a file that exists only in memory and has no name, or returns -1. Other processes don't inherit it.
int linux_memory_file(void);

/// Has the C library keep memory that opening a vault takes, instead of fetching it from the system page by page, but not
/// what long answers took.
void linux_keep_memory(void);

/// Keeps debuggers and core dumps away (PR_SET_DUMPABLE). 0 = done; else errno.
int linux_make_undumpable(void);

#endif
