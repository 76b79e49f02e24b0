"""Input that is wrong on purpose: each gets a 4xx and a page, and nothing that was there is lost."""

import urllib.parse
import zlib

import cbor2
import pytest

from certificates import base45, wrapped
from client import Client
from words import says


@pytest.fixture(scope="module")
def wronged(server, names):
    """Somebody with one pass, who has all this done to them: whatever is refused leaves nothing."""
    member = Client(server).sign_up(next(names))
    member.path = member.add_pass("Erika Mustermann")
    return member


@pytest.fixture(scope="module")
def certificate_texts(issuer):
    nested = b"\x81" * 10_000 + b"\x00"
    good = issuer.vaccination("Erika", "Mustermann", "1964-08-12")
    return {
        "nothing": "",
        "no prefix": "hello",
        "not base45": "HC1:äöü,,,",
        "base45 overflow": "HC1:GGW",
        "not zlib": "HC1:" + base45(b"no zlib at all"),
        "zlib cut short": "HC1:" + base45(zlib.compress(b"x" * 100)[:10]),
        "a zlib bomb": "HC1:" + base45(zlib.compress(b"\0" * 50_000_000, 9)),
        "not CBOR": wrapped(b"\xff\xff"),
        "CBOR nested 10,000 deep": wrapped(nested),
        "nested payload": wrapped(issuer.sign(nested)),
        "no claims": wrapped(issuer.sign(cbor2.dumps({}))),
        "a huge length": wrapped(b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff"),
        "cut short": good[:200],
        "damaged": good[:100] + "0000" + good[104:],
    }


@pytest.mark.parametrize("name", [
    "nothing", "no prefix", "not base45", "base45 overflow", "not zlib", "zlib cut short", "a zlib bomb", "not CBOR",
    "CBOR nested 10,000 deep", "nested payload", "no claims", "a huge length", "cut short", "damaged",
])
def test_a_bad_certificate(wronged, certificate_texts, name):
    text = certificate_texts[name]
    answer = wronged.post("/certificates/new", {"text": text})
    assert answer.status in (400, 413, 422), answer.status
    assert "<h1>" in answer.body and 'lang="en"' in answer.body
    assert "Erika Mustermann" in wronged.get(wronged.path).body


def test_a_megabyte_of_text(member):
    member.add_pass("Erika Mustermann")
    answer = member.post("/certificates/new", {"text": "A" * 1_000_000})
    assert answer.status in (413, 422)
    assert "<h1>" in answer.body
    answer = member.post("/passes/new", pass_fields(member, name="A" * 1_000_000))
    assert answer.status in (413, 422)
    assert "Erika Mustermann" in member.get("/passes").body


def pass_fields(member, **fields):
    return {**member.pass_fields("Erika"), **fields}


@pytest.mark.parametrize("fields", [
    {"birthdate-day": "31", "birthdate-month": "2"},
    {"birthdate-year": "2999"},
    {"birthdate-day": "0"},
    {"birthdate-day": "-1"},
    {"birthdate-day": "1e3"},
    {"birthdate-day": "٣"},
    {"birthdate-year": "99999999999999999999"},
    {"name": ""},
    {"name": "   "},
    {"name": "A" * 10_000},
    {"name": "Erika\u202eretsuM"},
    {"name": "\u202e" * 30},
    {"name": "Erika\u0007"},
    {"name": "\u200b"},
    {"kind": "dragon"},
    {"sex": "perhaps"},
], ids=lambda fields: "-".join(f"{key}={value[:12]!a}" for key, value in fields.items()))
def test_a_bad_pass(wronged, fields):
    answer = wronged.post("/passes/new", pass_fields(wronged, **fields))
    assert answer.status == 422, answer.status
    assert 'id="errors"' in answer.body
    if "name" not in fields:
        assert 'value="Erika"' in answer.body
    assert wronged.get("/passes").body.count("/delete\"") == 1


@pytest.mark.parametrize("fields", [
    {"date-day": "31", "date-month": "2"},
    {"date-year": "2999"},
    {"date-year": "1800"},
    {"target": ""},
    {"target": "dragon-pox"},
    {"vaccine": "dragon-juice"},
    {"vaccine": "priorix"},
    {"country": "XX"},
    {"batch": "A" * 10_000},
    {"note": "A" * 100_000},
    {"note": "a\u202eb"},
], ids=lambda fields: "-".join(f"{key}={value[:12]!a}" for key, value in fields.items()))
def test_a_bad_vaccination(wronged, fields):
    path = wronged.path
    answer = wronged.post(f"{path}/vaccinations/new", wronged.dose_fields(**fields))
    assert answer.status == 422, answer.status
    assert 'id="errors"' in answer.body
    assert "/vaccinations/" not in wronged.get(path).body.replace("/vaccinations/new", "").replace("/vaccinations/table", "")


def test_a_second_vaccination_of_the_same_day_is_asked_about(member):
    path = member.add_pass("Erika Mustermann")
    first = member.dose_fields(batch="FIRST")
    assert member.post(f"{path}/vaccinations/new", first).status == 303
    assert member.post(f"{path}/vaccinations/new", first).location.endswith("done=vaccination-there")
    again = member.post(f"{path}/vaccinations/new", member.dose_fields(batch="OTHER"))
    assert again.status == 422 and 'name="duplicate"' in again.body
    assert member.post(f"{path}/vaccinations/new", member.dose_fields(batch="OTHER", duplicate="yes")).status == 303


@pytest.mark.parametrize("body", [
    "name=A&name=B", "name=%ff%fe", "name=%", "%00=1", "=x", "&".join(f"f{n}=1" for n in range(500)),
])
def test_a_form_that_no_browser_sends(wronged, body):
    token = wronged.token("/passes/new")
    rest = urllib.parse.urlencode({"form-token": token})
    answer = wronged.post_raw("/passes/new", f"{rest}&{body}".encode())
    assert answer.status in (400, 413), answer.status
    assert "<h1>" in answer.body


def test_a_form_of_another_type(member):
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        answer = member.request("POST", "/passes/new", b"{}", Content_Type=kind)
        assert answer.status in (400, 403, 415)


def test_a_form_without_a_token_or_with_another(member, client, server, names):
    fields = urllib.parse.urlencode(member.pass_fields("Erika")).encode()
    assert member.post_raw("/passes/new", fields).status == 403
    assert member.post_raw("/passes/new", fields + b"&form-token=x").status == 403
    other = type(client)(server).sign_up(next(names))
    token = other.token("/passes/new")
    assert member.post_raw("/passes/new", fields + f"&form-token={token}".encode()).status == 403
    assert "Erika" not in member.get("/passes").body


def test_a_form_from_another_site(member):
    body = urllib.parse.urlencode({"form-token": member.token("/passes/new"), **member.pass_fields("Erika")}).encode()
    for headers in ({"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
                    {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert member.post_raw("/passes/new", body, **headers).status == 403, headers
    assert member.post_raw("/passes/new", body, Sec_Fetch_Site="same-origin").status == 303


def test_an_unknown_id(member):
    path = member.add_pass("Erika Mustermann")
    unknown = "A" * len(path.split("/")[2])
    for bad in (unknown, "1", "0", "x" * 500, "%20", "%E2%80%AE", "..%20"):
        for page in (f"/passes/{bad}", f"/passes/{bad}/edit", f"{path}/vaccinations/{bad}",
                     f"{path}/certificates/{bad}", f"{path}/certificates/{bad}/qr.svg"):
            assert member.get(page).status == 404, page


def test_paths_and_methods_that_are_not_there(client):
    for path in ("/%00", "/a%00.html", "/..%2f..%2fetc/passwd", "/%ff", "/%zz", "//passes"):
        answer = client.get(path)
        assert answer.status == 400, path
        assert "<h1>" in answer.body
    assert client.get("/none").status == 404
    answer = client.request("DELETE", "/login")
    assert answer.status == 405 and "GET" in answer.headers["Allow"] and "POST" in answer.headers["Allow"]


def test_sign_up_says_what_is_wrong(client):
    for fields, shown in (
        ({"username": "new-person", "password": "short", "consent": "yes"}, "error.password.too-short"),
        ({"username": "new-person", "password": "password1234", "consent": "yes"}, "error.password.common"),
        ({"username": "new-person", "password": "new-person-new-person", "consent": "yes"}, "error.password.user-name"),
        ({"username": "new-person", "password": "wombats juggle nine teapots"}, "error.consent"),
        ({"username": "", "password": "wombats juggle nine teapots", "consent": "yes"}, "error.username.empty"),
    ):
        answer = client.post("/register", fields)
        assert answer.status == 422, fields
        assert says(answer.body, shown) and 'id="errors"' in answer.body
        assert fields["password"] not in answer.body


def test_sign_in_tells_nothing(client):
    unknown = client.post("/login", {"username": "nobody-of-that-name", "password": "x" * 20})
    assert unknown.status == 422
    assert says(unknown.body, "error.login")
