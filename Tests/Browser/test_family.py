"""A family at a glance, on a phone without JavaScript and on a desk."""

import datetime

import pytest

from playwright.sync_api import expect

from looks import look, too_wide
from nights import nightly
from test_pages import credentials
from test_privacy import import_certificate
from words import saying, words


def born(days):
    day = datetime.date.today() - datetime.timedelta(days=days)
    return str(day.day), str(day.month), str(day.year)


def sign_in(page, username, password):
    page.goto("/login")
    page.fill("#username", username)
    page.fill("#password", password)
    page.click("main form button")


@pytest.mark.parametrize(("width", "locale"), [(320, "de-DE"), nightly(1280, "en-GB")])
def test_the_start_page_answers_for_each(open_page, demo, picture, width, locale):
    page = open_page(width=width, server=demo, locale=locale, java_script_enabled=False)
    sign_in(page, *credentials(demo))
    cards = page.locator(".family > li")
    assert cards.count() == 3 and page.locator("h1").count() == 1
    for card in cards.all():
        assert card.locator("strong").inner_text().strip()
        assert card.locator(".button.quiet:not([href*=certificates])").count() == 1
    assert too_wide(page, "family", width) == []
    picture(page, f"family-{locale[:2]}-{width}-plain")
    # The newest valid code: this is the first click, one more is allowed (NFA03).
    page.click(".family .button[href*=certificates]")
    assert page.locator("img.code").count() == 1 and page.locator("nav.tabs").count() == 0
    # And back from any page.
    page.click("header a[href='/']")
    assert cards.count() == 3


def test_it_is_accessible_and_fits(open_page, demo, picture):
    page = open_page(server=demo)
    sign_in(page, *credentials(demo))
    assert page.locator(".family > li").count() == 3
    assert look(page, picture, "family") == []


def test_twins_and_a_cat_have_a_visit_each_kind(open_page, sign_up, make_pass, picture):
    page = open_page(width=390, java_script_enabled=False)
    sign_up(page)
    make_pass(page, name="Emil Muster", born=born(45))
    for name, kind, age in (("Ida Muster", "person", 45), ("Mia", "cat", 70)):
        page.goto("/passes/new")
        make_pass(page, name=name, kind=kind, born=born(age))
    page.goto("/")
    visits = page.locator(".visits > li")
    first = visits.filter(has_text="Emil Muster").first.inner_text()
    assert "Ida Muster" in first and "Mia" not in first and words("family.doctor") in first
    assert words("family.vet") in visits.filter(has_text="Mia").first.inner_text()
    for name in ("Emil Muster", "Ida Muster", "Mia"):
        assert page.locator(".family > li", has_text=name).count() == 1
    picture(page, "family-twins-390")


def test_one_pass_has_a_start_page_too(open_page, sign_up, make_pass):
    page = open_page(width=320, java_script_enabled=False)
    sign_up(page)
    page.goto("/")
    assert page.url.endswith("/welcome")
    make_pass(page)
    page.click("nav.tabs a[href='/']")
    assert page.locator(".family > li").count() == 1 and page.locator("details.switch").count() == 0
    page.click(".tools a[href='/passes/new']")
    assert page.locator("#name").count() == 1


def ago(days):
    return (datetime.date.today() - datetime.timedelta(days=days)).isoformat()


@pytest.fixture
def family(open_page, member, issuer):
    """Somebody with many certificates, and a dog whose vaccination has run out."""
    path = member.add_pass("Erika Mustermann", ("12", "8", "1964"))
    holder = ("Erika", "Mustermann", "1964-08-12")
    for text in (
        issuer.vaccination(*holder, date=ago(90)), issuer.vaccination(*holder, date=ago(60), dose=2, days=0),
        issuer.recovery(*holder, date=ago(30)), issuer.test(*holder, date=ago(2)),
    ):
        import_certificate(member, path, text)
    dog = member.add_pass("Bello", kind="dog", born=born(1500))
    until = dict(zip(("valid-until-day", "valid-until-month", "valid-until-year"), born(20)))
    dose = member.dose_fields(born(400), target="dog-rabies", vaccine="dog-rabies", **until)
    assert member.post(f"{dog}/vaccinations/new", dose).status == 303

    def opened(**options):
        page = open_page(**options)
        member.enter(page)
        page.goto("/")
        return page

    return opened


def test_a_valid_vaccination_is_two_taps_away_whatever_is_newer(family):
    page = family(width=390, java_script_enabled=False)
    page.locator(".family > li", has_text="Erika").locator(".button[href*=certificates]").click()
    expect(page.locator("#details h2").first).to_contain_text(words("certificates.kind.vaccination"))
    expect(page.locator(".verdict")).to_contain_text(words("verdict.valid"))
    code = page.locator("img.code")
    expect(code).to_be_visible()
    first = page.url
    # From there each of the others, once: the recovery, the test with its result, what has expired.
    names = []
    while page.locator("a[rel=next]").count():
        names.append(page.locator("a[rel=next]").get_attribute("aria-label"))
        page.click("a[rel=next]")
    kinds = [words(f"certificates.kind.{kind}") for kind in ("recovery", "test", "vaccination")]
    assert len(names) == 3 and all(f"{kind}: " in name for kind, name in zip(kinds, names))
    assert words("certificates.code.260415000") in names[1] and words("verdict.expired") in names[2]
    for _ in names:
        page.click("a[rel=prev]")
    assert page.url == first


def test_what_ran_out_is_named_and_fits(family, picture):
    page = family()
    dog = page.locator(".family > li", has_text="Bello")
    expect(dog.locator(".warning")).to_contain_text(saying("doses.ran-out"))
    assert dog.locator(".warning svg").count() == 1
    wrong = look(page, picture, "family-ending")
    dog.locator("h2 a").click()
    assert page.locator(".notice .warning svg").count() == 1 and page.locator(".row .warning svg").count() == 1
    wrong += look(page, picture, "pass-ending")
    page.goto("/")
    page.locator(".family > li", has_text="Erika").locator(".button[href*=certificates]").click()
    wrong += look(page, picture, "certificate-others")
    assert wrong == []
