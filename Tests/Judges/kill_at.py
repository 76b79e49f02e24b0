"""Runs a program and kills it as it is about to make the k-th system call that has to do with files.

    kill_at.py K PROGRAM ARGUMENT…

The calls of all its threads are counted together. strace can kill as well, but counts each thread's calls apart, so
that many moments of a program with several threads are never met. Between two of these calls no disk changes.
"""

import ctypes
import os
import platform
import signal
import sys

CALLS = {
    "x86_64": {
        "write": 1, "close": 3, "pwrite64": 18, "writev": 20, "fcntl": 72, "fsync": 74, "fdatasync": 75, "truncate": 76,
        "ftruncate": 77, "rename": 82, "mkdir": 83, "unlink": 87, "fchmod": 91, "fchown": 93, "openat": 257,
        "mkdirat": 258, "unlinkat": 263, "renameat": 264, "fallocate": 285, "pwritev": 296, "renameat2": 316,
    },
    "aarch64": {
        "fcntl": 25, "mkdirat": 34, "unlinkat": 35, "renameat": 38, "truncate": 45, "ftruncate": 46, "fallocate": 47,
        "fchmod": 52, "fchown": 55, "openat": 56, "close": 57, "write": 64, "writev": 66, "pwrite64": 68, "pwritev": 70,
        "fsync": 82, "fdatasync": 83, "renameat2": 276,
    },
}
TRACE_ME, SYSCALL, SET_OPTIONS, SYSCALL_INFO = 0, 24, 0x4200, 0x420E
# Marked stops at system calls; threads and children too; nothing outlives the tracer.
OPTIONS = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x100000
ALL_THREADS = 0x40000000
ENTRY = 1

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Info(ctypes.Structure):
    """`struct ptrace_syscall_info` of a call that begins."""

    _fields_ = [("op", ctypes.c_uint8), ("pad", ctypes.c_uint8 * 3), ("arch", ctypes.c_uint32),
                ("instruction", ctypes.c_uint64), ("stack", ctypes.c_uint64), ("number", ctypes.c_uint64),
                ("arguments", ctypes.c_uint64 * 6)]


def follow(program: list[str], stopped, begun=lambda child: None) -> int:
    """Runs a program and calls `stopped(child, thread, info)` as any of its threads begins or ends a call.

    Gives the exit status."""
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACE_ME, 0, None, None)
        os.execv(program[0], program)
    os.waitpid(child, 0)
    libc.ptrace(SET_OPTIONS, child, None, OPTIONS)
    libc.ptrace(SYSCALL, child, None, None)
    begun(child)
    known = {child}
    while True:
        thread, status = os.waitpid(-1, ALL_THREADS)
        if not os.WIFSTOPPED(status):
            if thread == child:
                return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            continue
        number, event = os.WSTOPSIG(status), status >> 16
        if number == signal.SIGTRAP | 0x80:
            info = Info()
            libc.ptrace(SYSCALL_INFO, thread, ctypes.sizeof(info), ctypes.byref(info))
            stopped(child, thread, info)
            number = 0
        elif event or (number == signal.SIGSTOP and thread not in known):
            number = 0
        known.add(thread)
        libc.ptrace(SYSCALL, thread, None, number)


def run(last: int, program: list[str]) -> int:
    watched = set(CALLS[platform.machine()].values())
    count = 0

    def stopped(child: int, _: int, info: Info) -> None:
        nonlocal count
        if info.op == ENTRY and info.number in watched:
            count += 1
            if count == last:
                os.kill(child, signal.SIGKILL)

    return follow(program, stopped)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
