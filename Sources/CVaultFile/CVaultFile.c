// A database file that lies in memory, behind SQLite's interface for files (https://www.sqlite.org/vfs.html).
#include "CVaultFile.h"

#include <sqlite3.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    // All of it comes from SQLite's allocator, which wipes what it frees.
    unsigned char *allocation;
    size_t capacity;  // of `content`, to the end of the allocation
    unsigned char *content;
    size_t count;
    // One byte for each unit of the capacity: 1 = written since the content was last kept or exchanged.
    unsigned char *changed;
    vault_file_keeper keeper;
    void *context;
} memory_file;

static size_t units(size_t count) { return count / VAULT_FILE_UNIT + (count % VAULT_FILE_UNIT != 0); }

// Notes that bytes from `start` up to `end` are others now.
static void mark(memory_file *file, size_t start, size_t end) {
    if (end > start) memset(file->changed + start / VAULT_FILE_UNIT, 1, units(end) - start / VAULT_FILE_UNIT);
}

static int file_close(sqlite3_file *base) {
    memory_file *file = (memory_file *)base;
    sqlite3_free(file->allocation);
    sqlite3_free(file->changed);
    file->allocation = file->content = file->changed = NULL;
    file->capacity = file->count = 0;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *target, int count, sqlite3_int64 offset) {
    memory_file *file = (memory_file *)base;
    size_t start = (size_t)offset, wanted = (size_t)count;
    size_t there = start < file->count ? file->count - start : 0;
    size_t copied = there < wanted ? there : wanted;
    if (copied) memcpy(target, file->content + start, copied);
    if (copied == wanted) return SQLITE_OK;
    memset((unsigned char *)target + copied, 0, wanted - copied);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_grow(memory_file *file, size_t count) {
    // A quarter more than needed, so that growing page by page copies little.
    size_t capacity = count + count / 4;
    unsigned char *allocation = sqlite3_malloc64(capacity), *changed = sqlite3_malloc64(units(capacity));
    if (!allocation || !changed) {
        sqlite3_free(allocation);
        sqlite3_free(changed);
        return SQLITE_IOERR_NOMEM;
    }
    memset(changed, 0, units(capacity));
    if (file->count) memcpy(allocation, file->content, file->count);
    if (file->changed) memcpy(changed, file->changed, units(file->capacity));
    sqlite3_free(file->allocation);
    sqlite3_free(file->changed);
    file->allocation = file->content = allocation;
    file->changed = changed;
    file->capacity = capacity;
    return SQLITE_OK;
}

static int file_write(sqlite3_file *base, const void *source, int count, sqlite3_int64 offset) {
    memory_file *file = (memory_file *)base;
    size_t start = (size_t)offset, end = start + (size_t)count;
    if (end > file->capacity) {
        int status = file_grow(file, end);
        if (status != SQLITE_OK) return status;
    }
    if (start > file->count) {
        memset(file->content + file->count, 0, start - file->count);
        mark(file, file->count, start);
    }
    memcpy(file->content + start, source, (size_t)count);
    mark(file, start, end);
    if (end > file->count) file->count = end;
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 count) {
    memory_file *file = (memory_file *)base;
    if ((size_t)count < file->count) {
        memset(file->content + count, 0, file->count - (size_t)count);
        mark(file, (size_t)count, file->count);
        file->count = (size_t)count;
    }
    return SQLITE_OK;
}

static vault_file_state state_of(const memory_file *file) {
    return (vault_file_state){file->content, file->count, file->changed, units(file->capacity)};
}

// SQLite asks for this once a transaction, when every page of it is written and nothing is committed yet.
static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    memory_file *file = (memory_file *)base;
    vault_file_keeper keeper = file->keeper;
    if (!keeper) return SQLITE_OK;
    // Once: SQLite also syncs what it has rolled back.
    file->keeper = NULL;
    vault_file_state state = state_of(file);
    if (keeper(file->context, &state) != 0) return SQLITE_IOERR_FSYNC;
    if (file->changed) memset(file->changed, 0, units(file->capacity));
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *count) {
    *count = (sqlite3_int64)((memory_file *)base)->count;
    return SQLITE_OK;
}

// One connection has the file to itself.
static int file_lock(sqlite3_file *base, int level) {
    (void)base, (void)level;
    return SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *base, int *is_reserved) {
    (void)base;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *base) {
    (void)base;
    return 512;
}

static int file_characteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_SAFE_APPEND;
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *opened) {
    (void)vfs, (void)name;
    memset(base, 0, sizeof(memory_file));
    // No journal, no temporary file: those would be plain text.
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
    base->pMethods = &file_methods;
    if (opened) *opened = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_directory) {
    (void)vfs, (void)name, (void)sync_directory;
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *is_there) {
    (void)vfs, (void)name, (void)flags;
    *is_there = 0;
    return SQLITE_OK;
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
}

int vault_file_register(void) {
    static sqlite3_vfs vfs;
    // Has no effect where SQLite is in use already; Debian's takes "file:" names as they are meant without it.
    sqlite3_config(SQLITE_CONFIG_URI, 1);
    // Time and randomness are the system's.
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) return SQLITE_ERROR;
    vfs = *system;
    vfs.iVersion = system->iVersion < 2 ? system->iVersion : 2;
    vfs.szOsFile = sizeof(memory_file);
    vfs.pNext = NULL;
    vfs.zName = VAULT_FILE_VFS;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    vfs.xFullPathname = vfs_full_name;
    return sqlite3_vfs_register(&vfs, 0);
}

// The connection's file, if it is one of ours.
static memory_file *file_of(sqlite3 *database) {
    sqlite3_file *base = NULL;
    int status = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &base);
    return status == SQLITE_OK && base && base->pMethods == &file_methods ? (memory_file *)base : NULL;
}

int vault_file_fill(sqlite3 *database, void *allocation, size_t size, size_t offset, size_t count) {
    memory_file *file = file_of(database);
    if (!file || offset > size || count > size - offset) return SQLITE_MISUSE;
    size_t capacity = size - offset;
    unsigned char *changed = sqlite3_malloc64(units(capacity) + 1);
    if (!changed) return SQLITE_NOMEM;
    memset(changed, 0, units(capacity) + 1);
    sqlite3_free(file->allocation);
    sqlite3_free(file->changed);
    file->allocation = allocation;
    file->content = (unsigned char *)allocation + offset;
    file->changed = changed;
    file->capacity = capacity;
    file->count = count;
    return SQLITE_OK;
}

int vault_file_keep(sqlite3 *database, vault_file_keeper keeper, void *context) {
    memory_file *file = file_of(database);
    if (!file) return SQLITE_MISUSE;
    file->keeper = keeper;
    file->context = context;
    return SQLITE_OK;
}

int vault_file_sync(sqlite3 *database) {
    memory_file *file = file_of(database);
    return file ? file_sync(&file->base, 0) : SQLITE_MISUSE;
}

int vault_file_read(sqlite3 *database, vault_file_state *state) {
    memory_file *file = file_of(database);
    if (!file) return SQLITE_MISUSE;
    *state = state_of(file);
    return SQLITE_OK;
}
