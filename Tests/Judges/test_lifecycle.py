"""How a server starts, says so, and ends: settings, systemd's notices, signals, what it keeps in memory."""

import contextlib
import http.client
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import pytest

from nights import nightly
from operating import BINARY, ROOT, Client, Server, free_port, has_read, surroundings, until, vaccinapp


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    """A server that is expected to end by itself."""
    return subprocess.run(
        [BINARY, "serve", *map(str, arguments)], env=surroundings(**environment), capture_output=True, text=True,
        timeout=300, check=False)


def resident(server: Server) -> int:
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", text)[1]) * 1024


# Settings


def test_a_mistyped_variable_is_refused_before_anything_is_made(tmp_path):
    done = serve("--data", tmp_path / "data", "--port", "0", VACCINAPP_SIGNUP="closed")
    assert done.returncode not in (0, -4, -5, -6, -11)
    assert "VACCINAPP_SIGNUP; the nearest is VACCINAPP_SIGN_UP." in done.stderr
    assert not (tmp_path / "data").exists()


def test_check_prints_the_settings_and_what_is_odd_and_touches_nothing(tmp_path):
    data = tmp_path / "data"
    done = serve("--check", "--data", data, "--port", "0", "--host", "0.0.0.0", VACCINAPP_USERS="50")
    assert done.returncode == 0, done.stderr
    assert f"data = {data}  [--data]" in done.stdout and "users = 50  [VACCINAPP_USERS]" in done.stdout
    assert re.search(r"^odd: .*plain text", done.stdout, re.M)
    wrong = serve("--check", "--data", data, "--expect-data", "yes")
    assert wrong.returncode == 1 and re.search(r"^wrong: .*holds no accounts, and --expect-data", wrong.stdout, re.M)
    for arguments, variables in [(("--port", "x"), {}), ((), {"VACCINAPP_PROT": "80"})]:
        wrong = serve("--check", "--data", data, *arguments, **variables)
        assert wrong.returncode == 1 and wrong.stdout.startswith("wrong: "), wrong
    secret = serve("--check", "--data", data, "--port", "0", VACCINAPP_DATABASE="postgres://v:geheim@db.example/v")
    assert secret.returncode == 0 and "odd: A server would wait: the database can't be reached" in secret.stdout, secret
    assert "geheim" not in secret.stdout + secret.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [(("--pace", "30"), {}), ((), {"VACCINAPP_PACE": "30"})])
def test_no_option_and_no_variable_gives_a_server_a_pace(tmp_path, given):
    arguments, variables = given
    done = serve("--data", tmp_path / "data", "--port", "0", *arguments, **variables)
    assert done.returncode not in (0, -4, -5, -6, -11) and "pace" in done.stderr.lower()
    assert not (tmp_path / "data").exists()


def check(*arguments: str, prefix: tuple = (), **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [*prefix, BINARY, "serve", "--check", *map(str, arguments)], env=surroundings(**environment),
        capture_output=True, text=True, timeout=300, check=False)


def told(done: subprocess.CompletedProcess, kind: str = "wrong") -> list[str]:
    return [line.removeprefix(f"{kind}: ") for line in done.stdout.splitlines() if line.startswith(f"{kind}: ")]


