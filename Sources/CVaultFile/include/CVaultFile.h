#ifndef CVAULTFILE_H
#define CVAULTFILE_H

#include <stddef.h>

struct sqlite3;

/// The name of the VFS whose database files lie in memory: "file:/vault?vfs=vaccinapp". Nothing else opens there, so
/// SQLite can't put a journal or a temporary table anywhere.
#define VAULT_FILE_VFS "vaccinapp"

/// Makes the VFS known to SQLite. 0 = done; else SQLite's result.
int vault_file_register(void);

/// Exchanges the content of a connection's file, which takes over `allocation` (from SQLite's allocator, `size` bytes):
/// `count` bytes at `offset`. Only between transactions. 0 = done; else SQLite's result, and nothing is taken over.
int vault_file_fill(struct sqlite3 *database, void *allocation, size_t size, size_t offset, size_t count);

/// What keeps the content when SQLite asks that it be made durable. Anything but 0 has SQLite roll the transaction back.
typedef int (*vault_file_keeper)(void *context, const void *content, size_t count);

/// Has `keeper` called at the next sync of a connection's file, once; NULL for nobody. 0 = done; else SQLite's result.
int vault_file_keep(struct sqlite3 *database, vault_file_keeper keeper, void *context);

/// Where a connection's content lies; valid until its next write. 0 = done; else SQLite's result.
int vault_file_content(struct sqlite3 *database, const void **content, size_t *count);

#endif
