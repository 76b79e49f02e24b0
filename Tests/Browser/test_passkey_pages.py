"""Passkeys in a real browser, with Chromium's virtual authenticator."""

import re

import pytest
from playwright.sync_api import expect

from client import PASSWORD
from looks import look
from server import Server
from words import button, link, words


@pytest.fixture
def home(server):
    """Passkeys belong to a domain: the server by its name."""
    return server.url.replace("127.0.0.1", "localhost")


class Authenticator:
    """A virtual authenticator in the page's browser, by the DevTools protocol."""

    def __init__(self, page, prf, autofill=False):
        # What a person picks from the user name's list, the virtual authenticator gives at once.
        if not autofill:
            page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        self.id = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True, "hasPrf": prf, "automaticPresenceSimulation": True,
        }})["authenticatorId"]

    def credentials(self):
        return self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def keep(self, credential):
        self.tools.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})


@pytest.fixture
def person(open_page, sign_up, make_pass, home):
    """Somebody with a pass, by the server's name; gives the page and the user name."""

    def person(name="Erika Mustermann"):
        page = open_page(base_url=home)
        user = sign_up(page)
        make_pass(page, name)
        return page, user

    return person


def add(page, name="My phone"):
    page.goto("/settings/passkeys")
    link(page, "passkeys.new.title").click()
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("main form button")
    button(page, "passkeys.create.submit").click()
    expect(page).to_have_url(re.compile("/settings/passkeys\\?done="))


def sign_out(page):
    page.goto("/settings")
    button(page, "shared.sign-out").click()
    expect(page).to_have_url(re.compile("done=signed-out"))


def sign_in_by_password(page, user):
    page.goto("/login")
    page.fill("#username", user)
    page.fill("#password", PASSWORD)
    page.click("main form[action='/login'] button")


def test_a_passkey_alone_opens_the_vault(person, server, picture):
    page, user = person("Quirin Passkey")
    authenticator = Authenticator(page, prf=True)
    add(page)
    expect(page.locator("ul.rows li")).to_contain_text(words("passkeys.opens"))
    picture(page, "passkeys")
    sign_out(page)
    # From the disk alone: nothing of the vault is in memory any more.
    server.restart()
    page.goto("/login")
    button(page, "passkeys.login").click()
    expect(page.locator("main")).to_contain_text("Quirin Passkey")
    page.goto("/settings/access-log")
    expect(page.locator("ul.rows li").first).to_contain_text(words("access-log.event.passkey-sign-in"))
    assert len(authenticator.credentials()) == 1
    # The password goes on working, alone.
    sign_out(page)
    sign_in_by_password(page, user)
    expect(page.locator("main")).to_contain_text("Quirin Passkey")
    # Nothing of the passkey is readable on the disk.
    identity = authenticator.credentials()[0]["credentialId"]
    for path, data in server.written().items():
        assert identity.encode() not in data and b"My phone" not in data, path


def test_the_browser_offers_it_beside_the_user_name(person):
    page, _ = person("Odile Autofill")
    Authenticator(page, prf=True, autofill=True)
    add(page)
    sign_out(page)
    page.goto("/login")
    expect(page.locator("main")).to_contain_text("Odile Autofill")


def test_without_prf_it_is_the_second_factor(person):
    page, user = person()
    Authenticator(page, prf=False)
    add(page, "My key")
    expect(page.locator("ul.rows li")).to_contain_text(words("passkeys.factor"))
    sign_out(page)
    # Alone it opens nothing.
    page.goto("/login")
    button(page, "passkeys.login").click()
    expect(page.locator("#errors")).to_contain_text(words("error.passkey.login"))
    sign_in_by_password(page, user)
    expect(page).to_have_url(re.compile("/login/code$"))
    page.goto("/passes")
    expect(page).to_have_url(re.compile("/login/code$"))
    button(page, "passkeys.login-code").click()
    expect(page.locator("main")).to_contain_text("Erika Mustermann")


def test_a_removed_passkey_is_refused(person):
    page, _ = person()
    Authenticator(page, prf=True)
    add(page)
    page.click("main ul.rows a")
    page.fill("#password", PASSWORD)
    page.click("button.danger")
    expect(page.locator("main")).to_contain_text(words("passkeys.none"))
    sign_out(page)
    page.goto("/login")
    button(page, "passkeys.login").click()
    expect(page.locator("#errors")).to_be_visible()
    page.goto("/passes")
    expect(page).to_have_url(re.compile("/login$"))


def test_an_answer_is_taken_once_and_from_its_own_browser_alone(person, open_page, home):
    page, _ = person()
    Authenticator(page, prf=True)
    add(page)
    sign_out(page)
    page.goto("/login")
    with page.expect_request("**/login/passkey") as sent:
        button(page, "passkeys.login").click()
    expect(page.locator("nav.tabs")).to_be_visible()
    body = sent.value.post_data
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    visit = [one for one in page.context.cookies() if one["name"] == "visit"]
    # The same again, with the cookie of the browser that it was made in.
    other = open_page(base_url=home)
    other.context.add_cookies(visit)
    again = other.request.post(f"{home}/login/passkey", data=body, headers=form, max_redirects=0)
    assert again.status == 422
    # And from another browser, whose token isn't that one's.
    stranger = open_page(base_url=home)
    stranger.goto("/login")
    assert stranger.request.post(f"{home}/login/passkey", data=body, headers=form, max_redirects=0).status == 403
    token = stranger.locator("input[name=form-token]").first.get_attribute("value")
    own = re.sub("form-token=[^&]*", f"form-token={token}", body)
    assert stranger.request.post(f"{home}/login/passkey", data=own, headers=form, max_redirects=0).status == 422


