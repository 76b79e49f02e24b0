"""The server as its operator meets it: TLS, a proxy in front, one process a folder, an end that is clean."""

import http.client
import select
import socket
import ssl
import subprocess
import time

import pytest

from client import Client
from server import BINARY, Server, surroundings
from tls import make_certificate


def test_tls(tmp_path, open_page, sign_up, make_pass):
    certificate, key = make_certificate(tmp_path)
    server = Server("--tls-certificate", str(certificate), "--tls-key", str(key))
    try:
        assert server.url.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(certificate))
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=trusting, timeout=300)
        connection.request("GET", "/register")
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.headers["Strict-Transport-Security"]
        cookies = answer.headers.get_all("Set-Cookie")
        assert cookies and all(cookie.startswith("__Host-") and "; Secure" in cookie for cookie in cookies)
        connection.close()
        page = open_page(server=server, ignore_https_errors=True)
        sign_up(page)
        make_pass(page)
        assert "Erika Mustermann" in page.locator("main").inner_text()
        names = [cookie["name"] for cookie in page.context.cookies()]
        assert names and all(name.startswith("__Host-") for name in names)
        page.close()
        # Plain HTTP on the TLS port, and TLS older than 1.2, get no answer.
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        with pytest.deprecated_call():
            old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with pytest.raises(OSError), socket.create_connection(("127.0.0.1", server.port)) as plain:
            old.wrap_socket(plain)
    finally:
        server.close()


def test_a_proxy_that_is_trusted_and_one_that_is_not(server):
    trusting = Server("--trusted-proxy", "127.0.0.1")
    try:
        for one, prefix in ((trusting, "__Host-"), (server, "")):
            answer = Client(one).get("/register", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.7")
            [cookie] = answer.headers.get_all("Set-Cookie")
            assert cookie.startswith("__Host-") == bool(prefix)
            assert ("; Secure" in cookie) == bool(prefix)
    finally:
        trusting.close()


def test_one_process_a_folder(server):
    second = subprocess.run(
        [BINARY, "serve", "--data", str(server.data), "--port", "0"], env=server.environment,
        capture_output=True, text=True, timeout=300, check=False)
    assert second.returncode != 0
    assert second.stderr.startswith("vaccinapp: another process uses this data directory")
    assert Client(server).get("/health/ready").status == 200


@pytest.mark.parametrize("options", [
    ("--port", "99999"), ("--port", "x"), ("--trusted-proxy", "nonsense"), ("--tls-key", "/nowhere"),
    ("--tls-key", "/nowhere", "--tls-certificate", "/nowhere"), ("--nonsense", "1"),
])
def test_a_setting_that_is_wrong_is_named(tmp_path, options):
    done = subprocess.run(
        [BINARY, "serve", "--data", str(tmp_path / "data"), *options], env=surroundings(), capture_output=True,
        text=True, timeout=300, check=False)
    assert done.returncode not in (0, -4, -5, -6, -11)
    assert done.stderr.strip() and "Fatal error" not in done.stderr


def test_an_end_that_is_clean():
    server = Server()
    try:
        client = Client(server)
        assert client.get("/health/ready").status == 200
        with socket.create_connection(("127.0.0.1", server.port)) as idle:
            idle.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert idle.recv(100)
            assert server.stop() == 0
    finally:
        server.close()


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_two_hundred_slow_clients_leave_room_for_others(server):
    """One address has its share of connections; what is over it is closed, and others are answered meanwhile."""
    slow = []
    try:
        for _ in range(200):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=300)
            connection.sendall(b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\na")
            slow.append(connection)
        closed, end = set(), time.monotonic() + 300
        while len(closed) < 100:
            assert time.monotonic() < end, len(closed)
            closed |= {one for one in select.select([one for one in slow if one not in closed], [], [], 1)[0] if is_closed(one)}
    finally:
        for connection in slow:
            connection.close()
    assert Client(server).get("/health/live").status == 200
