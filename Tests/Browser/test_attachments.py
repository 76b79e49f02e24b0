"""Scans and photos: added and taken back by a person without a script, on a phone and on a desk; exported in little memory."""

import http.client
import re
import secrets
import urllib.parse

import pytest
from playwright.sync_api import expect

from client import Client
from looks import look
from nights import nightly
from words import link, words

PDF = b"%PDF-1.7\n" + b"an invented letter " * 20
MEGABYTE = 1_000_000


def file(name, content, kind="image/jpeg"):
    return {"name": name, "mimeType": kind, "buffer": content}


def jpeg(count):
    return b"\xff\xd8\xff\xe0" + secrets.token_bytes(count - 4)


@pytest.mark.parametrize("scripts", [True, nightly(False)])
def test_a_scan_is_added_downloaded_and_deleted(open_page, sign_up, make_pass, picture, tmp_path, scripts):
    wrong = []
    page = open_page(width=320)
    sign_up(page)
    make_pass(page)
    link(page, "attachments.add").click()
    wrong += look(page, picture, "attachments-none")
    if not scripts:
        place, state = page.url, page.context.storage_state()
        page = open_page(width=320, java_script_enabled=False, storage_state=state)
        page.goto(place)
    content = jpeg(1_234_567)
    letter = file("Arztbrief mit sehr langem Namen.pdf", PDF, "application/pdf")
    page.set_input_files("#files", [file("Seite 3.jpg", content), letter])
    page.click("main form button")
    expect(page.get_by_text(words("done.attachments-saved"))).to_be_visible()
    expect(page.get_by_text(words("attachments.kind.picture") + ", 1.2 MB")).to_be_visible()
    if scripts:
        wrong += look(page, picture, "attachments")
    with page.expect_download() as download:
        page.click("a.row:has-text('Seite 3.jpg')")
    assert download.value.suggested_filename == "Seite 3.jpg"
    download.value.save_as(tmp_path / "scan.jpg")
    assert (tmp_path / "scan.jpg").read_bytes() == content
    page.set_input_files("#files", [file("page.jpg", b"<script>")])
    page.click("main form button")
    expect(page.locator("#files-error")).to_contain_text(words("attachments.error.type", name="page.jpg"))
    if scripts:
        wrong += look(page, picture, "attachments-refused")
    page.click("li:has-text('Seite 3.jpg') a.danger-link")
    expect(page.locator("h1")).to_have_text(words("attachments.delete.title"))
    page.click("button.danger")
    expect(page.get_by_text(words("done.attachment-deleted"))).to_be_visible()
    expect(page.get_by_text("Seite 3.jpg")).to_have_count(0)
    assert wrong == []


def memory(server, line):
    status = open(f"/proc/{server.process.pid}/status").read()
    return int(re.search(rf"{line}:\s+(\d+) kB", status)[1]) * 1024


def test_an_export_with_20_mb_of_scans_streams(server, names):
    """The server's peak while the file is sent, after the passphrase was stretched (256 MiB by design)."""
    member = Client(server).sign_up(next(names))
    place = member.add_pass("Ada")
    for number in range(2):
        token, limit = member.token(f"{place}/attachments"), "xYzBoundary"
        head = f'--{limit}\r\nContent-Disposition: form-data; name="'
        body = (f'{head}form-token"\r\n\r\n{token}\r\n{head}files"; filename="{number}.jpg"\r\n\r\n'.encode()
                + jpeg(10 * MEGABYTE) + f"\r\n--{limit}--\r\n".encode())
        answer = member.request("POST", f"{place}/attachments", body, Content_Type=f"multipart/form-data; boundary={limit}")
        assert answer.status == 303, answer.body
    form = urllib.parse.urlencode({"form-token": member.token("/export"), "generated": "gentle river stone lantern"})
    sent, used = download(member, form, server)
    print(f"an export of {sent / MEGABYTE:.1f} MB took {used / MEGABYTE:.1f} MB of the server's memory")
    assert sent > 26 * MEGABYTE
    assert used < 30 * MEGABYTE


def download(member, form, server):
    """Sends the form and reads the answer slowly; its length, and by how much the server's memory grew meanwhile."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    cookies = "; ".join(f"{name}={value}" for name, value in member.cookies.items())
    connection.request("POST", "/export", form, {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    assert response.status == 200
    sent = len(response.read(1000))
    # From here on the peak counts from zero (proc(5), clear_refs).
    before = memory(server, "VmRSS")
    with open(f"/proc/{server.process.pid}/clear_refs", "w") as clear:
        clear.write("5")
    while piece := response.read(1 << 20):
        sent += len(piece)
    connection.close()
    return sent, memory(server, "VmHWM") - before


def test_what_was_deleted_comes_back_from_the_notice_and_from_the_bin(open_page, make_pass, sign_up, picture):
    page = open_page(width=320, java_script_enabled=False)
    sign_up(page)
    make_pass(page)
    path = urllib.parse.urlsplit(page.url).path
    for place in ("notice", "bin"):
        page.goto(f"{path}/attachments")
        if place == "notice":
            page.set_input_files("#files", file("letter.pdf", PDF, "application/pdf"))
            page.click("main form button")
        page.click("li:has-text('letter.pdf') a.danger-link")
        assert words("bin.kept") in page.inner_text("main")
        page.click("main form button.danger")
        if place == "bin":
            page.goto("/bin")
            picture(page, "bin-320")
            assert "letter.pdf" in page.inner_text("main")
            assert words("bin.days", count=30) in page.inner_text("main")
        page.get_by_role("button", name=words("bin.restore")).click()
        assert words("done.restored") in page.inner_text("main")
        page.goto(f"{path}/attachments")
        assert "letter.pdf" in page.inner_text("main")
