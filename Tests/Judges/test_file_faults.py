"""Each file call of a start, a backup, a check and a restore fails once: the data is as before or as after, and a
sentence says why. Every call with VACCINAPP_FAULTS=all, else a sample."""

import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess

import pytest

from operating import BINARY, ROOT, Client, Server, vaccinapp

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")

CALLS = ("openat", "read", "pread64", "write", "pwrite64", "fsync", "fdatasync", "rename", "mkdir", "unlink", "unlinkat",
         "rmdir", "link", "ftruncate", "fchmod", "getdents64", "lseek", "close", "fcntl")
EVERY = 1 if os.environ.get("VACCINAPP_FAULTS") == "all" else 9
ENVIRONMENT = dict(os.environ, SWIFT_BACKTRACE="enable=no", GLIBC_TUNABLES="glibc.malloc.perturb=165:glibc.malloc.tcache_count=0")


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


def traced(arguments, *options: str) -> subprocess.CompletedProcess:
    """Runs a command under strace; a server is ended once it is ready."""
    process = subprocess.Popen(
        ["strace", "-f", *options, BINARY, *map(str, arguments)], cwd=ROOT, stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    if arguments[0] == "serve":
        for line in process.stdout:
            if "is ready" in line:
                children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
                os.kill(int(children.split()[0]), signal.SIGTERM)
                break
    output, errors = process.communicate(timeout=120)
    return subprocess.CompletedProcess(arguments, process.returncode, output, errors)


def moments(arguments, place: pathlib.Path) -> list[tuple[str, int]]:
    """Each call on files of a folder, as its name and the number that strace counts it by in its thread."""
    log = place / "trace"
    assert traced(arguments, "-y", "-o", str(log), "-e", "trace=" + ",".join(CALLS)).returncode in (0, 2)
    counts: dict = {}
    found = []
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(\d+) +(\w+)\((.*)", line)
        if not match:
            continue
        thread, call, rest = match.groups()
        counts[thread, call] = counts.get((thread, call), 0) + 1
        if str(place) in rest and str(log) not in rest:
            found.append((call, counts[thread, call]))
    log.unlink()
    return list(dict.fromkeys(found))


def state(folder: pathlib.Path) -> dict:
    """What lies in a folder, the accounts as rows: a database may be written anew without a change."""
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


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_after_each_fault_the_data_is_as_before_or_as_after(start, tmp_path, name, error):
    place = tmp_path / "p"
    arguments = COMMANDS[name](place)

    def lay():
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(start, place)

    lay()
    before = state(place / "data")
    every = moments(arguments, place)
    assert len(every) > 10, every
    after = state(place / "data")
    failed = 0
    for call, number in every[(0 if error == "EIO" else EVERY // 2)::EVERY]:
        lay()
        moment = f"{name}: {call} number {number}, {error}"
        done = traced(arguments, "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}")
        assert done.returncode in (0, 1, 2), (moment, done)
        failed += done.returncode != 0
        if done.returncode == 1:
            sentence(done)
            left = {path.name for path in place.iterdir()} - {"data", "backup", "backup.tar"}
            assert not left or call in ("unlink", "unlinkat", "rmdir", "getdents64", "openat"), (moment, left)
            assert all(name.endswith(".vaccinapp.partial") for name in left), (moment, left)
            assert state(place / "data") == before, moment
        elif done.returncode == 2:
            assert "can't be read" in done.stderr or "is missing" in done.stderr, (moment, done)
        if name == "restore of one":
            assert state(place / "data")["rows"][0][0][:4] == before["rows"][0][0][:4]
            assert vaccinapp("check", "--data", place / "data").returncode == 0, moment
        else:
            assert state(place / "data") == before, moment
        if done.returncode in (1, 2):
            for path in (place / "new", place / "new.tar"):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
            again = traced(arguments, "-o", "/dev/null", "-e", "trace=none")
            assert again.returncode == 0, (moment, again)
        for path in (place / "new", place / "new.tar"):
            if path.exists():
                assert vaccinapp("check", path).returncode == 0, moment
    assert failed > 0 and after
