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

from kill_at import CALLS, ENTRY, Info, follow, libc

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
    count, failing, what = 0, set(), ""

    def begun(child: int) -> None:
        # A server is ended as an operator does; it is not this program that ends.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: os.kill(child, number))

    def stopped(_: int, thread: int, info: Info) -> None:
        nonlocal count, what
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

    status = follow(program, stopped, begun)
    print(f"{count} calls {what}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
