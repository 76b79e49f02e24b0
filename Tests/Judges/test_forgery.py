"""Rows that somebody put into a server's accounts: refused by the server, named by `check`; MACs made by another library."""

import html
import re
import sqlite3

import pytest

import rows
from nights import nightly
from operating import Client, Server, sign_in, vaccinapp
from test_health_links import make


@pytest.fixture
def server():
    server = Server("--sign-ins", "100000")
    yield server
    server.close()


def change(server: Server, statement: str, *arguments) -> None:
    """Writes to the accounts beside the server, as whoever has the disk can."""
    books = sqlite3.connect(server.data / "accounts.sqlite", timeout=10)
    books.execute(statement, arguments)
    books.commit()
    books.close()


def account(server: Server) -> str:
    books = sqlite3.connect(server.data / "accounts.sqlite", timeout=10)
    try:
        return books.execute("SELECT id FROM account").fetchone()[0]
    finally:
        books.close()


def subscribe(member: Client) -> str:
    """Makes a calendar's address, and gives its path."""
    path = f"{member.add_pass('Ella Muster')}/calendar"
    assert member.post(path, {"step": "make"}).status == 303
    return html.unescape(re.search(r'value="http://[^/]+(/calendar/[^"]+)"', member.get(path).body)[1])


def test_every_row_has_the_mac_that_the_manual_says(server):
    maria = Client(server).sign_up("maria-rows")
    maria.add_pass("Maria Muster")
    other = sign_in(server, "maria-rows")
    assert other.post("/logout", {}, page="/passes").status == 303
    make(maria)
    subscribe(maria)
    assert vaccinapp("invite", "--data", server.data).returncode == 0
    assert vaccinapp("admin", "add", "maria-rows", "--data", server.data).returncode == 0
    # An admin, who is led to two-factor sign-in first.
    assert maria.get("/admin").location.startswith("/settings/second-factor")
    server.stop()
    assert rows.wrong(server.data) == []


def test_an_admin_by_a_row_is_none_without_names_key(server):
    maria = Client(server).sign_up("maria-admin")
    page = maria.add_pass("Maria Muster")
    change(server, "UPDATE account SET isAdmin = 1")
    assert rows.wrong(server.data) == ["account"]
    for path in ("/admin", page):
        assert maria.get(path).status == 503
    line = next(line for line in server.log.read_text().splitlines() if "cause=rowForged" in line)
    assert 'reason="' in line and "maria" not in line
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and "1 not right" in check.stdout
    assert f"table account, account {account(server)} was not written by a server" in check.stderr
    assert "When check names a planted key" in check.stderr
    # Who has names.key as well can do it: nothing tells the row from a server's.
    rows.authenticate(server.data)
    # An admin, who is led to two-factor sign-in first.
    assert maria.get("/admin").location.startswith("/settings/second-factor")
    assert vaccinapp("check", server.data).returncode == 0


def test_a_session_by_a_row_is_none(server):
    maria = Client(server).sign_up("maria-session")
    change(server, "UPDATE session SET expires = expires + 1e9")
    assert maria.get("/passes").location == "/login"
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and f"table session, account {account(server)} was not" in check.stderr


def test_a_link_whose_end_was_moved_opens_nothing(server):
    maria = Client(server).sign_up("maria-link")
    place, link, _ = make(maria)
    path = f"/link/{link['url'].split('/link/')[1]}?recipient=Practice"
    assert Client(server).get(path).status == 200
    change(server, "UPDATE healthLink SET expires = expires + 1e9")
    assert rows.wrong(server.data) == ["healthLink"]
    assert Client(server).get(path).status == 404
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and f"table healthLink, account {account(server)} was not" in check.stderr
    # Who has names.key as well can do it.
    rows.authenticate(server.data)
    assert Client(server).get(path).status == 200
    change(server, "UPDATE healthLink SET expires = expires + 1e9")
    # Its owner ends it all the same.
    assert maria.post(place, {"step": "end"}).status == 303
    assert vaccinapp("check", server.data).returncode == 0


@pytest.mark.parametrize("column", ["digest", nightly("sealed")])
def test_a_link_whose_file_was_exchanged_opens_nothing(server, column):
    maria = Client(server).sign_up("maria-file")
    _, link, _ = make(maria)
    path = f"/link/{link['url'].split('/link/')[1]}?recipient=Practice"
    assert Client(server).get(path).status == 200
    change(server, f"UPDATE healthLinkFile SET {column} = ?", bytes(32))
    assert "healthLinkFile" in rows.wrong(server.data)
    assert Client(server).get(path).status == 404
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and f"table healthLink, account {account(server)} was not" in check.stderr


@pytest.mark.parametrize("column", [nightly("digest"), "sealed"])
def test_a_calendar_that_no_server_wrote_leads_nowhere(server, column):
    maria = Client(server).sign_up("maria-calendar")
    address = subscribe(maria)
    assert Client(server).get(address).status == 200
    change(server, f"UPDATE calendarFeed SET {column} = ?", bytes(32))
    assert rows.wrong(server.data).count("calendarFeed") >= 1
    assert Client(server).get(address).status == 404
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and f"table calendarFeed, account {account(server)} was not" in check.stderr


def test_accounts_that_went_back_show_against_a_backup(server, tmp_path):
    Client(server).sign_up("maria-back")
    server.stop()
    before = {path: path.read_bytes() for path in server.data.rglob("*") if path.is_file()}
    server.start()
    sign_in(server, "maria-back").add_pass("Maria Muster")
    backup = tmp_path / "later.tar"
    assert vaccinapp("backup", backup, "--data", server.data).returncode == 0
    server.stop()
    good = vaccinapp("check", server.data, "--against", backup)
    assert good.returncode == 0 and "all vaults are right" in good.stdout
    for path in server.data.rglob("*"):
        if path.is_file():
            path.unlink()
    for path, content in before.items():
        path.write_bytes(content)
    assert vaccinapp("check", server.data).returncode == 0
    back = vaccinapp("check", server.data, "--against", backup)
    assert back.returncode == 2
    assert f"vaults/{account(server)} is older than in the backup" in back.stderr


def test_a_folder_without_its_accounts_or_with_another_key_is_not_served(server, tmp_path):
    Client(server).sign_up("maria-start")
    server.stop()
    server.start()
    assert f"1 account in {server.data}" in server.log.read_text()
    server.stop()
    serve = ("serve", "--port", "0", "--data")
    (server.data / "accounts.sqlite").rename(tmp_path / "accounts.sqlite")
    done = vaccinapp(*serve, server.data)
    assert done.returncode == 1 and "accounts.sqlite is missing or empty" in done.stderr
    (tmp_path / "accounts.sqlite").rename(server.data / "accounts.sqlite")
    key = server.data / "names.key"
    good = key.read_bytes()
    key.write_bytes(bytes([good[0] ^ 1]) + good[1:])
    done = vaccinapp(*serve, server.data)
    assert done.returncode == 1 and "names.key is not the one of these accounts" in done.stderr
    check = vaccinapp("check", server.data)
    assert check.returncode == 2 and "names.key is not the one of these accounts" in check.stderr
    key.write_bytes(good)
    done = vaccinapp(*serve, tmp_path / "unmounted", "--expect-data", "yes")
    assert done.returncode == 1 and "holds no accounts, and --expect-data says" in done.stderr
