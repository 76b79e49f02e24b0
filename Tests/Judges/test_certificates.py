"""Independent words on certificates: Python's cbor2 and cryptography judge what vaccinapp issues and decodes."""

import base64
import datetime
import json
import os
import pathlib
import subprocess
import zlib

import cbor2
import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.x509.oid import ObjectIdentifier

from nights import nightly

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("VACCINAPP_BINARY", str(PROJECT / ".build/debug/vaccinapp"))
DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", PROJECT / "../shared/data")).resolve()
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

HOLDER = ["--family-name", "Müller-Groß", "--given-name", "Änne", "--birth-date", "1964-08"]
KINDS = {
    "vaccination": ["--target", "14189004", "--product", "EU/1/06/336", "--date", "2026-05-04", "--dose", "1", "--total", "2"],
    "test": ["--kind", "test", "--sampled-at", "2026-05-04T10:00:00Z", "--centre", "Test"],
    "recovery": ["--kind", "recovery", "--first-positive", "2026-01-01", "--valid-from", "2026-01-12",
                 "--valid-until", "2026-06-30"],
}


def vaccinapp(*arguments, text=""):
    return subprocess.run([BINARY, *arguments], input=text, capture_output=True, text=True, timeout=300)


def base45(text):
    output = bytearray()
    for start in range(0, len(text), 3):
        group = text[start:start + 3]
        value = sum(ALPHABET.index(character) * 45 ** place for place, character in enumerate(group))
        output += value.to_bytes(len(group) - 1, "big")
    return bytes(output)


def message(text):
    """The four parts of the signed message, and the claims within."""
    assert text.startswith("HC1:")
    item = cbor2.loads(zlib.decompress(base45(text[4:])))
    while isinstance(item, cbor2.CBORTag):
        item = item.value
    return item, cbor2.loads(item[2])


def verifies(certificate, parts):
    """Whether the certificate's key made the signature, by the algorithm that the message names."""
    protected, unprotected, payload, signature = parts
    headers = cbor2.loads(protected) if protected else {}
    algorithm = headers.get(1, unprotected.get(1))
    signed = cbor2.dumps(["Signature1", protected, b"", payload])
    key = certificate.public_key()
    digest = {-7: hashes.SHA256(), -35: hashes.SHA384(), -37: hashes.SHA256()}[algorithm]
    try:
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, signed, padding.PSS(padding.MGF1(digest), digest.digest_size), digest)
        else:
            half = len(signature) // 2
            r, s = int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")
            key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(digest))
        return True
    except InvalidSignature:
        return False


# By day each kind once, and each kind of key.
PAIRS = list(zip(KINDS, ["p256", "p384", "rsa2048"]))


@pytest.mark.parametrize("kind, key_kind", [
    *PAIRS, *[nightly(kind, key_kind) for kind in KINDS for _, key_kind in PAIRS if (kind, key_kind) not in PAIRS]])
def test_what_is_issued_is_accepted(tmp_path, kind, key_kind):
    key, certificate = str(tmp_path / "key.pem"), tmp_path / "signer.pem"
    issuer = ["--key", key, "--certificate", str(certificate), "--key-kind", key_kind, "--may-issue", kind]
    issued = vaccinapp("issue", *issuer, *HOLDER, *KINDS[kind])
    assert issued.returncode == 0, issued.stderr
    assert oct(os.stat(key).st_mode & 0o777) == "0o600"
    parts, claims = message(issued.stdout.strip())
    signer = x509.load_pem_x509_certificate(certificate.read_bytes())
    assert verifies(signer, parts)
    assert cbor2.loads(parts[0])[4] == signer.fingerprint(hashes.SHA256())[:8]
    assert claims[1] == "DE" and claims[4] > claims[6]
    payload = claims[-260][1]
    assert payload["nam"] == {"fn": "Müller-Groß", "fnt": "MUELLER<GROSS", "gn": "Änne", "gnt": "AENNE"}
    assert payload["dob"] == "1964-08" and len(payload[kind[0]]) == 1
    usage = {"test": "1", "vaccination": "2", "recovery": "3"}[kind]
    usages = signer.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usages) == [ObjectIdentifier("1.3.6.1.4.1.1847.2021.1." + usage)]
    signer.verify_directly_issued_by(signer)
    decoded = vaccinapp("decode", "-", "--json", "--signer", str(certificate), text=issued.stdout)
    assert decoded.returncode == 0, decoded.stdout
    assert json.loads(decoded.stdout)["verdict"] == "valid"
    assert vaccinapp("decode", "-", text=issued.stdout).returncode == 1
    pem = certificate.read_text()
    assert vaccinapp("decode", "--signer", pem, "-", text=issued.stdout).returncode == 0
    der = base64.b64encode(signer.public_bytes(serialization.Encoding.DER))
    assert vaccinapp("decode", "--signer", der.decode(), "-", text=issued.stdout).returncode == 0


