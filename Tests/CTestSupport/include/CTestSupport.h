#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>

/// Starts a program, which is looked for in the PATH, in a group of its own and in the folder `/`, with nothing of ours:
/// it reads `input`, or nothing where that is -1, writes to `output`, and its complaints go nowhere. 0 = done; else errno.
int test_start(
    char *const *arguments, char *const *variables, int input, int output, int *id);

/// Whether the bytes of `hay` contain those of `needle`.
bool test_holds(const void *hay, size_t length, const void *needle, size_t needle_length);

#endif
