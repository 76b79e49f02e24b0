"""An account's safety in a real browser: two-factor sign-in, sessions, password, invitations, deletion."""

import datetime
import io
import re
import zoneinfo

import pytest
import zxingcpp
from PIL import Image

import authenticator
from client import PASSWORD, Client
from looks import look
from nights import nightly
from server import Server
from words import button, words


def submit(page, **fields):
    for name, value in fields.items():
        page.fill(f"#{name}", value)
    page.click("main form button:not(.link)")


def sign_in(page, name, password=PASSWORD):
    page.goto("/login")
    submit(page, username=name, password=password)


def turn_on(page) -> tuple[str, list[str]]:
    """Sets an authenticator app up; gives its key and the one-time codes."""
    page.goto("/settings/second-factor")
    page.click("main .button")
    submit(page, password=PASSWORD)
    key = page.inner_text(".recovery-code code")
    # The code of the step before, so that the present one is left to sign in with; again where a step ended meanwhile.
    for _ in range(2):
        if page.locator(".one-time-codes").count() == 0:
            submit(page, code=authenticator.code(key, later=-1))
    return key, page.locator(".one-time-codes code").all_inner_texts()


def sign_out(page):
    page.click("nav.tabs a[href='/settings']")
    page.click("form[action='/logout'] button")


def withdraw_consent(page):
    page.click("details:has(form[action='/settings/consent']) > summary")
    button(page, "settings.consent.withdraw").click()


@pytest.mark.parametrize("script", [True, nightly(False)], ids=["script", "no-script"])
def test_two_factor_sign_in(open_page, sign_up, make_pass, picture, script):
    page = open_page(width=320, java_script_enabled=script)
    name = sign_up(page)
    make_pass(page)
    key, codes = turn_on(page)
    assert len(set(codes)) == 10
    sign_out(page)

    sign_in(page, name)
    assert page.url.endswith("/login/code")
    page.goto("/settings")
    assert page.url.endswith("/login/code")
    submit(page, code="000000")
    assert words("error.code.wrong") in page.inner_text("main")
    submit(page, code=authenticator.code(key))
    assert "Erika Mustermann" in page.inner_text("main")
    sign_out(page)

    sign_in(page, name)
    submit(page, code=codes[4])
    page.goto("/settings/second-factor")
    assert words("security.factor.left", count=9) in page.inner_text("main")
    page.click("main a[href$='/off']")
    submit(page, password=PASSWORD)
    sign_out(page)
    sign_in(page, name)
    assert not page.url.endswith("/login/code")
    page.goto("/settings/access-log")
    log = page.inner_text("main")
    for event in ("second-factor-on", "one-time-code-used", "sign-in-pending", "second-factor-off"):
        assert words(f"access-log.event.{event}") in log


@pytest.mark.parametrize("locale", [nightly("en-GB"), "de-DE"])
def test_signing_out_is_one_tab_away_from_every_page(open_page, sign_up, make_pass, picture, locale):
    page = open_page(width=320, java_script_enabled=False, locale=locale)
    sign_up(page)
    make_pass(page, name="Maximiliane Mustermann-Hohenzollern")
    for path in ("/passes", "/settings", "/privacy", "/nothing-here"):
        page.goto(path)
        page.click("nav.tabs a[href='/settings']")
        button = page.locator("form[action='/logout'] button")
        assert button.count() == 1
        place = button.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= 320 and place["height"] >= 44
    picture(page, f"sign-out-{locale[:2]}-320")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    button.click()
    assert page.locator("form[action='/logout']").count() == 0


@pytest.mark.parametrize("scripted", [True, False])
def test_times_are_those_of_the_browser_that_signed_up(open_page, register, scripted):
    page = open_page(timezone_id="Asia/Kathmandu", java_script_enabled=scripted)
    register(page)
    zone, place = ("Asia/Kathmandu", "Kathmandu") if scripted else ("Europe/Berlin", "Berlin")
    for path in ("/settings/access-log", "/settings/sessions"):
        page.goto(path)
        time = page.locator("main time").first
        moment = datetime.datetime.fromisoformat(time.get_attribute("datetime")).astimezone(zoneinfo.ZoneInfo(zone))
        date = words("date.full", day=moment.day, month=f"{moment:%B}", year=moment.year)
        assert time.inner_text() == words("date.time", date=date, time=f"{moment:%H:%M}")
        assert words("shared.zone", place=place) in page.inner_text("main")


def test_the_app_reads_the_same_key_from_the_qr_code(open_page, sign_up):
    page = open_page()
    sign_up(page)
    page.goto("/settings/second-factor/start")
    submit(page, password=PASSWORD)
    key = page.inner_text(".recovery-code code").replace(" ", "")
    page.locator(".qr img").evaluate("image => image.decode()")
    found = zxingcpp.read_barcodes(
        Image.open(io.BytesIO(page.locator(".qr img").screenshot())), formats=zxingcpp.BarcodeFormat.QRCode)
    assert re.match(rf"otpauth://totp/Vaccinapp:[^?]+\?secret={key}&issuer=Vaccinapp$", found[0].text)


def test_one_device_ends_the_sessions_of_another(open_page, sign_up):
    page = open_page(width=320)
    name = sign_up(page)
    phone = open_page()
    sign_in(phone, name)
    page.goto("/settings/sessions")
    assert page.locator(".rows li").count() == 2
    assert page.get_by_text(words("security.shared.none")).is_visible()
    button(page, "security.sessions.end-others").click()
    assert page.locator(".rows li").count() == 1
    phone.goto("/settings")
    assert phone.url.endswith("/login")