def test_an_answer_given_to_another_origin_is_refused(open_page, sign_up, make_pass):
    """A page of another port has the same domain, so the passkey signs; but the origin in the answer is not ours."""
    elsewhere = Server("--sign-ins", "100000", "--public-origin", "http://localhost:1")
    try:
        page = open_page(base_url=elsewhere.url.replace("127.0.0.1", "localhost"), server=elsewhere)
        sign_up(page)
        make_pass(page)
        Authenticator(page, prf=True)
        page.goto("/settings/passkeys/new")
        page.fill("#password", PASSWORD)
        page.click("main form button")
        button(page, "passkeys.create.submit").click()
        expect(page.locator("#errors")).to_contain_text(words("error.passkey.refused"))
    finally:
        elsewhere.close()


def test_a_number_as_address_makes_no_passkeys(open_page, sign_up):
    page = open_page()
    sign_up(page)
    page.goto("/settings/passkeys")
    expect(page.locator("main")).to_contain_text(words("passkeys.domain"))
    expect(page.locator("a[href='/settings/passkeys/new']")).to_have_count(0)
    page.goto("/settings/passkeys/new")
    expect(page).to_have_url(re.compile("/settings/passkeys$"))


def test_without_javascript_the_pages_say_so(open_page, sign_up, home):
    page = open_page(base_url=home, java_script_enabled=False)
    sign_up(page)
    page.goto("/settings/passkeys/new")
    expect(page.locator("main")).to_contain_text(words("passkeys.script"))
    page.fill("#password", PASSWORD)
    page.click("main form button")
    expect(page.locator("main")).to_contain_text(words("passkeys.script"))
    expect(page.locator("form[data-passkey]")).to_be_hidden()
    # The way back isn't hidden with it.
    link(page, "shared.cancel").click()
    expect(page).to_have_url(re.compile("/settings/passkeys$"))


def test_a_wrong_password_or_no_name_adds_nothing(open_page, sign_up, home):
    page = open_page(base_url=home)
    sign_up(page)
    page.goto("/settings/passkeys/new")
    page.fill("#name", "")
    page.fill("#password", PASSWORD)
    page.click("main form button")
    expect(page.locator("#errors")).to_contain_text(words("error.passkey.name"))
    page.fill("#name", "Küchentablet")
    page.fill("#password", "not the password at all")
    page.click("main form button")
    expect(page.locator("#errors")).to_contain_text(words("error.password.wrong"))
    expect(page.locator("#name")).to_have_value("Küchentablet")


def test_the_pages_are_accessible_and_fit(open_page, sign_up, home, picture):
    page = open_page(base_url=home, locale="de-DE")
    sign_up(page)
    Authenticator(page, prf=False)
    wrong = []
    page.goto("/settings/passkeys")
    wrong += look(page, picture, "passkeys-none")
    page.goto("/settings/passkeys/new")
    wrong += look(page, picture, "passkeys-new")
    page.click("main form button")
    wrong += look(page, picture, "passkeys-new-with-errors")
    page.fill("#name", "W" * 60)
    page.fill("#password", PASSWORD)
    page.click("main form button")
    wrong += look(page, picture, "passkeys-create")
    page.click("main form[data-passkey] button")
    expect(page).to_have_url(re.compile("/settings/passkeys\\?done="))
    wrong += look(page, picture, "passkeys-added")
    page.click("main ul.rows a")
    wrong += look(page, picture, "passkeys-remove")
    assert wrong == []


def test_a_lost_device_is_blocked_by_this_ones_passkey(person, picture):
    page, user = person("Ylva Lost")
    authenticator = Authenticator(page, prf=True)
    add(page, "This one")
    sign_out(page)
    page.goto("/login")
    button(page, "passkeys.login").click()
    expect(page.locator("main")).to_contain_text("Ylva Lost")
    page.goto("/settings")
    page.click("main a[href='/settings/lost']")
    expect(page.locator("main form")).to_contain_text(words("lost.passkeys.here"))
    expect(page.get_by_text(words("passkeys.instead"))).to_be_visible()
    assert look(page, picture, "lost") == []
    # What there isn't can't end: no other session or passkey, no factor, no address.
    assert page.locator("main form fieldset input[type=checkbox]").count() == 0
    expect(page.get_by_text(words("lost.nothing"))).to_be_visible()
    # What is missing is said.
    page.fill("#current", "not this one at all")
    page.fill("#new", "nine tall herons wade")
    button(page, "lost.submit").click()
    expect(page.locator("#errors")).to_contain_text(words("error.password.wrong"))
    # An empty password has the passkey asked.
    page.fill("#new", "nine tall herons wade")
    button(page, "lost.submit").click()
    expect(page).to_have_url(re.compile("/settings/lost\\?done="))
    assert look(page, picture, "lost-done") == []
    assert len(authenticator.credentials()) == 1
    page.goto("/settings/passkeys")
    expect(page.locator("ul.rows li")).to_contain_text("This one")
