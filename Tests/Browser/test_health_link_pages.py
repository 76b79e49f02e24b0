"""A link for a doctor in a browser: made, opened by somebody without an account, ended."""

import base64
import datetime
import json
import re
import zoneinfo

import pytest

from looks import look
from words import words


@pytest.fixture
def link(member):
    """Somebody's link: its page, its text, its passcode."""
    path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
    assert member.post(f"{path}/vaccinations/new", member.dose_fields(target="measles", vaccine="priorix")).status == 303
    place = member.post(f"{path}/links", {"days": "7", "passcode": "246810", "label": "For Dr. Grün"}).location.split("?")[0]
    text = re.search(r'value="([^"]*#shlink:/[^"]*)"', member.get(place).body)[1]
    return path, place, text


def test_a_stranger_opens_it_with_the_passcode(open_page, link, member, picture):
    _, place, text = link
    page = open_page(width=390, timezone_id="Asia/Kathmandu")
    page.goto(text)
    page.locator("#recipient").wait_for()
    assert "For Dr. Grün" in page.inner_text("[data-label]")
    shared = json.loads(base64.urlsafe_b64decode(text.split("shlink:/")[1] + "=="))
    end = datetime.datetime.fromtimestamp(shared["exp"], zoneinfo.ZoneInfo("Asia/Kathmandu"))
    until = page.inner_text("[data-until-line]")
    assert until.startswith(f"{words('links.viewer.until')} {end.day} {end:%B %Y}") and until.endswith(f"{end:%H:%M}")
    # Neither the address nor what the browser goes back to has the key.
    assert page.url.endswith("/v") and page.evaluate("history.length") == 2
    page.fill("#recipient", "Practice Brown")
    page.fill("#passcode", "111111")
    page.click("form button")
    page.get_by_text(f"{words('links.viewer.passcode')} 9").wait_for()
    page.fill("#passcode", "246810")
    page.click("form button")
    page.locator("[data-doses] li", has_text="Priorix").first.wait_for()
    assert "Erika Mustermann" in page.inner_text("h2")
    picture(page, "link-viewer")
    with page.expect_download() as download:
        page.click("[data-save]")
    assert b'"Bundle"' in open(download.value.path(), "rb").read()
    assert "Practice Brown" in member.get(place).body
    assert words("links.viewer.note") in page.inner_text("main")
    member.post(place, {"step": "end"})
    page.reload()
    assert words("links.viewer.wrong") in page.inner_text("[data-state]")
    # In the same place, which is no other page.
    page.evaluate("text => { location.href = text; }", text)
    page.get_by_text(words("links.viewer.over")).wait_for()
    # Nothing is asked for any more, and nothing else is shown.
    for hidden in ("#recipient", "#passcode", "[data-label]", "[data-until-line]"):
        assert not page.locator(hidden).is_visible()


def test_one_that_ends_while_somebody_looks_asks_for_nothing_more(open_page, link, member):
    _, place, text = link
    page = open_page()
    page.goto(text)
    page.fill("#recipient", "Practice Brown")
    page.fill("#passcode", "246810")
    member.post(place, {"step": "end"})
    page.click("form button")
    page.get_by_text(words("links.viewer.over")).wait_for()
    assert not page.locator("#recipient").is_visible()


def test_it_speaks_the_readers_language(open_page, member):
    path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
    assert member.post(f"{path}/vaccinations/new", member.dose_fields(target="measles", vaccine="priorix")).status == 303
    assert member.post(f"{path}/vaccinations/new", member.dose_fields(target="tetanus", vaccine="unknown")).status == 303
    place = member.post(f"{path}/links", {"days": "7", "passcode": "", "label": "x"}).location.split("?")[0]
    page = open_page(locale="de-DE")
    page.goto(re.search(r'value="([^"]*#shlink:/[^"]*)"', member.get(place).body)[1])
    page.locator("#recipient").wait_for()
    assert page.inner_text("[data-until-line]").endswith("Uhr")
    page.fill("#recipient", "Praxis Braun")
    page.click("form button")
    page.locator("[data-doses] li").first.wait_for()
    doses = page.inner_text("[data-doses]")
    assert "Masern" in doses and "Measles" not in doses
    assert words("vaccinations.vaccine.not-known", language="de") in doses


