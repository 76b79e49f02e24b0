"""Starts the web app for tests: a free port, a data folder and a folder for temporary files of its own."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("VACCINAPP_BINARY", str(ROOT / ".build" / "debug" / "vaccinapp"))
# Where a server looks for its pace: Sources/WebApp/TestPace.swift.
PACE_DESCRIPTOR = 999


def surroundings(**more: str) -> dict[str, str]:
    """The environment without the tests' own variables, which the program would refuse as mistyped settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("VACCINAPP_")}
    return own | {"SWIFT_BACKTRACE": "enable=no"} | more


@contextlib.contextmanager
def paced(pace: int):
    """The descriptors that give a server its pace."""
    if pace == 1:
        yield ()
        return
    file = os.memfd_create("pace")
    os.write(file, f"vaccinapp-pace {pace}".encode())
    os.dup2(file, PACE_DESCRIPTOR)
    os.close(file)
    try:
        yield (PACE_DESCRIPTOR,)
    finally:
        os.close(PACE_DESCRIPTOR)


class Server:
    """A running `vaccinapp serve`; everything it writes stays under `folder`.

    `pace` is how many times as often it does what comes round, so that no test waits for a clock.
    """

    def __init__(self, *options: str, trust: str | None = None, prefix: tuple = (), environment: dict | None = None,
                 pace: int = 1):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vaccinapp-test-"))
        self.data = self.folder / "data"
        self.temporary = self.folder / "tmp"
        self.log = self.folder / "log.txt"
        self.temporary.mkdir()
        self.options = options
        self.prefix, self.pace = prefix, pace
        self.environment = {
            **surroundings(TMPDIR=str(self.temporary)),
            # Tests make many accounts from one address, and end many servers.
            "VACCINAPP_SIGN_UPS": "100000", "VACCINAPP_STOP_DELAY": "0", **(environment or {}),
        }
        if trust:
            bundle = self.folder / "signers.pem"
            bundle.write_text(trust)
            self.command("trust", "import", str(bundle), "--data", str(self.data))
        self.start()

    def command(self, *arguments: str) -> str:
        done = subprocess.run(
            [BINARY, *arguments], env=self.environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, f"vaccinapp {' '.join(arguments)}: {done.stdout}{done.stderr}"
        return done.stdout

    # Whether it has ever been ended: what an open page asked of it meanwhile had no answer.
    was_stopped = False

    def start(self, port: int = 0) -> None:
        self.is_stopped = False
        # Into the file itself: what is written before an answer is there when the answer is.
        with paced(self.pace) as descriptors, self.log.open("ab") as log:
            start = log.tell()
            self.process = subprocess.Popen(
                [*self.prefix, BINARY, "serve", "--data", str(self.data), "--port", str(port), *self.options],
                env=self.environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                pass_fds=descriptors,
            )
        end = time.monotonic() + 300
        while True:
            has_ended = self.process.poll() is not None
            greeting = self.log.read_bytes()[start:].decode(errors="replace")
            if match := re.search(r"ready: (https?)://127\.0\.0\.1:(\d+)\b.*\n", greeting):
                break
            assert not has_ended and time.monotonic() < end, f"the server did not start: {greeting}"
            time.sleep(0.01)
        self.port = int(match[2])
        self.url = f"{match[1]}://127.0.0.1:{self.port}"

    def stop(self) -> int:
        """Ends it as Ctrl-C would, and tells its exit status."""
        self.is_stopped = self.was_stopped = True
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(300)

    def restart(self) -> None:
        self.stop()
        self.start(self.port)

    def close(self) -> None:
        """Takes it away with everything it wrote; a server that has ended by itself fails the test."""
        ended = None if self.is_stopped else self.process.poll()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        log = self.log.read_text()
        shutil.rmtree(self.folder, ignore_errors=True)
        assert ended is None, f"the server ended with status {ended}: {log[-3000:]}"

    def written(self) -> dict[str, bytes]:
        """Everything on disk that the server has written."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*") if path.is_file()
        }
