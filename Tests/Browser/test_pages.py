"""Every page on a phone and on a desk: accessible by axe's rules, and no wider than the screen."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import executable
from server import Server

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(scope="module")
def demo():
    server = Server("--demo", "--sign-ins", "100000")
    yield server
    server.close()


def credentials(demo) -> tuple[str, str]:
    found = re.search(r"sign in as '([^']+)' with the password '([^']+)'", demo.log.read_text())
    assert found, demo.log.read_text()
    return found[1], found[2]


def look(page, picture, name, width):
    """What is wrong with a page, a line each."""
    picture(page, f"{name}-{width}")
    wrong = []
    size = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    if size[0] > size[1]:
        wrong.append(f"{name}: scrolls sideways, {size[0]} px wide")
    for found in Axe().run(page, options=RULES).response["violations"]:
        places = "; ".join(" ".join(map(str, node["target"])) for node in found["nodes"])
        wrong.append(f"{name}: {found['id']}: {found['help']} ({places})")
    return wrong


def look_at_every_page(page, demo, picture, suffix):
    """What is wrong with any page, a line each: as a visitor, then as somebody with passes."""
    wrong = []
    for name in ("", "register", "login", "recover", "privacy", "licences", "situation", "situation/tbe", "situation/rsv", "nothing-here"):
        page.goto(f"/{name}")
        wrong += look(page, picture, name.replace("/", "-") or "start", suffix)
    page.goto("/register")
    page.click("main form button")
    wrong += look(page, picture, "register-with-errors", suffix)

    username, password = credentials(demo)
    page.goto("/login")
    page.fill("#username", username)
    page.fill("#password", password)
    page.click("main form button")
    wrong += look(page, picture, "vaccinations", suffix)
    page.click("details.switch summary")
    wrong += look(page, picture, "switch-open", suffix)

    seen, todo = set(), ["/passes", "/settings", "/welcome", "/certificates/new"]
    while todo:
        path = todo.pop(0)
        kind = re.sub(r"/[A-Za-z0-9_-]{16,}", "/ID", path)
        if kind in seen:
            continue
        seen.add(kind)
        if page.goto(path).status != 200:
            continue
        wrong += look(page, picture, kind.strip("/").replace("/", "-"), suffix)
        todo += [link for link in page.eval_on_selector_all("main a[href]:not([download]), nav a[href]", "links => links.map(link => link.pathname)")
                 if not link.endswith(".svg")]
        if kind.endswith("/table"):
            page.fill("#date-1", "31.6.2019")
            page.click("button[value=details]")
            page.fill("#batch-expiry-1", "soon")
            page.click("main form button >> nth=0")
            wrong += look(page, picture, "table-with-errors", suffix)
    assert len(seen) >= 12, sorted(seen)
    return wrong


@pytest.mark.parametrize(("width", "scheme", "locale"), [
    (320, "light", "en-GB"), (320, "dark", "de-DE"), (1280, "light", "de-DE"), (1280, "dark", "en-GB")])
def test_every_page_is_accessible_and_fits(open_page, demo, picture, width, scheme, locale):
    page = open_page(width=width, server=demo, color_scheme=scheme, locale=locale)
    assert look_at_every_page(page, demo, picture, f"{width}-{scheme}-{locale[:2]}") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits_at_200_per_cent(open_page, demo, picture, scheme):
    page = open_page(width=640, height=450, device_scale_factor=2, server=demo, color_scheme=scheme)
    assert look_at_every_page(page, demo, picture, f"zoomed-{scheme}") == []


def test_every_page_fits_with_letters_of_twice_the_size(chromium, demo, picture):
    # As the browser's own setting has it: the page's measures follow, the window doesn't.
    browser = chromium.browser_type.launch(
        executable_path=executable(), args=["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"])
    page = browser.new_page(viewport={"width": 1280, "height": 900}, base_url=demo.url, locale="de-DE")
    try:
        page.goto("/")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert look_at_every_page(page, demo, picture, "large-letters") == []
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
