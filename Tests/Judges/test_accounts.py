"""Accounts by the command line, beside a running server: listed, shut, deleted, and never back by a restore."""

import os
import pty
import subprocess

import pytest

from operating import BINARY, PASSWORD, ROOT, Client, Server, sign_in, vaccinapp
from words import says


@pytest.fixture(scope="module")
def server():
    server = Server("--sign-ins", "100000")
    yield server
    server.close()


def account(server, command: str, *arguments: str):
    return vaccinapp("account", command, *arguments, "--data", server.data)


def ids(server) -> list[str]:
    return [line.split()[0] for line in account(server, "list").stdout.splitlines()]


def test_an_account_is_listed_shut_and_let_in_again(server):
    maria = Client(server).sign_up("maria")
    maria.add_pass("Maria Muster")
    [line] = [line for line in account(server, "list").stdout.splitlines()]
    assert "active" in line and "KiB" in line and "maria" not in line.lower()
    shut = account(server, "disable", "--name", "maria")
    assert (shut.returncode, shut.stderr) == (0, "") and "is disabled; its sessions have ended" in shut.stdout, shut
    assert maria.get("/passes").status == 303
    answer = Client(server).post("/login", {"username": "maria", "password": PASSWORD})
    assert answer.status == 422 and says(answer.body, "error.account-disabled")
    answer = Client(server).post("/login", {"username": "maria", "password": "not" + PASSWORD})
    assert answer.status == 422 and says(answer.body, "error.login")
    assert not says(answer.body, "error.account-disabled")
    assert "disabled" in account(server, "list").stdout
    let_in = account(server, "enable", "--id", ids(server)[0])
    assert let_in.returncode == 0 and let_in.stdout == f"{ids(server)[0]} can be signed in to again\n", let_in
    assert "Maria Muster" in sign_in(server, "maria").get("/passes").body


def test_a_deleted_account_does_not_come_back_by_a_restore(server, tmp_path):
    backups = tmp_path / "backups"
    backups.mkdir()
    Client(server).sign_up("paul").add_pass("Paul Muster")
    before = set(ids(server))
    assert vaccinapp("backup", backups / "monday.tar", "--data", server.data).returncode == 0
    gone = account(server, "delete", "--name", "paul", "--yes")
    assert gone.returncode == 0 and "is deleted" in gone.stdout, gone
    [paul] = before - set(ids(server))
    assert vaccinapp("backup", backups / "tuesday.tar", "--data", server.data).returncode == 0
    assert paul in (backups / "deleted.list").read_text()
    restored = tmp_path / "restored"
    assert vaccinapp("restore", backups / "monday.tar", "--data", restored).returncode == 0
    assert paul not in vaccinapp("account", "list", "--data", restored).stdout
    assert not [name for name in os.listdir(restored / "vaults") if paul in name]
    assert vaccinapp("check", restored).returncode == 0
    # Without that list, the old folder tells.
    (backups / "deleted.list").unlink()
    other = tmp_path / "other"
    done = vaccinapp("restore", backups / "monday.tar", "--data", other, "--deleted", server.data)
    assert done.returncode == 0 and paul not in vaccinapp("account", "list", "--data", other).stdout
    missing = vaccinapp("restore", backups / "monday.tar", "--data", tmp_path / "third", "--deleted", tmp_path / "no")
    assert missing.returncode == 1 and "no list of deleted accounts" in missing.stderr
    assert not (tmp_path / "third").exists()


def test_deleting_asks_at_a_terminal_and_wants_yes_elsewhere(server):
    Client(server).sign_up("erika")
    refused = subprocess.run(
        [BINARY, "account", "delete", "--name", "erika", "--data", server.data], cwd=ROOT, capture_output=True,
        text=True, check=False, stdin=subprocess.DEVNULL)
    assert refused.returncode == 1 and "--yes" in refused.stderr and "Usage" not in refused.stderr
    for answer, left in [("n\n", True), ("", False)]:
        number = len(ids(server))
        leader, follower = pty.openpty()
        erika = ids(server)[-1]
        process = subprocess.Popen(
            [BINARY, "account", "delete", "--id", erika, "--data", server.data], cwd=ROOT, stdin=follower,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        os.write(leader, (answer or erika[:4] + "\n").encode())
        output, errors = process.communicate(timeout=300)
        assert erika in output and process.returncode == int(left) and "Usage" not in errors, (output, errors)
        assert len(ids(server)) == (number if left else number - 1)
        os.close(leader)
        os.close(follower)


@pytest.mark.parametrize(("arguments", "words"), [
    (["disable"], "either --name or --id"),
    (["disable", "--name", "a", "--id", "b"], "either --name or --id"),
    (["disable", "--id", "maria"], "--id takes an id"),
    (["disable", "--name", "nobody-at-all"], "nobody has this user name"),
    (["delete", "--yes", "--name", "maria", "--backup-days", "-1"], "--backup-days"),
])
def test_bad_input_is_answered_by_a_sentence(server, arguments, words):
    before = ids(server)
    done = account(server, *arguments)
    assert done.returncode != 0 and words in done.stderr and "Fatal" not in done.stderr, done
    assert ids(server) == before


def test_who_becomes_an_admin_is_said(server):
    Client(server).sign_up("gerda")
    made = vaccinapp("admin", "add", "gerda", "--data", server.data)
    assert made.stdout == "gerda is an admin, from the next page on\n", made
    unmade = vaccinapp("admin", "remove", "gerda", "--data", server.data)
    assert unmade.stdout == "gerda is an ordinary user, from the next page on\n", unmade


def test_a_server_closes_and_does_not(server):
    assert vaccinapp("close", "--on", "2099-03-31", "--message", "Ask <Ada>", "--data", server.data).returncode == 0
    assert says(Client(server).get("/register").body, "error.sign-up.closed")
    invited = vaccinapp("invite", "--data", server.data)
    assert invited.returncode == 1 and "closes on 2099-03-31, so that nobody can sign up" in invited.stderr, invited
    assert vaccinapp("close", "--undo", "--data", server.data).returncode == 0
    assert not says(Client(server).get("/register").body, "error.sign-up.closed")
    assert vaccinapp("invite", "--data", server.data).returncode == 0
    for arguments, words in [
        ([], "--undo"), (["--on", "tomorrow"], "2027-03-31"), (["--on", "2020-01-01"], "yet to come"),
        (["--on", "2099-02-30"], "2027-03-31"), (["--on", "2099-01-01", "--message", "x" * 501], "up to 500 characters"),
    ]:
        done = vaccinapp("close", *arguments, "--data", server.data)
        assert done.returncode != 0 and words in done.stderr, done
