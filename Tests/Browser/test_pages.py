"""Every page on a phone and on a desk: accessible by axe's rules, and no wider than the screen."""

import re

import pytest

from looks import FLAGS, RULES, WIDTHS, executable, look, too_wide, violations
from nights import nightly


def credentials(demo) -> tuple[str, str]:
    found = re.search(r"sign in as '([^']+)' with the password '([^']+)'", demo.log.read_text())
    assert found, demo.log.read_text()
    return found[1], found[2]


# Pages of one make, of which one shows what the others would; at night it is all of them.
ALIKE = re.compile("/help/|/licences/|/scan-templates/")


def look_at_every_page(page, demo, look, is_nightly):
    """What `look` finds wrong with any page, a line each: as a visitor, then as somebody with passes."""
    wrong = []
    open_to_all = ("", "register", "login", "recover", "privacy", "licences", "situation", "situation/tbe", "situation/rsv", "nothing-here")
    for name in open_to_all:
        page.goto(f"/{name}")
        wrong += look(name.replace("/", "-") or "start")
    page.goto("/register")
    page.click("main form button")
    wrong += look("register-with-errors")

    username, password = credentials(demo)
    page.goto("/login")
    page.fill("#username", username)
    page.fill("#password", password)
    page.click("main form button")
    wrong += look("family")
    page.click("nav.tabs a[href^='/passes/']")
    page.click("details.switch summary")
    wrong += look("switch-open")

    # By day what was looked at as a visitor isn't once more.
    seen = set() if is_nightly else {f"/{name}" for name in open_to_all}
    todo = ["/passes", "/settings", "/welcome", "/certificates/new"]
    while todo:
        path = todo.pop(0)
        kind = re.sub(r"/[A-Za-z0-9_-]{16,}", "/ID", path)
        family = ALIKE.match(kind)
        if kind in seen or (family and not is_nightly and any(one.startswith(family[0]) for one in seen)):
            continue
        seen.add(kind)
        if page.goto(path).status != 200:
            continue
        wrong += look(kind.strip("/").replace("/", "-"))
        ours = "links => links.filter(link => link.origin === location.origin).map(link => link.pathname)"
        todo += [link for link in page.eval_on_selector_all("main a[href]:not([download]), nav a[href]", ours)
                 if not link.endswith(".svg")]
        if kind.endswith("/table"):
            page.fill("#date-1", "31.6.2019")
            page.click("button[value=details]")
            page.fill("#batch-expiry-1", "soon")
            page.click("main form button >> nth=0")
            wrong += look("table-with-errors")
    assert len(seen) >= 40, sorted(seen)
    return wrong


@pytest.mark.parametrize("locale", ["en-GB", nightly("de-DE")])
def test_every_page_is_accessible_and_fits(open_page, demo, picture, is_nightly, locale):
    page = open_page(server=demo, locale=locale)
    assert look_at_every_page(page, demo, lambda name: look(page, picture, name), is_nightly) == []


@pytest.mark.nightly
def test_every_page_fits_in_german_with_letters_of_twice_the_size(chromium, demo, is_nightly):
    # As the browser's own setting has it: the page's measures follow, the window doesn't.
    browser = chromium.browser_type.launch(executable_path=executable(), args=[*FLAGS, "--blink-settings=defaultFontSize=32"])
    page = browser.new_page(viewport={"width": 1280, "height": 900}, base_url=demo.url, locale="de-DE")

    def look_at_letters(name):
        # Lines as short as a small phone's have twice its width here.
        wrong = too_wide(page, name, WIDTHS[0], 2 * WIDTHS[-1])
        return wrong + violations(page, name, RULES) if is_nightly else wrong

    try:
        page.goto("/")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert look_at_every_page(page, demo, look_at_letters, is_nightly) == []
    finally:
        browser.close()


def test_the_keyboard_reaches_what_the_mouse_does(open_page, demo):
    page = open_page(server=demo)
    page.goto("/login")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_nothing_is_loaded_from_elsewhere(open_page, demo):
    page = open_page(server=demo)
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    for path in ("/", "/login", "/privacy"):
        page.goto(path)
    assert seen and all(url.startswith(demo.url + "/") for url in seen)
