"""A PostgreSQL of the tests' own: a private cluster on a Unix socket, run by an ordinary user, as PostgreSQL wants it."""

import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = next(
    (folder for folder in [*sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
                           pathlib.Path("/usr/bin"), pathlib.Path("/usr/local/bin")]
     if (folder / "initdb").exists()), None)


class Cluster:
    """`password` is what a careless program would log."""

    password = "nie-im-Protokoll-" + secrets.token_hex(8)

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vaccinapp-pg-"))
        self.folder.chmod(0o777)
        (self.folder / "password").write_text(self.password)
        (self.folder / "password").chmod(0o644)
        self.run("initdb", "-D", self.data, "-U", "vaccinapp", "-A", "scram-sha-256", "--no-sync",
                 f"--pwfile={self.folder}/password")
        with (pathlib.Path(self.folder / "options")).open("w") as options:
            options.write(f"-c listen_addresses= -c unix_socket_directories={self.folder} -c log_statement=all")
        self.start()

    @property
    def data(self) -> str:
        return f"{self.folder}/data"

    @property
    def drop(self) -> list[str]:
        # As nobody, by a program that becomes the database: `runuser` would stay, and stop when that is stopped.
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] if os.geteuid() == 0 else []

    def run(self, program: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [*self.drop, str(PROGRAMS / program), *arguments], capture_output=True, text=True, timeout=300, cwd="/",
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PGPASSWORD": self.password}, check=False)
        assert done.returncode == 0 or not check, done.stderr
        return done

    def start(self) -> None:
        """Starts it as a child of this process: what it does while a test waits for it is seen then."""
        options = (self.folder / "options").read_text().split()
        with open(f"{self.data}/log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.drop, str(PROGRAMS / "postgres"), "-D", self.data, *options], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd="/")
        end = time.monotonic() + 300
        while self.run("pg_isready", "-h", str(self.folder), check=False).returncode != 0:
            assert self.process.poll() is None and time.monotonic() < end, self.log[-3000:].decode(errors="replace")
            time.sleep(0.02)

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "-w", "-D", self.data, "-m", "immediate")
        self.process.wait(300)

    def pause(self) -> list[int]:
        """Holds every process of the database, as a machine does that hangs; gives what to hand to `resume`."""
        leader = int(pathlib.Path(f"{self.data}/postmaster.pid").read_text().split()[0])
        children = pathlib.Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        processes = [leader, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        return processes

    @staticmethod
    def resume(processes: list[int]) -> None:
        for process in processes:
            os.kill(process, signal.SIGCONT)

    def sql(self, statement: str, database: str = "postgres") -> str:
        return self.run(
            "psql", "-h", str(self.folder), "-U", "vaccinapp", "-d", database, "-qAtc", statement).stdout

    def make(self, name: str) -> str:
        """A new database's address."""
        self.sql(f"CREATE DATABASE {name}")
        return f"postgres://vaccinapp:{self.password}@/{name}?host={self.folder}"

    def dump(self, name: str) -> bytes:
        return self.run("pg_dump", "-h", str(self.folder), "-U", "vaccinapp", "-d", name).stdout.encode()

    def load(self, name: str, dump: bytes) -> None:
        """Puts a dump back, as `psql -f` does."""
        file = self.folder / f"{name}.sql"
        file.write_bytes(dump)
        file.chmod(0o644)
        self.run("psql", "-h", str(self.folder), "-U", "vaccinapp", "-d", name, "-qX", "-v", "ON_ERROR_STOP=1",
                 "-f", str(file))

    @property
    def log(self) -> bytes:
        return pathlib.Path(f"{self.data}/log").read_bytes()

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
