"""What is recommended, told step by step in a browser without JavaScript, on a phone."""

import datetime

import pytest

from client import PASSWORD
from looks import look
from nights import nightly
from test_exports import signed_in
from words import button, link, says, words


@pytest.fixture
def phone(open_page, sign_up, make_pass):
    page = open_page(width=320, java_script_enabled=False)
    sign_up(page)
    born = datetime.date.today() - datetime.timedelta(days=300)
    make_pass(page, name="Emil Muster", born=(str(born.day), str(born.month), str(born.year)))
    return page


def fill_date(page, name, date):
    for part, value in (("day", date.day), ("month", date.month), ("year", date.year)):
        page.fill(f"#{name}-{part}", str(value))


def test_a_journey_brings_what_is_advised_and_a_plan(phone):
    phone.click("nav.tabs a[href$='/recommendations']")
    assert phone.locator("h2", has_text=words("answer.state.now")).count() >= 1
    assert phone.locator("h3", has_text="Yellow fever").count() == 0
    link(phone, "recommendations.journeys").click()
    phone.select_option("#country", "BR")
    fill_date(phone, "from", datetime.date.today() + datetime.timedelta(days=60))
    phone.click("main form:last-of-type button")
    link(phone, "journeys.back").click()
    assert phone.locator("h3", has_text="Yellow fever").count() == 1
    phone.click("nav.chips >> text=Brazil")
    assert phone.locator("h3", has_text="Tetanus").count() == 0
    assert phone.locator("svg[role=img]").bounding_box()["width"] <= 320
    assert phone.get_by_text(words("visits.title")).count() == 1


def test_a_trips_page_is_accessible_and_fits(open_page, member, issuer, picture):
    path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
    text = issuer.vaccination("Erika", "Mustermann", "1964-08-12", dose=2)
    kept = member.post("/certificates", {"text-1": text, "pass-1": path.split("/")[-1], "accept-1": "yes"},
                       page=path + "/certificates/new")
    assert kept.status == 303, kept.body
    page = signed_in(open_page, member)
    page.goto(path + "/journeys")
    page.select_option("#country", "BR")
    fill_date(page, "from", datetime.date.today() + datetime.timedelta(days=60))
    page.click("main form:last-of-type button")
    page.click("main ul a[href*='/journeys/'] >> nth=0")
    assert page.locator("section.card").count() == 1
    assert look(page, picture, "journey") == []


@pytest.mark.parametrize("script", [True, nightly(False)])
def test_a_calendar_is_subscribed_to_and_ended(open_page, sign_up, make_pass, picture, script):
    page = open_page(width=390, java_script_enabled=script)
    sign_up(page)
    born = datetime.date.today() - datetime.timedelta(days=70)
    make_pass(page, name="Mia Muster", born=(str(born.day), str(born.month), str(born.year)))
    page.click("nav.tabs a[href$='/recommendations']")
    link(page, "calendar.feed.title").click()
    wrong = look(page, picture, "calendar-none") if script else []
    button(page, "calendar.feed.make").click()
    address = page.input_value("#address")
    assert page.request.get(address).text().startswith("BEGIN:VCALENDAR")
    wrong += look(page, picture, "calendar") if script else []
    button(page, "calendar.feed.end").click()
    assert page.locator("#address").count() == 0
    assert page.request.get(address).status == 404
    assert wrong == []


def test_health_is_told_without_a_script(phone):
    phone.click("nav.tabs a[href$='/recommendations']")
    link(phone, "recommendations.health").click()
    phone.check("text=A weak immune system")
    phone.click("main form button >> nth=0")
    assert words("done.health-saved") in phone.inner_text("[role=status]")
    assert phone.locator("h2", has_text=words("answer.state.contraindicated")).count() == 1
    link(phone, "recommendations.health").click()
    button(phone, "health.forget").click()
    assert phone.locator("h2", has_text=words("answer.state.contraindicated")).count() == 0


