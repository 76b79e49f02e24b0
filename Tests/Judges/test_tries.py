"""Who waits for whose wrong passwords, seen from outside: a server behind a proxy, strangers in other networks."""

import pytest

from operating import PASSWORD, Client, Server
from words import says

WRONG = "wrong wrong wrong"


class Stranger(Client):
    """Somebody at an address of their own, as the proxy says."""

    def __init__(self, server: Server, address: str):
        super().__init__(server)
        self.address = address

    def request(self, method, path, body=None, **headers):
        return super().request(method, path, body, X_Forwarded_For=self.address, **headers)

    def sign_in(self, name: str, password: str):
        return self.post("/login", {"username": name, "password": password})


@pytest.fixture
def server():
    server = Server("--trusted-proxy", "127.0.0.1", "--sign-ins", "4")
    yield server
    server.close()


def test_right_passwords_and_others_at_the_same_address_use_nothing_up(server):
    ada = Stranger(server, "192.0.2.1").sign_up("ada")
    eve = Stranger(server, "192.0.2.1").sign_up("eve")
    for _ in range(4):
        assert eve.post("/settings/recovery-code", {"password": WRONG}).status == 422
    assert eve.post("/settings/recovery-code", {"password": WRONG}).status == 429
    assert ada.post("/settings/recovery-code", {"password": PASSWORD}).status == 303
    for _ in range(6):
        assert Stranger(server, "192.0.2.1").sign_in("ada", PASSWORD).status == 303
    for number in range(4):
        assert Stranger(server, "192.0.2.1").sign_in(f"nobody-{number}", WRONG).status == 422
    assert Stranger(server, "192.0.2.1").sign_in("ada", PASSWORD).status == 429


def test_whoever_was_signed_in_from_a_browser_gets_in_from_anywhere(server):
    ada = Stranger(server, "192.0.2.1").sign_up("ada")
    for number in range(24):
        Stranger(server, f"198.51.{number}.1").sign_in("ada", WRONG)
    ada.post("/logout", {}, "/privacy")
    ada.address = "203.0.113.9"
    assert says(Stranger(server, "203.0.113.9").sign_in("ada", PASSWORD).body, "error.attempts")
    assert ada.sign_in("ada", PASSWORD).status == 303
    # A browser that never was is one of strangers.
    forged = Stranger(server, "203.0.114.9")
    forged.cookies["browser"] = ada.cookies["browser"][:-1] + ("A" if ada.cookies["browser"][-1] != "A" else "B")
    assert says(forged.sign_in("ada", PASSWORD).body, "error.attempts")


def test_many_addresses_of_one_network_are_one_guesser(server):
    Stranger(server, "192.0.2.1").sign_up("ada")
    answers = [Stranger(server, f"2001:db8:1:2{number:02x}::1").sign_in("ada", WRONG) for number in range(12)]
    assert sum(says(answer.body, "error.attempts") for answer in answers) == 7
    assert Stranger(server, "203.0.113.9").sign_in("ada", PASSWORD).status == 303


def test_a_network_makes_so_many_accounts_and_keeps_its_form():
    server = Server("--trusted-proxy", "127.0.0.1", "--sign-ups", "3")
    try:
        for number in range(3):
            Stranger(server, f"192.0.2.{number}").sign_up(f"person-{number}")
        late = Stranger(server, "192.0.2.77")
        answer = late.post("/register", {"username": "ada", "password": PASSWORD, "consent": "yes"})
        assert answer.status == 429 and says(answer.body, "error.sign-up.many") and 'value="ada"' in answer.body
        Stranger(server, "203.0.113.9").sign_up("ada")
    finally:
        server.close()
