"""The routes for other clients, as their own description and its tester, schemathesis, see them."""

import gzip
import json
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from server import Server  # noqa: E402

DESCRIPTION = ROOT / "Public" / "openapi.json"
ROUTES = [(path, method) for path, methods in json.loads(DESCRIPTION.read_text())["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


def ask(server, path, method="GET", **fields):
    request = urllib.request.Request(server.url + path, method=method)
    for name, value in fields.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


@pytest.mark.parametrize("path, method", ROUTES)
def test_answers_as_described(server, path, method, is_nightly):
    # Here alone, since every process of the tests would take longer to import them than for most tests.
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings

    schema = schemathesis.openapi.from_path(DESCRIPTION)

    @settings(
        max_examples=100 if is_nightly else 25, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck))
    @given(case=schema[path][method].as_strategy())
    def ask_as_described(case):
        response = case.call_and_validate(base_url=server.url, timeout=300)
        assert "Set-Cookie" not in response.headers

    ask_as_described()


@pytest.mark.parametrize("path", ["/recommend/all", "/recommend/de", "/recommend/thailand", "/update", "/openapi.json"])
def test_is_asked_again_for_nothing(server, path):
    status, headers, body = ask(server, path)
    assert status == 200 and headers["Content-Type"] == "application/json" and json.loads(body)
    assert ask(server, path)[2] == body
    assert headers["Cache-Control"].startswith("public") and headers["Access-Control-Allow-Origin"] == "*"
    assert ask(server, path, If_None_Match=headers["ETag"])[0] == 304
    # A proxy that packs the answer makes the tag a weak one.
    assert ask(server, path, If_None_Match=f'"other", W/{headers["ETag"]}')[0] == 304
    assert ask(server, path, If_None_Match='"other"')[0] == 200

    status, packed, bytes = ask(server, path, Accept_Encoding="gzip")
    assert status == 200 and packed["Content-Encoding"] == "gzip" and packed["ETag"] != headers["ETag"]
    assert gzip.decompress(bytes) == body and len(bytes) < len(body) / 2
    assert "Accept-Encoding" in packed["Vary"]

    status, head, nothing = ask(server, path, "HEAD")
    assert status == 200 and nothing == b"" and head["ETag"] == headers["ETag"]
    assert head["Content-Length"] == str(len(body))


@pytest.mark.parametrize("path,status,error", [
    ("/recommend/atlantis", 404, "unknown-country"),
    ("/recommend/zz", 404, "unknown-country"),
    ("/recommend/%F0%9F%90%B6", 404, "unknown-country"),
    ("/recommend/aq", 404, "country-without-recommendations"),
    ("/recommend", 404, "not-found"),
    ("/recommend/de/more", 404, "not-found"),
    ("/recommend/%00", 400, "bad-request"),
])
def test_says_in_json_why_not(server, path, status, error):
    answer = ask(server, path)
    assert answer[0] == status and answer[1]["Content-Type"] == "application/problem+json"
    assert json.loads(answer[2])["error"] == error and json.loads(answer[2])["status"] == status
    assert answer[1]["Cache-Control"] == "no-store" and "Set-Cookie" not in answer[1]


def test_only_lets_itself_be_read(server):
    status, headers, body = ask(server, "/update", "DELETE")
    assert status == 405 and headers["Allow"] == "GET, HEAD" and json.loads(body)["error"] == "method-not-allowed"


@pytest.mark.parametrize("one,other", [("DE", "germany"), ("th", "Thailand"), ("US", "usa"), ("CI", "c%C3%B4te-d'ivoire")])
def test_knows_a_country_by_code_and_name(server, one, other):
    assert ask(server, f"/recommend/{one}")[0] in (200, 404)
    assert ask(server, f"/recommend/{one}") [2] == ask(server, f"/recommend/{other}")[2]


def test_gives_the_record_of_the_thesis(server):
    records = json.loads(ask(server, "/recommend/thailand")[2])["recommendations"]
    rabies = next(record for record in records if record["targetID"] == "0000000001")
    assert rabies["name"] == "Rabies" and rabies["type"] == "human" and rabies["countries"] == ["thailand"]
    assert {"Rabipur"} <= {vaccine["name"] for vaccine in rabies["vaccines"]}
    items = json.loads(ask(server, "/update")[2])["items"]
    assert {item["type"] for item in items} == {"human", "cat", "dog"}
    german = json.loads(ask(server, "/update", Accept_Language="de-DE,de;q=0.9")[2])["items"]
    assert {item["name"] for item in german} >= {"Tollwut", "Masern"}


def test_every_country_that_is_named_can_be_asked_for(server):
    everything = json.loads(ask(server, "/recommend/all")[2])["recommendations"]
    countries = {country for record in everything for country in record.get("countries", [])}
    assert len(countries) > 40
    for country in countries:
        status, _, body = ask(server, "/recommend/" + urllib.parse.quote(country))
        assert status == 200, country
        assert all(record["countries"] == [country] for record in json.loads(body)["recommendations"]), country
