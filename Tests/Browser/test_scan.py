"""A photographed page of the booklet, from the upload to the pass, by a person with and without JavaScript.

The photos are those of `../shared/data` beside the checkout; without them, or without a recogniser, the tests say aloud that
they skip.
"""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from nights import nightly
from server import ROOT
from words import button, link, saying, words

PHOTOS = ROOT.parent / "shared" / "data" / "booklets" / "given"
PHOTO = PHOTOS / "booklet-a-01.jpg"
pytestmark = pytest.mark.skipif(not PHOTO.exists(), reason=f"no photos of booklets in {PHOTOS}")

# What is on it: the day of the second row is written by hand.
ROWS = [("2006-05-01", "Encepur"), ("2007-06-23", "IPV Mérieux"), ("2007-08-20", "Varilrix")]


def upload(page, photo=PHOTO, form="booklet-a"):
    link(page, "scans.link").click()
    if page.get_by_text(words("scans.not-there")).count():
        pytest.skip("no recogniser is installed")
    page.set_input_files("#files", photo)
    page.select_option("#template", form)
    button(page, "scans.submit").click()


def is_read(page, count=3):
    """What was read is shown, to be checked."""
    expect(page.locator("h1")).to_have_text(words("scans.check.read", count=count))


def look_at_all(page):
    """Somebody has looked at each row that is asked about, and says that it is right."""
    for row in page.locator(".card .either").all():
        row.get_by_text(words("scans.row.keep")).click()


def corners(page):
    page.locator("details.fold > summary").click()
    page.get_by_role("link", name=words("scans.check.correct")).last.click()


