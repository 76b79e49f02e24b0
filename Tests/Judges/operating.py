"""What the tests of the server's operation share: the program, a running server, somebody with an account."""

import contextlib
import http.client
import itertools
import os
import pathlib
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Browser"))

from client import PASSWORD, Client  # noqa: E402, F401
from server import BINARY, ROOT, Server, surroundings  # noqa: E402, F401
from tls import make_certificate  # noqa: E402, F401


def vaccinapp(*arguments: str, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        env=surroundings(), **options)


def until(what, seconds=300, pause=0.1):
    """Waits until there is what is asked for, and gives it."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(pause)
    return found


def has_read(server: Server) -> bool:
    """Whether it has taken up all that was sent to it."""
    here = f"0100007F:{server.port:04X}"
    for row in map(str.split, pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]):
        unsent, unread = (int(size, 16) for size in row[4].split(":"))
        # A socket that listens counts who waits to be let in.
        if (row[1] == here and unread) or (row[2] == here and unsent):
            return False
    return True


def await_ready(client: Client) -> Client:
    """Waits until the server says that it is ready; gives the client."""
    until(lambda: client.get("/health/ready").status == 200)
    return client


def sign_in(server: Server, name: str) -> Client:
    client = Client(server)
    answer = client.post("/login", {"username": name, "password": PASSWORD})
    assert answer.status == 303, answer.body
    return client


# Ports below those that the kernel gives to whoever asks for any, so that none is taken between the choice and its use;
# each process of the tests has a range of its own.
PORTS = itertools.count(20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError


def scrape_gauge(port: int, name: str) -> float:
    """One number of a server's metrics."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("GET", "/metrics")
    for line in connection.getresponse().read().decode().splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    raise AssertionError(f"{name} is not measured")
