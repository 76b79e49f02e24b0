"""How a server starts, says so, and ends: settings, systemd's notices, signals, what it keeps in memory."""

import http.client
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from operating import BINARY, Client, Server, free_port, surroundings, vaccinapp


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    """A server that is expected to end by itself."""
    return subprocess.run(
        [BINARY, "serve", *map(str, arguments)], env=surroundings(**environment), capture_output=True, text=True,
        timeout=60, check=False)


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
    done = serve("--check", "--data", data, "--host", "0.0.0.0", VACCINAPP_USERS="50")
    assert done.returncode == 0, done.stderr
    assert f"data = {data}  [--data]" in done.stdout and "users = 50  [VACCINAPP_USERS]" in done.stdout
    assert re.search(r"^odd: .*plain text", done.stdout, re.M)
    wrong = serve("--check", "--data", data, "--expect-data", "yes")
    assert wrong.returncode == 1 and re.search(r"^wrong: .*isn't there", wrong.stdout, re.M)
    for arguments, variables in [(("--port", "x"), {}), ((), {"VACCINAPP_PROT": "80"})]:
        wrong = serve("--check", "--data", data, *arguments, **variables)
        assert wrong.returncode == 1 and wrong.stdout.startswith("wrong: "), wrong
    secret = serve("--check", "--data", data, VACCINAPP_DATABASE="postgres://v:geheim@db.example/v")
    assert secret.returncode == 0 and "geheim" not in secret.stdout + secret.stderr
    assert list(tmp_path.iterdir()) == []


# Ends


@pytest.mark.parametrize("is_abstract", [False, True])
def test_systemd_is_told_when_it_is_ready_and_when_it_ends(tmp_path, is_abstract):
    name = f"@vaccinapp-{free_port()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(name.replace("@", "\0"))
        notices.settimeout(20)
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
        end = time.monotonic() + 20
        while (answer := client.get("/health/ready")).status == 200:
            assert time.monotonic() < end
        assert answer.body == "not ready: the server is ending\n"
        assert client.get("/health/live").status == 200 and client.get("/login").status == 200
        server.process.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        assert server.process.wait(20) == 0
        assert time.monotonic() - begin < 5
    finally:
        server.close()


def test_what_is_half_sent_does_not_hold_its_end_up():
    server = Server()
    try:
        client = Client(server).sign_up("half-sent")
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall(
                f"POST /certificates/new HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookies}\r\n"
                "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n\r\n"
                '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'.encode()
                + bytes(500_000))
            time.sleep(0.5)
            begin = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begin < 5
            assert connection.recv(12) == b"HTTP/1.1 503"
    finally:
        server.close()


def test_what_is_being_answered_is_answered_to_its_end():
    server = Server()
    try:
        client = Client(server).sign_up("answered")
        page = client.add_pass("Ada")
        answers = []
        thread = threading.Thread(
            target=lambda: answers.append(client.post("/settings/recovery-code", {"password": "wrong"})))
        client.get(page)
        thread.start()
        time.sleep(0.05)
        assert server.stop() == 0
        thread.join()
        assert answers[0].status in (200, 422), answers
    finally:
        server.close()


# Memory


def test_requests_leave_nothing_in_memory():
    server = Server("--log-level", "error")

    def ask(count: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        for _ in range(count):
            connection.request("GET", "/health/live")
            assert connection.getresponse().read() == b"live\n"
        connection.close()

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
