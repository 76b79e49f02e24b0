"""Runs a program and has the k-th of its calls on the files of a folder fail.

    fault_at.py K ERRNO FOLDER PROGRAM ARGUMENT…

The calls of all its threads are counted together, as in kill_at.py; how many there were is the last line of its standard
error. strace can have calls fail too, but counts each thread's apart, and those of the program's loader with them.
"""

import ctypes
import os
import platform
import signal
import sys

from kill_at import ALL_THREADS, CALLS, ENTRY, OPTIONS, SET_OPTIONS, SYSCALL, SYSCALL_INFO, TRACE_ME, libc

MACHINE = platform.machine()
# By the number of the argument that has a path; the others have a file's number first.
PATHS = {
    "x86_64": {"openat": 1, "mkdirat": 1, "unlinkat": 1, "renameat": 1, "renameat2": 1, "newfstatat": 1, "rename": 0,
               "mkdir": 0, "unlink": 0, "truncate": 0, "link": 0, "rmdir": 0},
    "aarch64": {"openat": 1, "mkdirat": 1, "unlinkat": 1, "renameat": 1, "renameat2": 1, "newfstatat": 1, "truncate": 0,
                "linkat": 1},
}[MACHINE]
WATCHED = CALLS[MACHINE] | {
    "x86_64": {"read": 0, "lseek": 8, "pread64": 17, "rmdir": 84, "link": 86, "getdents64": 217, "newfstatat": 262},
    "aarch64": {"linkat": 37, "getdents64": 61, "lseek": 62, "read": 63, "pread64": 67, "newfstatat": 79},
}[MACHINE]
NAMES = {number: name for name, number in WATCHED.items()}
POKE_USER, GET_SET, SET_SET = 6, 0x4204, 0x4205


class Info(ctypes.Structure):
    """`struct ptrace_syscall_info` of a call that begins."""

    _fields_ = [("op", ctypes.c_uint8), ("pad", ctypes.c_uint8 * 3), ("arch", ctypes.c_uint32),
                ("instruction", ctypes.c_uint64), ("stack", ctypes.c_uint64), ("number", ctypes.c_uint64),
                ("arguments", ctypes.c_uint64 * 6)]


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def path(thread: int, call: str, arguments) -> str:
    """What a call is about."""
    try:
        if call not in PATHS:
            return os.readlink(f"/proc/{thread}/fd/{arguments[0]}")
        with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:
            memory.seek(arguments[PATHS[call]])
            text = memory.read(4096).split(b"\0")[0].decode(errors="replace")
        return text if text.startswith("/") else f"{os.readlink(f'/proc/{thread}/cwd')}/{text}"
    except (OSError, OverflowError, ValueError):
        return ""


def skip(thread: int) -> None:
    """Has the call that begins be none."""
    if MACHINE == "x86_64":
        libc.ptrace(POKE_USER, thread, 15 * 8, ctypes.c_void_p(-1))
    else:
        number = ctypes.c_int(-1)
        libc.ptrace(SET_SET, thread, 0x404, ctypes.byref(Vector(ctypes.addressof(number), 4)))


def answer(thread: int, value: int) -> None:
    """What the call gives that ends."""
    if MACHINE == "x86_64":
        libc.ptrace(POKE_USER, thread, 10 * 8, ctypes.c_void_p(value))
    else:
        registers = (ctypes.c_uint64 * 34)()
        vector = Vector(ctypes.addressof(registers), ctypes.sizeof(registers))
        libc.ptrace(GET_SET, thread, 1, ctypes.byref(vector))
        registers[0] = value & (1 << 64) - 1
        libc.ptrace(SET_SET, thread, 1, ctypes.byref(vector))


def run(last: int, error: int, folder: str, program: list[str]) -> int:
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACE_ME, 0, None, None)
        os.execv(program[0], program)
    os.waitpid(child, 0)
    libc.ptrace(SET_OPTIONS, child, None, OPTIONS)
    libc.ptrace(SYSCALL, child, None, None)
    # A server is ended as an operator does; it is not this program that ends.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: os.kill(child, number))
    count, begun, failing, what = 0, {child}, set(), ""
    while True:
        thread, status = os.waitpid(-1, ALL_THREADS)
        if not os.WIFSTOPPED(status):
            if thread == child:
                print(f"{count} calls {what}", file=sys.stderr)
                return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            continue
        number, event = os.WSTOPSIG(status), status >> 16
        if number == signal.SIGTRAP | 0x80:
            info = Info()
            libc.ptrace(SYSCALL_INFO, thread, ctypes.sizeof(info), ctypes.byref(info))
            if info.op == ENTRY and info.number in NAMES:
                call = NAMES[info.number]
                place = path(thread, call, info.arguments)
                if place.startswith(folder):
                    count += 1
                    if count == last:
                        what = f"{call} {place[len(folder):]}"
                        failing.add(thread)
                        skip(thread)
            elif info.op != ENTRY and thread in failing:
                failing.remove(thread)
                answer(thread, -error)
            number = 0
        elif event or (number == signal.SIGSTOP and thread not in begun):
            number = 0
        begun.add(thread)
        libc.ptrace(SYSCALL, thread, None, number)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
