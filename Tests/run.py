"""Runs every test on one optimised build and says what it does; scripts/test starts it.

Swift tests run first, then the judges with the browser tests, in processes of their own that end with this one.
"""

import argparse
import collections
import contextlib
import ctypes
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
# A separate folder: tests make neither `swift build` nor scripts/serve compile anything again, nor the other way.
BUILD = ROOT / ".build-tests"
PRODUCTS = BUILD / "release"
PYTHON = ROOT / ".venv" / "bin" / "python"
FLAGS = ["-c", "release", "--scratch-path", str(BUILD), "-debug-info-format", "none"]
# Seconds without a word after which the Swift tests are ended: longer than any suite may take for a test.
SILENCE = 400
# How many Swift tests run at once, and in how many processes the others.
SWIFT_AT_ONCE, PROCESSES = 4, 3
# GiB that a build and what tests write may take.
ROOM = {ROOT: 6, None: 2}


def say(text: str) -> None:
    print(f"\033[1m==> {text}\033[0m", flush=True)


def fail(text: str):
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


class Steps:
    """What is done one after the other: says which one it is, how long it took last time, and remembers how it ended."""

    file = BUILD / "times.json"

    def __init__(self, count: int):
        self.count, self.ended, self.times = count, [], {}
        with contextlib.suppress(OSError, ValueError):
            self.times = json.loads(self.file.read_text())

    def run(self, name: str, step) -> bool:
        last = f" (last time {self.times[name]} s)" if name in self.times else ""
        say(f"{len(self.ended) + 1} of {self.count}: {name}{last}")
        begun = time.monotonic()
        passed = step()
        seconds = round(time.monotonic() - begun)
        self.ended.append((name, passed, seconds))
        if passed:
            self.times[name] = seconds
            self.file.write_text(json.dumps(self.times))
        return passed

    def tell(self) -> bool:
        say("Summary")
        for name, passed, seconds in self.ended:
            print(f"{name:<34} {'passed' if passed else 'FAILED':<7} {seconds:4d} s")
        return all(passed for _, passed, _ in self.ended)


def succeeds(*command: str) -> bool:
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode == 0


# MARK: Processes


