"""A page of a booklet, typed by a parent: twelve doses in two submissions, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from looks import look
from nights import nightly
from words import button, link, saying, words

# As booklets have them: dates in many spellings, names with a letter wrong, a maker's short name, a disease.
DOSES = [
    ("3.5.19", "Infanrix hexa", "A21CB190A"), ("05.06.2019", "infanrix hexa", "A21CB191B"), ("7/2019", "Infanrix hexa", ""),
    ("3. Mai 2020", "Infanrix Hexa", ""), ("3.5.20", "Priorix", "A69CC1"), ("4 September 2020", "priorix", ""),
    ("1.9.21", "FSME-Immun", "VNR1"), ("2021-10-01", "FSME-Immun", ""), ("2023", "Boostrix", ""),
    ("03.11.2022", "Nimenrix", "FF4222"), ("3/12/2022", "Bexsero", ""), ("Jan 2022", "Tetanus", ""),
]

# Small numbers are spelt out.
SIX = saying("vaccinations.against", count=6, number="six")


def fill(page, doses):
    for number, (date, vaccine, batch) in enumerate(doses, 1):
        # With a script the next row comes by itself.
        if not page.locator(f"#date-{number}").count():
            button(page, "vaccinations.table.more").click()
        page.fill(f"#date-{number}", date)
        page.fill(f"#vaccine-{number}", vaccine)
        page.fill(f"#batch-{number}", batch)


SAVE = "main form .save button:not([name])"


def as_table(page):
    """Whatever a page of this width begins with."""
    page.goto(page.url.split("?")[0] + "?layout=table")


@pytest.mark.parametrize(("script", "width"), [(True, 390), *[nightly(*way) for way in ((False, 1280), (True, 1280), (False, 390))]])
def test_twelve_doses_in_two_submissions(open_page, sign_up, make_pass, picture, script, width):
    page = open_page(width=width, java_script_enabled=script)
    sign_up(page)
    make_pass(page, "Mia Muster", born=("1", "2", "2019"))
    wrong = []
    page.get_by_role("link", name=words("next.enter-link")).click()
    as_table(page)

    def seen(name):
        # Axe itself is a script.
        if script:
            wrong.extend(look(page, picture, f"table-{name}"))
        else:
            picture(page, f"table-{name}-{width}")

    sent = []
    # What only adds rows, or keeps them, says which step it is.
    page.on("request", lambda request: sent.append(request.url)
            if request.method == "POST" and "step=" not in (request.post_data or "") else None)
    seen("empty")
    fill(page, DOSES)
    # Three slips: a day that isn't, a name that fits several, a forgotten vaccine.
    page.fill("#date-3", "31.6.2019")
    page.fill("#vaccine-4", "infan")
    page.fill("#vaccine-9", "")
    seen("filled")
    page.locator(SAVE).click()
    expect(page.locator("#errors li")).to_have_count(3)
    seen("errors")
    link(page, "vaccinations.table.error", row=4, text=words("vaccinations.table.vaccine.choice")).click()
    assert page.evaluate("document.activeElement.id") == "vaccine-4"
    page.fill("#date-3", "7/2019")
    page.select_option("#vaccine-4", "infanrix-hexa")
    page.fill("#vaccine-9", "Boostrix")
    page.locator(SAVE).click()
    expect(page.locator("main .notice[role=status]")).to_contain_text(words("undo.saved", count=12))
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(12)
    expect(page.locator("ul.rows").first).to_contain_text(SIX)
    assert len(sent) == 2 and wrong == []


def test_suggestions_come_by_keyboard(open_page, sign_up, make_pass, picture):
    page = open_page(width=390)
    sign_up(page)
    make_pass(page, born=("1", "2", "2019"))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    link(page, "vaccinations.add.one").click()
    search = page.get_by_role("combobox", name=words("vaccinations.search"))
    search.press_sequentially("infanrx hexa")
    option = page.get_by_role("option", name="Infanrix hexa")
    expect(option).to_be_visible()
    assert look(page, picture, "suggestions") == []
    assert not any("infan" in url for url in asked), asked
    search.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    search.press("Enter")
    expect(search).to_have_value("Infanrix hexa")
    expect(page.locator("#vaccine")).to_have_value("infanrix-hexa")
    page.fill("#date-day", "3")
    page.fill("#date-month", "Mai")
    page.fill("#date-year", "2019")
    button(page, "vaccinations.another").click()
    what = re.compile(f"Infanrix hexa, {SIX.pattern}")
    expect(page.locator("main")).to_contain_text(saying("vaccinations.another.saved", what=what))
    expect(page.locator("#date-year")).to_have_value("2019")
    button(page, "vaccinations.another.undo").click()
    expect(page.locator("main .notice")).to_contain_text(words("done.vaccination-deleted"))
    link(page, "vaccinations.table.link").click()
    as_table(page)
    page.locator("#vaccine-1").press_sequentially("tetan")
    page.get_by_role("option", name=words("vaccinations.search.target", disease="Tetanus")).click()
    page.fill("#date-1", "2019")
    page.locator(SAVE).click()
    expect(page.locator("ul.rows").first).to_contain_text("Tetanus")


@pytest.mark.parametrize("script", [nightly(True), False])
def test_a_mistyped_name_is_asked_for_and_taken_with_one_tap(open_page, sign_up, make_pass, picture, script):
    page = open_page(width=390, java_script_enabled=script)
    sign_up(page)
    make_pass(page)
    link(page, "vaccinations.add.one").click()
    page.fill("#search", "Stamarl")
    for part, value in (("day", "3"), ("month", "5"), ("year", "2019")):
        page.fill(f"#date-{part}", value)
    wrong = []
    # Enter asks, and asks again: it never takes what is offered.
    for field in ("#date-year", "#batch"):
        page.press(field, "Enter")
        expect(page.get_by_role("button", name=words("vaccinations.search.accept", name="Stamaril"))).to_have_count(1)
        assert page.input_value("#search") == "Stamarl"
    if script:
        wrong += look(page, picture, "meant")
    page.get_by_role("button", name=words("vaccinations.search.accept", name="Stamaril")).click()
    assert page.input_value("#search") == "Stamaril"
    page.click("main form p.actions button >> nth=0")
    expect(page.locator("ul.rows").first).to_contain_text("Yellow fever")

    link(page, "vaccinations.table.link").click()
    as_table(page)
    fill(page, [("4.6.2020", "Vaxchra", "B1"), ("5.7.2021", "Priorix", "B2")])
    for field in ("#batch-1", "#batch-2"):
        page.press(field, "Enter")
        expect(page.get_by_role("button", name=words("vaccinations.search.accept", name="Vaxchora"))).to_have_count(1)
    if script:
        wrong += look(page, picture, "meant-in-a-table")
    page.get_by_role("button", name=words("vaccinations.search.accept", name="Vaxchora")).click()
    expect(page.locator("#vaccine-1")).to_have_value("vaxchora")
    page.locator(SAVE).click()
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(3)
    assert wrong == []
