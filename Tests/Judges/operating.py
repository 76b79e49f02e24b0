"""What the tests of the server's operation share: the program, a running server, somebody with an account."""

import datetime
import http.client
import ipaddress
import os
import pathlib
import socket
import subprocess
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

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


def make_certificate(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """A certificate for 127.0.0.1 that lasts as long as the test, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return folder / "certificate.pem", folder / "key.pem"


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