def own_all_that_is_started() -> None:
    """What tests leave running becomes this process's child, and is ended with it."""
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def end_all() -> None:
    """Ends every process that came of this one."""
    for _ in range(100):
        children = [child for file in pathlib.Path("/proc/self/task").glob("*/children") for child in file.read_text().split()]
        if not children:
            return
        for child in children:
            with contextlib.suppress(OSError):
                os.kill(int(child), signal.SIGKILL)
        # What a killed process had started is this one's now, and killed in the next round.
        with contextlib.suppress(OSError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        time.sleep(0.02)


def stop(number: int, _) -> None:
    """Ends a run that somebody stops: at once, since whoever waits for a program would wait to its end."""
    end_all()
    sys.exit(128 + number)


def lines_of(command: list, log: pathlib.Path, started=lambda process: None, **options):
    """Starts a program and gives what it says, line by line, and writes it to a log too; the last is its status."""
    with log.open("w") as file, subprocess.Popen(
            [str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", **options) as process:
        started(process)
        for line in process.stdout:
            file.write(line)
            file.flush()
            yield line.rstrip()
        yield process.wait()


# MARK: Build


HELP = {
    "No space left": "The disk is full: please make room and start again.",
    "unable to access": "The Swift packages can't be fetched: please see to the network and start again.",
}


def build() -> bool:
    """Builds sources and tests; says how far it is, and all that is wrong."""
    told, status, last = time.monotonic(), 1, collections.deque(maxlen=40)
    # Package.swift has our own modules testable then: their dependencies are built as for anybody.
    # Some packages are compiled again wherever temporary files go somewhere else.
    temporary = BUILD / "temporary"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    environment = os.environ | {"TESTABLE": "1", "TMPDIR": str(temporary)}
    for line in lines_of(["swift", "build", "--build-tests", *FLAGS], BUILD / "build.log", env=environment):
        if isinstance(line, int):
            status = line
        elif re.match(r"\[\d+/\d+\]", line):
            if time.monotonic() - told > 30:
                told = time.monotonic()
                print(line, flush=True)
        else:
            last.append(line)
            if re.search(r"\b(error|warning): ", line) and not re.search(r"unhandled|ignoring -num-threads", line):
                print(line, flush=True)
    if status:
        print("\n".join(last), flush=True)
        for trace, advice in HELP.items():
            if any(trace in line for line in last):
                print(advice, flush=True)
    return status == 0


# MARK: Swift tests


class SwiftTests:
    """The Swift tests in one process, followed by the events that it writes."""

    log, events = BUILD / "swift-tests.log", BUILD / "swift-tests.jsonl"

    def __init__(self, only: str | None, but: list[str]):
        self.only, self.but = only, but
        self.begun, self.ended, self.seconds, self.failed = set(), 0, {}, set()
        self.said, self.passed, self.skipped = time.monotonic(), False, 0

    def run(self) -> None:
        self.events.unlink(missing_ok=True)
        program = next(PRODUCTS.glob("*PackageTests.xctest"))
        command = [program, "--testing-library", "swift-testing", "--event-stream-version", "0",
                   "--event-stream-output-path", self.events]
        if self.only:
            command += ["--filter", re.escape(self.only)]
        for name in self.but:
            command += ["--skip", re.escape(name)]
        environment = os.environ | {
            "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(SWIFT_AT_ONCE), "NO_COLOR": "1",
            "VACCINAPP_PYTHON": str(PYTHON)}
        for line in lines_of(command, self.log, self.watch, env=environment):
            self.said = time.monotonic()
            if isinstance(line, int):
                self.status = line
            elif re.match(r"✘ |✔ Test run with|➜", line) or "Fatal error" in line:
                print(line, flush=True)
        self.read()
        self.passed = self.status == 0 and self.ended > 0 and not self.failed

    def watch(self, process: subprocess.Popen) -> None:
        threading.Thread(target=self.end_what_hangs, args=(process,), daemon=True).start()

    def read(self) -> None:
        """Reads which tests began, ended and failed, and how long those with arguments took.

        What a test without arguments takes isn't told: it is said to begin before it waits for its turn.
        """
        self.begun, self.ended, self.seconds, cases = set(), 0, {}, {}
        for line in self.events.read_text().splitlines() if self.events.exists() else []:
            with contextlib.suppress(ValueError, KeyError):
                record = json.loads(line)
                payload = record["payload"]
                if record["kind"] == "test":
                    continue
                test, moment = payload.get("testID"), payload["instant"]["absolute"]
                case = (test, str(payload.get("_testCase")))
                match payload["kind"]:
                    case "testStarted":
                        self.begun.add(test)
                    case "testEnded":
                        self.begun.remove(test)
                        self.ended += ".swift:" in test
                    case "testCaseStarted":
                        cases[case] = moment
                    case "testCaseEnded":
                        self.seconds[test] = self.seconds.get(test, 0) + moment - cases.pop(case, moment)
                    case "testSkipped":
                        self.skipped += 1
                    case "issueRecorded":
                        if not payload.get("issue", {}).get("isKnown"):
                            self.failed.add(test)

    def end_what_hangs(self, process: subprocess.Popen) -> None:
        """Ends the tests once they have said nothing for long, and names those that had begun."""
        while time.monotonic() - self.said < SILENCE:
            time.sleep(2)
            if process.poll() is not None:
                return
        self.read()
        say(f"For {SILENCE} s no Swift test has said anything, so they are ended. These have begun, or wait for their turn:")
        for test in sorted(self.begun)[:60]:
            self.failed.add(test)
            print(f"    {self.name(test)}", flush=True)
        process.kill()

    @staticmethod
    def name(test: str) -> str:
        """A test as --filter knows it: its id without the place in the source."""
        return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test)


# MARK: Judges and browser


class PythonTests:
    """The judges and the browser tests, in a few processes that take a file at a time."""

    log = BUILD / "judges.log"

    def __init__(self, folders: list[str], only: str | None, but: list[str]):
        self.folders, self.only, self.but = folders, only, but
        self.passed, self.failed, self.seconds = False, [], {}

    def run(self) -> None:
        report = BUILD / "judges.json"
        report.unlink(missing_ok=True)
        # Plugins that no test uses: each of the processes would import them, and what they are plugins of.
        unused = [word for name in ("cacheprovider", "schemathesis", "hypothesispytest", "anyio") for word in ("-p", f"no:{name}")]
        command = [PYTHON, "-m", "pytest", "-q", *unused, "--timeout", "600",
                   *([self.only] if self.only else self.folders)]
        if not self.only:
            command += ["-n", str(PROCESSES), "--dist", "loadgroup"]
        for name in self.but:
            command += ["--deselect", name]
        environment = os.environ | {
            "VACCINAPP_BINARY": str(PRODUCTS / "vaccinapp"), "VACCINAPP_PYTHON": str(PYTHON), "JUDGED": str(report),
            # What Python has compiled is kept, whoever has told it not to, and not among the tests.
            "PYTHONPYCACHEPREFIX": str(BUILD / "python"), "PYTHONDONTWRITEBYTECODE": ""}
        tail = collections.deque(maxlen=400)
        for line in lines_of(command, self.log, env=environment):
            if isinstance(line, int):
                self.passed = line == 0
            elif re.match(r"[.sFEx]+ +\[ *\d+%\]$", line):
                print(f"judges and browser: {line.rsplit('[')[-1].rstrip(']').strip()}", flush=True)
            elif line.startswith("✘ "):
                print(line, flush=True)
            else:
                tail.append(line)
        # Tests/conftest.py writes it at the end.
        with contextlib.suppress(OSError, ValueError):
            told = json.loads(report.read_text())
            self.failed = told["failed"]
            self.seconds = {test: wall for test, (wall, _) in told["seconds"].items()}
        print("\n".join(tail), flush=True)


# MARK: Everything


def room_is_missing() -> str | None:
    for place, wanted in ROOM.items():
        place = place or pathlib.Path(os.environ["TMPDIR"])
        if (free := shutil.disk_usage(place).free >> 30) < wanted:
            return f"There are {free} GiB free in {place}, and the tests need {wanted}: please make room and start again."
    return None


@contextlib.contextmanager
def alone():
    """Holds the build folder: two runs would compile, and write, over each other."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            fail(f"The tests run here already (process {lock.read().strip()}): please wait for them, or end them, and start again.")
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


@contextlib.contextmanager
def scratch():
    """A folder for what tests write, in memory where that has room and runs programs; goes with the run."""
    place = pathlib.Path(os.environ.get("TMPDIR", "/tmp"))
    memory = pathlib.Path("/dev/shm")
    with contextlib.suppress(OSError):
        available = int(re.search(r"MemAvailable:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text())[1])
        mounts = pathlib.Path("/proc/mounts").read_text()
        if available > 12_000_000 and shutil.disk_usage(memory).free >> 30 >= 8 and not re.search(r" /dev/shm .*noexec", mounts):
            place = memory
    folder = tempfile.mkdtemp(prefix="vt.", dir=place)
    # A database of the tests' own runs as somebody else.
    os.chmod(folder, 0o711)
    os.environ["TMPDIR"] = folder
    try:
        yield
    finally:
        end_all()
        shutil.rmtree(folder, ignore_errors=True)


def slowest(*kinds: dict[str, float]) -> None:
    say("The ten slowest tests")
    everything = sorted(((seconds, name) for kind in kinds for name, seconds in kind.items()), reverse=True)
    for seconds, name in everything[:10]:
        print(f"{seconds:6.1f} s  {name}")


def tests_of_words() -> list[str]:
    """The tests that may fail once every message has other words."""
    lines = (ROOT / "Tests" / "of-words.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def tests(arguments) -> bool:
    only = arguments.only
    is_swift = only is not None and not only.startswith("Tests/")
    but = tests_of_words() if arguments.other_words else []
    swift = SwiftTests(only, [name for name in but if not name.startswith("Tests/")]) if only is None or is_swift else None
    folders = ["Tests/Judges"] + ([] if arguments.no_browser else ["Tests/Browser"])
    python = None if is_swift else PythonTests(folders, only, [name for name in but if name.startswith("Tests/")])
    parts = [part for part in (swift, python) if part]
    # One after the other: each keeps both cores of a small machine busy.
    for part in parts:
        part.run()
    names = {swift.name(test): seconds for test, seconds in swift.seconds.items()} if swift else {}
    slowest(names, python.seconds if python else {})
    failed = [swift.name(test) for test in swift.failed] if swift else []
    failed += python.failed if python else []
    if failed:
        say("What failed, and how to run it alone")
        for name in failed:
            print(f"scripts/test --only '{name}'")
    if swift:
        print(f"{swift.ended - len(swift.failed)} passed, {len(swift.failed)} failed, {swift.skipped} skipped")
    return all(part.passed for part in parts)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/test", description=__doc__.splitlines()[0])
    parser.add_argument("--no-browser", action="store_true", help="all but the browser tests")
    parser.add_argument("--build", action="store_true", help="build what the tests need, and the documentation")
    parser.add_argument("--other-words", action="store_true", help="all but the tests of words: scripts/other-words")
    parser.add_argument("--only", metavar="NAME", help="one test or suite, as a failure names it")
    arguments = parser.parse_args()
    for name in [name for name in os.environ if name.startswith("VACCINAPP_") and name != "VACCINAPP_TEST_DATA"]:
        del os.environ[name]
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    own_all_that_is_started()
    with alone(), scratch():
        if reason := room_is_missing():
            fail(reason)
        is_whole = not (arguments.only or arguments.build or arguments.other_words)
        steps = Steps(4 if is_whole else 2)
        if is_whole:
            steps.run("Format", lambda: succeeds("scripts/check"))
        if steps.run("Build", build):
            if is_whole or arguments.build:
                steps.run("Documentation", lambda: succeeds("scripts/doc", "--built"))
            if not arguments.build:
                steps.run("Tests", lambda: tests(arguments))
        passed = steps.tell()
    if not passed:
        fail("Something failed: see above.")
    print("All passed.")


if __name__ == "__main__":
    main()
