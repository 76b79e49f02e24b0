"""What is recommended, told step by step in a browser without JavaScript, on a phone."""

import datetime

import pytest

from test_pages import look


@pytest.fixture
def phone(open_page, sign_up, make_pass):
    page = open_page(width=320, java_script_enabled=False)
    sign_up(page)
    born = datetime.date.today() - datetime.timedelta(days=300)
    make_pass(page, name="Emil Muster", born=(str(born.day), str(born.month), str(born.year)))
    return page


def fill_date(page, name, date):
    for part, value in (("day", date.day), ("month", date.month), ("year", date.year)):
        page.fill(f"#{name}-{part}", str(value))


def test_a_journey_brings_what_is_advised_and_a_plan(phone):
    phone.click("text=Recommendations")
    assert phone.locator("h2", has_text="To catch up").count() == 1
    assert phone.locator("h3", has_text="Yellow fever").count() == 0
    phone.click("main >> text=Trips")
    phone.select_option("#country", "BR")
    fill_date(phone, "from", datetime.date.today() + datetime.timedelta(days=60))
    phone.click("main form:last-of-type button")
    phone.click("text=Back to the recommendations")
    assert phone.locator("h3", has_text="Yellow fever").count() == 1
    phone.click("nav.chips >> text=Brazil")
    assert phone.locator("h3", has_text="Measles").count() == 0
    assert phone.locator("svg[role=img]").bounding_box()["width"] <= 320
    assert phone.locator("text=Suggested visits").count() == 1


def test_health_is_told_without_a_script(phone):
    phone.click("text=Recommendations")
    phone.click("main >> text=Add health details")
    phone.check("text=A weak immune system")
    phone.click("main form button >> nth=0")
    assert "it into account" in phone.inner_text("[role=status]")
    assert phone.locator("h2", has_text="Not advised at present").count() == 1
    phone.click("main >> text=Add health details")
    phone.click("text=Delete my health details")
    assert phone.locator("h2", has_text="Not advised at present").count() == 0


@pytest.mark.parametrize("width", [320, 1280])
def test_forms_with_errors_are_accessible_and_fit(open_page, sign_up, make_pass, picture, width):
    page = open_page(width=width)
    sign_up(page)
    make_pass(page)
    wrong = []
    page.click("nav >> text=Recommendations")
    page.click("main >> text=Trips")
    page.click("main form:last-of-type button")
    wrong += look(page, picture, "journeys-with-errors", width)
    page.goto(page.url.replace("journeys", "health"))
    page.fill("#gestation-weeks", "99")
    page.click("main form button >> nth=0")
    wrong += look(page, picture, "health-with-errors", width)
    assert page.evaluate("document.activeElement.id") == "errors"
    assert wrong == []
