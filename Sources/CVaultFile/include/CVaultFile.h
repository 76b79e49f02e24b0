#ifndef CVAULTFILE_H
#define CVAULTFILE_H

#include <stddef.h>

struct sqlite3;

/// Has SQLite overwrite what it frees. 0 = done; else SQLite's result, such as SQLITE_MISUSE once it is in use.
int vault_wipe_sqlite_memory(void);

/// The name of the VFS whose database files lie in memory: "file:/vault?vfs=vaccinapp". Nothing else opens there, so
/// SQLite can't put a journal or a temporary table anywhere.
#define VAULT_FILE_VFS "vaccinapp"

/// Makes the VFS known to SQLite. 0 = done; else SQLite's result.
int vault_file_register(void);

/// Exchanges the content of a connection's file, which takes over `allocation` (from SQLite's allocator, `size` bytes):
/// `count` bytes at `offset`. Only between transactions. 0 = done; else SQLite's result, and nothing is taken over.
int vault_file_fill(struct sqlite3 *database, void *allocation, size_t size, size_t offset, size_t count);

/// Bytes of a unit, in which the file tells what has changed.
#define VAULT_FILE_UNIT 8192

/// A connection's content; valid until its next write.
typedef struct {
    const void *bytes;
    size_t count;
    /// One byte for each unit, also for some behind the content's end: 1 = may be another one than when the content was
    /// last kept or exchanged. What is behind the end counts as zeros.
    const unsigned char *changed;
    size_t units;
} vault_file_state;

/// What keeps the content when SQLite asks that it be made durable. Anything but 0 has SQLite roll the transaction back.
typedef int (*vault_file_keeper)(void *context, const vault_file_state *state);

/// Has `keeper` called at the next sync of a connection's file, once; NULL for nobody. 0 = done; else SQLite's result.
int vault_file_keep(struct sqlite3 *database, vault_file_keeper keeper, void *context);

/// Syncs a connection's file as SQLite does. 0 = done; else SQLite's result.
int vault_file_sync(struct sqlite3 *database);

/// What a connection's file holds. 0 = done; else SQLite's result.
int vault_file_read(struct sqlite3 *database, vault_file_state *state);

#endif
