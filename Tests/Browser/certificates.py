"""Makes EU health certificates with other people's libraries, so that nothing of ours judges itself.

The format: https://health.ec.europa.eu/publications/technical-specifications-eu-digital-covid-certificates_en
"""

import datetime
import zlib

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.x509.oid import NameOID

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
NOW = datetime.datetime.now(datetime.timezone.utc)


def base45(data: bytes) -> str:
    """RFC 9285."""
    text = ""
    for index in range(0, len(data), 2):
        chunk = data[index:index + 2]
        number = int.from_bytes(chunk, "big")
        for _ in range(len(chunk) + 1):
            text += ALPHABET[number % 45]
            number //= 45
    return text


class Issuer:
    """A made-up issuer with a key of its own."""

    def __init__(self, country: str = "DE"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([
            x509.NameAttribute(NameOID.COUNTRY_NAME, country),
            x509.NameAttribute(NameOID.COMMON_NAME, "Test issuer of the browser tests"),
        ])
        self.certificate = (
            x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(self.key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(NOW - datetime.timedelta(days=400))
            .not_valid_after(NOW + datetime.timedelta(days=400)).sign(self.key, hashes.SHA256())
        )
        self.country = country

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    def sign(self, payload: bytes) -> bytes:
        """COSE_Sign1 with ES256 (RFC 9052)."""
        protected = cbor2.dumps({1: -7, 4: self.certificate.fingerprint(hashes.SHA256())[:8]})
        signed = cbor2.dumps(["Signature1", protected, b"", payload])
        r, s = decode_dss_signature(self.key.sign(signed, ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return cbor2.dumps(cbor2.CBORTag(18, [protected, {}, payload, signature]))

    def vaccination(
        self, given: str, family: str, born: str, date: str = "2024-03-05", dose: int = 1, of: int = 2,
        days: int = 200,
    ) -> str:
        """The text of a QR code; `days` from now it expires."""
        entry = {
            "vp": "1119349007", "mp": "EU/1/20/1528", "ma": "ORG-100030215", "dn": dose, "sd": of, "dt": date,
            "ci": f"URN:UVCI:01:{self.country}:{given[:1]}{family[:1]}{dose}{date.replace('-', '')}",
        }
        return self.signed("v", entry, given, family, born, days)

    def recovery(self, given: str, family: str, born: str, date: str = "2024-03-05", days: int = 200) -> str:
        entry = {
            "fr": date, "df": date, "du": (NOW + datetime.timedelta(days=days)).date().isoformat(),
            "ci": f"URN:UVCI:01:{self.country}:{given[:1]}{family[:1]}R{date.replace('-', '')}",
        }
        return self.signed("r", entry, given, family, born, days)

    def test(self, given: str, family: str, born: str, date: str = "2024-03-05", days: int = 200) -> str:
        entry = {
            "tt": "LP6464-4", "nm": "PCR", "sc": f"{date}T08:00:00Z", "tr": "260415000", "tc": "Test centre",
            "ci": f"URN:UVCI:01:{self.country}:{given[:1]}{family[:1]}T{date.replace('-', '')}",
        }
        return self.signed("t", entry, given, family, born, days)

    def signed(self, kind: str, entry: dict, given: str, family: str, born: str, days: int) -> str:
        certificate = {
            "ver": "1.3.0",
            "nam": {"gn": given, "fn": family, "gnt": standard(given), "fnt": standard(family)},
            "dob": born,
            kind: [{"tg": "840539006", "co": self.country, "is": "Test issuer", **entry}],
        }
        moment = int(NOW.timestamp())
        claims = {1: self.country, 4: moment + days * 86400, 6: moment - 86400, -260: {1: certificate}}
        return wrapped(self.sign(cbor2.dumps(claims)))


def wrapped(cose: bytes) -> str:
    return "HC1:" + base45(zlib.compress(cose))


def standard(name: str) -> str:
    """Near enough to ICAO 9303 for the names used here."""
    return name.upper().replace("Ü", "UE").replace("Ö", "OE").replace("Ä", "AE").replace(" ", "<")