def everything(folder: pathlib.Path) -> dict:
    return {path: (path.lstat().st_mode, path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
            for path in [folder, *folder.rglob("*")]}


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A data folder with an account, of a server that has ended."""
    folder = tmp_path_factory.mktemp("filled") / "data"
    server = Server("--data", str(folder))
    try:
        Client(server).sign_up("maria")
        server.stop()
        yield folder
    finally:
        server.close()


def of_another_program(data: pathlib.Path) -> None:
    shutil.rmtree(data)
    data.mkdir()
    (data / "letter.txt").write_text("Dear Maria")


def of_a_newer_release(data: pathlib.Path) -> None:
    with contextlib.closing(sqlite3.connect(data / "accounts.sqlite")) as accounts:
        accounts.execute("INSERT INTO schemaStep (number) VALUES (1000)")
        accounts.commit()


def of_another_program_s_accounts(data: pathlib.Path) -> None:
    (data / "accounts.sqlite").unlink()
    with contextlib.closing(sqlite3.connect(data / "accounts.sqlite")) as accounts:
        accounts.execute("CREATE TABLE ledger (number)")
        accounts.commit()


@pytest.mark.parametrize("folder", ["/", nightly("/etc"), nightly("/var")])
def test_a_folder_of_the_system_is_no_data_folder(folder):
    before = os.stat(folder).st_mtime_ns
    # Root may write there, another user may not: neither gets the advice to take the folder over.
    for prefix in [(), ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")][:2 if os.getuid() == 0 else 1]:
        reasons = told(check("--data", folder, prefix=prefix))
        assert [f"{folder} is no data folder: it holds" in reason for reason in reasons].count(True) == 1, reasons
        assert not any("chown" in reason for reason in reasons)
    assert os.stat(folder).st_mtime_ns == before


@pytest.mark.parametrize("command", ["serve --check", "check", "backup /nonexistent/x", "catalogue versions"])
def test_an_empty_setting_that_names_a_folder_is_refused(command):
    done = subprocess.run([BINARY, *command.split()], env=surroundings(VACCINAPP_DATA=""), cwd=ROOT,
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode != 0 and "VACCINAPP_DATA is empty" in done.stdout + done.stderr, done


def test_a_reader_that_goes_ends_no_server(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    port = free_port()
    process = subprocess.Popen([BINARY, "serve", "--data", tmp_path / "data", "--port", str(port)], cwd=ROOT,
                               env=surroundings(), stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    try:
        # Between two answers it has said that it is ready, or has ended by that.
        for _ in range(2):
            end = time.monotonic() + 300
            while not answers(port):
                assert process.poll() is None and time.monotonic() < end
                time.sleep(0.05)
    finally:
        process.terminate()
        _, said = process.communicate(timeout=300)
    assert process.returncode == 0 and "Fatal" not in said, said


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False


@pytest.mark.parametrize(("harm", "words"), [
    (of_another_program, "is no data folder: it holds letter.txt, which is nothing of ours, and no accounts"),
    (of_a_newer_release, "newer release: install that one again"),
    nightly(of_another_program_s_accounts, "none that a release made: see that the path"),
    (lambda data: (data / "names.key").unlink(), "names.key is missing in .*: put in the copy"),
    (lambda data: (data / "names.key").write_bytes(bytes(32)), "names.key is not the one of these accounts.*: put in"),
    nightly(lambda data: (data / "names.key").write_bytes(bytes(31)), "names.key is damaged, since a key has 32 bytes.*: put in"),
    (lambda data: shutil.rmtree(data / "vaults"), "holds none of their vaults: put it back, or restore"),
    nightly(lambda data: (data / "accounts.sqlite").write_bytes(b""), "accounts.sqlite is missing or empty"),
    (lambda data: (data / "accounts.sqlite").write_bytes(b"x" * 9000), "accounts.sqlite is damaged: keep a copy"),
])
def test_check_says_what_serve_would_refuse_and_touches_nothing(filled, tmp_path, harm, words):
    data = tmp_path / "data"
    shutil.copytree(filled, data)
    assert told(check("--data", data)) == []
    harm(data)
    before = everything(data)
    checked = check("--data", data)
    assert everything(data) == before
    refused = serve("--data", data, "--port", "0")
    [reason] = told(checked)
    assert checked.returncode == 1 and refused.returncode == 1 and refused.stderr == f"vaccinapp: {reason}\n", refused
    assert re.search(words, reason)


def test_a_server_writes_to_no_backup(filled, tmp_path):
    for name in "copy", "copy.tar":
        assert vaccinapp("backup", tmp_path / name, "--data", filled).returncode == 0
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", tmp_path / "copy.tar", "-C", tmp_path / "unpacked"], check=True)
    for folder in tmp_path / "copy", tmp_path / "unpacked":
        before = everything(folder)
        [reason] = told(check("--data", folder, "--port", "0"))
        assert reason.startswith(f"{folder} is a backup, which stays as it is: make a data folder of it"), reason
        refused = serve("--data", folder, "--port", "0")
        assert refused.returncode == 1 and refused.stderr == f"vaccinapp: {reason}\n", refused
        assert everything(folder) == before
    for name in "copy", "copy.tar":
        data = tmp_path / f"of-{name}"
        assert vaccinapp("restore", tmp_path / name, "--data", data).returncode == 0
        assert told(check("--data", data, "--port", "0")) == []
        assert not (data / "backup.txt").exists()


def test_fewer_users_than_there_are_is_told(filled, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(filled, data)
    assert not any("--users" in line for line in told(check("--data", data, "--port", "0", "--users", "1"), "odd"))
    server = Server("--data", str(data))
    try:
        Client(server).sign_up("nora-few")
        server.stop()
    finally:
        server.close()
    words = "--users 1 is less than the 2 accounts that there are: they all stay, and nobody else can sign up."
    assert words in told(check("--data", data, "--port", "0", "--users", "1"), "odd")
    server = Server("--data", str(data), "--users", "1")
    try:
        assert f"Warning: {words}" in server.log.read_text()
    finally:
        server.close()


@pytest.mark.skipif(os.getuid() != 0, reason="another user takes root")
def test_check_says_what_another_user_may_not(filled, tmp_path):
    user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    for path in tmp_path, *list(tmp_path.parents)[:-2]:
        path.chmod(path.stat().st_mode | 0o555)
    data = tmp_path / "data"
    shutil.copytree(filled, data)
    shut = check("--data", data, prefix=user)
    assert "can't be read and written by user nobody (Permission denied)" in told(shut)[0]
    listed = subprocess.run(
        [*user, BINARY, "account", "list", "--data", data], env=surroundings(), capture_output=True, text=True)
    assert "can't be read: see that it is there and that user nobody may read it" in listed.stderr, listed
    data.chmod(0o777)
    assert "open to others" in told(check("--data", data, prefix=user))[0]
    data.chmod(0o700)
    (data / "names.key").chmod(0o644)
    assert any("names.key: chmod 0600" in line for line in told(check("--data", data), "odd"))
    (data / "names.key").chmod(0o600)
    # What root has made in the user's own folder.
    os.chown(data, 65534, 65534)
    for name in "lock", "accounts.sqlite", "names.key", "vaults":
        assert f"{data}/{name} can't be read and written by user nobody" in told(check("--data", data, prefix=user))[0]
        os.chown(data / name, 65534, 65534)
    assert any("is another user's" in line for line in told(check("--data", data), "odd"))
    absent = check("--data", tmp_path / "none" / "data")
    assert "can't be made (No such file or directory): see that the folder above" in told(absent)[0]


def test_check_looks_at_ports_and_at_what_runs_on_the_folder(filled, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert told(check("--data", tmp_path / "data", "--port", port)) == [
            f"Something else listens on 127.0.0.1:{port}. End it, or choose another port with --port."]
        other = told(check("--data", tmp_path / "data", "--metrics-port", port, "--port", "0"))
        assert other[0].startswith(f"Metrics can't be served on 127.0.0.1:{port}")
    assert told(check("--data", tmp_path / "data", "--port", "9464", "--metrics-port", "9464")) == [
        "--port and --metrics-port are both 9464. Choose another one for the metrics."]
    assert "no address of this machine" in told(check("--data", tmp_path / "data", "--host", "192.0.2.1"))[0]
    odd = told(check("--data", tmp_path / "data", "--port", "0", "--session-length", "7"), "odd")
    assert any("--session-idle is longer than --session-length" in line for line in odd)
    odd = told(check("--data", tmp_path / "data", "--port", "0", "--public-origin", "http://pass.example.org",
                     VACINAPP_PORT="80", VACCINAPPPORT="80", PATH="/bin"), "odd")
    assert sum("counts for nothing; the nearest setting is VACCINAPP_PORT" in line for line in odd) == 2
    assert any("an address without TLS" in line for line in odd)
    named = told(check("--data", tmp_path / "data", "--port", "0", "--trusted-proxy", "localhost"))
    assert named[0].startswith("--trusted-proxy takes addresses and networks") and "'localhost' is neither" in named[0]
    assert "no address of this machine" in told(check("--data", tmp_path / "data", "--host", "pass.invalid"))[0]
    server = Server()
    try:
        done = check("--data", server.data, "--port", server.port)
        assert done.returncode == 0 and any("uses this data directory now" in line for line in told(done, "odd")), done
        Client(server).sign_up("paula")
    finally:
        server.close()


@pytest.mark.parametrize("command", [
    ("backup", "copy"), ("restore", "copy"), ("check",), ("account", "list"), ("admin", "list"), ("invite",),
    ("close", "--undo"), ("trust", "list"), ("catalogue", "versions"), ("passwords", "import", "-"),
    ("stiko-watch", "-"), ("decode",),
])
def test_every_command_refuses_a_mistyped_variable(tmp_path, command):
    done = subprocess.run(
        [BINARY, *command], env=surroundings(VACCINAPP_DATABSE="postgres://v@localhost/v"), cwd=tmp_path, text=True,
        capture_output=True, timeout=300, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode not in (0, -4, -5, -6, -11)
    assert "VACCINAPP_DATABSE; the nearest is VACCINAPP_DATABASE." in done.stderr, done
    assert list(tmp_path.iterdir()) == []


def test_a_catalogue_that_is_refused_is_told_at_once():
    server = Server("--log-level", "warning")
    try:
        server.stop()
        release = server.data / "catalogue" / "releases" / "broken"
        release.mkdir(parents=True)
        (server.data / "catalogue" / "current").write_text("broken\n")
        server.start()
        answer = Client(server).get("/health/ready")
        assert answer.status == 200
        assert answer.body == "ready, but degraded: the catalogue that was put in use is refused\n"
        assert "refused; the shipped one counts" in server.log.read_text()
    finally:
        server.close()


def test_files_beside_the_program_may_be_links_and_what_is_wrong_with_them_is_said(tmp_path):
    resources = tmp_path / "resources"
    resources.mkdir()
    for name in "Templates", "Localization", "Public", "Catalogue":
        (resources / name).symlink_to(ROOT / name)
    arguments = ("--data", tmp_path / "data", "--port", "0", "--resources", resources)
    assert told(check(*arguments)) == []
    (resources / "Public").unlink()
    (resources / "Public").write_text("")
    [reason] = told(check(*arguments))
    assert reason.startswith(f"The folder {resources}/Public can't be read")
    assert reason in serve(*arguments).stderr


# Ends


@pytest.mark.parametrize("is_abstract", [False, nightly(True)])
def test_systemd_is_told_when_it_is_ready_and_when_it_ends(tmp_path, is_abstract):
    name = f"@vaccinapp-{free_port()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(name.replace("@", "\0"))
        notices.settimeout(300)
        server = Server(environment={"NOTIFY_SOCKET": name})
        try:
            assert "READY=1" in notices.recv(1000).decode().splitlines()
            assert Client(server).get("/health/ready").status == 200
            assert server.stop() == 0
            told = notices.recv(1000).decode().splitlines()
            assert told[0] == "STOPPING=1" and re.fullmatch(r"EXTEND_TIMEOUT_USEC=\d{8,}", told[1])
        finally:
            server.close()


def test_the_log_says_that_it_ended_why_and_after_how_much():
    server = Server()
    try:
        client = Client(server)
        for _ in range(3):
            client.get("/login")
        assert server.stop() == 0
        [line] = [line for line in server.log.read_text().splitlines() if re.search(r"\bended\b", line)]
        assert "by=SIGTERM" in line and "requests=3" in line and re.search(r"seconds=\d+", line)
    finally:
        server.close()


def test_it_goes_on_for_a_while_and_a_second_signal_ends_it():
    server = Server("--stop-delay", "600")
    try:
        client = Client(server)
        assert client.get("/health/ready").status == 200
        server.process.send_signal(signal.SIGTERM)
        server.is_stopped = True
        end = time.monotonic() + 300
        while (answer := client.get("/health/ready")).status == 200:
            assert time.monotonic() < end
        assert answer.body == "not ready: the server is ending\n"
        assert client.get("/health/live").status == 200 and client.get("/login").status == 200
        # It would go on for ten minutes.
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(300) == 0
    finally:
        server.close()


def test_what_is_half_sent_does_not_hold_its_end_up():
    server = Server()
    try:
        client = Client(server).sign_up("half-sent")
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        with socket.create_connection(("127.0.0.1", server.port), timeout=300) as connection:
            connection.sendall(
                f"POST /certificates/new HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookies}\r\n"
                "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n\r\n"
                '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'.encode()
                + bytes(500_000))
            until(lambda: has_read(server), pause=0.001)
            assert server.stop() == 0
            # Whoever is waited for to the end of their time is cut off without an answer.
            assert connection.recv(12) == b"HTTP/1.1 503"
    finally:
        server.close()


def test_what_is_being_answered_is_answered_to_its_end():
    server = Server()
    try:
        client = Client(server).sign_up("answered")
        fields = urllib.parse.urlencode({"form-token": client.token("/settings/recovery-code"), "password": "wrong"})
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
        connection.request("POST", "/settings/recovery-code", fields, {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())})
        until(lambda: has_read(server), pause=0.001)
        assert server.stop() == 0
        # Which takes longer than ending does: a password is compared.
        assert connection.getresponse().status == 422
    finally:
        server.close()


# Memory


def test_requests_leave_nothing_in_memory():
    server = Server("--log-level", "error")

    def ask(count: int) -> None:
        # Many in a row before the first answer: what is asked is the server, and not Python.
        row, request = 100, b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=300) as connection:
            for _ in range(count // row):
                connection.sendall(request * row)
                said = b""
                while said.count(b"\r\n\r\nlive\n") < row:
                    assert (more := connection.recv(1 << 16)), said[-500:]
                    said += more

    try:
        ask(2_000)
        before = resident(server)
        begin = time.monotonic()
        threads = [threading.Thread(target=ask, args=(5_000,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - begin
        grown = resident(server) - before
        # A sleep of 30 s for each would be 16 MB here, unless it took so long that the first were over.
        assert grown < 6 << 20, f"{grown} bytes for 20,000 requests in {seconds:.0f} s"
    finally:
        server.close()