def pictures(page):
    """All pictures of the page have come."""
    for folded in page.locator("main details:not([open]) > summary").all():
        folded.click()
    for picture in page.locator("main img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("picture => picture.naturalWidth") > 0


@pytest.mark.parametrize(("script", "width"), [(True, 320), nightly(False, 1280), nightly(True, 1280), nightly(False, 320)])
def test_a_page_from_upload_to_pass(begin_scan, script, width, is_nightly):
    page, seen, wrong = begin_scan(script, width, "scan")
    link(page, "scans.link").click()
    seen("new")
    button(page, "scans.submit").click()
    expect(page.locator("#errors")).to_contain_text(words("scans.fault.none"))
    if is_nightly:
        seen("none")
    page.goto(page.url.rsplit("/", 1)[0])
    upload(page)
    is_read(page)
    if script:
        pictures(page)
    else:
        page.wait_for_load_state("networkidle")
    seen("check")
    # A slip: refused, and everything that was typed stays.
    page.fill("#date-2", "31.6.2007")
    page.fill("#batch-2", "typed")
    look_at_all(page)
    button(page, "vaccinations.table.save").last.click()
    expect(page.locator("#errors li")).to_have_count(1)
    if is_nightly:
        seen("errors")
    expect(page.locator("#batch-2")).to_have_value("typed")
    page.fill("#date-2", "23.6.07")
    button(page, "scans.check.again").click()
    expect(page.locator("#date-2-hint")).to_have_text("23 June 2007")
    button(page, "vaccinations.table.save").last.click()
    expect(page.locator("main .notice[role=status]")).to_contain_text(words("undo.saved", count=3))
    rows = page.locator("ul.rows").first
    expect(rows.locator("li")).to_have_count(3)
    for _, vaccine in ROWS:
        expect(rows).to_contain_text(vaccine)
    expect(rows).to_contain_text(words("vaccinations.source.scan"))
    expect(rows).to_contain_text("23 June 2007")
    assert wrong == []


def choose_what_may_have_been_read(page, script):
    """What was read goes into its box, and what was typed stays."""
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    chosen = page.locator("[name='pick-date-2']").first
    value = chosen.get_attribute("value")
    chosen.check(force=True)
    assert sent == []
    if script:
        expect(page.locator("#date-2")).to_have_value(value)
    # The key that ends a line checks, and saves nothing.
    page.locator("#batch-3").press("Enter")
    expect(page.locator("#batch-3")).to_have_value("typed")
    expect(page.locator("#date-2")).to_have_value(value)
    is_read(page)


@pytest.mark.parametrize("width", [320, nightly(1280)])
def test_the_corners_are_pressed_without_a_script(open_page, sign_up, make_pass, picture, width):
    page = open_page(width=width, java_script_enabled=False)
    sign_up(page)
    make_pass(page, "Ada Muster", born=("1", "2", "1990"))
    upload(page)
    corners(page)
    places = json.loads(PHOTO.with_suffix(".json").read_text())["corners"]
    shown = page.locator(f".pressed.{'wide' if width > 700 else 'small'} input")
    for number, (x, y) in enumerate(places):
        expect(page.locator("input[name^=point-]")).to_have_count(number)
        # Back at the picture, with the corners that were pressed on it.
        expect(page.locator(".pressed:visible circle")).to_have_count(number)
        if number:
            assert page.url.endswith("#corners")
        # Until the picture is there, and the page has gone to it, what is below moves.
        page.wait_for_load_state()
        box = shown.bounding_box()
        # The picture's own size is that of the photo, 2,979 pixels wide.
        scale = box["width"] / 2_979
        picture(page, f"scan-corners-{number}-{width}")
        shown.click(position={"x": x * scale, "y": y * scale})
    is_read(page)
    expect(page.locator("#date-1")).to_have_value("01.05.2006")


@pytest.mark.parametrize(("script", "width"), [(True, 320), nightly(False, 320), nightly(True, 1280)])
def test_what_was_chosen_and_corrected_is_there_on_the_way_back(begin_scan, script, width):
    page, seen, wrong = begin_scan(script, width, "corrected")
    upload(page)
    is_read(page)
    page.fill("#batch-3", "typed")
    choose_what_may_have_been_read(page, script)
    vaccine = "Priorix" if script else page.input_value("#vaccine-1")
    if script:
        # Another vaccine than those to choose from is typed in the same place.
        page.fill("#vaccine-1", "")
        page.locator("#vaccine-1").press_sequentially(vaccine)
        page.keyboard.press("Escape")
    else:
        button(page, "scans.check.again").click()
    corners(page)
    expect(page.locator("h1")).to_contain_text(words("scans.place.title", page=1))
    seen("corners")
    link(page, "scans.place.back").click()
    expect(page.locator("#batch-3")).to_have_value("typed")
    expect(page.locator("#vaccine-1")).to_have_value(vaccine)
    assert wrong == []


@pytest.mark.nightly
@pytest.mark.parametrize(("script", "width"), [(True, 1280), (True, 320), (False, 320)])
def test_a_pets_page_says_until_when_it_is_valid(begin_scan, script, width):
    page, seen, wrong = begin_scan(script, width, "scan-pet", kind="dog")
    upload(page, PHOTOS / "pet-rabies-06.jpg", "pet-rabies")
    is_read(page)
    expect(page.locator("#valid-until-2")).to_have_value("28.05.2010")
    expect(page.locator("#valid-until-3")).to_have_value("14.05.2010")
    if script:
        pictures(page)
    seen("check")
    # Nothing that a program reads is kept before somebody has looked: a day before the vaccination is refused.
    page.fill("#valid-until-2", "28.5.2007")
    look_at_all(page)
    button(page, "vaccinations.table.save").last.click()
    expect(page.locator("#errors")).to_contain_text(saying("error.date.before-vaccination"))
    page.fill("#valid-until-2", "28.5.2010")
    button(page, "vaccinations.table.save").last.click()
    expect(page.locator("main .notice[role=status]")).to_contain_text(words("undo.saved", count=3))
    expect(page.locator("ul.rows").first.locator("li")).to_have_count(3)
    page.locator("ul.rows").first.get_by_role("link", name="Rabies").first.click()
    expect(page.locator("main")).to_contain_text("14 May 2010")
    seen("dose")
    assert not wrong
