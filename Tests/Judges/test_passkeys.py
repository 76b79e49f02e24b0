"""Independent words on passkeys: answers made with Python's cryptography and cbor2, and by PyPI's fido2's own rules."""

import base64
import hashlib
import json
import os
import pathlib
import secrets
import subprocess

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.webauthn import AuthenticatorData, CollectedClientData
from webauthn import verify_authentication_response, verify_registration_response

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("VACCINAPP_BINARY", PROJECT / ".build/debug/vaccinapp")).parent / "conformance"
SITE, ORIGIN = "vaccinations.example", "https://vaccinations.example"
PRESENT, VERIFIED, ELIGIBLE, COPIED, CREDENTIAL, EXTENSIONS = 1, 4, 8, 16, 64, 128


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, algorithm: str):
        self.id = secrets.token_bytes(32)
        self.user = secrets.token_bytes(32)
        self.challenge = secrets.token_bytes(32)
        self.algorithm = algorithm
        if algorithm == "ES256":
            self.key = ec.generate_private_key(ec.SECP256R1())
            point = self.key.public_key().public_numbers()
            self.cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        elif algorithm == "EdDSA":
            self.key = ed25519.Ed25519PrivateKey.generate()
            self.cose = {1: 1, 3: -8, -1: 6, -2: self.key.public_key().public_bytes_raw()}
        else:
            self.key = rsa.generate_private_key(65537, 2048)
            numbers = self.key.public_key().public_numbers()
            self.cose = {1: 3, 3: -257, -1: numbers.n.to_bytes(256), -2: numbers.e.to_bytes(3)}

    def sign(self, message: bytes) -> bytes:
        if self.algorithm == "ES256":
            return self.key.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == "EdDSA":
            return self.key.sign(message)
        return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())

    def client_data(self, kind: str, **changes) -> bytes:
        data = {"type": f"webauthn.{kind}", "challenge": text(self.challenge), "origin": ORIGIN, "crossOrigin": False}
        return json.dumps({**data, **changes}).encode()

    def data(self, flags: int, count: int = 0, site: str = SITE, rest: bytes = b"") -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + count.to_bytes(4) + rest

    def credential(self, cose: dict | None = None) -> bytes:
        return bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose or self.cose)

    def create(self, client=None, flags=PRESENT | VERIFIED, count=0, site=SITE, cose=None, more=b"", statement=None,
               form="none", **asked) -> dict:
        data = self.data(flags | CREDENTIAL, count, site, self.credential(cose) + more)
        client = client or self.client_data("create")
        signed = data + hashlib.sha256(client).digest()
        statement = statement(signed) if statement else {}
        attestation = cbor2.dumps({"fmt": form, "attStmt": statement, "authData": data})
        return {"kind": "create", "rp": SITE, "origin": ORIGIN, "challenge": text(self.challenge),
                "verification": True, "client-data": text(client), "attestation": text(attestation), **asked}

    def get(self, client=None, flags=PRESENT | VERIFIED, count=0, site=SITE, more=b"", signer=None, **asked) -> dict:
        data = self.data(flags, count, site, more)
        client = client or self.client_data("get")
        signature = (signer or self).sign(data + hashlib.sha256(client).digest())
        return {"kind": "get", "rp": SITE, "origin": ORIGIN, "challenge": text(self.challenge), "verification": True,
                "client-data": text(client), "data": text(data), "signature": text(signature),
                "credential": text(self.id), "known-credential": text(self.id), "user-handle": text(self.user),
                "known-user": text(self.user), "key": text(cbor2.dumps(self.cose)), "sign-count": 0, **asked}


