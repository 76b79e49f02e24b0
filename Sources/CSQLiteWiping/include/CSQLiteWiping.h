#ifndef CSQLITEWIPING_H
#define CSQLITEWIPING_H

/// Has SQLite overwrite what it frees, and take "file:" names as they are meant. 0 = done; else SQLite's result, such as
/// SQLITE_MISUSE once it is in use.
int wiping_set_up(void);

#endif
