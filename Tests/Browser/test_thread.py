"""The main job, end to end: sign up, make a pass, enter a vaccination, import a certificate, show its code."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect
from pyzbar import pyzbar

from client import PASSWORD
from nights import nightly
from words import button, link, saying, words


def test_from_sign_up_to_the_code_on_the_screen(open_page, register, fill_in_pass, issuer):
    page = open_page()
    page.goto("/")
    expect(page).to_have_title(re.compile("Vaccinapp"))
    name = register(page)
    expect(page).to_have_url(re.compile("/welcome$"))
    fill_in_pass(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Erika Mustermann")
    expect(page.locator("details.switch summary")).to_contain_text("Erika Mustermann")

    text = issuer.vaccination("Erika", "Mustermann", "1964-08-12")
    link(page, "vaccinations.import").click()
    page.fill("#text", text)
    page.click("main form button")
    confirmation = page.locator("main")
    for shown in ("Erika", "Mustermann", "5 March 2024", "COVID-19"):
        expect(confirmation).to_contain_text(shown)
    expect(page.locator(".verdict")).to_contain_text(words("verdict.valid"))
    page.click("main form button")

    page.goto("/settings")
    button(page, "shared.sign-out").click()
    page.goto("/login")
    page.fill("#username", name)
    page.fill("#password", PASSWORD)
    page.click("main form button")
    # Two clicks at most from here; it takes one.
    page.click(".family .button[href*=certificates]")
    code = page.locator("img.code")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    for shown in ("Erika", "Mustermann", words("verdict.valid"), "Test issuer"):
        expect(page.locator("main")).to_contain_text(shown)
    assert read_by_zxing(page) == text
    assert read_by_zbar(page) == text


def read_by_zxing(page) -> str:
    # Visible is not yet drawn: the picture comes by a request of its own.
    page.evaluate("() => Promise.all([...document.images].map((image) => image.decode()))")
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot(full_page=True))), formats=zxingcpp.BarcodeFormat.QRCode)
    return code.text


def read_by_zbar(page) -> str:
    [code] = pyzbar.decode(Image.open(io.BytesIO(page.screenshot(full_page=True))))
    return code.data.decode()


@pytest.mark.parametrize("width", [320, nightly(390)])
def test_the_code_can_be_read_off_a_phone(open_page, sign_up, make_pass, issuer, width):
    page = open_page(width=width, height=700, device_scale_factor=2)
    sign_up(page)
    make_pass(page, "Jürgen Groß", born=("1", "2", "1970"), sex="male")
    text = issuer.vaccination("Jürgen", "Groß", "1970-02-01", dose=2)
    import_text(page, text)
    page.goto("/")
    page.click(".family .button[href*=certificates]")
    expect(page.locator("img.code")).to_be_visible()
    assert read_by_zxing(page) == text


def import_text(page, text):
    page.goto("/certificates/new")
    page.fill("#text", text)
    page.click("main form button")
    accept = page.locator("input[name^=accept-]")
    if accept.count():
        accept.check()
    page.click("main form button")


def test_the_same_certificate_again_is_reported(open_page, sign_up, make_pass, issuer):
    page = open_page()
    sign_up(page)
    make_pass(page)
    text = issuer.vaccination("Erika", "Mustermann", "1964-08-12")
    import_text(page, text)
    page.goto("/certificates/new")
    page.fill("#text", text)
    page.click("main form button")
    expect(page.locator(".certificate .notice")).to_be_visible()
    expect(page.locator("main form button")).to_have_count(0)


def test_several_certificates_at_once(open_page, sign_up, make_pass, issuer):
    page = open_page()
    sign_up(page)
    make_pass(page)
    first = issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2021-05-01", dose=1)
    second = issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2021-06-12", dose=2)
    page.goto("/certificates/new")
    page.fill("#text", f"{first}\n{second}\n")
    page.click("main form button")
    expect(page.locator("fieldset.certificate")).to_have_count(2)
    page.click("main form button")
    expect(page.locator("ul.rows a.row")).to_have_count(2)


def test_a_certificate_of_somebody_else_asks_first(open_page, sign_up, make_pass, issuer):
    page = open_page()
    sign_up(page)
    make_pass(page)
    link(page, "vaccinations.import").click()
    page.fill("#text", issuer.vaccination("Otto", "Normal", "1980-01-01"))
    page.click("main form button")
    expect(page.locator("main")).to_contain_text("Otto")
    # It goes to another's pass only once that is confirmed.
    page.click("main form button")
    expect(page.locator("#errors")).to_be_visible()
    page.check("input[name^=accept-]")
    page.click("main form button")
    expect(page.locator("ul.rows a.row")).to_have_count(1)


def test_a_certificate_makes_the_first_pass(open_page, sign_up, issuer):
    page = open_page()
    sign_up(page)
    page.goto("/certificates/new")
    page.fill("#text", issuer.vaccination("Lina", "Beispiel", "2012-03-27"))
    page.click("main form button")
    expect(page.locator("main")).to_contain_text("Lina")
    page.click("main form button")
    expect(page.locator("details.switch summary")).to_contain_text("Lina Beispiel")
    expect(page.locator("ul.rows a.row")).to_have_count(1)


@pytest.mark.parametrize("script", [nightly(True), False], ids=["with-script", "without-script"])
def test_a_vaccination_is_added_edited_and_deleted(open_page, sign_up, make_pass, script):
    page = open_page(java_script_enabled=script)
    sign_up(page)
    make_pass(page)
    link(page, "vaccinations.add.one").click()
    page.select_option("#target", "measles")
    if not script:
        page.click("button[name=step]")
        expect(page.locator("#target")).to_have_value("measles")
    page.select_option("#vaccine", "priorix")
    for part, value in (("day", "20"), ("month", "5"), ("year", "1998")):
        page.fill(f"#date-{part}", value)
    page.fill("#batch", "A69CB550A")
    page.fill("#note", "left arm")
    button(page, "vaccinations.save").click()

    page.click("ul.rows a.row")
    for shown in ("Measles", "Priorix", "20 May 1998", "A69CB550A", "left arm"):
        expect(page.locator("main")).to_contain_text(shown)
    page.click("main a[href$='/edit']")
    expect(page.locator("#vaccine")).to_have_value("priorix")
    page.fill("#batch", "B1")
    button(page, "vaccinations.save").click()

    page.click("ul.rows a.row")
    expect(page.locator("main")).to_contain_text("B1")
    page.click("main a.danger-link")
    expect(page.locator("main")).to_contain_text("Priorix")
    page.click("button.danger")
    expect(page.locator("ul.rows a.row")).to_have_count(0)


def test_passes_are_switched_and_deleted(open_page, sign_up, make_pass, fill_in_pass):
    page = open_page()
    sign_up(page)
    make_pass(page)
    page.click("details.switch summary")
    page.click("details.switch a[href='/passes/new']")
    fill_in_pass(page, "Bruno", "dog", ("29", "2", "2020"), "male")
    expect(page.locator("details.switch summary")).to_contain_text("🐶")
    page.click("details.switch summary")
    page.click("details.switch button:has-text('Erika')")
    expect(page.locator("details.switch summary")).to_contain_text("Erika Mustermann")
    page.goto("/passes")
    page.click("main li:has-text('Bruno') a[href$='/delete']")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bruno")
    page.click("button.danger")
    expect(page.locator("main")).not_to_contain_text("Bruno has")
    page.goto("/passes")
    expect(page.locator("main ul.cards li")).to_have_count(1)


def test_the_language_is_switched_and_kept(open_page, sign_up, make_pass):
    page = open_page()
    sign_up(page)
    make_pass(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    address = page.url.split("?")[0]
    page.click("form.languages button[value=de]")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == address
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("nav.tabs")).to_contain_text(words("shared.nav.vaccinations", language="de"))


def test_the_language_follows_the_browser(open_page):
    page = open_page(locale="de-AT")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page = open_page(locale="fr-FR")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_session_outlives_the_server_and_ends_with_sign_out(open_page, sign_up, make_pass, server):
    page = open_page()
    sign_up(page)
    make_pass(page)
    server.restart()
    page.goto("/passes")
    expect(page.locator("main")).to_contain_text("Erika Mustermann")
    page.goto("/settings")
    button(page, "shared.sign-out").click()
    page.goto("/passes")
    expect(page).to_have_url(re.compile("/login"))


def test_the_recovery_code_sets_a_new_password(open_page, names):
    page = open_page()
    name = next(names)
    page.goto("/register")
    page.fill("#username", name)
    page.fill("#password", PASSWORD)
    page.check("#consent")
    page.click("main form button")
    code = page.locator(".recovery-code code").inner_text()
    page.fill("#recovery-code", code.lower().replace("-", " "))
    page.click("main form button")
    expect(page).to_have_url(re.compile("/welcome$"))
    page.goto("/settings")
    button(page, "shared.sign-out").click()
    page.goto("/recover")
    page.fill("#username", name)
    page.fill("#recovery-code", code)
    page.fill("#password", "another fine set of words")
    page.click("main form button")
    expect(page.locator(".recovery-code code")).not_to_contain_text(code)


def test_a_form_that_is_wrong_says_so_and_keeps_what_was_typed(open_page, register):
    page = open_page()
    register(page)
    page.fill("#name", "Erika Mustermann")
    page.fill("#birthdate-day", "31")
    page.fill("#birthdate-month", "2")
    page.fill("#birthdate-year", "1990")
    page.click("main form button")
    summary = page.locator("#errors")
    expect(summary).to_be_focused()
    expect(page).to_have_title(re.compile("^" + saying("shared.title.failed").pattern))
    expect(page.locator("#name")).to_have_value("Erika Mustermann")
    expect(page.locator("#birthdate-day")).to_have_value("31")
    summary.locator("a[href='#birthdate-day']").click()
    expect(page.locator("#birthdate-day")).to_be_focused()