def test_forms_with_errors_are_accessible_and_fit(open_page, sign_up, make_pass, picture):
    page = open_page()
    sign_up(page)
    make_pass(page)
    wrong = []
    page.click("nav.tabs a[href$='/recommendations']")
    link(page, "recommendations.journeys").click()
    page.click("main form:last-of-type button")
    wrong += look(page, picture, "journeys-with-errors")
    page.goto(page.url.replace("journeys", "health"))
    page.fill("#gestation-weeks", "99")
    page.click("main form button >> nth=0")
    wrong += look(page, picture, "health-with-errors")
    assert page.evaluate("document.activeElement.id") == "errors"
    assert wrong == []


@pytest.mark.parametrize("script", [nightly(True), False])
def test_what_is_next_for_mia_when_and_why_is_on_the_first_screen(open_page, sign_up, make_pass, names, script):
    page = open_page(width=390, height=844, java_script_enabled=script)
    name = sign_up(page)
    born = datetime.date.today() - datetime.timedelta(days=70)
    make_pass(page, name="Mia Muster", born=(str(born.day), str(born.month), str(born.year)))
    page.context.clear_cookies()
    page.goto("/login")
    page.fill("#username", name)
    page.fill("#password", PASSWORD)
    page.click("main form button")
    page.click("nav.tabs a[href$='/recommendations']")
    box = page.locator("section.next").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    assert int(page.locator("section.next data").get_attribute("value")) > 0
    row = page.locator("#hepatitis-b")
    assert words("recommendations.dose", dose=1, total=3) in row.inner_text()
    row.locator("summary").click()
    for part in (words("answer.reason.age", age=words("time.months", count=2)), "STIKO"):
        assert part in row.inner_text(), (part, row.inner_text())
    assert "six-in-one" in page.locator("ol.visits").first.inner_text()


def test_the_page_is_accessible_unfolded_and_its_questions_are_answered(open_page, sign_up, make_pass, picture):
    page = open_page(width=320)
    sign_up(page)
    make_pass(page)
    page.click("nav.tabs a[href$='/recommendations']")
    wrong = look(page, picture, "recommendations-folded")
    page.evaluate("for (const one of document.querySelectorAll('details:not(.switch)')) one.open = true")
    wrong += look(page, picture, "recommendations-unfolded")
    assert wrong == []
    page.check("input[name=observation-health-worker][value=yes]")
    page.check("input[name=observation-sewage-worker][value=no]")
    button(page, "situations.save").click()
    assert page.locator("input[name=observation-health-worker]").count() == 0
    assert page.locator("input[name=observation-sewage-worker]").count() == 0
    row = page.locator("#td")
    assert row.locator("button[name=given][value=yes]").count() == 1
    page.evaluate("for (const one of document.querySelectorAll('details:not(.switch)')) one.open = true")
    button(page, "unrecorded.yes").click()
    assert page.locator("button[name=given]").count() == 0
    button(page, "unrecorded.no").click()
    row.locator("button[name=given][value=no]").click()
    assert words("done.answer-saved") in page.inner_text("[role=status]")
    assert page.url.endswith("#td")
    row.locator("button[name=given][value='']").click()
    assert row.locator("button[name=given][value=yes]").count() == 1


@pytest.mark.parametrize(("width", "columns"), [(320, 1), nightly(390, 1), (1280, 2), nightly(1600, 2)])
def test_the_pass_page_uses_the_width_and_nothing_is_too_wide_to_read(open_page, sign_up, make_pass, width, columns):
    page = open_page(width=width)
    sign_up(page)
    make_pass(page)
    due = page.locator(".columns > .side").bounding_box()
    record = page.locator(".columns > :not(.side)").bounding_box()
    assert (due["x"] >= record["x"] + record["width"]) == (columns == 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    widest = page.evaluate("Math.max(...[...document.querySelectorAll('main p')].map(p => p.clientWidth))")
    assert widest <= 46 * 16


def test_part_of_a_date_of_birth_is_told_with_what_may_be_due(open_page, sign_up, make_pass, picture):
    page = open_page()
    sign_up(page)
    make_pass(page, name="Opa Muster", born=("", "", str(datetime.date.today().year - 60)))
    page.click("nav.tabs a[href$='/recommendations']")
    notice = page.inner_text("main .notice")
    assert says(notice, "recommendations.uncertain-birth")
    assert look(page, picture, "part-of-a-birth") == []
    page.click("main .notice a")
    assert page.locator("#birthdate-day").count() == 1
