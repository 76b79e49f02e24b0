"""What was typed is found in no file, log, backup or core, and not in memory once the vault is closed."""

import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from operating import PASSWORD, Client, Server, free_port, scrape_gauge, vaccinapp

NAMES = [f"Kanarienvogel-{number}-Quux" for number in range(40)]
TUNABLES = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"


class Typed:
    """A server with everything in it that a person would not want to be found."""

    def __init__(self):
        self.metrics = free_port()
        self.server = Server(
            "--vault-idle", "1", "--metrics-port", str(self.metrics), environment={"GLIBC_TUNABLES": TUNABLES})
        client = Client(self.server)
        answer = client.post("/register", {"username": "kanari-user", "password": PASSWORD, "consent": "yes"})
        page = client.get(answer.location).body
        self.code = re.search(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5,}", page)[0]
        assert client.post("/recovery-code", {"saved": "yes"}).status == 303
        self.cookies = list(client.cookies.values())
        for name in NAMES:
            path = client.add_pass(name, ("27", "3", "1987"))
            answer = client.post(f"{path}/vaccinations/new", client.dose_fields(batch=f"LOT{name[-8:]}", note=name))
            assert answer.status == 303
        client.get(path)

    @property
    def secrets(self) -> list[bytes]:
        typed = [*NAMES, "LOTl-0-Quux", "1987-03-27", "kanari-user", PASSWORD, self.code, self.code.replace("-", ""),
                 *self.cookies]
        return [text.encode() for text in typed] + [text.encode("utf-16-le") for text in typed]


@pytest.fixture(scope="module")
def typed():
    typed = Typed()
    yield typed
    typed.server.close()


def search(content: bytes, secrets: list[bytes], where: str) -> None:
    for secret in secrets:
        assert secret not in content, f"{secret!r} in {where}"


def test_no_file_log_or_backup_holds_any(typed, tmp_path):
    for name in ("copy", "copy.tar"):
        assert vaccinapp("backup", tmp_path / name, "--data", typed.server.data).returncode == 0
    files = typed.server.written() | {
        str(path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert any(name.endswith(".vault") for name in files) and "log.txt" in files
    for name, content in files.items():
        search(content, typed.secrets, name)
        search(name.encode(), typed.secrets, "a file's name")


def memory(process: int) -> bytes:
    """All that a process can read and write of its own memory."""
    parts = []
    with open(f"/proc/{process}/mem", "rb", buffering=0) as file:
        for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
            span, rights, *_ = line.split()
            start, end = (int(address, 16) for address in span.split("-"))
            if not rights.startswith("rw") or "[v" in line:
                continue
            try:
                file.seek(start)
                parts.append(file.read(end - start))
            except OSError:
                pass
    return b"\0".join(parts)


@pytest.mark.skipif(os.getuid() != 0, reason="skipped: a process that can't be dumped is read by root alone")
def test_a_closed_vault_leaves_next_to_nothing_in_memory(typed):
    process = typed.server.process.pid
    open_now = memory(process)
    # The test can fail: an open vault is in memory, and is found there.
    assert sum(name.encode() in open_now for name in NAMES) == len(NAMES)
    for _ in range(90):
        if scrape_gauge(typed.metrics, "vaccinapp_open_vaults") == 0:
            break
        time.sleep(0.5)
    assert scrape_gauge(typed.metrics, "vaccinapp_open_vaults") == 0
    closed = memory(process)
    names = [name for name in NAMES if name.encode() in closed]
    secrets = [secret for secret in (PASSWORD, typed.code, *typed.cookies) if secret.encode() in closed]
    # What a thread's stack or a connection's buffer still holds is the last that went through it.
    assert len(names) <= 2, f"{len(names)} of {len(NAMES)} names: {names}"
    assert len(secrets) <= 1, f"{len(secrets)} secrets"


def test_a_crash_leaves_no_core(tmp_path):
    server = Server(prefix=("bash", "-c", f'ulimit -c unlimited; cd {tmp_path}; exec "$@"', "-"))
    try:
        Client(server).sign_up("crash")
        limits = pathlib.Path(f"/proc/{server.process.pid}/limits").read_text()
        assert re.search(r"Max core file size +0 +0", limits)
        server.process.send_signal(signal.SIGABRT)
        status = server.process.wait(30)
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
    for parent in list(tmp_path.parents)[:2]:
        parent.chmod(0o755)
    server = Server("--data", str(folder), prefix=become)
    try:
        done = subprocess.run(
            [*become, "head", "-c1", f"/proc/{server.process.pid}/maps"], capture_output=True, timeout=20, check=False)
        assert done.returncode != 0 and done.stdout == b""
    finally:
        server.close()
