// Swift doesn't see what glibc declares for _GNU_SOURCE only.
#define _GNU_SOURCE
#include "CMemoryFile.h"

#include <sys/mman.h>

int memory_file_create(void) { return memfd_create("input", MFD_CLOEXEC); }
