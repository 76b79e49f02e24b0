"""Trust lists with signatures that another implementation made: CMS and RS256, as authorities sign theirs."""

import base64
import datetime
import itertools
import json
import subprocess

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import NameOID

from cards import raw
from operating import vaccinapp

SERIALS = itertools.count(1)


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def url_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Party:
    """Somebody with a key and a certificate, of their own or of an authority's making."""

    def __init__(self, name: str, country: str, key=None, by: "Party | None" = None):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([
            x509.NameAttribute(NameOID.COUNTRY_NAME, country), x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        self.certificate = (
            x509.CertificateBuilder().subject_name(self.name).issuer_name((by or self).name)
            .public_key(self.key.public_key()).serial_number(next(SERIALS))
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(by is None, None), True)
            .sign((by or self).key, hashes.SHA256())
        )

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    def cms(self, content: bytes, *options, digest=hashes.SHA256) -> bytes:
        """A detached signature over the content."""
        return (
            pkcs7.PKCS7SignatureBuilder().set_data(content).add_signer(self.certificate, self.key, digest())
            .sign(serialization.Encoding.DER,
                  [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary, *options]))


def rsa_key():
    return rsa.generate_private_key(65537, 2048)


@pytest.fixture
def trust(tmp_path):
    """Imports a list with a key and tells what the program says, whether it took the list or not."""

    def trust(content: str, key: Party) -> subprocess.CompletedProcess:
        (tmp_path / "list").write_text(content)
        (tmp_path / "key.pem").write_text(key.pem)
        return vaccinapp("trust", "import", tmp_path / "list", "--key", tmp_path / "key.pem", "--data", tmp_path)

    return trust


def refused(answer: subprocess.CompletedProcess) -> bool:
    return answer.returncode != 0 and not answer.stdout


def dutch(payload: bytes, signature: bytes) -> str:
    return json.dumps({"payload": text(payload), "signature": text(signature)})


@pytest.mark.parametrize("key", [None, "rsa"])
@pytest.mark.parametrize("options", [[], [pkcs7.PKCS7Options.NoAttributes], [pkcs7.PKCS7Options.NoCapabilities]])
@pytest.mark.parametrize("digest", [hashes.SHA256, hashes.SHA512])
def test_a_dutch_list_signed_in_cms(trust, key, options, digest):
    root = Party("Root", "NL")
    signer = Party("Lists", "NL", key=rsa_key() if key else None, by=root)
    signer_key = Party("Signer", "NL").key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    payload = json.dumps({"eu_keys": {"AAECAwQFBgc=": [{"subjectPk": text(signer_key), "keyUsage": ["v"]}]}}).encode()
    signature = signer.cms(payload, *options, digest=digest)
    for trusted in (signer, root):
        answer = trust(dutch(payload, signature), trusted)
        assert "1 of 1 signers, format dutch, signature verified" in answer.stdout, answer.stderr
    assert refused(trust(dutch(payload.replace(b'"v"', b'"t"'), signature), signer))
    assert refused(trust(dutch(payload, signature), Party("Lists", "NL")))
    assert refused(trust(dutch(payload, Party("Lists", "NL", by=Party("Root", "NL")).cms(payload)), root))
    assert refused(trust(dutch(payload, signature[:-8] + bytes(8)), signer))


def swiss(signer: Party, payload: bytes, chain: list[Party], algorithm: str = "RS256") -> str:
    header = json.dumps({"alg": algorithm, "x5c": [text(party.der) for party in chain]}).encode()
    message = f"{url_text(header)}.{url_text(payload)}"
    return f"{message}.{url_text(signer.key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA256()))}"


def test_a_swiss_list_signed_with_rs256(trust):
    root = Party("Root", "CH", key=rsa_key())
    signer = Party("Lists", "CH", key=rsa_key(), by=root)
    numbers = Party("Signer", "CH").key.public_key().public_numbers()
    entry = {"keyId": "AAECAwQFBgc=", "use": "tv", "alg": "ES256", "crv": "P-256",
             "x": text(numbers.x.to_bytes(32, "big")), "y": text(numbers.y.to_bytes(32, "big"))}
    payload = json.dumps({"certs": [entry]}).encode()
    for trusted, chain in ((root, [signer]), (root, [signer, root]), (signer, [])):
        answer = trust(swiss(signer, payload, chain), trusted)
        assert "1 of 1 signers, format swiss, signature verified" in answer.stdout, answer.stderr
    token = swiss(signer, payload, [signer])
    header, body, signature = token.split(".")
    changed = url_text(payload.replace(b'"tv"', b'"t"'))
    assert refused(trust(f"{header}.{changed}.{signature}", root))
    assert refused(trust(token, Party("Root", "CH", key=rsa_key())))
    # Somebody with a certificate of the same authority's name, and an algorithm that the signature isn't.
    stranger = Party("Lists", "CH", key=rsa_key(), by=Party("Root", "CH", key=rsa_key()))
    assert refused(trust(swiss(stranger, payload, [stranger]), root))
    assert refused(trust(swiss(signer, payload, [signer], algorithm="PS256"), root))
    assert refused(trust(swiss(signer, payload, [signer], algorithm="none"), root))


class Gateway:
    """The gateway's list of one country: an authority, an upload certificate and two signers."""

    def __init__(self):
        self.anchor = Party("Anchor", "EU")
        self.authority, self.upload = Party("CSCA", "DE"), Party("Upload", "DE")
        self.signers = [Party(f"DSC {number}", "DE", by=self.authority) for number in range(2)]
        self.entries = [
            self.entry("CSCA", self.authority, self.anchor), self.entry("UPLOAD", self.upload, self.anchor),
            self.entry("AUTHENTICATION", Party("Authentication", "DE"), self.anchor),
            *(self.entry("DSC", signer, self.upload) for signer in self.signers)]

    @staticmethod
    def entry(kind: str, party: Party, by: Party, country: str = "DE") -> dict:
        return {"kid": "AAECAwQFBgc=", "timestamp": "2026-05-04T10:00:00Z", "country": country, "certificateType": kind,
                "thumbprint": "", "signature": text(by.cms(party.der)), "rawData": text(party.der)}

    def text(self) -> str:
        return json.dumps(self.entries)


def test_the_gateways_list_whose_entries_are_signed(trust):
    gateway = Gateway()
    answer = trust(gateway.text(), gateway.anchor)
    assert "2 of 2 signers, format gateway, signature verified" in answer.stdout, answer.stderr
    assert refused(trust(gateway.text(), Party("Anchor", "EU")))
    assert refused(trust(gateway.text(), gateway.upload))


@pytest.mark.parametrize("wrong", ["signature", "missing", "uploader", "authority", "country", "bytes"])
def test_an_entry_of_the_gateways_that_is_not_the_countrys_is_left_out(trust, wrong):
    gateway = Gateway()
    entries, last = gateway.entries, gateway.entries[-1]
    if wrong == "signature":
        last["signature"] = entries[-2]["signature"]
    elif wrong == "missing":
        del last["signature"]
    elif wrong == "uploader":
        entries[-1] = Gateway.entry("DSC", gateway.signers[1], Party("Upload", "DE"))
    elif wrong == "authority":
        entries[-1] = Gateway.entry("DSC", Party("DSC", "DE", by=Party("CSCA", "DE")), gateway.upload)
    elif wrong == "country":
        last["country"] = "FR"
    else:
        last["signature"] = "AAAA"
    answer = trust(gateway.text(), gateway.anchor)
    assert "1 of 2 signers, format gateway, signature verified" in answer.stdout, answer.stderr
    assert "note: entry 1 is not used" in answer.stderr


def test_an_upload_certificate_counts_only_where_the_anchor_signed_it(trust):
    gateway = Gateway()
    gateway.entries[1] = Gateway.entry("UPLOAD", gateway.upload, Party("Anchor", "EU"))
    assert refused(trust(gateway.text(), gateway.anchor))
    gateway = Gateway()
    gateway.entries[0] = Gateway.entry("CSCA", gateway.authority, gateway.upload)
    assert refused(trust(gateway.text(), gateway.anchor))


def test_a_signed_gateway_list_needs_a_key(tmp_path):
    (tmp_path / "list").write_text(Gateway().text())
    answer = vaccinapp("trust", "import", tmp_path / "list", "--allow-unsigned", "--data", tmp_path)
    assert refused(answer)
    assert "its signer's key is needed" in answer.stderr


RULE = {"Identifier": "GR-XX-0001", "Type": "Acceptance", "Country": "XX", "Version": "1.0.0", "SchemaVersion": "1.0.0",
        "Engine": "CERTLOGIC", "EngineVersion": "0.7.5", "CertificateType": "General",
        "Description": [{"lang": "en", "desc": "Any dose."}], "ValidFrom": "2022-03-01T00:00:00Z",
        "ValidTo": "2030-06-01T00:00:00Z", "AffectedFields": ["v.0"], "Logic": {"var": "payload.v.0"}}
VALUE_SET = {"valueSetId": "disease-agent-targeted", "valueSetDate": "2021-04-27",
             "valueSetValues": {"840539006": {"display": "COVID-19"}}}


@pytest.mark.parametrize("bundle, words", [
    ([RULE], "1 rules of 1 countries, the newest of 2022-03-01"), ([VALUE_SET], "1 value sets")])
def test_business_rules_and_value_sets(tmp_path, trust, bundle, words):
    signer, content = Party("Rules", "DE"), json.dumps(bundle)
    answer = trust(text(raw(signer.key, content.encode())) + "\n" + content, signer)
    assert f"list: {words}, signature verified" in answer.stdout, answer.stderr
    listed = vaccinapp("trust", "list", "--data", tmp_path).stdout
    assert words in listed
    assert refused(trust(text(raw(signer.key, b"x")) + "\n" + content, signer))
    assert refused(trust(content, signer))
    assert vaccinapp("trust", "list", "--data", tmp_path).stdout == listed
    bare = vaccinapp("trust", "import", "-", "--name", "bare", "--data", tmp_path, input=content)
    assert refused(bare) and "--allow-unsigned" in bare.stderr
    # One rule that can't be read refuses the bundle: without it, its country would ask for less than it does.
    broken = json.dumps([RULE, {"Identifier": "GR-XX-0002", "Logic": {}}])
    answer = vaccinapp("trust", "import", "-", "--allow-unsigned", "--data", tmp_path, input=broken)
    assert refused(answer) and "rules:" in answer.stderr


@pytest.mark.parametrize("content", [b"myhost\n", b"root:x:0:0:root:/root:/bin/bash\n" * 40, bytes(range(256)) * 8, b""])
def test_a_file_that_is_no_list_is_told_as_that(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    answer = vaccinapp("trust", "import", tmp_path / "file", "--data", tmp_path / "data")
    assert answer.returncode == 1 and f"{tmp_path}/file is no trust list" in answer.stderr, answer
    assert len(answer.stderr.splitlines()) == 1 and not (tmp_path / "data").exists()