def test_what_another_library_issues_is_accepted(tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COUNTRY_NAME, "FR"), x509.NameAttribute(x509.NameOID.COMMON_NAME, "Ève")])
    now = datetime.datetime.now(datetime.timezone.utc)
    signer = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    entry = {"tg": "840539006", "vp": "1119349007", "mp": "EU/1/20/1528", "ma": "ORG-100030215", "dn": 2, "sd": 2,
             "dt": "2021-06-01", "co": "FR", "is": "Test", "ci": "URN:UVCI:01:FR:1"}
    payload = {"ver": "1.3.0", "nam": {"fnt": "EVE"}, "dob": "", "v": [entry]}
    seconds = now.timestamp()
    claims = {1: "FR", 4: seconds + 60, 6: seconds - 60, -260: {1: payload}}
    protected, body = cbor2.dumps({1: -7, 4: signer.fingerprint(hashes.SHA256())[:8]}), cbor2.dumps(claims)
    signature = key.sign(cbor2.dumps(["Signature1", protected, b"", body]), ec.ECDSA(hashes.SHA256()))
    r, s = utils.decode_dss_signature(signature)
    parts = [protected, {}, body, r.to_bytes(32, "big") + s.to_bytes(32, "big")]
    text = "HC1:" + encode45(zlib.compress(cbor2.dumps(cbor2.CBORTag(18, parts))))
    path = tmp_path / "signer.pem"
    path.write_bytes(signer.public_bytes(serialization.Encoding.PEM))
    decoded = vaccinapp("decode", "-", "--json", "--signer", str(path), text=text)
    report = json.loads(decoded.stdout)
    assert (decoded.returncode, report["verdict"], report["signer"]["name"]) == (0, "valid", "Ève")
    assert report["warnings"] == [] and report["entries"][0]["series"] == "complete"


def encode45(data):
    output = ""
    for start in range(0, len(data), 2):
        group = data[start:start + 2]
        value = int.from_bytes(group, "big")
        for _ in range(len(group) + 1):
            output += ALPHABET[value % 45]
            value //= 45
    return output


def published():
    files = sorted((DATA / "dcc/testdata").glob("*/2DCode/raw/*.json"))
    if not files:
        print(f"skipped: no reference data at {DATA}")
    files = [file for file in files if "CERTIFICATE" in json.loads(file.read_text("utf-8-sig"))["TESTCTX"]]
    # By day every fourth.
    return [nightly(file) if number % 4 else file for number, file in enumerate(files)]


