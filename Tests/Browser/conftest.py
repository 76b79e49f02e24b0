import itertools
import pathlib
import subprocess
import sys

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from certificates import Issuer
from client import PASSWORD, Client
from looks import FLAGS, SCREENS, WIDTHS, executable, look
from server import Server

# Milliseconds for what a page or a reader does, while the machine does other things: longer than a handler may take.
PATIENCE = 90_000
# What a browser says of a server that has ended, or ends while it answers.
ENDED = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED", "ERR_EMPTY_RESPONSE")
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def issuer():
    return Issuer()


@pytest.fixture(scope="module")
def demo():
    """A server with the invented family."""
    server = Server("--demo", "--sign-ins", "100000")
    yield server
    server.close()


@pytest.fixture(scope="session")
def server(issuer):
    server = Server("--sign-ins", "100000", trust=issuer.pem)
    yield server
    server.close()


@pytest.fixture(scope="session")
def names():
    return (f"tester-{number}" for number in itertools.count(1))


@pytest.fixture
def client(server):
    return Client(server)


@pytest.fixture
def member(client, names):
    """Somebody signed in, without a browser."""
    return client.sign_up(next(names))


def waiting(action, page):
    """What a click or a key leads to is looked at when it is there: Playwright itself waits only until the page begins."""

    def act(self, *arguments, **options):
        action(self, *arguments, **options)
        page(self).wait_for_load_state("domcontentloaded")

    return act


@pytest.fixture(scope="session", autouse=True)
def pages_are_there_before_they_are_looked_at():
    with pytest.MonkeyPatch.context() as patch:
        for kind, page in ((Page, lambda page: page), (Locator, lambda locator: locator.page)):
            for name in ("click", "press"):
                patch.setattr(kind, name, waiting(getattr(kind, name), page))
        yield


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def servers():
    """Which server a page is of."""
    return {}


@pytest.fixture
def members():
    """Who is signed in on a page, without the browser."""
    return {}


@pytest.fixture
def open_page(chromium, server, servers):
    """Opens a page as somebody with a browser of their own; fails the test on an error in its console."""
    contexts, complaints = [], []

    def open_page(width=1280, height=900, server=server, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            **{"base_url": server.url, "locale": "en-GB", **options},
        )
        contexts.append(context)
        page = context.new_page()
        # Another address than the server's own, or a certificate of its own, is the browser's alone.
        if "base_url" not in options and server.url.startswith("http:"):
            servers[page] = server
        page.set_default_timeout(PATIENCE)
        # A 4xx page is what some tests ask for; anything else a browser complains of is ours to answer for.
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error"
                and "the server responded with a status of 4" not in line.text
                and not (server.was_stopped and any(way in line.text for way in ENDED)) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def register(names):
    """Signs somebody up in a browser, up to the page that makes the first pass."""

    def register(page, name=None):
        name = name or next(names)
        page.goto("/register")
        page.fill("#username", name)
        page.fill("#password", PASSWORD)
        page.check("#consent")
        page.click("main form button")
        page.check("#saved")
        page.click("main form button")
        return name

    return register


@pytest.fixture
def sign_up(register, servers, members, names):
    """Signs somebody up as `register` does, in a tenth of its time where the browser has nothing to do with it."""

    def sign_up(page, name=None):
        if page not in servers:
            return register(page, name)
        name = name or next(names)
        members[page] = Client(servers[page]).sign_up(name)
        members[page].enter(page)
        page.goto("/welcome")
        return name

    return sign_up


@pytest.fixture
def make_pass(fill_in_pass, members):
    """Makes a pass as `fill_in_pass` does, and shows its page."""

    def make_pass(page, name="Erika Mustermann", kind="person", born=("12", "8", "1964"), sex="female"):
        if page not in members:
            fill_in_pass(page, name, kind, born, sex)
            return
        member = members[page]
        answer = member.post("/passes/new", member.pass_fields(name, born, kind=kind, sex=sex))
        assert answer.status == 303, answer.body
        page.goto(answer.location)

    return make_pass


@pytest.fixture
def fill_in_pass():
    """Makes a pass on the page that asks for it."""

    def fill_in_pass(page, name="Erika Mustermann", kind="person", born=("12", "8", "1964"), sex="female"):
        page.fill("#name", name)
        page.check(f"input[name=kind][value={kind}]")
        for part, value in zip(("day", "month", "year"), born):
            page.fill(f"#birthdate-{part}", value)
        page.check(f"input[name=sex][value={sex}]")
        page.click("main form button")

    return fill_in_pass


@pytest.fixture
def begin_scan(open_page, sign_up, make_pass, picture):
    """Somebody with a pass, what looks at each page, and what is wrong with them."""

    def begin(script, width, prefix, kind="person"):
        page = open_page(width=width, java_script_enabled=script)
        sign_up(page)
        make_pass(page, "Ada Muster", kind, born=("1", "2", "1990" if kind == "person" else "2007"))
        wrong = []

        def seen(name):
            # Axe itself is a script.
            if script:
                wrong.extend(look(page, picture, f"{prefix}-{name}"))
            else:
                picture(page, f"{prefix}-{name}-{width}-plain")

        return page, seen, wrong

    return begin


@pytest.fixture
def picture(request):
    """Keeps a screenshot where people want to look: it takes as long as all else that is done with a page."""
    are_wanted = request.config.getoption("--nightly") or request.config.getoption("--pictures")

    def picture(page, name):
        if are_wanted:
            SCREENS.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=SCREENS / f"{name}.png", full_page=True)

    def of_paper(file, name):
        if are_wanted:
            SCREENS.mkdir(parents=True, exist_ok=True)
            subprocess.run(["pdftoppm", "-r", "80", "-png", file, SCREENS / name], check=True)

    # What is right on a phone is nearly always right on a desk: that is looked at where there is time.
    picture.of_paper = of_paper
    picture.is_whole = are_wanted
    picture.widths = WIDTHS if are_wanted else WIDTHS[-1:]

    return picture
