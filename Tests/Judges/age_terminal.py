"""Runs age as a person would: it asks for passphrases on a terminal only.

    age_terminal.py PASSPHRASE-FILE age ARGUMENTS...

Answers every question of age with the passphrase in PASSPHRASE-FILE and leaves with age's exit status.
"""

import os
import pty
import sys


def main() -> int:
    with open(sys.argv[1], "rb") as file:
        passphrase = file.read()
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    seen, answered = b"", 0
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
        while seen.count(b"passphrase") > answered and seen.rstrip().endswith(b":"):
            os.write(terminal, passphrase + b"\n")
            answered = seen.count(b"passphrase")
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != 0:
        sys.stderr.buffer.write(seen)
    return code


if __name__ == "__main__":
    sys.exit(main())