@pytest.mark.parametrize("file", published(), ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_published_certificates_get_the_same_verdict(file):
    case = json.loads(file.read_text("utf-8-sig"))
    context = case["TESTCTX"]
    signer = x509.load_der_x509_certificate(base64.b64decode(context["CERTIFICATE"]))
    decoded = vaccinapp(
        "decode", "-", "--json", "--at", context["VALIDATIONCLOCK"], "--signer", context["CERTIFICATE"], text=case["PREFIX"])
    report = json.loads(decoded.stdout)
    try:
        parts, claims = message(case["PREFIX"])
        payload = claims[-260][1]
        assert payload["nam"] is not None
    except Exception:
        assert decoded.returncode == 2, "Python can't read it either"
        return
    headers = {**parts[1], **(cbor2.loads(parts[0]) if parts[0] else {})}
    if headers.get(4) != signer.fingerprint(hashes.SHA256())[:8]:
        assert report["verdict"] == "unknownIssuer"
    elif not verifies(signer, parts):
        assert report["verdict"] == "badSignature"
    else:
        moment = datetime.datetime.fromisoformat(context["VALIDATIONCLOCK"].replace("Z", "+00:00"))
        in_force = claims[6] <= moment.timestamp() < claims[4]
        assert in_force == (not {"expired", "notYetValid"} & set(report["faults"]))
        assert report["verdict"] not in ("unknownIssuer", "badSignature")
        assert report["holder"]["standardFamily"] == payload["nam"].get("fnt")


def test_a_refused_list_leaves_the_old_one(tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    public = tmp_path / "public.pem"
    public.write_bytes(
        key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    issuer = ["--key", str(tmp_path / "key.pem"), "--certificate", str(tmp_path / "signer.pem")]
    text = vaccinapp("issue", *issuer, *HOLDER).stdout
    signer = x509.load_pem_x509_certificate((tmp_path / "signer.pem").read_bytes())
    raw = base64.b64encode(signer.public_bytes(serialization.Encoding.DER)).decode()
    kid = base64.b64encode(signer.fingerprint(hashes.SHA256())[:8]).decode()
    entry = {"certificateType": "DSC", "country": "DE", "kid": kid, "rawData": raw}
    document = json.dumps({"certificates": [entry]}).encode()
    r, s = utils.decode_dss_signature(key.sign(document, ec.ECDSA(hashes.SHA256())))
    line = base64.b64encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    listed, data = tmp_path / "list.json", str(tmp_path / "data")
    listed.write_bytes(line + b"\n" + document)
    assert vaccinapp("trust", "import", str(listed), "--data", data).returncode != 0
    assert not (tmp_path / "data").exists()
    imported = vaccinapp("trust", "import", str(listed), "--key", str(public), "--data", data)
    assert (imported.returncode, "1 of 1 signers" in imported.stdout) == (0, True), imported.stderr
    stored = (tmp_path / "data/trust/list.json").read_bytes()
    listed.write_bytes(line + b"\n" + document.replace(b"DE", b"FR"))
    assert vaccinapp("trust", "import", str(listed), "--key", str(public), "--data", data).returncode != 0
    assert (tmp_path / "data/trust/list.json").read_bytes() == stored
    assert [file.name for file in (tmp_path / "data/trust").iterdir()] == ["list.json"]
    assert vaccinapp("decode", "-", "--data", data, text=text).returncode == 0
    (tmp_path / "revoked.txt").write_text(json.loads(vaccinapp("decode", "-", "--json", text=text).stdout)["entries"][0]["identifier"])
    assert vaccinapp("trust", "revoke", str(tmp_path / "revoked.txt"), "--data", data).returncode == 0
    revoked = vaccinapp("decode", "-", "--json", "--data", data, text=text)
    assert (revoked.returncode, json.loads(revoked.stdout)["verdict"]) == (1, "revoked")


@pytest.mark.parametrize("text, layer", [
    ("", "prefix"), ("HC2:ABC", "prefix"), ("HC1:a", "base45"), ("HC1:GGW", "base45"), ("HC1:BB8", "zlib"),
    ("HC1:" + "0" * 1_000_000, "prefix"),
    ("HC1:" + encode45(zlib.compress(b"\0" * 10_000_000)), "zlib"),
    ("HC1:" + encode45(zlib.compress(b"\x81" * 10_000)), "cbor"),
    ("HC1:" + encode45(zlib.compress(b"\x80")), "cose"),
    ("HC1:" + encode45(zlib.compress(b"\x84\x40\xa0\x41\xa0\x40")), "cwt"),
], ids=["empty", "HC2", "lower case", "over 65535", "no zlib", "a megabyte", "bomb", "nested", "array", "token"])
def test_malformed_texts_name_their_layer(text, layer):
    decoded = vaccinapp("decode", "-", "--json", text=text)
    assert (decoded.returncode, json.loads(decoded.stdout)["layer"]) == (2, layer)
