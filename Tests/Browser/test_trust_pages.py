"""Certificates of all families on a user's pages: imported, judged by imported keys, printed for the border."""

import os
import pathlib

import pytest
from playwright.sync_api import expect

from looks import look
from nights import nightly
from server import ROOT, Server
from test_uploads import file
from words import button, saying, words

DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT / "../shared/data")).resolve()
CARDS = DATA / "shc" / "good"
CARD_NAME = "John B. Anyperson"

pytestmark = pytest.mark.skipif(not CARDS.exists(), reason="the published cards are in ../shared/data")


@pytest.fixture(scope="module")
def knowing():
    """A server that knows the key of the published SMART Health Cards."""
    server = Server("--sign-ups", "100000")
    server.command(
        "trust", "import", str(CARDS / "issuer.jwks.json"), "--issuer", "https://spec.smarthealth.cards/examples/issuer",
        "--data", str(server.data))
    server.restart()
    yield server
    server.close()


def importing(open_page, sign_up, make_pass, **options):
    page = open_page(**options)
    sign_up(page)
    make_pass(page)
    page.goto("/certificates/new")
    return page


@pytest.mark.parametrize("form", [nightly("example-00-d-jws.txt"), "example-00-f-qr-code-numeric-value-0.txt", nightly("file")])
def test_the_published_card_is_valid_by_its_published_key(open_page, sign_up, make_pass, knowing, picture, form):
    page = importing(open_page, sign_up, make_pass, server=knowing, width=390)
    if form == "file":
        page.set_input_files("#files", str(CARDS / "example-00-e-file.smart-health-card"))
    else:
        page.fill("#text", (CARDS / form).read_text())
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate .verdict.done")).to_contain_text(words("verdict.valid"))
    expect(page.locator("fieldset.certificate")).to_contain_text(CARD_NAME)
    expect(page.locator("fieldset.certificate ol li")).to_have_count(3)
    page.select_option("select[name=pass-1]", "new")
    assert look(page, picture, "card-confirm") == []
    button(page, "certificates.confirm.submit", count=1).click()
    page.click("ul.rows a.code-link")
    expect(page.locator(".verdict.done")).to_contain_text(words("verdict.valid"))
    checks = page.locator("main dl").nth(1)
    expect(checks).to_contain_text(words("evidence.signature.right"))
    expect(checks).to_contain_text("spec-smarthealth-cards-examples-issuer")
    assert look(page, picture, "card-checked") == []


def test_without_its_key_the_issuer_is_unknown(open_page, sign_up, make_pass):
    page = importing(open_page, sign_up, make_pass)
    page.fill("#text", (CARDS / "example-00-d-jws.txt").read_text())
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate .verdict.soon")).to_contain_text(words("verdict.unknown-issuer"))


def test_the_published_picture_of_a_european_card_is_read(open_page, sign_up, make_pass, picture):
    page = importing(open_page, sign_up, make_pass)
    page.set_input_files("#files", str(DATA / "evc" / "card.png"))
    button(page, "certificates.new.submit").click()
    card = page.locator("fieldset.certificate")
    expect(card).to_contain_text(f"{words('certificates.kind.vaccination')}: {words('certificates.family.evc')}")
    expect(card).to_contain_text("Michel Jean")
    expect(card).to_contain_text(words("certificates.warning.no-dose"))
    assert look(page, picture, "european-card") == []


def test_a_typed_dose_against_yellow_fever_has_its_line_on_paper(open_page, member, picture):
    from test_exports import signed_in

    path = member.add_pass("Mia Müller", ("12", "8", "1993"))
    dose = member.dose_fields(("2", "3", "2026"), target="yellow-fever", vaccine="stamaril", batch="A7")
    assert member.post(path + "/vaccinations/new", dose).status == 303
    page = signed_in(open_page, member)
    page.goto(path + "/print")
    paper = page.locator("article.record")
    for language in ("english", "french"):
        date = f"12 {words(f'archive.print.border.{language}.months').split()[2]} 2026"
        line = paper.locator(f"span[lang={language[:2]}]", has_text=words(f"archive.print.border.{language}", date=date))
        expect(line).to_have_count(1)
    assert look(page, picture, "border-print") == []


def test_a_blocked_number_shows_in_the_list_and_on_the_page(open_page, sign_up, make_pass, issuer):
    server = Server("--sign-ups", "100000", trust=issuer.pem)
    try:
        text = issuer.vaccination("Erika", "Mustermann", "1964-08-12", days=10)
        revoked = server.folder / "revoked"
        revoked.write_text("URN:UVCI:01:DE:EM120240305")
        page = importing(open_page, sign_up, make_pass, server=server)
        page.fill("#text", text)
        button(page, "certificates.new.submit").click()
        button(page, "certificates.confirm.submit", count=1).click()
        expect(page.locator("ul.rows")).to_contain_text(saying("certificates.ends-soon"))
        server.command("trust", "revoke", str(revoked), "--data", str(server.data))
        path = page.url
        server.restart()
        page.goto(path)
        expect(page.locator("ul.rows .warning")).to_contain_text(words("verdict.revoked"))
        page.click("ul.rows a.code-link")
        expect(page.locator(".verdict.late")).to_contain_text(words("verdict.revoked"))
    finally:
        server.close()
