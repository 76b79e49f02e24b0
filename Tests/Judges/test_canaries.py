"""What was typed is found in no file, log, backup or core, and not in memory once the vault is closed."""

import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from everything import NAMES, TUNABLES, Typed
from operating import Client, Server, scrape_gauge, vaccinapp


@pytest.fixture(scope="module")
def typed():
    typed = Typed()
    yield typed
    typed.server.close()


def found(content: bytes, canaries: dict[str, bytes]) -> list[str]:
    return [name for name, canary in canaries.items() if canary in content]


def test_no_file_log_or_backup_holds_any(typed, tmp_path):
    for name in ("copy", "copy.tar"):
        assert vaccinapp("backup", tmp_path / name, "--data", typed.server.data).returncode == 0
    files = typed.server.written() | {
        str(path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert any(name.endswith(".vault") for name in files) and any(name.endswith(".sealed") for name in files)
    # The log is there, tells of refusals and failures too, and tells all that it can.
    log = files["log.txt"].decode()
    told = set(re.findall(r"status=(\d+)", log))
    assert " debug " in log and {"200", "303", "403", "404", "413", "422", "503"} <= told
    for name, content in files.items():
        assert found(content, typed.canaries) == [], name
        assert found(name.encode(), typed.canaries) == [], "a file's name"


# Bytes of memory that are looked at together.
PAGE = 1 << 12


def memory(process: int) -> bytes:
    """All that a process can read and write of its own memory, without pages of one byte."""
    parts = []
    with open(f"/proc/{process}/mem", "rb", buffering=0) as file:
        for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
            span, rights, *_ = line.split()
            start, end = (int(address, 16) for address in span.split("-"))
            if not rights.startswith("rw") or "[v" in line:
                continue
            try:
                file.seek(start)
                content = file.read(end - start)
            except OSError:
                continue
            # Most of it was never used, or has been wiped: it takes long to look through, and holds nothing.
            pages = (content[place:place + PAGE] for place in range(0, len(content), PAGE))
            parts.append(b"".join(page for page in pages if page.strip(page[:1])))
    return b"\0".join(parts)


@pytest.mark.skipif(os.getuid() != 0, reason="skipped: a process that can't be dumped is read by root alone")
def test_a_closed_vault_leaves_next_to_nothing_in_memory(typed):
    process = typed.server.process.pid
    # It stays open for some seconds from here on; the page says nothing of what is looked for.
    assert typed.client.get("/settings").status == 200
    open_now = memory(process)
    # The test can fail: an open vault is in memory, and is found there.
    assert sum(name.encode() in open_now for name in NAMES) == len(NAMES)
    for _ in range(90):
        if scrape_gauge(typed.metrics, "vaccinapp_open_vaults") == 0:
            break
        time.sleep(0.5)
    assert scrape_gauge(typed.metrics, "vaccinapp_open_vaults") == 0
    closed = memory(process)
    left = found(closed, typed.canaries)
    keys = [name for name in left if name.split(",")[0].split("'s bytes")[0] in typed.keys]
    # What a thread's stack or a connection's buffer still holds is the last that went through it.
    assert len(left) - len(keys) <= 2, left
    assert len(keys) <= 1, keys


@pytest.mark.skipif(os.getuid() != 0, reason="skipped: a process that can't be dumped is read by root alone")
def test_whoever_starts_it_what_is_freed_is_overwritten():
    """The C library reads this setting when a program starts; without it, the server starts itself once more."""
    other = "glibc.malloc.perturb=1"
    for given, expected in [(None, TUNABLES), (other, f"{other}:glibc.malloc.tcache_count=0")]:
        server = Server(prefix=("env", "-u", "GLIBC_TUNABLES") if given is None else ("env", f"GLIBC_TUNABLES={given}"))
        try:
            # Reading its settings, the C library puts a zero after each.
            shown = pathlib.Path(f"/proc/{server.process.pid}/environ").read_bytes().replace(b"\0", b":")
            assert f"GLIBC_TUNABLES={expected}:".encode() in shown
        finally:
            server.close()


def test_a_crash_leaves_no_core(tmp_path):
    server = Server(prefix=("bash", "-c", f'ulimit -c unlimited; cd {tmp_path}; exec "$@"', "-"))
    try:
        Client(server).sign_up("crash")
        limits = pathlib.Path(f"/proc/{server.process.pid}/limits").read_text()
        assert re.search(r"Max core file size +0 +0", limits)
        server.process.send_signal(signal.SIGABRT)
        status = server.process.wait(300)
        server.is_stopped = True
        assert status == -signal.SIGABRT
        assert list(tmp_path.iterdir()) == [] and not list(server.folder.rglob("core*"))
        assert "crash" not in server.log.read_text().replace("crashed", "")
    finally:
        server.close()


@pytest.mark.skipif(os.getuid() != 0, reason="skipped: becoming another user takes root")
def test_nobody_of_the_same_user_may_look_into_the_process(tmp_path):
    become = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    folder = tmp_path / "data"
    tmp_path.chmod(0o777)
    for parent in list(tmp_path.parents)[:3]:
        parent.chmod(0o755)
    server = Server("--data", str(folder), prefix=become)
    try:
        done = subprocess.run(
            [*become, "head", "-c1", f"/proc/{server.process.pid}/maps"], capture_output=True, timeout=300, check=False)
        assert done.returncode != 0 and done.stdout == b""
    finally:
        server.close()
