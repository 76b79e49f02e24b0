"""A disk that is full, turns read-only or is taken away under a running server: told, survived, nothing lost."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from operating import BINARY, Client, Server, await_ready, free_port, scrape_gauge, sign_in, surroundings, until
from words import says

IN_NAMESPACE = ("unshare", "-m", "--propagation", "private")
PERMITTED = os.getuid() == 0 and subprocess.run([*IN_NAMESPACE, "true"], capture_output=True, check=False).returncode == 0

pytestmark = pytest.mark.skipif(not PERMITTED, reason="skipped: mounting a small disk takes root and a mount namespace")


class SmallDisk(Server):
    """A server whose data folder is a disk of its own, which only it sees."""

    def __init__(self, size: str, *options: str, user: str | None = None, pace: int = 1):
        owner = f",uid={user},gid={user}" if user else ""
        become = f"setpriv --reuid={user} --regid={user} --clear-groups" if user else ""
        script = f'mkdir "$0" && mount -t tmpfs -o size={size},mode=0700{owner} none "$0" && exec {become} "$@"'
        self.mount = ("bash", "-c", script)
        super().__init__(*options, prefix=(), pace=pace)

    def start(self, port: int = 0) -> None:
        self.prefix = (*IN_NAMESPACE, *self.mount, str(self.data))
        self.folder.chmod(0o755)
        self.temporary.chmod(0o777)
        super().start(port)

    @property
    def disk(self) -> pathlib.Path:
        """The data folder as the server sees it."""
        return pathlib.Path(f"/proc/{self.process.pid}/root{self.data}")

    def inside(self, *command: str) -> None:
        subprocess.run(["nsenter", "-m", "-t", str(self.process.pid), *command], check=True, timeout=300)

    def fill(self) -> None:
        with (self.disk / "filler").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass


def refused(answer) -> bool:
    """Our own page, which says in words that nothing was saved and why."""
    return answer.status in (503, 507) and says(answer.body, "problem.storage.text")


def test_a_full_disk_is_told_reads_go_on_and_space_heals():
    server = SmallDisk("3m")
    try:
        client = Client(server).sign_up("full-disk")
        page = client.add_pass("Before")
        server.fill()
        token = client.token("/passes/new")
        answers = [client.post_raw(
            "/passes/new", f"form-token={token}&name=Lost{number}&kind=person&sex=female&birthdate-day=1"
            "&birthdate-month=2&birthdate-year=1990".encode()) for number in range(3)]
        # The place of the blob before the last is there already, so one more commit may find room; its books find none.
        kept = [number for number, answer in enumerate(answers) if answer.status == 303]
        lost = [number for number, answer in enumerate(answers) if refused(answer)]
        assert len(kept) <= 1 and len(kept) + len(lost) == 3, [answer.status for answer in answers]

        def agrees(body: str) -> bool:
            return (all(f"Lost{number}" in body for number in kept)
                    and not any(f"Lost{number}" in body for number in lost))

        # What the user sees is what the disk has.
        listed = client.get("/passes")
        assert listed.status == 200 and "Before" in listed.body and agrees(listed.body)
        assert client.get(page).status == 200
        stranger = Client(server)
        answer = stranger.post("/register", {
            "username": "late", "password": "wombats juggle nine teapots", "consent": "yes"})
        assert refused(answer), answer.status
        # Whoever looks into the log at night sees why.
        assert "cause=storageFull" in server.log.read_text()
        (server.disk / "filler").unlink()
        client.add_pass("After")
        assert stranger.sign_up("late")
        # Without what was refused, with all that was acknowledged, after a kill too.
        copy = server.folder / "copy"
        shutil.copytree(server.disk, copy)
        server.process.kill()
        server.process.wait()
        server.is_stopped = True
        again = Server()
        try:
            again.stop()
            shutil.rmtree(again.data)
            shutil.copytree(copy, again.data)
            again.start()
            body = sign_in(again, "full-disk").get("/passes").body
            assert "Before" in body and "After" in body and agrees(body)
        finally:
            again.close()
    finally:
        server.close()


def not_ready(client: Client) -> str:
    """What /health/ready says once it has noticed; it looks every few seconds."""
    until(lambda: client.get("/health/ready").status == 503)
    return client.get("/health/ready").body


def test_readiness_and_the_gauge_say_what_a_disk_is_like():
    port = free_port()
    server = SmallDisk("3m", "--metrics-port", str(port), pace=10)
    try:
        client = Client(server)
        assert client.get("/health/ready").body == "ready\n"
        assert scrape_gauge(port, "vaccinapp_storage_writable") == 1
        server.fill()
        # A few KB are as good as nothing.
        with (server.disk / "filler").open("rb+") as file:
            file.truncate((server.disk / "filler").stat().st_size - 65_536)
        assert not_ready(client) == "not ready: the data folder is full\n"
        assert scrape_gauge(port, "vaccinapp_storage_writable") == 0
        assert client.get("/health/live").status == 200
        (server.disk / "filler").unlink()
        await_ready(client)
        server.inside("mount", "--bind", str(server.data / "vaults"), str(server.data / "vaults"))
        server.inside("mount", "-o", "remount,bind,ro", str(server.data / "vaults"))
        assert "can't be written" in not_ready(client)
        server.inside("umount", str(server.data / "vaults"))
        await_ready(client)
        server.inside("mount", "-t", "tmpfs", "none", str(server.data))
        assert "gone, or another one lies in its place" in not_ready(client)
        server.inside("umount", str(server.data))
        await_ready(client)
        assert list(server.disk.rglob(".probe*")) == []
    finally:
        server.close()


@contextlib.contextmanager
def traced(server: Server, *options):
    """Follows every thread of a server."""
    process = server.process.pid
    tracer = subprocess.Popen(["strace", "-f", "-qq", *map(str, options), "-p", str(process)])
    try:
        until(lambda: all("TracerPid:\t0\n" not in status.read_text()
                          for status in pathlib.Path(f"/proc/{process}/task").glob("*/status")))
        yield
    finally:
        tracer.terminate()
        tracer.wait(300)


@pytest.mark.skipif(not shutil.which("strace"), reason="skipped: strace isn't installed")
def test_a_disk_that_fails_is_not_called_damage():
    server = Server()
    try:
        client = Client(server).sign_up("failing")
        page = client.add_pass("Before")
        server.restart()
        accounts = server.data / "accounts.sqlite"
        with traced(server, "-o", "/dev/null", "-P", accounts, "-P", f"{accounts}-wal", "-e", "trace=pread64,read",
                    "-e", "inject=pread64,read:error=EIO"):
            answer = client.get(page)
            assert answer.status == 503 and not says(answer.body, "problem.storage.title"), answer.status
            line = next(line for line in server.log.read_text().splitlines() if "status=503" in line)
            assert "cause=storageFailed" in line and "errno 5" in line or "SQLite result" in line, line
            assert "vaultDamaged" not in server.log.read_text()
        assert client.get(page).status == 200
    finally:
        server.close()


def test_who_signs_out_on_a_full_disk_has_left():
    server = SmallDisk("3m")
    try:
        client = Client(server).sign_up("leaving")
        client.add_pass("Before")
        server.fill()
        answer = client.post("/logout", {}, page="/passes")
        assert answer.status == 503 and says(answer.body, "problem.signed-out-here.title"), answer.status
        assert says(answer.body, "problem.signed-out-here.text") and "session" not in client.cookies
        assert client.get("/passes").location == "/login"
        line = next(line for line in server.log.read_text().splitlines() if "problem=signedOutHere" in line)
        assert "cause=storageFull" in line and 'reason="' in line and "leaving" not in line
        (server.disk / "filler").unlink()
        client = sign_in(server, "leaving")
        assert client.post("/logout", {}, page="/passes").status == 303
    finally:
        server.close()


def test_a_disk_that_turns_read_only_is_told_and_heals():
    server = SmallDisk("8m")
    try:
        client = Client(server).sign_up("read-only")
        page = client.add_pass("Before")
        # A handle that is open for writing keeps a disk from turning read-only, but not from being mounted so on top.
        server.inside("mount", "--bind", str(server.data / "vaults"), str(server.data / "vaults"))
        server.inside("mount", "-o", "remount,bind,ro", str(server.data / "vaults"))
        answer = client.post("/passes/new", client.pass_fields("Lost"))
        assert refused(answer), answer.status
        assert client.get(page).status == 200 and "Lost" not in client.get("/passes").body
        server.inside("umount", str(server.data / "vaults"))
        client.add_pass("After")
        assert "After" in client.get("/passes").body
    finally:
        server.close()


def test_a_folder_without_permission_is_told_and_heals():
    server = SmallDisk("8m", user="65534")
    try:
        client = Client(server).sign_up("forbidden")
        page = client.add_pass("Before")
        blobs = list((server.disk / "vaults").iterdir())
        (server.disk / "vaults").chmod(0o500)
        for blob in blobs:
            blob.chmod(0o400)
        answer = client.post("/passes/new", client.pass_fields("Lost"))
        assert refused(answer), answer.status
        assert client.get(page).status == 200 and "Lost" not in client.get("/passes").body
        (server.disk / "vaults").chmod(0o700)
        for blob in blobs:
            blob.chmod(0o600)
        client.add_pass("After")
    finally:
        server.close()


def test_no_server_starts_where_it_can_t_write(tmp_path):
    folder = tmp_path / "data"
    script = 'mkdir "$0" && mount -t tmpfs -o ro none "$0" && exec "$@"'
    done = subprocess.run(
        [*IN_NAMESPACE, "bash", "-c", script, folder, BINARY, "serve", "--data", folder, "--port", "0"],
        env=surroundings(), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode not in (0, -6, 134) and "data directory" in done.stderr, done


@pytest.mark.skipif(not shutil.which("strace"), reason="skipped: strace isn't installed")
def test_what_is_confirmed_was_handed_to_the_disk_first(tmp_path):
    trace = tmp_path / "trace"
    server = Server()
    try:
        with traced(server, "-y", "-s", "32", "-o", trace, "-e", "trace=write,writev,pwrite64,pwritev,sendmsg,fsync,fdatasync"):
            # A new vault, which takes its place by its name, and the next one in the place of the one before.
            client = Client(server).sign_up("handed-over")
            client.add_pass("First")
            client.add_pass("Second")
        written, waiting, confirmed = set(), set(), 0
        for call, path, rest in re.findall(r"^\d+ +(\w+)\(\d+<([^>]*)>(.*)", trace.read_text(), re.M):
            if "sync" in call:
                waiting.discard(path)
            elif path.startswith(f"{server.data}/vaults/"):
                written.add(path)
                waiting.add(path)
            elif '"HTTP/1.1 303' in rest:
                assert not waiting, waiting
                confirmed += 1
        assert len(written) >= 2 and confirmed >= 3, (written, confirmed)
    finally:
        server.close()
