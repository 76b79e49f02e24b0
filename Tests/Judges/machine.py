"""A machine as docs/operating.md sets it up, in a folder: its programs, units and settings, and a user that isn't root.

The guide's commands are run as printed, but in another place: `/var/lib/vaccinapp` is that path in the folder.
"""

import getpass
import os
import pathlib
import pwd
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading

from operating import BINARY, ROOT, free_port, make_certificate

# Who has a right to files that tests make as root.
SERVICE_USER = "nobody" if os.geteuid() == 0 else getpass.getuser()
PROGRAMS = ["vaccinapp", "vaccinapp-reader", "vaccinapp-reader-heic", "vaccinapp-reader-pdf", "vaccinapp-reader-text"]


class Machine:
    """`database` is the address of a PostgreSQL that holds the accounts, as in several servers' settings."""

    def __init__(self, database: str | None = None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="vaccinapp-machine-"))
        self.root.chmod(0o755)
        self.user = pwd.getpwnam(SERVICE_USER)
        self.port, self.trial_port, self.metrics_port = free_port(), free_port(), free_port()
        self.database = database
        self.running: dict[str, subprocess.Popen] = {}
        for folder in ["opt", "usr/local/bin", "etc/systemd/system", "etc/nginx/sites-available",
                       "etc/nginx/sites-enabled", "var/lib"]:
            (self.root / folder).mkdir(parents=True)
        # As a release build leaves it: beside the programs are folders of the same names.
        release = self.root / "release"
        release.mkdir()
        self.link_programs(release)
        for program in PROGRAMS:
            (release / f"{program}.product").mkdir()

    def here(self, text: str) -> str:
        """The same words, with this machine's paths, ports and user."""
        text = re.sub(r"(?<![\w.}])/(opt|etc|usr/local|var/lib)/(?!postgresql)", rf"{self.root}/\1/", text)
        text = text.replace(".build/release/", f"{self.root}/release/")
        text = text.replace("-o vaccinapp -g vaccinapp", f"-o {self.user.pw_uid} -g {self.user.pw_gid}")
        text = re.sub(r"\bchown( -R)? vaccinapp:vaccinapp ", rf"chown\1 {self.user.pw_uid}:{self.user.pw_gid} ", text)
        text = text.replace(":8080/", f":{self.port}/").replace("--port 8081", f"--port {self.trial_port}")
        return text

    def path(self, text: str) -> pathlib.Path:
        return pathlib.Path(self.here(text))

    def set_owner(self, path: pathlib.Path) -> None:
        os.chown(path, self.user.pw_uid, self.user.pw_gid)

    @property
    def environment(self) -> dict[str, str]:
        """Root's, with nothing of the tests' own settings."""
        return {"PATH": f"{self.root}/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}

    def run(self, command: str, given: bytes | None = None) -> subprocess.CompletedProcess:
        """Runs a line of the guide."""
        return subprocess.run(
            ["bash", "-c", self.here(command)], input=given, capture_output=True, timeout=300, check=False, cwd=ROOT,
            env=self.environment)

    # MARK: What the guide's lines bring about that can't be run on the tests' machine

    def put_programs(self) -> None:
        """Instead of a release build's copy: links to the build that is tested."""
        self.link_programs(self.path("/opt/vaccinapp"))

    @staticmethod
    def link_programs(target: pathlib.Path) -> None:
        build = pathlib.Path(BINARY).resolve().parent
        for program in PROGRAMS:
            (target / program).symlink_to(build / program)

    def settle(self) -> None:
        """Has the wrapper and the settings say what is this machine's own."""
        self.settle_wrapper()
        settings = self.path("/etc/vaccinapp.env")
        text = self.here(settings.read_text()).replace("PORT=9464", f"PORT={self.metrics_port}")
        settings.write_text(f"{text}VACCINAPP_PORT={self.port}\nVACCINAPP_SIGN_UPS=1000\n")
        if self.database:
            self.set("VACCINAPP_DATABASE", self.database)

    def settle_wrapper(self) -> None:
        wrapper = self.path("/usr/local/bin/vaccinapp")
        text = wrapper.read_text()
        assert "user=vaccinapp\n" in text
        wrapper.write_text(self.here(text.replace("user=vaccinapp\n", f"user={SERVICE_USER}\n")))

    def set(self, name: str, value: str) -> None:
        """Writes one setting again."""
        settings = self.path("/etc/vaccinapp.env")
        lines = [line for line in settings.read_text().splitlines() if not line.startswith(f"{name}=")]
        settings.write_text("\n".join([*lines, f"{name}={value}"]) + "\n")

    def check_site(self) -> subprocess.CompletedProcess:
        """`nginx -t` with the project's site."""
        folder = self.root / "nginx"
        folder.mkdir(exist_ok=True)
        certificate, key = make_certificate(folder)
        text = self.path("/etc/nginx/sites-enabled/vaccinapp").read_text()
        text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), text)
        text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
        text = text.replace("/var/log/nginx/error.log", "stderr").replace("listen 443", f"listen {free_port()}")
        text = re.sub(r"listen \[::\]:.*;\n", "", text).replace("listen 80;", f"listen {free_port()};")
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\ngzip on;\n{text}}}\n")
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        return subprocess.run(
            [nginx, "-t", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"],
            capture_output=True, timeout=300, check=False)

    # MARK: systemd's part

    def systemctl(self, words: str) -> None:
        """What `systemctl` would do with the project's units."""
        verb, *units = [word for word in shlex.split(words) if not word.startswith("-")]
        for unit in [unit if "." in unit else f"{unit}.service" for unit in units]:
            if not unit.startswith("vaccinapp"):
                continue
            if verb in ("stop", "restart", "disable"):
                self.stop(unit)
            if verb in ("start", "restart", "enable") and unit.endswith(".service"):
                self.start(unit)

    def unit(self, name: str) -> dict[str, list[str]]:
        settings: dict[str, list[str]] = {}
        text = re.sub(r"\\\n\s*", "", self.path(f"/etc/systemd/system/{name}").read_text())
        for line in text.splitlines():
            if "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                settings.setdefault(key, []).append(value)
        return settings

    def start(self, name: str) -> None:
        unit = self.unit(name)
        assert unit["User"] == ["vaccinapp"]
        environment = {"PATH": "/usr/bin:/bin"}
        for file in unit["EnvironmentFile"]:
            for line in self.path(file).read_text().splitlines():
                if line and not line.startswith("#"):
                    environment.update([line.split("=", 1)])
        environment.update(value.split("=", 1) for value in unit.get("Environment", []))
        for folder in unit["StateDirectory"][0].split():
            path = self.path(f"/var/lib/{folder}")
            path.mkdir(mode=0o700, exist_ok=True)
            self.set_owner(path)
        commands = unit["ExecStart"] + unit.get("ExecStartPost", [])
        if unit.get("Type") == ["oneshot"]:
            for command in commands:
                done = self.as_user(self.command(command), environment)
                said = done.communicate(timeout=300)[0]
                assert done.returncode == 0, f"{name}: {said}"
        else:
            self.running[name] = self.as_user(self.command(commands[0]), environment)
            self.wait_until_ready(self.running[name])

    def command(self, line: str) -> list[str]:
        """A unit's line: `%%` is a `%` to systemd, `$$` a `$`, prefixes say how failures count."""
        return shlex.split(self.here(line.lstrip("-+!").replace("%%", "%").replace("$$", "$")))

    def as_user(self, command: list[str], environment: dict[str, str]) -> subprocess.Popen:
        options = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        return subprocess.Popen(
            command, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, **options)

    @staticmethod
    def wait_until_ready(process: subprocess.Popen) -> str:
        """Reads what a server says until it is ready, then lets it talk."""
        said = ""
        late = threading.Timer(300, process.kill)
        late.start()
        for line in process.stdout:
            said += line
            if "ready: http" in line:
                late.cancel()
                threading.Thread(target=process.stdout.read, daemon=True).start()
                return said
        late.cancel()
        raise AssertionError(f"the server ended, or wasn't ready in a minute: {said}")

    def stop(self, name: str) -> None:
        process = self.running.pop(name, None)
        if process:
            process.send_signal(signal.SIGTERM)
            assert process.wait(300) == 0

    def close(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()
        shutil.rmtree(self.root, ignore_errors=True)


def new_name() -> str:
    return "guide_" + secrets.token_hex(4)
