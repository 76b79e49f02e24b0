"""Links for a doctor as a program of another maker opens them: the specification, and cryptography from PyPI."""

import base64
import concurrent.futures
import html
import json
import pathlib
import re
import sys
import zlib

import pytest
import zxingcpp
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from fhir.resources.R4B.bundle import Bundle

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Browser"))

from client import Client
from server import Server
from words import says, words

LABEL = "Quokka label canary"
NAME = "Quokka Canary"
PASSCODE = "8641975302"


@pytest.fixture(scope="module")
def server():
    server = Server("--sign-ins", "100000")
    yield server
    server.close()


@pytest.fixture(scope="module")
def member(server):
    return Client(server).sign_up("link-maker")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make(member, **fields):
    path = member.add_pass(NAME)
    assert member.post(f"{path}/vaccinations/new", member.dose_fields()).status == 303
    answer = member.post(f"{path}/links", {"days": "1", "label": LABEL, **fields})
    assert answer.status == 303, answer.body
    place = answer.location.split("?")[0]
    text = html.unescape(re.search(r'value="([^"]*#shlink:/[^"]*)"', member.get(place).body)[1])
    viewer, payload = text.split("#shlink:/")
    assert viewer.endswith("/v") and "=" not in payload
    link = json.loads(decoded(payload))
    assert len(link["url"]) <= 128 and len(link["key"]) == 43 and link["label"] == LABEL
    assert len(decoded(link["url"].rsplit("/", 1)[1])) == 32, "256 bits"
    return place, link, text


def opened(jwe, link):
    head, none, nonce, sealed, tag = jwe.split(".")
    header = json.loads(decoded(head))
    assert none == "" and header["alg"] == "dir" and header["enc"] == "A256GCM"
    plain = AESGCM(decoded(link["key"])).decrypt(decoded(nonce), decoded(sealed) + decoded(tag), head.encode())
    return json.loads(zlib.decompress(plain, -15) if header.get("zip") == "DEF" else plain)


def ask(server, link, **body):
    path = "/link/" + link["url"].split("/link/")[1]
    return Client(server).request(
        "POST", path, json.dumps({"recipient": "Practice", **body}).encode(), Content_Type="application/json")


def test_a_link_without_a_passcode_is_a_single_file(server, member):
    place, link, text = make(member)
    assert link["flag"] == "U" and link["exp"] > 1_700_000_000
    path = "/link/" + link["url"].split("/link/")[1]
    answer = Client(server).get(f"{path}?recipient=Practice%20Gr%C3%BCn")
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/jose"
    assert answer.headers["Access-Control-Allow-Origin"] == "*" and answer.headers["Set-Cookie"] is None
    bundle = opened(answer.body, link)
    Bundle.model_validate(bundle)
    kinds = [entry["resource"]["resourceType"] for entry in bundle["entry"]]
    assert kinds[0] == "Composition" and kinds.count("Immunization") == 1
    document = next(e["resource"] for e in bundle["entry"] if e["resource"]["resourceType"] == "DocumentReference")
    page = base64.b64decode(document["content"][0]["attachment"]["data"]).decode()
    assert NAME in page and "<script" not in page and "http" not in page
    assert "Practice Grün" in html.unescape(member.get(place).body)


