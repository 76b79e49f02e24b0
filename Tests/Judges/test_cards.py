"""Cards of all four families, right and wrong, minted in Python with keys made at test time: we agree on each."""

import datetime
import json
import pathlib
import os

import pytest

from cards import NOW, POLIO, STAMARIL, CardIssuer, Party, dcc, evc, hcert, icvp, jwk, numeric
from nights import nightly
from operating import ROOT, vaccinapp

DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", pathlib.Path(ROOT) / "../shared/data")).resolve()
DAY = datetime.timedelta(days=1)
NORMALISED = {"disease", "product", "date", "validFrom", "validUntil", "batch", "issuer", "codes"}


class Trust:
    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"

    def load(self, content, *options, name="list.json"):
        file = self.folder / name
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        return vaccinapp("trust", "import", file, "--data", self.data, *options)

    def decode(self, text: str, *options) -> dict:
        answer = vaccinapp("decode", "-", "--json", "--data", self.data, *options, input=text)
        report = json.loads(answer.stdout)
        assert answer.returncode == {"valid": 0, "malformed": 2}.get(report["verdict"], 1)
        return report

    def judged(self, text: str) -> tuple:
        report = self.decode(text)
        return report["verdict"], report.get("evidence")


@pytest.fixture
def trust(tmp_path):
    return Trust(tmp_path)


@pytest.fixture
def party(trust):
    """A signer of the WHO's and of EU certificates whom we trust."""
    party = Party("Health", "DE")
    assert trust.load(party.pem, name="signer.pem").returncode == 0
    return party


def day(days: int) -> str:
    return (NOW + days * DAY).date().isoformat()


def test_eu_certificates(trust, party):
    report = trust.decode(hcert(party, 1, dcc(), expires=NOW + DAY))
    assert (report["verdict"], report["evidence"], report["kind"]) == ("valid", "valid", "eu-dcc")
    assert (report["name"], report["birthDate"]) == ("Ada Lovelace", "1990-05-01")
    (dose,) = report["doses"]
    assert set(dose) == NORMALISED and dose["disease"] == "covid-19" and dose["date"] == "2021-06-01"
    assert dose["product"] and dose["batch"] is None and dose["issuer"] == "Test"
    assert report["entries"][0]["kind"] == "vaccination"
    assert trust.judged(hcert(party, 1, dcc(mp="Unheard-of"))) == ("valid", "validBut")
    assert trust.judged(hcert(party, 1, dcc(), expires=NOW - DAY / 2)) == ("expired", "expired")
    assert trust.judged(hcert(party, 1, dcc(), issued=NOW + DAY)) == ("notYetValid", "notYetValid")
    assert trust.judged(hcert(party, 1, dcc(), breaks=True)) == ("badSignature", "wrong")
    assert trust.judged(hcert(Party("Other"), 1, dcc())) == ("unknownIssuer", "issuerUnknown")
    revoked = trust.folder / "revoked"
    revoked.write_text("URN:UVCI:01:DE:1")
    assert vaccinapp("trust", "revoke", revoked, "--data", trust.data).returncode == 0
    assert trust.judged(hcert(party, 1, dcc())) == ("revoked", "revoked")
    test = {"tg": "840539006", "tt": "LP6464-4", "sc": "2021-06-01T10:00:00Z", "tr": "260415000", "tc": "Test",
            "co": "DE", "is": "Test", "ci": "URN:UVCI:01:DE:2"}
    payload = {name: value for name, value in dcc().items() if name != "v"} | {"t": [test]}
    assert trust.decode(hcert(party, 1, payload))["doses"] == []


