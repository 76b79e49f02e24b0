#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Takes from this process what reading a stranger's file never needs, so far as limits can: descriptors past
/// standard error are closed, the address space ends at 1 GiB, processor time at 10 s, a file (the output may be one)
/// at 128 MiB, no core is written, the server goes first while all cores are busy, and no program started from here gains rights. Returns whether all of it holds.
bool sandbox_limit(void);

/// After this no descriptor can be opened, and every system call that isn't on a short list ends the process:
/// only memory, reading and writing what is open already, signals to itself, and the clock are left. Threads of this process are
/// allowed where asked for, other processes never. Returns whether the filter is in force.
bool sandbox_enter(bool threads);

/// Whether the kernel can keep a program from files (Landlock, Linux 5.13 and later, where it isn't turned off).
bool sandbox_knows_folders(void);

/// For a program that has to be started and to read its fonts: no network, no other process, files under the
/// system's folders only and only for reading; it fails where the kernel can't see to that. The limits of `sandbox_limit`
/// hold except for open files (64).
/// Call it last before `execve`. Returns whether the filter is in force.
bool sandbox_enter_for_program(void);

#ifdef __cplusplus
}
#endif
