"""An admin's pages in a browser: a file goes live and comes back, a publication is compared; and requests meanwhile."""

import concurrent.futures
import json

import pytest

from client import PASSWORD, Client
from looks import look
from nights import nightly
from server import ROOT, Server
from words import button, words

FEED = """<rss version="2.0"><channel><item><title>Epidemiologisches Bulletin 4/2026</title>
<link>https://www.example.org/4</link><description>Empfehlungen der STIKO</description>
<pubDate>Thu, 22 Jan 2026 10:00:00 +0100</pubDate></item></channel></rss>"""


@pytest.fixture(scope="module")
def office():
    """A server of its own, since its catalogue changes."""
    # As a demo, it asks its admins for no second factor.
    server = Server("--demo", "--sign-ins", "100000", pace=10)
    yield server
    server.close()


def admin(page, server, sign_up, make_pass):
    name = sign_up(page)
    make_pass(page)
    server.command("admin", "add", name, "--data", str(server.data))


def renamed(folder, name):
    file = folder / "vaccines-human.json"
    text = (ROOT / "Catalogue" / "vaccines-human.json").read_text()
    file.write_text(text.replace('"name": "Comirnaty",', f'"name": "{name}",', 1))
    return file


def vaccines(client):
    return client.get("/update").body


def test_what_runs_by_itself_and_that_the_server_closes_fit_every_screen(
        open_page, office, sign_up, make_pass, picture):
    page = open_page(server=office)
    admin(page, office, sign_up, make_pass)
    office.command("close", "--on", "2099-03-31", "--message", "x" * 300, "--data", str(office.data))
    try:
        page.goto("/admin")
        page.click("main a[href='/admin/jobs']")
        assert words("admin.job.sessions") in page.inner_text("main")
        for _ in range(200):
            if page.get_by_text(words("shared.closing", day="31 March 2099")).count():
                break
            page.wait_for_timeout(100)
            page.reload()
        else:
            raise AssertionError("no page says so")
        assert look(page, picture, "admin-jobs") == []
    finally:
        office.command("close", "--undo", "--data", str(office.data))


@pytest.mark.parametrize("width,script", [nightly(320, False), (1280, True)])
def test_a_file_goes_live_and_comes_back(open_page, office, sign_up, make_pass, picture, tmp_path, width, script):
    page = open_page(width=width, server=office, java_script_enabled=script)
    admin(page, office, sign_up, make_pass)
    page.goto("/settings")
    page.click("main a[href='/admin']")
    if script:
        assert look(page, picture, "admin") == []
    page.click("main a[href='/admin/catalogue']")
    page.set_input_files("#files", renamed(tmp_path, "Comirnaty Neu"))
    button(page, "admin.files.submit").click()
    assert words("admin.review.count", count=1) in page.inner_text("main")
    assert page.inner_text("del") == "Comirnaty" and page.inner_text("ins") == "Comirnaty Neu"
    assert "Comirnaty Neu" not in vaccines(Client(office))
    if script:
        assert look(page, picture, "admin-review") == []
    page.fill("#password", PASSWORD)
    button(page, "admin.review.confirm").click()
    assert words("done.catalogue-live") in page.inner_text("[role=status]")
    assert "Comirnaty Neu" in vaccines(Client(office))
    if script:
        assert look(page, picture, "admin-catalogue") == []

    page.click("a[href='/admin/catalogue/versions/shipped']")
    page.fill("#password", PASSWORD)
    button(page, "admin.version.confirm").click()
    assert "Comirnaty Neu" not in vaccines(Client(office))


def test_a_broken_file_changes_nothing(open_page, office, sign_up, make_pass, picture, tmp_path):
    page = open_page(width=320, server=office)
    admin(page, office, sign_up, make_pass)
    broken = tmp_path / "targets.json"
    broken.write_text("{\n  \"date\": 7\n}")
    page.goto("/admin/catalogue")
    page.set_input_files("#files", broken)
    button(page, "admin.files.submit").click()
    assert "targets.json:2: date" in page.inner_text(".errors")
    assert look(page, picture, "admin-broken") == []


def test_a_publication_is_compared_and_done(open_page, office, sign_up, make_pass, picture, tmp_path):
    feed = tmp_path / "feed.xml"
    feed.write_text(FEED)
    office.command("stiko-watch", str(feed), "--data", str(office.data))
    tasks = office.data / "stiko" / "tasks.json"
    task = next(task for task in json.loads(tasks.read_text()) if "/4" in task["link"])
    page = open_page(server=office)
    admin(page, office, sign_up, make_pass)
    page.goto("/admin/stiko")
    assert look(page, picture, "stiko") == []
    page.goto(f"/admin/stiko/{task['id']}")
    assert page.get_attribute("dd a", "href") == task["link"]
    assert look(page, picture, "stiko-task") == []
    button(page, "admin.stiko.finish").click()
    assert words("done.task-done") in page.inner_text("[role=status]")


def test_no_request_fails_while_catalogues_change(office, names, tmp_path, is_nightly):
    """Requests from four clients while the command line brings releases live: 1,000 and five at night, fewer by day."""
    requests, releases = (250, 5) if is_nightly else (60, 2)
    member = Client(office).sign_up(next(names))
    home = member.add_pass("Erika Mustermann")
    paths = ["/update", "/recommend/all", home, home + "/recommendations", home + "/vaccinations/new"]

    def read(number):
        client = Client(office)
        client.cookies = dict(member.cookies)
        return [client.get(paths[(number + round) % len(paths)]).status for round in range(requests)]

    def change():
        for number in range(releases):
            file = renamed(tmp_path, f"Comirnaty {number}")
            office.command("catalogue", "import", str(file), "--data", str(office.data))

    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        changing = pool.submit(change)
        answers = [status for reader in [pool.submit(read, number) for number in range(4)] for status in reader.result()]
        changing.result()
    assert answers == [200] * 4 * requests