@pytest.mark.parametrize("generation", [nightly("2024"), nightly("2025"), "2026"])
def test_icvp(trust, party, generation):
    report = trust.decode(hcert(party, -6, icvp(generation)))
    assert (report["verdict"], report["evidence"], report["kind"]) == ("valid", "valid", "icvp")
    assert (report["name"], report["birthDate"]) == ("Ada Lovelace", "1990-05-01")
    (dose,) = report["doses"]
    assert set(dose) == NORMALISED
    assert dose | {"codes": 0} == {
        "disease": "yellow-fever", "product": "stamaril", "date": "2020-03-01", "validFrom": "2020-03-11",
        "validUntil": "2060-03-01", "batch": "A7", "issuer": "Clinic", "codes": 0}
    assert STAMARIL in [code["code"] for code in dose["codes"]]
    # For life, whatever the certificate says of its end; from the tenth day.
    assert trust.judged(hcert(party, -6, icvp(generation, vle="2021-01-01"))) == ("valid", "valid")
    assert trust.judged(hcert(party, -6, icvp(generation, dt=day(-9)))) == ("notYetValid", "notYetValid")
    assert trust.judged(hcert(party, -6, icvp(generation, dt=day(-10)))) == ("valid", "valid")
    assert trust.judged(hcert(party, -6, icvp(generation, vp="XM0N24"))) == ("invalidContent", "wrong")
    assert trust.judged(hcert(party, -6, icvp(generation), breaks=True)) == ("badSignature", "wrong")
    assert trust.judged(hcert(Party("Pilot"), -6, icvp(generation))) == ("unknownIssuer", "issuerUnknown")
    if generation != "2024":
        report = trust.decode(hcert(party, -6, icvp(generation, vp=POLIO, dt=day(-1))))
        assert report["verdict"] == "valid" and report["doses"][0]["disease"] == "polio"
    for wrong in ({"dt": "2026-02-31"}, {"dob": "1990-02-31"}, {"vls": "soon"}, {"dt": 7}):
        report = trust.decode(hcert(party, -6, icvp(generation, **wrong)))
        assert report["verdict"] == "malformed" and report["layer"] == "payload" and report["reason"]


def test_what_is_shown_and_not_judged(trust, party):
    report = trust.decode(hcert(party, -6, icvp("2030")))
    assert (report["verdict"], report["name"], report["doses"]) == ("unknownIssuer", "Ada Lovelace", [])
    assert "not judged" in report["warnings"][0]
    payload = {"name": "Ada Lovelace", "birthDate": "1990-05-01", "vaccination": {"vaccine": {"code": "XM68M6"},
                                                                               "date": "2021-05-01"}}
    for kind in (3, 4):
        report = trust.decode(hcert(party, kind, payload))
        assert (report["kind"], report["verdict"]) == ("ddcc", "unknownIssuer")
    assert trust.decode(hcert(party, 5, {}))["layer"] == "cwt"


@pytest.mark.parametrize("kid", [
    "0x84180ade47ede204", nightly("AsymmetricECDSA256"), nightly("be6b28b8-f5a4-4543-a80a-bc764c619feb")])
def test_european_vaccination_cards(trust, kid):
    issuer = Party("EVC", "LU")
    answer = trust.load(jwk(issuer, kid))
    assert answer.returncode == 0 and "1 of 1 signers, format jwk" in answer.stdout, answer.stderr
    for algorithm in (-7, -35, -36):
        report = trust.decode(evc(issuer, kid, alg=algorithm))
        assert (report["verdict"], report["evidence"], report["kind"]) == ("valid", "valid", "evc")
    assert (report["name"], report["birthDate"]) == ("ADA LOVELACE", "2000-01-01")
    assert [dose["date"] for dose in report["doses"]] == ["2000-12-31", "2000-01-01"]
    assert all(set(dose) == NORMALISED and dose["disease"] is None for dose in report["doses"])
    assert [dose["codes"][0]["code"] for dose in report["doses"]] == ["1234", "99"]
    assert trust.judged(evc(issuer, kid, claims=False)) == ("valid", "valid")
    assert trust.judged(evc(issuer, kid, plain=True)) == ("valid", "valid")
    assert trust.judged(evc(issuer, kid, expires=NOW - DAY)) == ("expired", "expired")
    assert trust.judged(evc(issuer, kid, breaks=True)) == ("badSignature", "wrong")
    assert trust.judged(evc(Party("EVC"), kid)) == ("badSignature", "wrong")
    assert trust.judged(evc(issuer, "another")) == ("unknownIssuer", "issuerUnknown")
    # The pilot's key signs cards alone.
    raw = vaccinapp("trust", "list", "--data", trust.data).stdout
    assert "1 signers" in raw
    assert trust.decode(evc(issuer, "k" * 10_240))["code"] == "tooLong"
    for wrong in ({"dob": "2000-02-30"}, {"age": -1}, {"age": "x"}):
        assert trust.decode(evc(issuer, kid, **wrong))["layer"] == "payload"


