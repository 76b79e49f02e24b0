"""Answers from outside, byte for byte as they cross the wire: none tells whether a name is known. How long they take is
measured by `scripts/bench-answers`."""

import socket

import pytest

from operating import Client, Server  # noqa: I001
from answers import Asker, Pairs


@pytest.fixture(scope="module")
def server():
    server = Server("--trusted-proxy", "127.0.0.1", "--sign-ins", "1000")
    Client(server).sign_up("maria-known")
    yield server
    server.close()


@pytest.fixture(scope="module")
def member(server):
    return Client(server).sign_up("maria-member")


@pytest.mark.parametrize("kind, statuses", [
    ("sign_in", (422, 422)), ("sign_up", (422, 303)), ("recover", (422, 422)),
])
def test_a_known_and_an_unknown_name_are_answered_in_one_length(server, kind, statuses):
    pairs = Pairs(Asker(server), ["maria-known"])
    for _ in range(3):
        known, other = getattr(pairs, kind)()
        assert (known[0], other[0]) == statuses
        assert known[1] == other[1]


def test_also_where_tries_are_slowed_down(server):
    asker = Asker(server)
    answers = [
        asker.post("/login", address=address, username=name, password="wrong wrong wrong")[:2]
        for name, address in [("maria-known", "192.0.2.1"), ("nobody-known", "198.51.100.1")] for _ in range(7)]
    assert len(set(answers)) == 1, answers


def test_long_and_short_names_are_answered_in_one_length(server):
    asker = Asker(server)
    lengths = {asker.post("/login", username=name, password="wrong wrong wrong")[1] for name in ["abc", "a" * 60]}
    assert len(lengths) == 1


@pytest.mark.parametrize("path", ["/passes", "/settings", "/settings/access-log", "/privacy", "/nowhere"])
def test_a_page_and_its_head_end_together_on_a_step(server, member, path):
    get, head = (member.request(method, path) for method in ["GET", "HEAD"])
    assert head.headers["Content-Length"] == get.headers["Content-Length"] == str(len(get.body.encode()))
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as connection:
        cookies = "; ".join(f"{name}={value}" for name, value in member.cookies.items())
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    # What the transport adds is the same for all.
    added = sum(len(line) + 2 for line in answer.split(b"\r\n\r\n")[0].split(b"\r\n")
                if line.lower().startswith((b"date:", b"connection:")))
    length = len(answer) - added
    assert length % (1024 if length <= 16384 else 4096) == 0, length
