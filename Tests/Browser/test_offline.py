"""A certificate's page without a network: the chosen page and nothing else, gone after signing out."""

import re

import pytest
from playwright.sync_api import expect

from client import PASSWORD
from front import Front
from looks import look
from nights import nightly
from test_privacy import import_certificate
from words import link, words


@pytest.fixture
def kept(open_page, member, issuer):
    """Somebody in a browser that keeps a certificate's page: the browser's page, its context, the pass, the kept page."""

    def kept(**options):
        path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
        import_certificate(member, path, issuer.vaccination("Erika", "Mustermann", "1964-08-12"))
        page = open_page(**options)
        member.enter(page)
        certificate = re.search(rf'href="({path}/certificates/[a-z0-9]{{26}})"', member.get(path).body)[1]
        page.goto(certificate)
        link(page, "offline.title").click()
        page.click("button[value=keep]")
        page.get_by_text(words("offline.done")).wait_for()
        return page, path, f"{certificate}/offline/page"

    return kept


def test_offline_the_chosen_page_opens_and_nothing_else(kept, picture):
    page, path, own = kept(width=390)
    page.context.set_offline(True)
    page.goto(own)
    assert "Erika Mustermann" in page.inner_text("main")
    image = page.locator("figure.qr img")
    assert image.evaluate("image => image.complete && image.naturalWidth > 0")
    picture(page, "offline-kept")
    for other in (path, f"{path}/recommendations", "/settings", "/"):
        page.goto(other)
        assert page.inner_text("h1").startswith(words("offline.list.heading"))
        # A script makes the list.
        expect(page.locator(f"a[href='{own}']")).to_have_count(1)
    picture(page, "offline-list")
    page.context.set_offline(False)
    page.goto(path)
    assert "Erika" in page.inner_text("h1")


def test_the_list_has_the_order_of_the_buttons(kept, member, issuer):
    """A vaccination before a newer recovery before a newer test; what has ended since it was kept comes last."""
    page, path, own = kept()
    holder = ("Erika", "Mustermann", "1964-08-12")
    for text in (issuer.test(*holder, date="2024-05-05"), issuer.recovery(*holder, date="2024-04-05")):
        import_certificate(member, path, text)
    places = set(re.findall(rf'href="({path}/certificates/[a-z0-9]{{26}})"', member.get(path).body))
    for place in places - {own.removesuffix("/offline/page")}:
        page.goto(f"{place}/offline")
        page.click("button[value=keep]")
        page.get_by_text(words("offline.done")).wait_for()
    links = page.locator("[data-kept] li a")
    order = ["vaccination", "recovery", "test"]

    def starts():
        return [re.compile("^" + re.escape(words(f"certificates.kind.{kind}"))) for kind in order]

    page.context.set_offline(True)
    page.goto("/")
    expect(links).to_have_text(starts())
    page.evaluate("""async (own) => {
      const cache = await caches.open("offline");
      const answer = await cache.match(own);
      const headers = new Headers(answer.headers);
      headers.set("x-ends", "2024-06-01T00:00:00Z");
      await cache.put(own, new Response(await answer.blob(), { headers }));
    }""", own)
    page.goto("/")
    order = ["recovery", "test", "vaccination"]
    expect(links).to_have_text(starts())
    # The first of the list is the second tap.
    links.first.click()
    expect(page.locator("h1")).to_contain_text(words("certificates.kind.recovery"))
    page.context.set_offline(False)


def test_it_is_removed_where_it_is_listed(kept):
    page, _, own = kept()
    page.goto("/offline")
    page.get_by_role("button", name=words("offline.list.remove")).click()
    page.get_by_text(words("offline.list.none")).wait_for()
    assert page.evaluate("caches.keys()") == []
    page.goto(own)
    assert "Erika Mustermann" in page.inner_text("main"), "with a network it is still there"


def test_signing_out_removes_it(kept):
    page, _, own = kept()
    page.goto("/settings")
    page.click(".sign-out button")
    assert page.evaluate("caches.keys()") == []
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(own)
    page.context.set_offline(False)