def test_smart_health_cards(trust):
    issuer = CardIssuer()
    card = issuer.card()
    assert trust.judged(card) == ("unknownIssuer", "issuerUnknown")
    answer = trust.load({"keys": [issuer.key]}, "--issuer", issuer.address, name="jwks.json")
    assert answer.returncode == 0 and "1 of 1 signers, format healthCardIssuer" in answer.stdout, answer.stderr
    for text in (card, numeric(card), json.dumps({"verifiableCredential": [card]})):
        report = trust.decode(text)
        assert (report["verdict"], report["evidence"], report["kind"]) == ("valid", "valid", "smart-health-card")
    assert (report["name"], report["birthDate"]) == ("Ada Lovelace", "1990-05-01")
    (dose,) = report["doses"]
    assert set(dose) == NORMALISED and dose["disease"] == "covid-19" and dose["batch"] == "0001"
    assert trust.judged(issuer.card(exp=1_700_000_000)) == ("expired", "expired")
    assert trust.judged(issuer.card(nbf=int((NOW + DAY).timestamp()))) == ("notYetValid", "notYetValid")
    assert trust.judged(issuer.card(breaks=True)) == ("badSignature", "wrong")
    assert trust.judged(issuer.card(issuer="https://elsewhere.example")) == ("unknownIssuer", "issuerUnknown")
    assert trust.judged(issuer.card(kid="A" * 43)) == ("unknownIssuer", "issuerUnknown")
    assert trust.judged(CardIssuer().card()) == ("unknownIssuer", "issuerUnknown")
    crl = {"kid": issuer.key["kid"], "method": "rid", "ctr": 1, "rids": ["gone", "later.1500000000"]}
    answer = trust.load(crl, name="crl.json")
    assert answer.returncode == 0 and "2 revoked" in answer.stdout
    assert trust.judged(issuer.card(rid="gone")) == ("revoked", "revoked")
    assert trust.judged(issuer.card(rid="later")) == trust.judged(issuer.card(rid="here")) == ("valid", "valid")


def test_issuers_whose_addresses_make_one_name_are_told_apart(trust):
    one, other = CardIssuer("https://cards.example/a"), CardIssuer("https://cards-example/a")
    assert trust.load({"keys": [one.key]}, "--issuer", one.address).returncode == 0
    answer = trust.load({"keys": [other.key]}, "--issuer", other.address)
    assert answer.returncode != 0 and "another --name" in answer.stderr
    assert trust.load({"keys": [other.key]}, "--issuer", other.address, "--name", "other").returncode == 0
    assert trust.load({"keys": [one.key]}, "--issuer", one.address).returncode == 0
    assert trust.judged(one.card())[0] == trust.judged(other.card())[0] == "valid"


