"""The help and the pages for beginners, as a visitor and as somebody with a new account."""

from looks import look
from words import link, words


def test_help_is_accessible_and_fits(open_page, picture, is_nightly):
    wrong = []
    for locale in ("en-GB", "de-DE"):
        page = open_page(width=320, locale=locale, java_script_enabled=False)
        page.goto("/help")
        paths = [link.get_attribute("href") for link in page.locator("main a").all()]
        assert len(paths) > 12
        page = open_page(width=320, locale=locale)
        for path in ["/help", *(paths[:3] if is_nightly else ()), *paths[-1:]]:
            page.goto(path)
            wrong += look(page, picture, f"help-{path.strip('/').replace('/', '-')}")
    assert wrong == []


def test_somebody_new_reads_the_four_pages_and_begins(open_page, sign_up):
    page = open_page(width=320, java_script_enabled=False)
    sign_up(page)
    page.goto("/welcome")
    link(page, "introduction.title").click()
    for number in range(2, 5):
        page.click("main a.button:not(.quiet)")
        assert words("introduction.position", page=number, pages=4) in page.inner_text("main")
    link(page, "introduction.begin").click()
    assert page.url.endswith("/welcome")
    page.goto("/introduction/1")
    assert words("introduction.later") in page.inner_text("main")
    link(page, "introduction.skip").click()
    assert page.url.endswith("/welcome")
