"""Each file call of a start, a backup, a check and a restore fails once: the data is as before or as after, and a
sentence says why. Every call with --nightly, else a sample."""

import errno
import os
import pathlib
import platform
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest

from operating import BINARY, ROOT, Client, Server, surroundings, vaccinapp

from kill_at import CALLS
from nights import nightly

pytestmark = pytest.mark.skipif(platform.machine() not in CALLS, reason="not written for this machine")

ENVIRONMENT = dict(surroundings(), SWIFT_BACKTRACE="enable=no", GLIBC_TUNABLES="glibc.malloc.perturb=165:glibc.malloc.tcache_count=0")


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A data folder with two accounts and a backup of it from before their last change."""
    folder = tmp_path_factory.mktemp("start")
    server = Server()
    try:
        maria = Client(server).sign_up("maria-faults")
        Client(server).sign_up("paul-faults").add_pass("Paul")
        maria.add_pass("Before")
        assert vaccinapp("backup", folder / "backup", "--data", server.data).returncode == 0
        assert vaccinapp("backup", folder / "backup.tar", "--data", server.data).returncode == 0
        maria.add_pass("After")
        server.stop()
        shutil.copytree(server.data, folder / "data")
    finally:
        server.close()
    return folder


def faulty(arguments, place: pathlib.Path, number: int = 0, error: int = errno.EIO) -> subprocess.CompletedProcess:
    """Runs a command whose call of that number fails; a server is ended once it is ready."""
    process = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__).with_name("fault_at.py"), str(number), str(error), str(place), BINARY,
         *map(str, arguments)],
        cwd=ROOT, stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    if arguments[0] == "serve":
        for line in process.stdout:
            if "is ready" in line:
                process.send_signal(signal.SIGTERM)
                break
    output, errors = process.communicate(timeout=300)
    *lines, counted = errors.splitlines()
    done = subprocess.CompletedProcess(arguments, process.returncode, output, "\n".join(lines))
    done.count, done.call = int(counted.split()[0]), counted
    return done


def state(folder: pathlib.Path) -> dict:
    """A folder's content, the accounts as rows: a database may be rewritten without a change."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.exists() else []:
        if path.is_file() and not path.name.startswith("accounts.sqlite") and path.name != "lock":
            found[str(path.relative_to(folder))] = path.read_bytes()
    if (folder / "accounts.sqlite").exists():
        with sqlite3.connect(f"file:{folder}/accounts.sqlite?mode=ro", uri=True) as accounts:
            found["rows"] = [accounts.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                             for table in ("account", "keySlot", "attachmentFile")]
    return found


def sentence(done) -> str:
    lines = [line for line in done.stderr.splitlines() if "thread priority" not in line]
    assert len(lines) == 1 and lines[0].startswith("vaccinapp: ") and len(lines[0]) > 40, done
    return lines[0]


COMMANDS = {
    "serve": lambda place: ("serve", "--data", place / "data", "--port", "0"),
    "check": lambda place: ("check", "--data", place / "data"),
    "backup": lambda place: ("backup", place / "new", "--data", place / "data"),
    "backup to a file": lambda place: ("backup", place / "new.tar", "--data", place / "data"),
    "restore": lambda place: ("restore", place / "backup", "--data", place / "new"),
    "restore of a file": lambda place: ("restore", place / "backup.tar", "--data", place / "new"),
    "restore of one": lambda place: ("restore", "--account", "maria-faults", place / "backup", "--data", place / "data"),
}


# By day a full disk is met by what writes most.
FULL = [("backup", "ENOSPC"), ("restore", "ENOSPC")]


@pytest.mark.parametrize("name, error", [
    *[(name, "EIO") for name in COMMANDS], *FULL,
    *[nightly(name, "ENOSPC") for name in COMMANDS if (name, "ENOSPC") not in FULL]])
def test_after_each_fault_the_data_is_as_before_or_as_after(start, tmp_path, name, error, is_nightly):
    place, every = tmp_path / "p", 1 if is_nightly else 311
    arguments = COMMANDS[name](place)

    def lay():
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(start, place)

    lay()
    before = state(place / "data")
    whole = faulty(arguments, place)
    assert whole.returncode == 0 and whole.count > 20, whole
    faults, refused = [], 0
    for number in range(1 if error == "EIO" else max(every // 2, 1), whole.count + 1, every):
        lay()
        done = faulty(arguments, place, number, getattr(errno, error))
        refused += done.returncode == 1
        try:
            judge(name, arguments, place, before, done)
        except AssertionError as fault:
            faults.append(f"{number}: {done.call}: {fault}")
    assert not faults, "\n\n".join(faults)
    assert refused > 0 or not is_nightly


def judge(name: str, arguments, place: pathlib.Path, before: dict, done) -> None:
    assert done.returncode in (0, 1, 2), done
    if done.returncode == 1:
        sentence(done)
        left = {path.name for path in place.iterdir()} - {"data", "backup", "backup.tar"}
        # What can't be taken away is known by its name.
        assert all(".vaccinapp.partial" in name for name in left), left
        assert state(place / "data") == before
    elif done.returncode == 2:
        assert "can't be read" in done.stderr or "is missing" in done.stderr or "is damaged" in done.stderr, done
    if name != "restore of one":
        assert state(place / "data") == before
    check = vaccinapp("check", "--data", place / "data")
    assert check.returncode == 0, check
    if done.returncode != 0:
        for path in (place / "new", place / "new.tar"):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        again = faulty(arguments, place)
        assert again.returncode == 0, again
    for path in (place / "new", place / "new.tar"):
        if path.exists():
            assert vaccinapp("check", path).returncode == 0
