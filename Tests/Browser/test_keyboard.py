"""The whole round by keyboard alone: signed in, a family, a pass, doses, recommendations, signed out."""

import pytest

from client import PASSWORD
from nights import nightly
from words import words

FOCUSED = """() => {
  const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
  return {
    name: `${one.localName}#${one.id}.${one.className} ${one.textContent.trim().slice(0, 30)}`,
    isOutlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    isInView: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0
      && box.left < innerWidth,
  };
}"""
MOST_STOPS = 150


def press(page, key):
    """A key that leads to another stop, which is seen to have the focus."""
    page.keyboard.press(key)
    if page.evaluate("document.activeElement !== document.body"):
        stop = page.evaluate(FOCUSED)
        assert stop["isOutlined"] and stop["isInView"], (page.url, stop)


def reach(page, selector, key="Tab"):
    for _ in range(MOST_STOPS):
        press(page, key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} isn't reached on {page.url}")


def follow(page, selector, key="Tab"):
    """Goes to a link or button and presses Enter, up to the next page."""
    reach(page, selector, key)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def write(page, selector, text):
    reach(page, selector)
    page.keyboard.type(text)


def focused(page):
    return page.evaluate("document.activeElement.id")


@pytest.mark.parametrize("width", [390, nightly(1280)])
def test_the_whole_round_by_keyboard(open_page, client, names, width):
    name = next(names)
    client.sign_up(name)
    for one, born in (("Erika Muster", ("12", "8", "1988")), ("Mia Muster", ("1", "2", "2024"))):
        client.add_pass(one, born)
    page = open_page(width=width)
    page.goto("/login")
    press(page, "Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert focused(page) == "main"
    write(page, "#username", name)
    write(page, "#password", "not the password")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert focused(page) == "errors"
    reach(page, "#username")
    page.keyboard.press("Control+a")
    page.keyboard.type(name)
    write(page, "#password", PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")

    # Who has more to do comes first.
    follow(page, ".family li:nth-child(1) h2 a")
    assert "Mia Muster" in page.inner_text("h1")
    # Logo, tabs, switch, page. The menu of passes opens and closes, and the focus stays at it.
    reach(page, "nav.tabs a[href='/']")
    for _ in range(4):
        press(page, "Tab")
    assert page.evaluate("document.activeElement.matches('details.switch summary')")
    page.keyboard.press("Enter")
    assert page.locator("details.switch[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("details.switch[open]").count() == 0
    assert page.evaluate("document.activeElement.matches('details.switch summary')")

    # A dose through the combobox, with the date forgotten.
    follow(page, "main a[href$='/vaccinations/new']")
    write(page, "#search", "infanrx hexa")
    page.get_by_role("option", name="Infanrix hexa").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value("#vaccine") == "infanrix-hexa"
    follow(page, "main form .actions button:not([name])")
    assert focused(page) == "errors"
    reach(page, "#errors a")
    page.keyboard.press("Enter")
    assert focused(page) == "date-day"
    page.keyboard.type("3")
    write(page, "#date-month", "5")
    write(page, "#date-year", "2024")
    follow(page, "main form .actions button:not([name])")
    assert words("undo.saved", count=1) in page.inner_text("main [role=status]")

    # The table, with more to tell of each row.
    follow(page, "main a[href*='/vaccinations/table']")
    if page.locator("button[value=table]").count():
        follow(page, "button[value=table]")
    write(page, "#date-1", "4.2.2025")
    write(page, "#vaccine-1", "priorx")
    page.get_by_role("option", name="Priorix", exact=False).first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    follow(page, "button[value=details]")
    reach(page, "#site-1")
    page.keyboard.press("ArrowDown")
    write(page, "#batch-expiry-1", "6/31")
    follow(page, "main form .save button:not([name])")
    assert page.locator("ul.rows").first.locator("li").count() == 2

    follow(page, "nav.tabs a[href$='/recommendations']")
    reach(page, ".advice summary")
    page.keyboard.press("Enter")
    assert page.locator(".advice details[open]").count() == 1
    follow(page, "nav.tabs a[href='/settings']", key="Shift+Tab")
    follow(page, ".sign-out button", key="Shift+Tab")
    page.goto("/settings")
    assert page.locator("#password").count() == 1
