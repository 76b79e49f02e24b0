"""Templates of forms, by a person with and without JavaScript: an examination sheet is brought in, tried, changed and read.

The sheets are those of `../shared/data` beside the checkout; without them, or without a recogniser, the tests say aloud that
they skip.
"""

import csv

import pytest
from playwright.sync_api import expect

from nights import nightly
from server import ROOT
from test_scan import PHOTOS
from words import button, link, words

TEMPLATE = PHOTOS.parent / "templates" / "exam.json"
pytestmark = pytest.mark.skipif(not TEMPLATE.exists(), reason=f"no examination sheets in {PHOTOS}")


def sheets(number):
    return [PHOTOS / f"exam-{number:02}-p{page}.jpg" for page in (1, 2)]


@pytest.fixture
def begin(begin_scan):
    """Where somebody's templates are."""

    def begin(script, width):
        page, seen, wrong = begin_scan(script, width, "form")
        page.goto("/settings")
        link(page, "scan-templates.title").click()
        seen("list-empty")
        return page, seen, wrong

    return begin


def bring_in(page, seen, file=TEMPLATE):
    link(page, "scan-templates.import").click()
    seen("import")
    page.set_input_files("#file", file)
    button(page, "scan-templates.import.submit").click()


def skip_without_recogniser(page):
    if any(page.get_by_text(words(id)).count() for id in ("scans.not-there", "scans.fault.no-recogniser")):
        pytest.skip("no recogniser is installed")


@pytest.mark.nightly
@pytest.mark.parametrize(("script", "width"), [(False, 320), (True, 1280), (True, 320), (False, 1280)])
def test_an_examination_sheet_from_its_template_to_a_table(begin, tmp_path, script, width):
    page, seen, wrong = begin(script, width)
    nothing = tmp_path / "notes.json"
    nothing.write_text("Dear Sir")
    bring_in(page, seen, nothing)
    expect(page.locator("#errors")).to_contain_text(words("scan-templates.error.json"))
    seen("import-refused")
    page.set_input_files("#file", TEMPLATE)
    button(page, "scan-templates.import.submit").click()
    expect(page.locator("h1")).to_have_text("Klausurbogen")
    seen("shown")
    link(page, "scan-templates.use").click()
    skip_without_recogniser(page)
    expect(page.locator("#template option:checked")).to_have_text("Klausurbogen")

    # A sum that is wrong names all of its regions with what was read.
    page.set_input_files("#files", sheets(4))
    button(page, "scans.submit").click()
    expect(page.locator("h1")).to_have_text(words("scans.check.title"))
    notice = page.locator("main .notice")
    parts = "points-1: 0.5, points-2: 11.5"
    expect(notice).to_contain_text(words("scans.link.sum", first="total", total="42.5", parts=parts))
    seen("broken")
    page.get_by_label("total", exact=True).fill("32,5")
    button(page, "scans.check.again").click()
    expect(page.locator("main .notice")).to_have_count(0)
    seen("mended")
    page.locator("details.fold > summary").click()
    with page.expect_download() as download:
        link(page, "scans.check.download").click()
    with open(download.value.path(), encoding="utf-8-sig", newline="") as table:
        values = next(csv.DictReader(table))
    assert (values["total"], values["points-2"], values["task-2-points"]) == ("32.5", "11.5", "11.5")

    # Points that differ from those above the task name both places: written by hand, they have to be typed.
    button(page, "scans.check.another").click()
    page.select_option("#template", label="Klausurbogen")
    page.set_input_files("#files", sheets(2))
    button(page, "scans.submit").click()
    expect(page.get_by_label("points-1", exact=True)).to_have_value("2")
    page.get_by_label("points-5", exact=True).fill("9")
    page.get_by_label("task-5-points", exact=True).fill("10")
    button(page, "scans.check.again").click()
    differ = words("scans.link.equal", first="points-5", left=9, second="task-5-points", right=10)
    expect(page.locator("main .notice")).to_contain_text(differ)
    page.get_by_label("task-5-points", exact=True).fill("9")
    button(page, "scans.check.again").click()
    expect(page.locator("main .notice")).to_have_count(0)
    assert wrong == []


@pytest.mark.parametrize(("script", "width"), [(True, 1280), nightly(False, 320), nightly(True, 320), nightly(False, 1280)])
def test_a_template_is_made_tried_and_changed_in_the_picture(begin, script, width):
    page, seen, wrong = begin(script, width)
    link(page, "scan-templates.new").click()
    seen("new")
    page.fill("#title", "Cover sheet")
    for name, value in {"name": "name", "left": "34", "top": "23,5", "width": "59", "height": "150"}.items():
        page.fill(f"#{name}-1", value)
    button(page, "scan-templates.edit.save").first.click()
    expect(page.locator("#errors")).to_contain_text(words("scan-templates.wrong.percent"))
    expect(page.locator("#top-1")).to_have_value("23,5")
    seen("new-refused")
    page.fill("#height-1", "5")
    button(page, "scan-templates.edit.save").first.click()
    expect(page.locator("h1")).to_have_text("Cover sheet")

    page.set_input_files("#files", sheets(2)[0])
    button(page, "scans.submit").click()
    skip_without_recogniser(page)
    expect(page.locator("#trial ~ section li").first).to_contain_text("Richter", ignore_case=True)
    seen("tried")

    link(page, "shared.edit").first.click()
    button(page, "scan-templates.edit.more-regions").click()
    number = page.locator("input[name^='name-']").count()
    page.fill(f"#name-{number}", "total")
    page.select_option(f"#type-{number}", "points")
    page.select_option("#target", f"region-{number}")
    shown = page.locator(f".pressed.{'wide' if width > 700 else 'small'} input")
    # The cell of the total, in fractions of the page.
    left, top, right, bottom = 0.735, 0.625, 0.92, 0.685
    seen("edit")

    def point(x, y):
        frame = shown.bounding_box()
        return {"x": x * frame["width"], "y": y * frame["height"]}

    if script:
        shown.scroll_into_view_if_needed()
        frame = shown.bounding_box()
        page.mouse.move(frame["x"] + left * frame["width"], frame["y"] + top * frame["height"])
        page.mouse.down()
        page.mouse.move(frame["x"] + right * frame["width"], frame["y"] + bottom * frame["height"], steps=5)
        page.mouse.up()
        seen("dragged")
    else:
        shown.click(position=point(left, top))
        expect(page.get_by_role("status").last).to_have_text(words("scan-templates.press.second"))
        shown.click(position=point(right, bottom))
        seen("pressed")
    expect(page.locator(f"#name-{number}")).to_have_value("total")
    for name, value in {"left": left, "top": top, "width": right - left, "height": bottom - top}.items():
        assert abs(float(page.input_value(f"#{name}-{number}")) - value * 100) < 0.6, name
    button(page, "scan-templates.edit.save").first.click()
    expect(page.locator("main")).to_contain_text(words("scan-templates.try.old"))
    button(page, "scan-templates.try.again").click()
    expect(page.locator("#trial ~ section")).to_contain_text("total: 35")
    seen("tried-again")
    link(page, "scan-templates.delete.link").click()
    seen("delete")
    button(page, "scan-templates.delete.submit").click()
    expect(page.locator("main")).to_contain_text(words("scan-templates.none"))
    assert wrong == []
