"""'Was it accepted in Austria on 1 July 2022?': rules that stopped answer for their time, never for today; and whose lists."""

import datetime
import json

import pytest

from looks import look
from nights import nightly
from server import Server
from test_admin import admin
from test_thread import import_text
from words import button, link, saying, says, words


def rules(country, start):
    """A country's one rule: the series is complete, and was so at most 270 days ago."""
    dose, clock = {"var": "payload.v.0"}, {"var": "external.validationClock"}
    return json.dumps([{
        "Identifier": f"VR-{country}-0001", "Type": "Acceptance", "Country": country, "Version": "1.0.0",
        "SchemaVersion": "1.0.0", "Engine": "CERTLOGIC", "EngineVersion": "0.7.5", "CertificateType": "Vaccination",
        "Description": [
            {"lang": "en", "desc": "The series was complete, at most 270 days ago."},
            {"lang": "de", "desc": "Die Impfserie war abgeschlossen, vor höchstens 270 Tagen."},
        ],
        "ValidFrom": f"{start}T00:00:00Z", "ValidTo": "2099-06-01T00:00:00Z",
        "AffectedFields": ["v.0", "v.0.dn", "v.0.sd", "v.0.dt"],
        "Logic": {"if": [dose, {"and": [
            {">=": [{"var": "payload.v.0.dn"}, {"var": "payload.v.0.sd"}]},
            {"not-after": [{"plusTime": [clock, 0, "day"]}, {"plusTime": [{"var": "payload.v.0.dt"}, 270, "day"]}]},
        ]}, True]},
    }])


@pytest.fixture(scope="module")
def office(issuer, tmp_path_factory):
    server = Server("--demo", "--sign-ins", "100000", trust=issuer.pem)
    file = tmp_path_factory.mktemp("rules") / "austria.json"
    file.write_text(rules("AT", "2022-06-01"))
    server.command("trust", "import", str(file), "--allow-unsigned", "--data", str(server.data))
    server.restart()
    yield server
    server.close()


def ask(page, country, day):
    page.select_option("#country", country)
    for part in ("day", "month", "year"):
        page.fill(f"#on-{part}", str(getattr(day, part)))
    button(page, "acceptance.submit").click()
    return page.inner_text("main section.card")


@pytest.mark.parametrize("width,script", [nightly(320, False), (1280, True)])
def test_accepted_in_austria_on_1_july_2022(
        open_page, office, sign_up, make_pass, issuer, picture, width, script):
    page = open_page(width=width, server=office, java_script_enabled=script)
    sign_up(page)
    make_pass(page)
    import_text(page, issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2022-01-05", dose=2))
    page.click("main a[href*='/certificates/']:not([href$='new'])")
    link(page, "acceptance.title").click()
    answer = ask(page, "AT", datetime.date(2022, 7, 1))
    assert words("acceptance.answer.accepted", country="Austria", date="1 July 2022") in answer
    assert words("acceptance.age", date="1 June 2022", end="30 August 2022") in answer
    met = words("acceptance.rule.passed")
    assert f"{met}: The series was complete, at most 270 days ago." in answer
    if script:
        assert look(page, picture, "acceptance") == []
    # Today's answer is none, though the rule itself ends in 2099.
    today = datetime.date.today()
    answer = ask(page, "AT", today)
    date = f"{today.day} {today:%B %Y}"
    assert words("acceptance.answer.rules-too-old", year=2022, country="Austria", date=date) in answer
    assert met not in answer
    answer = ask(page, "FR", datetime.date(2022, 7, 1))
    assert words("acceptance.answer.no-rules", country="France", date="1 July 2022") in answer


def test_an_admin_sees_each_list_with_its_age_and_what_was_refused(open_page, office, sign_up, make_pass, picture):
    broken = office.data / "trust" / "broken.json"
    broken.write_text("{}")
    # It looks now and then, and as it starts.
    office.restart()
    page = open_page(server=office)
    admin(page, office, sign_up, make_pass)
    try:
        page.goto("/admin/trust")
        text = page.inner_text("main")
        assert words("admin.trust.refused") in text and says(text, "admin.trust.rules-old")
        assert words("admin.trust.content.rules", count=1) in text and "1 June 2022" in text
        assert words("admin.trust.importer") in text
        [unknown] = saying("admin.trust.unknown").findall(text)
        assert words("admin.trust.family.smarthealthcard") in unknown
        assert words("admin.trust.family.eudcc") not in unknown
        assert look(page, picture, "admin-trust") == []
    finally:
        broken.unlink()


@pytest.mark.parametrize("script", [True, nightly(False)])
def test_a_certificate_that_expires_soon_is_news_until_it_is_noted(
        open_page, sign_up, make_pass, issuer, picture, script):
    page = open_page(java_script_enabled=script)
    sign_up(page)
    make_pass(page)
    import_text(page, issuer.vaccination("Erika", "Mustermann", "1964-08-12", days=5))
    notice = page.locator(".notice.with-action", has_text=saying("certificates.ends-soon"))
    assert notice.count() == 1
    if script:
        assert look(page, picture, "expiring") == []
    notice.locator("button").click()
    assert notice.count() == 0
    assert says(page.inner_text("main"), "certificates.ends-soon")
