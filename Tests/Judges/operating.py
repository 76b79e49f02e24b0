"""What the tests of the server's operation share: the program, a running server, somebody with an account."""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Browser"))

from client import PASSWORD, Client  # noqa: E402, F401
from server import BINARY, ROOT, Server  # noqa: E402, F401


def vaccinapp(*arguments: str, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env=dict(os.environ, SWIFT_BACKTRACE="enable=no"), **options)


def sign_in(server: Server, name: str) -> Client:
    client = Client(server)
    answer = client.post("/login", {"username": name, "password": PASSWORD})
    assert answer.status == 303, answer.body
    return client
