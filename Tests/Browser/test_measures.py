"""How long pages are on a phone that are as they were drawn, and what fits on its first screen; at 320 px and with large text too."""

import pytest

from client import PASSWORD, Client
from looks import scrolls
from test_family import sign_in
from test_pages import credentials

# A phone, and how many of its screens a page may have.
WIDTH, HEIGHT = 390, 844
LONGEST = {"/": 2, "/settings": 2}
# Controls that are no links in a sentence: what a finger needs.
SMALLEST = 44
SMALL = """smallest => [...document.querySelectorAll('main :is(button, .button, summary, select, input:not([type=hidden]), a)')]
    .filter(element => element.checkVisibility() && !element.closest('p:not(.actions, .links), [hidden]')
        && !element.closest('label.choice'))
    .map(element => ({ box: element.getBoundingClientRect(), text: element.innerText || element.name }))
    .filter(({ box }) => box.height < smallest - .5 || box.width < smallest - .5)
    .map(({ box, text }) => `${text}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
LARGE = "document.documentElement.style.fontSize = '200%'"


def fits(page, name):
    """That nothing is too small for a finger, and nothing too wide for a small phone or at large text."""
    small = [f"{name}: {line}" for line in page.evaluate(SMALL, SMALLEST)]
    page.set_viewport_size({"width": 320, "height": HEIGHT})
    wide = scrolls(page, name, 320)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.evaluate(LARGE)
    return small + wide + scrolls(page, f"{name} at 200 %", WIDTH)


def assert_short(page, path, name):
    """That the page has no more screens than it may, and that it fits."""
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollHeight") / HEIGHT <= LONGEST[path]
    assert fits(page, name) == []


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_the_start_is_short(open_page, demo, locale):
    page = open_page(width=WIDTH, height=HEIGHT, server=demo, locale=locale)
    assert_short(page, "/", "landing")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_more_is_two_screens(open_page, demo, locale):
    page = open_page(width=WIDTH, height=HEIGHT, server=demo, locale=locale)
    sign_in(page, *credentials(demo))
    assert_short(page, "/settings", "settings")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_a_certificate_is_shown_on_one_screen(open_page, demo, locale):
    page = open_page(width=WIDTH, height=HEIGHT, server=demo, locale=locale)
    sign_in(page, *credentials(demo))
    page.click(".family .button[href*=certificates]")
    assert page.locator("nav.tabs").count() == 0
    for part in ("img.code", "h1", ".show .tag"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT, part
    # The code is as wide as the phone, up to its edges.
    assert page.locator("img.code").bounding_box()["width"] >= 330
    # The details begin below the first screen.
    assert page.locator("#details").bounding_box()["y"] >= HEIGHT - 1
    assert fits(page, "certificate") == []


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_twelve_passes_and_a_long_name_fit(open_page, demo, locale):
    page = open_page(width=WIDTH, height=HEIGHT, server=demo, locale=locale)
    name = f"twelve-{locale.lower()}"
    member = Client(demo).sign_up(name)
    for number in range(12):
        member.add_pass(f"{number} Maximiliane-Alexandra Wolkenstein-Trostburg von Hohenfels"[:60], ("1", "2", "1990"))
    sign_in(page, name, PASSWORD)
    assert_short(page, "/settings", "settings with twelve passes")
