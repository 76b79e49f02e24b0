"""Answers as somebody sees them who reads along and can't decrypt: how many bytes they have, and how long they take."""

import re
import socket
import time
import urllib.parse

from client import PASSWORD, Client


class Asker:
    """Sends forms over one connection, each from another address: use a server that trusts 127.0.0.1 as a proxy."""

    def __init__(self, server):
        self.server = server
        self.tokens: dict[str, tuple[str, str]] = {}
        self.addresses = 0
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=300)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def token(self, path: str) -> tuple[str, str]:
        """What a form at `path` carries: its token, and the cookie that the token belongs to."""
        if path not in self.tokens:
            visitor = Client(self.server)
            token = visitor.token(path)
            self.tokens[path] = (token, "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()))
        return self.tokens[path]

    def post(self, path: str, address: str | None = None, **fields: str) -> tuple[int, int, float]:
        """The answer's status, its bytes, and how many milliseconds it took.

        Asked from another address each time, unless one is named.
        """
        token, cookie = self.token(path)
        self.addresses += 1
        address = address or f"10.{self.addresses >> 16 & 255}.{self.addresses >> 8 & 255}.{self.addresses & 255}"
        body = urllib.parse.urlencode({"form-token": token, **fields}).encode()
        head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {cookie}\r\n"
                f"X-Forwarded-For: {address}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n").encode()
        start = time.perf_counter()
        self.connection.sendall(head + body)
        answer = b""
        length = None
        while length is None or len(answer) < length:
            part = self.connection.recv(1 << 16)
            assert part, answer[:200]
            answer += part
            if length is None and b"\r\n\r\n" in answer:
                found = re.search(rb"(?i)\r\ncontent-length: (\d+)", answer)
                length = answer.index(b"\r\n\r\n") + 4 + int(found[1])
        took = (time.perf_counter() - start) * 1000
        return int(answer[9:12]), len(answer), took


CODE = "AAAA-" * 7 + "AAAA"


class Pairs:
    """Two things that have to look alike, each try by another name: `known` are accounts that there are."""

    def __init__(self, asker: Asker, known: list[str]):
        self.asker = asker
        self.known = known
        self.tries = 0

    def sign_in(self) -> tuple:
        """A wrong password, and a name that nobody has."""
        return self._both("/login", password="wrong wrong wrong")

    def recover(self) -> tuple:
        """A wrong recovery code, and a name that nobody has."""
        return self._both("/recover", password="nine tall herons wade", **{"recovery-code": CODE})

    def sign_up(self) -> tuple:
        """A name that is taken, and a new one."""
        return self._both("/register", password=PASSWORD, consent="yes")

    def _both(self, path: str, **fields: str) -> tuple:
        self.tries += 1
        known = self.known[self.tries % len(self.known)]
        other = f"nobody-{self.tries:07}"
        # Taking turns at coming first, so that neither finds a warmer machine.
        names = [known, other] if self.tries % 2 else [other, known]
        answers = {name: self.asker.post(path, username=name, **fields) for name in names}
        return answers[known], answers[other]
