#ifndef CVAULTMEMORY_H
#define CVAULTMEMORY_H

/// Has SQLite overwrite what it frees. 0 = done; else SQLite's result, such as SQLITE_MISUSE once it is in use.
int vault_wipe_sqlite_memory(void);

/// Has the C library keep memory that opening a vault takes, instead of fetching it from the system page by page.
void vault_keep_memory(void);

/// Keeps debuggers and core dumps away (PR_SET_DUMPABLE). 0 = done; else errno.
int vault_make_undumpable(void);

#endif