def test_a_family_is_opened_at_once(open_page, member, picture):
    paths = [member.add_pass(name) for name in ("Mia Mustermann", "Ben Mustermann")]
    for path, vaccine in zip(paths, ("priorix", "m-m-rvaxpro")):
        fields = member.dose_fields(target="measles", vaccine=vaccine)
        assert member.post(f"{path}/vaccinations/new", fields).status == 303
    fields = {"days": "7", "passcode": "", "label": "Both", f"pass-{paths[1].split('/')[-1]}": "yes"}
    place = member.post(f"{paths[0]}/links", fields).location.split("?")[0]
    page = open_page(width=390)
    page.goto(re.search(r'value="([^"]*#shlink:/[^"]*)"', member.get(place).body)[1])
    page.fill("#recipient", "Practice Brown")
    page.click("form button")
    page.locator("[data-records] section").first.wait_for()
    assert page.locator("[data-records] h2").all_inner_texts() == ["Mia Mustermann", "Ben Mustermann"]
    assert "Priorix" in page.inner_text("section >> nth=0") and "rvaxpro" in page.inner_text("section >> nth=1").lower()
    names = []
    for number in range(2):
        with page.expect_download() as download:
            page.locator("[data-save]").nth(number).click()
        names.append(download.value.suggested_filename)
    assert names == ["vaccinations.fhir.json", "vaccinations-2.fhir.json"]
    picture(page, "link-viewer-family")


def test_what_a_link_calls_itself_is_quoted_and_short(open_page, link):
    _, _, text = link
    head, _, shared = text.partition("shlink:/")
    content = json.loads(base64.urlsafe_b64decode(shared + "=="))
    content["label"] = "Your account was closed. " * 150
    other = base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()
    page = open_page()
    page.goto(f"{head}shlink:/{other}")
    page.locator("#recipient").wait_for()
    assert words("links.viewer.label") in page.inner_text("[data-label-line]")
    assert page.locator("q [data-label]").text_content() == content["label"][:80]


def test_a_damaged_link_is_told_so(open_page, link):
    _, _, text = link
    page = open_page()
    page.goto(text[:-9])
    assert words("links.viewer.wrong") in page.inner_text("[data-state]")
    page.goto("about:blank")
    page.goto(text.split("#")[0])
    assert words("links.viewer.wrong") in page.inner_text("[data-state]")


def test_what_a_link_says_of_itself_may_be_anything(open_page, link):
    _, _, text = link
    head, _, shared = text.partition("shlink:/")
    content = json.loads(base64.urlsafe_b64decode(shared + "=="))
    page = open_page()
    for odd in ({"exp": "soon"}, {"exp": 1e300}, {"exp": {}}, {"flag": 5}, {"flag": ["P"]}, {"label": {"toString": 1}}):
        other = base64.urlsafe_b64encode(json.dumps(content | odd).encode()).rstrip(b"=").decode()
        page.goto("about:blank")
        page.goto(f"{head}shlink:/{other}")
        assert words("links.viewer.wrong") in page.inner_text("[data-state]"), odd


def test_its_pages_are_accessible_and_fit(open_page, link, member, picture):
    path, place, text = link
    page = open_page()
    member.enter(page)
    wrong = []
    for where, name in ((f"{path}/links", "links"), (place, "link"), (text, "viewer")):
        page.goto(where)
        wrong += look(page, picture, f"health-{name}")
    page.fill("#recipient", "x")
    page.fill("#passcode", "246810")
    page.click("form button")
    page.locator("[data-records] section").wait_for()
    wrong += look(page, picture, "health-viewer-open")
    assert wrong == []


def test_without_script_it_says_what_to_do_instead(open_page, link):
    page = open_page(java_script_enabled=False)
    page.goto(link[2])
    assert words("links.viewer.script") in page.inner_text("[data-state]")
