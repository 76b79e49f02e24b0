"""Mints certificates of all families with keys made at test time, and the trust network's documents, in Python alone."""

import base64
import datetime
import hashlib
import json
import itertools
import zlib

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
NOW = datetime.datetime.now(datetime.timezone.utc)
SERIALS = itertools.count(1)
STAMARIL = "YellowFeverProductd8a09f80301dc05e124f99ffe7711fc0"
POLIO = "PolioVaccineInactivatedIProduct532ef986c8042bbb15fee24056fdc4ed"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def base45(data: bytes) -> str:
    text = ""
    for start in range(0, len(data), 2):
        group = data[start:start + 2]
        value = int.from_bytes(group, "big")
        for _ in range(len(group) + 1):
            value, digit = divmod(value, 45)
            text += ALPHABET[digit]
    return text


def raw(key, message: bytes, digest=hashes.SHA256) -> bytes:
    """r and s side by side."""
    r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(digest())))
    size = (key.curve.key_size + 7) // 8
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


class Party:
    """Somebody with a key and a certificate, of their own or of an authority's making."""

    def __init__(self, name: str, country: str = "DE", by: "Party | None" = None, curve=ec.SECP256R1):
        self.key = ec.generate_private_key(curve())
        self.name = x509.Name([
            x509.NameAttribute(NameOID.COUNTRY_NAME, country), x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = (
            x509.CertificateBuilder().subject_name(self.name).issuer_name((by or self).name)
            .public_key(self.key.public_key()).serial_number(next(SERIALS))
            .not_valid_before(NOW - datetime.timedelta(days=400)).not_valid_after(NOW + datetime.timedelta(days=400))
            .add_extension(x509.BasicConstraints(by is None, None), True)
            .sign((by or self).key, hashes.SHA256()))

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def kid(self) -> bytes:
        return hashlib.sha256(self.der).digest()[:8]

    def numbers(self, size=32):
        numbers = self.key.public_key().public_numbers()
        return numbers.x.to_bytes(size, "big"), numbers.y.to_bytes(size, "big")


def cose(party: Party, claims: dict, *, kid=None, tag=True, breaks=False) -> bytes:
    """A signed message with the key id where EU certificates and the WHO's have it."""
    protected = cbor2.dumps({1: -7, 4: party.kid if kid is None else kid})
    return _message(party, protected, {}, cbor2.dumps(claims), tag, breaks)


def _message(party, protected, unprotected, body, tag, breaks, digest=hashes.SHA256):
    signature = raw(party.key, cbor2.dumps(["Signature1", protected, b"", body]), digest)
    if breaks:
        signature = signature[:-1] + bytes([signature[-1] ^ 1])
    parts = [protected, unprotected, body, signature]
    return cbor2.dumps(cbor2.CBORTag(18, parts) if tag else parts)


def hcert(party: Party, kind: int, payload: dict, *, issued=None, expires=None, **options) -> str:
    claims = {1: "DE", 6: int((issued or NOW - datetime.timedelta(hours=1)).timestamp()), -260: {kind: payload}}
    if expires:
        claims[4] = int(expires.timestamp())
    return "HC1:" + base45(zlib.compress(cose(party, claims, **options)))


def dcc(**changes) -> dict:
    entry = {"tg": "840539006", "vp": "1119349007", "mp": "EU/1/20/1528", "ma": "ORG-100030215", "dn": 2, "sd": 2,
             "dt": "2021-06-01", "co": "DE", "is": "Test", "ci": "URN:UVCI:01:DE:1"}
    return {"ver": "1.3.0", "nam": {"fn": "Lovelace", "fnt": "LOVELACE", "gn": "Ada", "gnt": "ADA"},
            "dob": "1990-05-01", "v": [entry | changes]}


def icvp(generation: str, *, vp=STAMARIL, dt="2020-03-01", dob="1990-05-01", **more) -> dict:
    dose = {"vp": vp, "dt": dt, "bo": "A7", "is": "Clinic", "vls": "2020-03-11", "vle": "2060-03-01"} | more
    holder = {"n": "Ada Lovelace", "dob": dob, "s": "F", "ntl": "DE", "nid": "X1"}
    return holder | {"2024": {"v": dose | {"tg": "1D47"}}, "2025": {"v": [dose]},
                     "2026": {"vx": [dose], "v": "2.0"}, "2030": {"q": [dose]}}[generation]


def evc(party: Party, kid: str, *, alg=-7, dob="2000-01-01", age=365, claims=True, expires=None, breaks=False,
        plain=False) -> str:
    """A card; with `plain` in the pilot's first form, whose content is a map and no string of bytes."""
    digest = {-7: hashes.SHA256, -35: hashes.SHA384, -36: hashes.SHA512}[alg]
    payload = {"ver": "1.0.0", "nam": {"fnt": "LOVELACE", "gnt": "ADA"}, "dob": dob,
               "v": [{"reg": "LU", "rep": "R", "i": "1", "a": age, "mp": 1234}, {"a": 0, "mp": 99}]}
    token = {1: "LUX", 6: int(NOW.timestamp()) - 60, -260: payload}
    if expires:
        token[4] = int(expires.timestamp())
    body = cbor2.dumps(token if claims else payload)
    if plain:
        signature = raw(party.key, cbor2.dumps(["Signature1", cbor2.dumps({1: alg}), b"", payload]), digest)
        parts = [cbor2.dumps({1: alg}), {4: kid}, payload, signature]
        return base45(zlib.compress(cbor2.dumps(cbor2.CBORTag(18, parts))))
    return base45(zlib.compress(_message(party, cbor2.dumps({1: alg}), {4: kid}, body, True, breaks, digest)))


def jwk(party: Party, kid: str) -> dict:
    """As the pilot's files have keys: one coordinate in each alphabet."""
    x, y = party.numbers()
    return {"kty": "EC", "crv": "P-256", "alg": "ES256", "kid": kid, "x": b64(x), "y": b64url(y)}


def thumbprint(key: dict) -> str:
    text = json.dumps({name: key[name] for name in ("crv", "kty", "x", "y")}, sort_keys=True, separators=(",", ":"))
    return b64url(hashlib.sha256(text.encode()).digest())


class CardIssuer:
    """An issuer of SMART Health Cards."""

    def __init__(self, address="https://cards.example/issuer"):
        self.address, self.party = address, Party("Cards")
        x, y = self.party.numbers()
        self.key = {"kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "x": b64url(x), "y": b64url(y)}
        self.key["kid"] = thumbprint(self.key)

    def card(self, *, issuer=None, kid=None, rid=None, nbf=1_600_000_000, exp=None, breaks=False) -> str:
        """A JSON Web Signature."""
        resources = [
            {"resourceType": "Patient", "name": [{"family": "Lovelace", "given": ["Ada"]}], "birthDate": "1990-05-01"},
            {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "resource:0"},
             "vaccineCode": {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": "208"}]},
             "occurrenceDateTime": "2021-06-01", "lotNumber": "0001"}]
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": [
            {"fullUrl": f"resource:{place}", "resource": one} for place, one in enumerate(resources)]}
        credential = {"type": ["https://smarthealth.cards#health-card", "https://smarthealth.cards#immunization"],
                      "credentialSubject": {"fhirVersion": "4.0.1", "fhirBundle": bundle}}
        if rid:
            credential["rid"] = rid
        payload = {"iss": issuer or self.address, "nbf": nbf, "vc": credential} | ({"exp": exp} if exp else {})
        header = {"alg": "ES256", "zip": "DEF", "kid": kid or self.key["kid"]}
        packer = zlib.compressobj(wbits=-15)
        packed = packer.compress(json.dumps(payload, separators=(",", ":")).encode()) + packer.flush()
        message = f"{b64url(json.dumps(header).encode())}.{b64url(packed)}"
        signature = raw(self.party.key, message.encode())
        return f"{message}.{b64url(bytes([signature[0] ^ 1]) + signature[1:] if breaks else signature)}"


def numeric(jws: str) -> str:
    return "shc:/" + "".join(f"{ord(character) - 45:02d}" for character in jws)


class Network:
    """The WHO's trust network with a signing key of our own: documents are canonicalised here by rules of our own."""

    CONTEXT = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1",
               "https://smart.who.int/trust/tng-context/v1.jsonld"]
    ROOT = "did:web:tng-cdn.who.int:v2:trustlist"
    SIGNER = "did:web:raw.githubusercontent.com:WorldHealthOrganization:tng-participants-prod:main:WHO:signing:DID"
    SECURITY = "https://w3id.org/security#"
    TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"

    def __init__(self):
        self.signing = ec.generate_private_key(ec.SECP256R1())

    @property
    def did(self) -> dict:
        numbers = self.signing.public_key().public_numbers()
        point = {"kty": "EC", "crv": "P-256", "x": b64url(numbers.x.to_bytes(32, "big")),
                 "y": b64url(numbers.y.to_bytes(32, "big"))}
        return {"@context": self.CONTEXT[:2], "id": self.SIGNER, "controller": self.SIGNER, "verificationMethod": [
            {"id": self.SIGNER, "type": "JsonWebKey2020", "controller": self.SIGNER, "publicKeyJwk": point}]}

    def method(self, party: Party, domain="DCC", participant="DEU", usage="DSC", *, kid=None, chain=(), **jwk) -> dict:
        x, y = party.numbers((party.key.curve.key_size + 7) // 8)
        kid = b64(party.kid) if kid is None else kid
        place = f"{self.ROOT}:{domain}:{participant}:{'SCA' if usage == 'CSCA' else usage}"
        key = {"kty": "EC", "kid": kid, "x5c": [b64(one.der) for one in (party, *chain)], "crv": "P-256",
               "x": b64url((b"\0" if x[0] > 127 else b"") + x), "y": b64url((b"\0" if y[0] > 127 else b"") + y)} | jwk
        return {"id": f"{place}#{kid}", "type": "JsonWebKey2020", "controller": place, "publicKeyJwk": key,
                "domain": {"code": f"#{domain}"}, "participant": {"code": f"#{participant}"},
                "keyusage": {"code": f"#{usage}"}}

    def document(self, methods: list, place="DCC:DEU", *, key=None, context=None, created=None, **changes) -> dict:
        created = (created or NOW).strftime("%Y-%m-%dT%H:%M:%SZ")
        document = {"@context": context or self.CONTEXT, "id": f"{self.ROOT}:{place}",
                    "controller": f"{self.ROOT}:{place.split(':')[0]}", "verificationMethod": methods}
        proof = {"type": "JsonWebSignature2020", "created": created, "nonce": "Zm9vYmFy",
                 "proofPurpose": "assertionMethod", "verificationMethod": self.SIGNER}
        header = b64url(b'{"b64":false,"crit":["b64"],"alg":"ES256"}')
        message = header.encode() + b"." + self.digest(self.proof(proof)) + self.digest(self.statements(document))
        proof["jws"] = f"{header}..{b64url((key or self.signing).sign(message, ec.ECDSA(hashes.SHA256())))}"
        return document | {"proof": proof} | changes

    @staticmethod
    def digest(lines: set) -> bytes:
        return hashlib.sha256("".join(sorted(line + " .\n" for line in lines)).encode()).digest()

    def statements(self, document: dict) -> set:
        subject, s = f"<{document['id']}>", self.SECURITY
        lines = {f"{subject} <{s}controller> <{document['controller']}>"}
        for method in document["verificationMethod"]:
            key = f"<{method['id']}>"
            jwk = json.dumps(method["publicKeyJwk"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            text = jwk.replace("\\", "\\\\").replace('"', '\\"')
            lines |= {
                f"{subject} <{s}verificationMethod> {key}", f"{key} {self.TYPE} <{s}JsonWebKey2020>",
                f"{key} <{s}controller> <{method['controller']}>",
                f'{key} <{s}publicKeyJwk> "{text}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>'}
            for member, name in (("domain", "Domains"), ("participant", "Participants"), ("keyusage", "KeyUsage")):
                base = f"https://smart.who.int/trust/ValueSet-{name}.jsonld"
                lines.add(f"{key} <{base}> <{base}{method[member]['code']}>")
        return lines

    def proof(self, proof: dict) -> set:
        s = self.SECURITY
        return {
            f"_:c14n0 {self.TYPE} <{s}JsonWebSignature2020>", f"_:c14n0 <{s}proofPurpose> <{s}assertionMethod>",
            f'_:c14n0 <http://purl.org/dc/terms/created> "{proof["created"]}"'
            "^^<http://www.w3.org/2001/XMLSchema#dateTime>",
            f'_:c14n0 <{s}nonce> "{proof["nonce"]}"',
            f"_:c14n0 <{s}verificationMethod> <{proof['verificationMethod']}>"}
