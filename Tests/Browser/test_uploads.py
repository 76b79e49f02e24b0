"""Certificates from pictures: chosen, photographed, dragged, pasted, scanned; and a code saved as a picture."""

import base64
import io
import re

import numpy
import pytest
import zxingcpp
from PIL import Image, ImageFilter
from playwright.sync_api import expect
from pyzbar import pyzbar

from looks import look
from nights import nightly
from test_thread import read_by_zxing
from words import button, link, words


def drawn(text, scale=6):
    """A code drawn by somebody else's library."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="Q")
    modules = Image.fromarray(numpy.array(zxingcpp.write_barcode_to_image(code)))
    return modules.resize((modules.width * scale, modules.height * scale), Image.Resampling.NEAREST)


def photo(text):
    """A code on paper, lying a little askew on a table, in a telephone's JPEG."""
    code = drawn(text)
    paper = Image.new("L", (code.width + 300, code.height + 300), 240)
    paper.paste(code, (150, 150))
    table = Image.new("L", (2000, 1500), 110)
    turned = paper.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor=110)
    turned.thumbnail((1400, 1400))
    table.paste(turned, (300, 60))
    return encoded(table.filter(ImageFilter.GaussianBlur(1)), "JPEG", quality=80)


def encoded(picture, kind="PNG", **options):
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def file(name, content, kind="image/png"):
    return {"name": name, "mimeType": kind, "buffer": content}


@pytest.fixture
def text(issuer):
    return issuer.vaccination("Erika", "Mustermann", "1964-08-12")


@pytest.fixture
def importing(open_page, sign_up, make_pass):
    """The import page of somebody with a pass."""

    def importing(**options):
        page = open_page(**options)
        sign_up(page)
        make_pass(page)
        link(page, "vaccinations.import").click()
        page.wait_for_load_state()  # the script runs before it
        return page

    return importing


@pytest.mark.parametrize("script", [nightly(True), False], ids=["with-script", "without-script"])
def test_a_photo_becomes_a_code_on_the_screen(importing, text, script):
    page = importing(java_script_enabled=script)
    page.set_input_files("#files", file("IMG_0001.JPG", photo(text), "image/jpeg"))
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate")).to_have_count(1)
    for shown in ("Erika", "Mustermann", "5 March 2024", "COVID-19"):
        expect(page.locator("main")).to_contain_text(shown)
    page.click("main form button")
    page.click("ul.rows a.code-link")
    expect(page.locator("img.code")).to_be_visible()
    if script:
        assert read_by_zxing(page) == text


def test_several_files_with_a_bad_one(importing, issuer, text, picture):
    second = issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2024-04-05", dose=2)
    page = importing()
    page.set_input_files("#files", [
        file("first.png", encoded(drawn(text))),
        file("Urlaub & Meer.jpg", encoded(Image.new("RGB", (600, 400), "navy"), "JPEG"), "image/jpeg"),
        file("second.webp", encoded(drawn(second), "WEBP", lossless=True), "image/webp"),
        file("first again.png", encoded(drawn(text, 4))),
    ])
    expect(page.locator("[data-chosen] li")).to_have_count(4)
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate")).to_have_count(2)
    fault = page.locator("section.wrong")
    expect(fault).to_contain_text("Urlaub & Meer.jpg")
    expect(fault).to_contain_text(words("certificates.file.no-code"))
    expect(fault).not_to_contain_text("first again.png")
    assert look(page, picture, "confirm-with-fault") == []
    button(page, "certificates.confirm.submit", count=2).click()
    expect(page.locator("ul.rows a.row")).to_have_count(2)


def test_a_page_that_could_not_be_read_says_so_at_each_file(importing, picture):
    page = importing(width=320)
    assert look(page, picture, "import") == []
    page.fill("#text", "keep me")
    page.set_input_files("#files", [file("a.png", encoded(Image.new("L", (300, 300), 255))), file("b.docx", b"PK")])
    assert look(page, picture, "import-with-files") == []
    button(page, "certificates.new.submit").click()
    summary = page.locator("#errors")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text(f"a.png: {words('certificates.file.no-code')}")
    expect(summary).to_contain_text(f"b.docx: {words('certificates.file.unknown-format')}")
    expect(page.locator("#text")).to_have_value("keep me")
    assert look(page, picture, "import-with-errors") == []


# A file as a browser hands it to a page, by drag and drop or by paste.
GIVE = """([event, transfer, name, bytes]) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
    data.items.add(new File([content], name, { type: "image/png" }));
    const options = { bubbles: true, cancelable: true, [transfer]: data };
    const target = document.querySelector("main");
    const given = event === "paste" ? new ClipboardEvent(event, options) : new DragEvent(event, options);
    return target.dispatchEvent(given);
}"""