# How what is kept ends elsewhere: somebody signed in, their pass, the kept page's place.
ENDS = {
    "copy": lambda member, _, place: member.post(place, {"step": "end"}),
    "certificate": lambda member, _, place: member.post(f"{place.removesuffix('/offline')}/delete", {}),
    "pass": lambda member, path, _: member.post(f"{path}/delete", {}),
    "session": lambda member, *_: member.post("/logout", {}, page="/settings"),
    "account": lambda member, *_: member.post("/settings/delete", {"password": PASSWORD}),
}
GONE = "caches.keys().then(keys => keys.length === 0)"


@pytest.mark.parametrize("end", ["copy", "session", *map(nightly, ("certificate", "pass", "account"))])
def test_ended_elsewhere_it_is_gone_with_the_first_opening(kept, member, end):
    page, path, own = kept()
    assert ENDS[end](member, path, own.removesuffix("/page")).status == 303
    page.goto(own)
    # The code isn't shown even once more.
    assert page.locator("figure.qr").count() == 0
    page.wait_for_function(GONE)
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(own)
    page.context.set_offline(False)


@pytest.mark.parametrize("end", ["account", *map(nightly, ("copy", "session"))])
def test_ended_elsewhere_it_is_gone_when_the_list_is_opened(kept, member, end):
    page, path, own = kept()
    assert ENDS[end](member, path, own.removesuffix("/page")).status == 303
    page.goto("/offline")
    page.get_by_text(words("offline.list.none")).wait_for()
    page.wait_for_function(GONE)


@pytest.fixture
def front(server):
    front = Front(server)
    yield front
    front.close()


@pytest.mark.parametrize("status", [503, *map(nightly, (429, 500))])
def test_a_busy_server_takes_nobodys_certificate_away(kept, member, front, status):
    page, _, own = kept(base_url=front.url)
    front.status = status
    for place in ("/offline", own):
        asked = front.asked
        page.goto(place)
        assert front.asked > asked
    assert "Erika Mustermann" in page.inner_text("main") and page.locator("figure.qr").count() == 1
    # It was the status that kept it.
    front.status = None
    member.post(own.removesuffix("/page"), {"step": "end"})
    page.goto(own)
    assert page.locator("figure.qr").count() == 0


def test_a_server_that_says_nothing_is_waited_for_in_vain_but_not_for_long(kept, member, front):
    page, _, own = kept(base_url=front.url)
    member.post(own.removesuffix("/page"), {"step": "end"})
    front.is_open.clear()
    page.goto(own)
    assert page.locator("figure.qr").count() == 1
    front.is_open.set()
    page.wait_for_function(GONE)


def test_its_last_day_is_the_last(kept):
    page, _, own = kept()
    # As if it had been kept a week ago.
    page.evaluate("""async (own) => {
      const cache = await caches.open("offline");
      const answer = await cache.match(own);
      const headers = new Headers(answer.headers);
      headers.set("x-last-day", "2020-01-01");
      await cache.put(own, new Response(await answer.blob(), { headers }));
    }""", own)
    page.context.set_offline(True)
    page.goto(own)
    assert "Erika" not in page.inner_text("main")
    page.context.set_offline(False)


def test_its_pages_are_accessible_and_fit(kept, picture):
    page, _, own = kept()
    wrong = []
    for path in (own.removesuffix("/page"), own, "/offline"):
        page.goto(path)
        wrong += look(page, picture, re.sub(r"/[0-9a-z]{20,}|[^a-z]+", "-", path).strip("-"))
    assert wrong == []


def test_without_script_it_says_what_to_do_instead(open_page, member, issuer):
    path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
    import_certificate(member, path, issuer.vaccination("Erika", "Mustermann", "1964-08-12"))
    certificate = re.search(rf'href="({path}/certificates/[a-z0-9]{{26}})"', member.get(path).body)[1]
    page = open_page(java_script_enabled=False)
    member.enter(page)
    page.goto(f"{certificate}/offline")
    assert words("offline.script") in page.inner_text("[data-state]")
    page.goto("/offline")
    assert words("offline.list.script") in page.inner_text("main")
