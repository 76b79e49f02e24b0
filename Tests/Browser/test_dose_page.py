"""A dose's page, row by row, and the question whether two doses are the same: in a real browser."""

import re

import pytest

from looks import look
from nights import nightly
from test_exports import signed_in
from words import button, saying, words


@pytest.fixture
def record(member):
    member.path = member.add_pass("Mia Müller", ("12", "8", "2023"))
    member.first = member.dose_fields(("20", "9", "2024"), target="measles", vaccine="priorix", batch="A69CB")
    assert member.post(member.path + "/vaccinations/new", member.first).status == 303
    return member


def test_each_row_leads_to_its_field(open_page, record, picture):
    page = signed_in(open_page, record, width=390)
    page.goto(record.path)
    page.click("ul.rows a.row")
    assert look(page, picture, "dose") == []
    dose = page.url
    for word, label in (("add", "site"), ("change", "batch"), ("add", "batch-expiry")):
        page.goto(dose)
        name = re.compile(rf"^{saying(f'shared.{word}').pattern}\s?: {saying(f'vaccinations.{label}').pattern}$")
        page.get_by_role("link", name=name).click()
        page.wait_for_load_state()
        target = page.evaluate("document.querySelector(location.hash).id")
        assert page.is_visible(f"#{target}"), name
    page.select_option("#site", "left-thigh")
    page.fill("#batch-expiry-month", "6")
    page.fill("#batch-expiry-year", "2031")
    button(page, "vaccinations.save").click()
    page.goto(dose)
    assert page.inner_text("dl.summary").count(words("shared.not-given")) == 4
    assert words("vaccinations.site.left-thigh") in page.inner_text("dl.summary")
    assert "June 2031" in page.inner_text("dl.summary")


LABEL_IS_SEEN = """() => {
    const field = document.querySelector(location.hash);
    const label = field.closest("fieldset")?.querySelector("legend") ?? field.labels[0];
    const box = label.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight;
}"""


@pytest.mark.parametrize(("width", "height", "scripted"), [
    (844, 390, False), *[nightly(*way) for way in ((390, 844, True), (390, 844, False), (844, 390, True), (1280, 900, True))]])
def test_the_field_that_a_row_leads_to_is_seen_with_its_label(open_page, record, width, height, scripted):
    page = signed_in(open_page, record, width=width, height=height, java_script_enabled=scripted)
    page.goto(record.path)
    page.click("ul.rows a.row")
    links = page.eval_on_selector_all("dl.summary a", "links => links.map(link => link.href)")
    assert len(links) > 8
    hidden = []
    for link in links:
        page.goto("about:blank")
        page.goto(link)
        if not page.evaluate(LABEL_IS_SEEN):
            hidden.append(link.split("#")[1])
    assert hidden == []


@pytest.mark.parametrize("scripted", [True, nightly(False)])
def test_duplicates_are_compared_and_decided(open_page, record, picture, scripted):
    page = signed_in(open_page, record, width=320, java_script_enabled=scripted)
    page.goto(record.path + "/vaccinations/new")
    if scripted:
        page.select_option("#target", "measles")
        page.select_option("#vaccine", "priorix")
        for part, value in (("day", "20"), ("month", "9"), ("year", "2024")):
            page.fill(f"#date-{part}", value)
        page.fill("#batch", "B2")
        button(page, "vaccinations.save").click()
        assert look(page, picture, "duplicate") == []
        shown = [words("vaccinations.batch"), words("comparison.differs"), "A69CB", "B2"]
        assert page.inner_text("table.comparison tr.differs >> nth=0").split() == " ".join(shown).split()
        page.check("input[name=duplicate][value=replace]")
        button(page, "vaccinations.save").click()
        assert "done=" in page.url
    else:
        answer = record.post(record.path + "/vaccinations/new", record.first | {"batch": "B2", "duplicate": "replace"})
        assert answer.status == 303
    page.goto(record.path)
    assert page.locator("ul.rows > li").count() == 1
    page.click("ul.rows a.row")
    assert "B2" in page.inner_text("dl.summary") and "A69CB" not in page.inner_text("dl.summary")