def give(page, event, name, content):
    transfer = "clipboardData" if event == "paste" else "dataTransfer"
    return page.evaluate(GIVE, [event, transfer, name, base64.b64encode(content).decode()])


def test_pictures_are_dragged_and_pasted(importing, issuer, text):
    second = issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2024-04-05", dose=2)
    page = importing()
    assert not give(page, "dragover", "a.png", b"a"), "the browser would open the file"
    expect(page.locator("[data-drop]")).to_have_class(re.compile("over"))
    assert not give(page, "drop", "dragged.png", encoded(drawn(text)))
    expect(page.locator("[data-drop]")).not_to_have_class(re.compile("over"))
    assert not give(page, "paste", "image.png", encoded(drawn(second)))
    give(page, "drop", "wrong.png", b"x")
    expect(page.locator("[data-chosen] li")).to_have_count(3)
    page.get_by_role("button", name=f"{words('certificates.files.remove')}: wrong.png").click()
    expect(page.locator("[data-chosen]")).to_have_text(re.compile("dragged.png.*image.png"))
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate")).to_have_count(2)


def test_too_much_at_once_is_said_before_it_is_sent(importing, text):
    page = importing()
    page.set_input_files("#files", [file(f"{number}.png", b"x") for number in range(11)])
    expect(page.locator("[data-too-much]")).to_contain_text(words("certificates.files.too-much"))
    button(page, "certificates.new.submit").click()
    expect(page.locator("#files")).to_be_focused()
    page.get_by_role("button", name=f"{words('certificates.files.remove')}: 10.png").click()
    expect(page.locator("[data-too-much]")).to_be_empty()


def test_a_telephone_offers_its_camera(importing):
    page = importing(width=390, has_touch=True, is_mobile=True)
    camera = page.locator("#camera")
    assert (camera.get_attribute("capture"), camera.get_attribute("name")) == ("environment", "files")


# A camera and a detector that see one code after the other.
DETECTOR = """
    window.seen = [];
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["aztec", "qr_code"]; }
        async detect(video) { return video.videoWidth > 0 ? window.seen.map((rawValue) => ({ rawValue })) : []; }
    };
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 320, height: 240 });
    const paint = () => { canvas.getContext("2d").fillRect(0, 0, Math.random() * 320, 240); };
    setInterval(paint, 30);
    navigator.mediaDevices.getUserMedia = async () => {
        if (window.forbidden) throw new DOMException("no", "NotAllowedError");
        paint();
        return canvas.captureStream();
    };
"""


def test_codes_are_scanned_with_the_camera(importing, issuer, text, picture):
    second = issuer.vaccination("Erika", "Mustermann", "1964-08-12", date="2024-04-05", dose=2)
    page = importing(width=320)
    expect(page.locator("[data-scan]")).to_be_hidden()  # a browser without a detector
    page.add_init_script(DETECTOR)
    page.reload()
    button(page, "certificates.scan.start").click()
    status = page.locator("[data-scan-status]")
    expect(status).to_contain_text(words("certificates.scan.looking"))
    assert look(page, picture, "import-scanning") == []
    page.evaluate("code => { window.seen = [code]; }", text)
    expect(status).to_contain_text(words("certificates.scan.found"))
    page.evaluate("code => { window.seen = ['https://example.org']; }")
    expect(status).to_contain_text(words("certificates.scan.other"))
    page.evaluate("code => { window.seen = [code]; }", text)
    expect(status).to_contain_text(words("certificates.scan.again"))
    page.evaluate("code => { window.seen = [code]; }", second)
    expect(page.locator("#text")).to_have_value(f"{text}\n{second}")
    button(page, "certificates.scan.stop").click()
    expect(page.locator("video")).to_be_hidden()
    assert page.evaluate("document.querySelector('video').srcObject") is None
    button(page, "certificates.new.submit").click()
    expect(page.locator("fieldset.certificate")).to_have_count(2)


def test_a_forbidden_camera_is_explained(importing):
    page = importing()
    page.add_init_script(DETECTOR + "window.forbidden = true;")
    page.reload()
    button(page, "certificates.scan.start").click()
    expect(page.locator("[data-scan-status]")).to_contain_text(words("certificates.scan.denied"))
    expect(button(page, "certificates.scan.start")).to_be_visible()


def test_a_code_is_saved_as_a_picture(importing, text):
    page = importing()
    page.fill("#text", text)
    button(page, "certificates.new.submit").click()
    page.click("main form button")
    page.click("ul.rows a.code-link")
    with page.expect_download() as download:
        link(page, "certificates.code.save").click()
    assert download.value.suggested_filename == "certificate.png"
    picture = Image.open(download.value.path())
    picture.verify()
    picture = Image.open(download.value.path()).convert("L")
    assert picture.width == picture.height > 900
    [code] = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    assert code.text == text
    [code] = pyzbar.decode(picture)
    assert code.data.decode() == text