def words(answers: list[dict]) -> list[str]:
    done = subprocess.run([BINARY, "passkeys"], input=json.dumps(answers), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def word(answer: dict) -> str:
    [found] = words([answer])
    return found.split()[0]


@pytest.fixture(params=["ES256", "EdDSA", "RS256"])
def key(request):
    return Authenticator(request.param)


def test_right_answers_are_taken(key):
    made, used = key.create(count=5), key.get(count=6, **{"sign-count": 5})
    assert words([made, used]) == [f"accepted {text(key.id)} 5", "accepted 6"]


def test_others_take_them_too(key):
    """Two independent verifiers agree that what these tests call right is right."""
    made, used = key.create(count=5), key.get(count=6)
    shown = verify_registration_response(
        credential={"id": text(key.id), "rawId": text(key.id), "type": "public-key", "response": {
            "clientDataJSON": made["client-data"], "attestationObject": made["attestation"]}},
        expected_challenge=key.challenge, expected_rp_id=SITE, expected_origin=ORIGIN, require_user_verification=True)
    assert (shown.credential_id, shown.sign_count) == (key.id, 5)
    verify_authentication_response(
        credential={"id": text(key.id), "rawId": text(key.id), "type": "public-key", "response": {
            "clientDataJSON": used["client-data"], "authenticatorData": used["data"], "signature": used["signature"]}},
        expected_challenge=key.challenge, expected_rp_id=SITE, expected_origin=ORIGIN, require_user_verification=True,
        credential_public_key=cbor2.dumps(key.cose), credential_current_sign_count=5)
    data = AuthenticatorData.create(hashlib.sha256(SITE.encode()).digest(), PRESENT | VERIFIED, 9)
    client = CollectedClientData.create("webauthn.get", key.challenge, ORIGIN)
    signed = key.sign(bytes(data) + client.hash)
    assert word({**used, "client-data": text(bytes(client)), "data": text(bytes(data)),
                 "signature": text(signed)}) == "accepted"


@pytest.mark.parametrize(("refusal", "changes"), [
    ("wrongType", {"type": "webauthn.get"}),
    ("wrongChallenge", {"challenge": text(secrets.token_bytes(32))}),
    ("wrongOrigin", {"origin": "https://vaccinations.example.evil.example"}),
    ("wrongOrigin", {"origin": "http://vaccinations.example"}),
    ("framed", {"crossOrigin": True}),
    ("framed", {"topOrigin": "https://evil.example"}),
    ("malformedClientData", {"challenge": "AB=="}),
    ("malformedClientData", {"origin": None}),
])
def test_wrong_client_data_is_refused(refusal, changes):
    key = Authenticator("ES256")
    assert word(key.create(client=key.client_data("create", **changes))) == refusal
    if refusal == "wrongType":
        changes = {"type": "webauthn.create"}
    assert word(key.get(client=key.client_data("get", **changes))) == refusal


def test_wrong_authenticator_data_is_refused(key):
    expected = {
        "wrongRelyingParty": {"site": "evil.example"},
        "userNotPresent": {"flags": VERIFIED},
        "userNotVerified": {"flags": PRESENT},
        "wrongBackupState": {"flags": PRESENT | VERIFIED | COPIED},
        "malformedAuthenticatorData": {"more": b"\0"},
    }
    for make in (key.create, key.get):
        answers = [make(**changes) for changes in expected.values()]
        assert words(answers) == list(expected)
    # What an authenticator sends with extensions.
    more = cbor2.dumps({"hmac-secret": True})
    assert word(key.create(flags=PRESENT | VERIFIED | EXTENSIONS, more=more)) == "accepted"
    assert word(key.get(flags=PRESENT | VERIFIED | EXTENSIONS, more=more)) == "accepted"
    assert word(key.get(flags=PRESENT, verification=False)) == "accepted"
    assert word(key.get(flags=PRESENT | VERIFIED | ELIGIBLE)) == "wrongBackupState"


def test_wrong_signatures_are_refused(key):
    other = Authenticator(key.algorithm)
    assert word(key.get(signer=other)) == "wrongSignature"
    right = key.get()
    assert word({**right, "signature": ""}) == "wrongSignature"
    assert word({**right, "credential": text(other.id)}) == "wrongCredential"
    assert word({**right, "user-handle": text(other.user)}) == "wrongUser"
    for algorithm in {"ES256", "EdDSA", "RS256"} - {key.algorithm}:
        assert word({**right, "key": text(cbor2.dumps(Authenticator(algorithm).cose))}) == "wrongSignature"


def test_a_count_that_does_not_grow_is_refused(key):
    taken = [(0, 0), (0, 1), (5, 6)]
    refused = [(5, 5), (5, 4), (5, 0)]
    for known, count in taken:
        assert word(key.get(count=count, **{"sign-count": known})) == "accepted"
    for known, count in refused:
        assert word(key.get(count=count, **{"sign-count": known})) == "wrongSignCount"


def test_attestations_by_the_key_itself_have_to_be_right(key):
    def by_itself(signed, algorithm=None):
        return {"alg": algorithm or key.cose[3], "sig": key.sign(signed)}

    assert word(key.create(form="packed", statement=by_itself)) == "accepted"
    assert word(key.create(form="packed", statement=lambda signed: by_itself(signed + b"x"))) == "wrongAttestation"
    assert word(key.create(form="packed", statement=lambda signed: by_itself(signed, -37))) == "wrongAttestation"
    assert word(key.create(statement=lambda _: {"x": 1})) == "wrongAttestation"


def test_keys_that_are_none_are_refused(key):
    assert word(key.create(cose={**key.cose, 3: -37})) == "unsupportedKey"
    assert word(key.create(cose={**key.cose, 1: 4})) == "malformedKey"
    assert word(key.create(cose={**key.cose, -2: key.cose[-2] + bytes(9)})) == "malformedKey"
    assert word(key.create(cose={1: 2})) == "malformedKey"


def test_no_bytes_at_all_bring_it_down(key):
    right = key.create()
    noise = [{**right, "attestation": text(secrets.token_bytes(length))} for length in range(300)]
    noise += [{**right, "client-data": text(secrets.token_bytes(length))} for length in range(300)]
    noise += [{**key.get(), "data": text(secrets.token_bytes(length))} for length in range(300)]
    found = words(noise)
    assert len(found) == len(noise) and not any(one.startswith("accepted") for one in found)
