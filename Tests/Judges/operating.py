"""What the tests of the server's operation share: the program, a running server, somebody with an account."""

import http.client
import pathlib
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Browser"))

from client import PASSWORD, Client  # noqa: E402, F401
from server import BINARY, ROOT, Server, surroundings  # noqa: E402, F401
from tls import make_certificate  # noqa: E402, F401


def vaccinapp(*arguments: str, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env=surroundings(), **options)


def sign_in(server: Server, name: str) -> Client:
    client = Client(server)
    answer = client.post("/login", {"username": name, "password": PASSWORD})
    assert answer.status == 303, answer.body
    return client


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def scrape_gauge(port: int, name: str) -> float:
    """One number of a server's metrics."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/metrics")
    for line in connection.getresponse().read().decode().splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    raise AssertionError(f"{name} is not measured")
