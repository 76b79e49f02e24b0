"""Commands that root runs on a data folder of the server's user: what they make, the server can write."""

import os
import pathlib
import shutil
import subprocess

import pytest

from operating import BINARY, ROOT, Client, Server, free_port, scrape_gauge, sign_in, surroundings, vaccinapp
from words import says

USER = "65534"
pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="another user's server takes root")


class UsersServer(Server):
    """A server that another user than root runs, in a folder of its own."""

    def start(self, port: int = 0) -> None:
        self.prefix = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups")
        self.folder.chmod(0o755)
        self.temporary.chmod(0o777)
        if not self.data.exists():
            self.data.mkdir(0o700)
            os.chown(self.data, int(USER), int(USER))
        super().start(port)


@pytest.fixture
def server():
    # A demo asks its admins for no second factor.
    server = UsersServer("--demo", "--sign-ins", "100000")
    yield server
    server.close()


def owners(folder: pathlib.Path) -> set[int]:
    return {path.lstat().st_uid for path in [folder, *folder.rglob("*")]}


def test_what_root_makes_is_the_server_s(server, tmp_path):
    ada = Client(server).sign_up("ada-root")
    ada.add_pass("Ada Root")
    feed = tmp_path / "feed.xml"
    feed.write_text("<rss><item><title>STIKO-Empfehlung 1</title></item></rss>")
    release = tmp_path / "release"
    shutil.copytree(ROOT / "Catalogue", release)
    text = (release / "manufacturers.json").read_text()
    (release / "manufacturers.json").write_text(text.replace('"name": "', '"name": "New ', 1))
    words = tmp_path / "words"
    words.write_text("a password that was stolen\n")
    data = ("--data", server.data)
    for arguments in [("catalogue", "import", release, *data), ("stiko-watch", feed, *data),
                      ("passwords", "import", words, *data), ("admin", "add", "ada-root", *data), ("invite", *data),
                      ("check", *data), ("backup", tmp_path / "night", *data)]:
        done = vaccinapp(*arguments)
        assert done.returncode == 0, done
        assert owners(server.data) == {int(USER)}, arguments
    # What the server does with those files works.
    ada = sign_in(server, "ada-root")
    page = ada.get("/admin/stiko").body
    task = page.split('href="/admin/stiko/')[1].split('"')[0]
    assert ada.post(f"/admin/stiko/{task}", {"done": "yes"}).status == 303
    server.stop()
    # Also with no server that would have made the files beside the accounts.
    for arguments in [("check", *data), ("backup", tmp_path / "day", *data),
                      ("restore", "--account", "ada-root", tmp_path / "night", *data)]:
        done = vaccinapp(*arguments)
        assert done.returncode == 0, done
        assert owners(server.data) == {int(USER)}, arguments
    server.start()
    assert "Ada Root" in sign_in(server, "ada-root").get("/passes").body


def test_a_backup_by_root_keeps_no_later_one_of_the_user_from_being_made(server, tmp_path):
    for path in tmp_path, *list(tmp_path.parents)[:-2]:
        path.chmod(path.stat().st_mode | 0o555)
    backups = tmp_path / "backups"
    backups.mkdir(mode=0o700)
    os.chown(backups, int(USER), int(USER))
    for name in "ada-root", "bob-root", "cyd-root":
        Client(server).sign_up(name)

    def delete_and_copy(name: str, to: str, *prefix: str) -> subprocess.CompletedProcess:
        done = vaccinapp("account", "delete", "--name", name, "--yes", "--data", server.data)
        assert done.returncode == 0, done
        return subprocess.run([*prefix, BINARY, "backup", backups / to, "--data", server.data], env=surroundings(),
                              cwd="/", capture_output=True, text=True, check=False)

    for to in "one", "two.tar":
        done = delete_and_copy({"one": "ada-root"}.get(to, "bob-root"), to)
        assert done.returncode == 0, done
        assert owners(backups) == {int(USER)}
    done = delete_and_copy("cyd-root", "three", *server.prefix)
    assert done.returncode == 0, done
    # A list that is somebody else's all the same is the file that is named.
    os.chown(backups / "deleted.list", 0, 0)
    done = subprocess.run([*server.prefix, BINARY, "backup", backups / "four", "--data", server.data],
                          env=surroundings(), cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 1 and f"{backups}/deleted.list can't be read and replaced by user nobody" in done.stderr


def test_a_restore_by_root_into_the_user_s_empty_folder_is_theirs(server, tmp_path):
    Client(server).sign_up("bea-root").add_pass("Bea Root")
    assert vaccinapp("backup", tmp_path / "night.tar", "--data", server.data).returncode == 0
    server.stop()
    for path in server.data.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert vaccinapp("restore", tmp_path / "night.tar", "--data", server.data).returncode == 0
    assert owners(server.data) == {int(USER)}
    server.start()
    assert "Bea Root" in sign_in(server, "bea-root").get("/passes").body


def test_root_gives_away_nothing_that_has_another_name_elsewhere(server, tmp_path):
    secret = server.folder / "secret-of-root"
    secret.write_text("root's")
    os.link(secret, server.data / "hard")
    (server.data / "soft").symlink_to(secret)
    assert vaccinapp("admin", "list", "--data", server.data).returncode == 0
    assert secret.stat().st_uid == 0


def test_the_time_of_the_last_backup_is_told(tmp_path):
    port = free_port()
    server = Server("--demo", "--metrics-port", str(port))
    try:
        Client(server).sign_up("ada-mark")
        assert vaccinapp("admin", "add", "ada-mark", "--data", server.data).returncode == 0
        ada = sign_in(server, "ada-mark")
        assert says(ada.get("/admin").body, "admin.backup.none")
        with pytest.raises(AssertionError):
            scrape_gauge(port, "vaccinapp_last_backup_timestamp_seconds")
        before = int(subprocess.run(["date", "+%s"], capture_output=True, text=True, check=True).stdout)
        assert vaccinapp("backup", tmp_path / "night", "--data", server.data).returncode == 0
        assert before <= scrape_gauge(port, "vaccinapp_last_backup_timestamp_seconds") <= before + 60
        assert scrape_gauge(port, "vaccinapp_last_backup_problems") == 0
        assert says(ada.get("/admin").body, "admin.backup.good")
    finally:
        server.close()