def test_a_directory_of_issuers(trust):
    one, other = CardIssuer(), CardIssuer("https://other.example")
    crl = {"kid": other.key["kid"], "method": "rid", "ctr": 1, "rids": ["gone"]}
    snapshot = {"directory": "d", "time": "2026", "issuerInfo": [
        {"issuer": {"iss": one.address, "name": "One"}, "keys": [one.key, one.key | {"kid": "wrong"}]},
        {"issuer": {"iss": other.address, "name": "Other"}, "keys": [other.key], "crls": [crl]}]}
    answer = trust.load(snapshot)
    assert answer.returncode == 0 and "2 of 3 signers, format healthCardDirectory" in answer.stdout, answer.stderr
    assert "keyKidWrong" in answer.stderr
    assert trust.judged(one.card())[0] == trust.judged(other.card())[0] == "valid"
    assert trust.judged(other.card(rid="gone"))[0] == "revoked"
    assert trust.judged(other.card(issuer=one.address))[0] == "unknownIssuer"


@pytest.mark.parametrize("form", ["issuer", nightly("set"), nightly("key"), "directory"])
def test_a_private_key_is_refused_loudly_and_nothing_is_imported(trust, form):
    issuer = CardIssuer()
    key = issuer.key | {"d": "AAAA"}
    content, options = {
        "issuer": ({"keys": [issuer.key, key]}, ["--issuer", issuer.address]),
        "set": ({"keys": [issuer.key, key]}, ["--allow-unsigned"]), "key": (key, []),
        "directory": ({"issuerInfo": [{"issuer": {"iss": issuer.address}, "keys": [issuer.key, key]}]}, []),
    }[form]
    answer = trust.load(content, *options)
    assert answer.returncode != 0 and not answer.stdout and "A PRIVATE KEY" in answer.stderr
    assert not list(trust.data.glob("trust/*"))


@pytest.mark.parametrize("address", ["http://cards.example", "https://cards.example/", "cards.example"])
def test_an_address_that_is_no_issuers_is_refused(trust, address):
    answer = trust.load({"keys": [CardIssuer().key]}, "--issuer", address)
    assert answer.returncode != 0 and "https://" in answer.stderr and not list(trust.data.glob("trust/*"))


@pytest.mark.skipif(not (DATA / "evc").exists(), reason="no reference data")
def test_the_pilots_picture_is_read_and_valid_with_its_key(trust):
    answer = vaccinapp("trust", "import", DATA / "evc/pub/pub_keys/SYA/test.json", "--data", trust.data)
    assert answer.returncode == 0, answer.stderr
    answer = vaccinapp("decode", DATA / "evc/card.png", "--data", trust.data, "--json")
    report = json.loads(answer.stdout)
    assert (report["kind"], report["name"], report["birthDate"]) == ("evc", "Michel Jean", "1978-01-01")
    # Its signature is right, and it holds no dose.
    assert (report["verdict"], report["evidence"], report["doses"]) == ("valid", "validBut", [])


@pytest.mark.skipif(not (DATA / "shc/good").exists(), reason="no reference data")
def test_the_published_card_is_valid_with_its_published_keys(trust):
    issuer = "https://spec.smarthealth.cards/examples/issuer"
    answer = vaccinapp("trust", "import", DATA / "shc/good/issuer.jwks.json", "--issuer", issuer, "--data", trust.data)
    assert answer.returncode == 0, answer.stderr
    for name in ("d-jws.txt", "e-file.smart-health-card", "f-qr-code-numeric-value-0.txt"):
        answer = vaccinapp("decode", DATA / f"shc/good/example-00-{name}", "--data", trust.data, "--json")
        assert answer.returncode == 0 and json.loads(answer.stdout)["verdict"] == "valid", answer.stdout
    for name, reason in (("no_deflate", "headerZipMissing"), ("no_jws_header_kid", "headerKidMissing"),
                         ("der-signature", "derSignature")):
        answer = vaccinapp("decode", DATA / f"shc/test-example-00-d-jws-{name}.txt", "--data", trust.data, "--json")
        assert answer.returncode == 2 and reason in json.loads(answer.stdout)["reason"], answer.stdout