def test_its_code_says_the_same(member, tmp_path):
    place, _, text = make(member)
    svg = member.get(f"{place}/qr.svg").body
    side = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    import numpy

    picture = numpy.full((side, side), 255, dtype=numpy.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", svg):
        picture[int(y), int(x):int(x) + int(width)] = 0
    picture = numpy.kron(picture, numpy.ones((4, 4), dtype=numpy.uint8))
    codes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    assert [code.text for code in codes] == [text]
    assert codes[0].ec_level == "M"


@pytest.mark.parametrize("passcode", ["", PASSCODE])
def test_several_passes_are_several_files_and_end_with_any_of_them(server, member, passcode):
    other, third = member.add_pass("Wombat Canary"), member.add_pass("Numbat Canary")
    assert member.post(f"{other}/vaccinations/new", member.dose_fields(("6", "5", "2021"))).status == 303
    place, link, _ = make(member, passcode=passcode, **{f"pass-{other.split('/')[-1]}": "yes"})
    assert link.get("flag", "") == ("P" if passcode else ""), "none that says that it is a single file"
    path = "/link/" + link["url"].split("/link/")[1]
    assert Client(server).get(f"{path}?recipient=x").status == 404
    asked = {"passcode": passcode} if passcode else {}
    files = json.loads(ask(server, link, **asked).body)["files"]
    bundles = [opened(file["embedded"], link) for file in files]
    names = []
    for bundle in bundles:
        Bundle.model_validate(bundle)
        names += [e["resource"]["name"][0]["text"] for e in bundle["entry"] if e["resource"]["resourceType"] == "Patient"]
    assert names == [NAME, "Wombat Canary"]
    beside = json.loads(ask(server, link, embeddedLengthMax=100, **asked).body)["files"]
    tickets = [file["location"].split("/")[-1] for file in beside]
    assert len(set(tickets)) == 2
    assert [opened(Client(server).get(f"{path}/{ticket}").body, link) for ticket in tickets] == bundles
    # No ticket can be made into another one.
    changed = bytearray(decoded(tickets[0]))
    for place_in in range(len(changed)):
        forged = bytearray(changed)
        forged[place_in] ^= 1
        text = base64.urlsafe_b64encode(bytes(forged)).decode().rstrip("=")
        assert Client(server).get(f"{path}/{text}").status == 404
    page = html.unescape(member.get(place).body)
    assert words("links.also", names="Wombat Canary") in page and "Numbat" not in page.split("<main")[1]
    assert place in member.get(f"{other}/links").body and place not in member.get(f"{third}/links").body
    assert says(member.get(f"{other}/delete").body, "passes.delete.links", count=1)
    assert member.post(f"{other}/delete", {}).status == 303
    assert ask(server, link, **asked).status == 404 and member.get(place).status == 404


def test_a_passcode_opens_it_and_the_end_closes_it(server, member):
    place, link, _ = make(member, passcode=PASSCODE)
    assert link["flag"] == "P"
    answer = ask(server, link, passcode=PASSCODE)
    manifest = json.loads(answer.body)
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/json"
    assert [file["contentType"] for file in manifest["files"]] == ["application/fhir+json"]
    Bundle.model_validate(opened(manifest["files"][0]["embedded"], link))
    beside = json.loads(ask(server, link, passcode=PASSCODE, embeddedLengthMax=100).body)["files"][0]
    assert "embedded" not in beside
    path = "/link/" + beside["location"].split("/link/")[1]
    answer = Client(server).get(path)
    assert answer.headers["Content-Type"] == "application/jose"
    assert opened(answer.body, link)["resourceType"] == "Bundle"
    member.post(place, {"step": "end"})
    assert ask(server, link, passcode=PASSCODE).status == 404
    assert Client(server).get(path).status == 404


def test_of_many_wrong_passcodes_at_once_ten_are_counted(server, member, is_nightly):
    place, link, _ = make(member, passcode=PASSCODE)
    count = 50 if is_nightly else 20
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(lambda number: ask(server, link, passcode=f"wrong-{number:04}"), range(count)))
    told = sorted(json.loads(one.body)["remainingAttempts"] for one in answers if one.status == 401)
    assert told == list(range(10)), [one.status for one in answers]
    assert {one.status for one in answers} <= {401, 404, 429, 503}
    assert ask(server, link, passcode=PASSCODE).status == 404
    assert says(member.get(place).body, "links.exhausted")


def test_the_disk_holds_none_of_it(server, member):
    _, link, _ = make(member, passcode=PASSCODE)
    assert ask(server, link, passcode=PASSCODE, recipient="Recipient canary").status == 200
    address = link["url"].rsplit("/", 1)[1]
    secrets = [LABEL, NAME, PASSCODE, "Recipient canary", link["key"], address]
    needles = [text.encode() for text in secrets] + [decoded(link["key"]), decoded(address)]
    files = [path for path in pathlib.Path(server.data).rglob("*") if path.is_file()]
    assert len(files) > 2
    for path in files:
        content = path.read_bytes()
        for needle in needles:
            assert needle not in content, path