def test_the_password_changes_and_the_recovery_code_is_made_anew(open_page, sign_up):
    page = open_page(java_script_enabled=False)
    name = sign_up(page)
    page.goto("/settings/password")
    submit(page, current=PASSWORD, new="nine tall herons wade")
    assert words("done.password-changed") in page.inner_text("main")
    page.goto("/settings/recovery-code")
    submit(page, password="nine tall herons wade")
    code = page.inner_text(".recovery-code code")
    page.check("#saved")
    page.click("main form button")
    sign_out(page)
    page.goto("/recover")
    page.fill("#username", name)
    page.fill("#recovery-code", code)
    page.fill("#password", PASSWORD)
    page.click("main form button")
    assert words("done.recovered") in page.inner_text("main")


def test_a_new_password_can_be_looked_at_and_other_devices_signed_out(open_page, sign_up, picture):
    page = open_page(width=320)
    name = sign_up(page)
    phone = open_page()
    sign_in(phone, name)
    page.goto("/settings/password")
    page.fill("#current", PASSWORD)
    page.fill("#new", "short")
    page.get_by_label(words("accounts.password.show")).check()
    assert page.get_attribute("#new", "type") == page.get_attribute("#current", "type") == "text"
    page.check("#end-others")
    assert look(page, picture, "password-shown") == []
    page.get_by_label(words("accounts.password.show")).uncheck()
    assert page.get_attribute("#new", "type") == "password"
    submit(page)
    # A refused form comes back without what was secret, and with what was ticked.
    assert page.input_value("#new") == "" and page.is_checked("#end-others")
    submit(page, current=PASSWORD, new="nine tall herons wade")
    assert words("done.password-changed-signed-out") in page.inner_text("main")
    phone.goto("/settings")
    assert phone.url.endswith("/login")


def test_withdrawing_consent_leads_to_deletion_in_one_click(open_page, sign_up, make_pass, server):
    page = open_page(width=320)
    name = sign_up(page)
    make_pass(page)
    page.goto("/settings")
    withdraw_consent(page)
    assert page.url.endswith("/settings/delete")
    assert words("security.delete.passes", count=1) in page.inner_text("main")
    before = {path for path in server.written() if path.startswith("data/vaults/")}
    page.fill("#password", PASSWORD)
    button(page, "security.delete.submit").click()
    assert words("done.account-deleted") in page.inner_text("main")
    after = {path for path in server.written() if path.startswith("data/vaults/")}
    # The last commit and the one before it.
    assert len(before - after) == 2 and not after - before
    sign_in(page, name)
    assert words("error.login") in page.inner_text("main")


def test_these_pages_are_accessible_and_fit(open_page, sign_up, picture):
    page = open_page()
    wrong = []
    name = sign_up(page)
    page.goto("/settings/password")
    submit(page)
    wrong += look(page, picture, "password-with-errors")
    page.goto("/settings/second-factor/start")
    submit(page, password=PASSWORD)
    page.locator(".qr img").evaluate("image => image.decode()")
    wrong += look(page, picture, "second-factor-setup")
    key = page.inner_text(".recovery-code code")
    submit(page, code="1")
    wrong += look(page, picture, "second-factor-setup-wrong")
    submit(page, code=authenticator.code(key))
    wrong += look(page, picture, "one-time-codes")
    other = open_page()
    sign_in(other, name)
    wrong += look(other, picture, "login-code")
    submit(other, code="000000")
    other.click("details summary")
    wrong += look(other, picture, "login-code-wrong")
    for path in ("second-factor", "second-factor/codes", "second-factor/off", "sessions", "access-log", "delete", ""):
        page.goto(f"/settings/{path}".rstrip("/"))
        wrong += look(page, picture, f"settings-{path.replace('/', '-')}")
    withdraw_consent(page)
    wrong += look(page, picture, "consent-withdrawn")
    assert wrong == []


def test_an_invitation_made_beside_the_running_server_lets_one_in(open_page, picture):
    server = Server("--sign-up", "invitation", "--sign-ins", "1000")
    try:
        page = open_page(width=320, server=server)
        page.goto("/register")
        wrong = look(page, picture, "register-by-invitation")
        invitation, spare = server.command("invite", "--data", str(server.data), "--count", "2").split()
        for fields in ({}, {"invitation": "12345"}):
            page.fill("#username", "guest")
            page.fill("#password", PASSWORD)
            if fields:
                page.fill("#invitation", fields["invitation"])
            page.check("#consent")
            page.click("main form button")
            assert page.locator("#invitation-error").count() == 1
            assert page.is_checked("#consent"), "a ticked consent is kept"
        page.goto(f"/register?invitation={invitation}")
        page.fill("#username", "guest")
        page.fill("#password", PASSWORD)
        page.check("#consent")
        page.click("main form button")
        assert page.url.endswith("/recovery-code")
        assert wrong == []

        guest = Client(server)
        again = guest.post("/register", {"username": "other", "password": PASSWORD, "consent": "yes",
                                         "invitation": invitation})
        assert again.status == 422
        server.command("admin", "add", "guest", "--data", str(server.data))
        assert len(server.command("admin", "list", "--data", str(server.data)).splitlines()) == 1
        server.command("admin", "remove", "GUEST", "--data", str(server.data))
        assert server.command("admin", "list", "--data", str(server.data)) == ""
        written = server.written()
        for path, content in written.items():
            assert spare.encode() not in content, path
            assert b"guest" not in content, path
    finally:
        server.close()


def test_a_closed_server_says_so(open_page, picture):
    server = Server("--sign-up", "closed")
    try:
        page = open_page(width=320, server=server)
        page.goto("/")
        assert page.locator("a[href='/register']").count() == 0
        page.goto("/register")
        assert words("error.sign-up.closed") in page.inner_text("main")
        assert page.locator("main form").count() == 0
        assert look(page, picture, "register-closed") == []
    finally:
        server.close()
