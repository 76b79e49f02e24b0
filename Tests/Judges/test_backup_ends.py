"""Backups and restores that end early, or meet folders that are none: a sentence, and nothing touched."""

import os
import pathlib
import pty
import shutil
import signal
import sqlite3
import subprocess

import pytest

from nights import nightly
from operating import BINARY, ROOT, Client, Server, sign_in, surroundings, vaccinapp

ROOT_USER = os.getuid() == 0


@pytest.fixture(scope="module")
def server():
    server = Server("--sign-ins", "100000")
    yield server
    server.close()


@pytest.fixture(scope="module")
def backup(server, tmp_path_factory):
    """A folder with three accounts."""
    for name in ("maria-ends", "paul-ends", "vera-ends"):
        Client(server).sign_up(name).add_pass(f"Pass of {name}")
    target = tmp_path_factory.mktemp("backups") / "good"
    assert vaccinapp("backup", target, "--data", server.data).returncode == 0
    return target


def everything(folder: pathlib.Path) -> dict:
    """What is in a folder, and whose it is."""
    found = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        found[str(path)] = (status.st_mode, status.st_uid, path.read_bytes() if path.is_file() else None)
    return found


def signalled(number: int, call: str, *arguments) -> subprocess.CompletedProcess:
    """A command that gets a signal with its first call of one kind, and from then on waits a while before it syncs a file:
    it isn't done before it has noticed, however busy the machine is."""
    return subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call},fdatasync",
         "-e", f"inject={call}:signal={number}:when=1", "-e", "inject=fdatasync:delay_enter=100000",
         BINARY, *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        env=dict(surroundings(), SWIFT_BACKTRACE="enable=no"))


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
@pytest.mark.parametrize("name, number", [
    ("copy", signal.SIGTERM), ("copy.tar", signal.SIGINT), nightly("copy", signal.SIGINT), nightly("copy.tar", signal.SIGTERM)])
def test_a_signal_ends_a_backup_and_leaves_nothing(server, backup, tmp_path, name, number):
    done = signalled(number, "mkdir", "backup", "--whole", tmp_path / name, "--data", server.data)
    assert done.returncode == 1 and done.stdout == "" and "it was ended by" in done.stderr, done
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
@pytest.mark.parametrize("name", ["copy", "copy.tar"])
def test_what_a_killed_backup_leaves_is_no_backup_and_goes_with_the_next(server, backup, tmp_path, name):
    signalled(signal.SIGKILL, "fsync", "backup", tmp_path / name, "--data", server.data)
    assert list(tmp_path.iterdir())
    assert all(path.name.endswith(".vaccinapp.partial") for path in tmp_path.iterdir())
    assert vaccinapp("backup", tmp_path / "next", "--data", server.data).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["next"]


def test_progress_is_one_line_on_a_terminal_and_nothing_elsewhere(server, backup, tmp_path):
    leader, follower = pty.openpty()
    done = subprocess.run(
        [BINARY, "check", backup], cwd=ROOT, stdout=subprocess.PIPE, stderr=follower, timeout=300, check=False)
    os.close(follower)
    shown = os.read(leader, 10_000).decode()
    os.close(leader)
    assert done.returncode == 0 and "\n" not in shown
    assert "Checking: " in shown and " of 3 accounts" in shown and shown.endswith("\r\x1b[K")
    assert vaccinapp("check", backup).stderr == ""


def test_one_account_is_put_back_and_the_server_must_be_stopped(server, backup, tmp_path):
    other = Server("--sign-ins", "100000")
    try:
        other.stop()
        shutil.rmtree(other.data)
        assert vaccinapp("restore", backup, "--data", other.data).returncode == 0
        other.start()
        maria = sign_in(other, "maria-ends")
        maria.add_pass("Later Maria")
        sign_in(other, "paul-ends").add_pass("Later Paul")
        before = everything(other.data / "vaults")
        refused = vaccinapp("restore", "--account", "maria-ends", backup, "--data", other.data)
        assert refused.returncode == 1 and "another process uses this data directory" in refused.stderr
        assert everything(other.data / "vaults") == before
        other.stop()
        for account in ("maria-ends", sqlite3.connect(backup / "accounts.sqlite").execute(
                "SELECT id FROM account LIMIT 1").fetchone()[0]):
            done = vaccinapp("restore", "--account", account, backup, "--data", other.data)
            assert done.returncode == 0 and "1 account restored" in done.stdout, done
            check = vaccinapp("check", "--data", other.data)
            assert check.returncode == 0, check
        missing = vaccinapp("restore", "--account", "nobody-here", backup, "--data", other.data)
        assert missing.returncode == 1 and "has no such account" in missing.stderr
        other.start()
        assert maria.get("/passes").status == 303, "whoever was signed in signs in anew"
        page = sign_in(other, "maria-ends").get("/passes").body
        assert "Pass of maria-ends" in page and "Later Maria" not in page
    finally:
        other.close()


def test_an_unreadable_vault_is_named_and_the_others_are_copied(server, backup, tmp_path):
    if not ROOT_USER:
        pytest.skip("whose files they are can't be changed")
    copy = tmp_path / "data"
    shutil.copytree(backup, copy)
    tmp_path.chmod(0o755)
    for path in [copy, *copy.rglob("*"), tmp_path]:
        os.chown(path, 65534, 65534)
    broken = sorted((copy / "vaults").iterdir())[0]
    os.chown(broken, 0, 0)
    for parent in tmp_path.parents:
        if parent.name and parent.stat().st_mode & 0o1 == 0:
            parent.chmod(parent.stat().st_mode | 0o1)
    done = as_nobody("backup", tmp_path / "night", "--data", copy)
    assert done.returncode == 2 and f"vaults/{broken.stem} can't be read" in done.stderr, done
    assert "3 accounts copied" in done.stdout and "but 1 not right" in done.stdout
    assert len(list((tmp_path / "night" / "vaults").iterdir())) == 2
    assert "can't be read" in as_nobody("check", "--data", copy).stderr
    os.chown(copy / "vaults", 0, 0)
    done = as_nobody("check", "--data", copy)
    assert "can't be read" in done.stderr and "written" not in done.stderr, done


def as_nobody(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", BINARY, *map(str, arguments)],
        cwd="/", capture_output=True, text=True, timeout=300, check=False,
        env=dict(surroundings(), SWIFT_BACKTRACE="enable=no", TMPDIR="/tmp"))


# MARK: Folders that are none

def newer(folder):
    with sqlite3.connect(folder / "accounts.sqlite") as accounts:
        accounts.execute("INSERT INTO schemaStep (number) VALUES (99)")


def other_program_s_files(folder):
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "index.html").write_text("a site")
    folder.chmod(0o755)


def other_program(folder):
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    with sqlite3.connect(folder / "accounts.sqlite") as accounts:
        accounts.execute("CREATE TABLE account (id TEXT)")
    (folder / "readme.txt").write_text("another program's")


def half_restored(folder):
    (folder / ".vaccinapp.partial").mkdir()
    (folder / "accounts.sqlite").rename(folder / ".vaccinapp.partial" / "accounts.sqlite")


def foreign_key(folder):
    (folder / "names.key").write_bytes(bytes(32))


def without_vaults(folder):
    shutil.rmtree(folder / "vaults")


def cut_accounts(folder):
    path = folder / "accounts.sqlite"
    path.write_bytes(path.read_bytes()[:5000])


def garbage(folder):
    (folder / "accounts.sqlite").write_bytes(b"no database at all, whatever its name says" * 200)


def empty_accounts(folder):
    (folder / "accounts.sqlite").write_bytes(b"")


BAD = [newer, other_program, other_program_s_files, half_restored, foreign_key, without_vaults, cut_accounts, garbage, empty_accounts]


@pytest.mark.parametrize("spoil, command", [
    # By day each folder meets a third of the commands, and each command a third of the folders.
    (nightly if (row + column) % 3 else pytest.param)(spoil, command, id=f"{command}-{spoil.__name__}")
    for row, spoil in enumerate(BAD) for column, command in enumerate(["serve", "check", "backup", "restore", "account"])])
def test_a_folder_that_is_none_is_told_in_a_sentence_and_nothing_is_touched(backup, tmp_path, spoil, command):
    folder = tmp_path / "data"
    shutil.copytree(backup, folder)
    folder.chmod(0o700)
    spoil(folder)
    before = everything(tmp_path)
    arguments = {
        "serve": ("serve", "--data", folder, "--port", "0"),
        "check": ("check", "--data", folder),
        "backup": ("backup", tmp_path / "copy.tar", "--data", folder),
        "restore": ("restore", folder, "--data", tmp_path / "restored"),
        "account": ("restore", "--account", "maria-ends", backup, "--data", folder),
    }[command]
    done = vaccinapp(*arguments)
    told = (done.returncode, done.stderr)
    if (command, spoil) == ("check", foreign_key):
        assert done.returncode == 2 and "names.key is not the one of these accounts" in done.stderr, told
    else:
        assert done.returncode == 1, told
        sentences = [line for line in done.stderr.splitlines() if line and "Failed to set thread priority" not in line]
        assert len(sentences) == 1 and sentences[0].startswith("vaccinapp: ") and len(sentences[0]) > 60, told
        assert "errno" not in done.stderr and "SQLite" not in done.stderr, told
    after = everything(tmp_path)
    # A lock without a process is nothing.
    after.pop(str(folder / "lock"), None)
    assert after == before


def test_the_advice_on_a_wrong_key_depends_on_where_it_lies(server, backup, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(backup, copy)
    (copy / "names.key").write_bytes(bytes(32))
    done = vaccinapp("check", copy)
    assert done.returncode == 2 and "Such a backup can't be restored" in done.stderr, done
    assert "still runs" not in done.stderr
    (copy / "lock").touch()
    done = vaccinapp("check", "--data", copy)
    assert done.returncode == 2 and "Take the wrong names.key away" in done.stderr, done


def test_a_backup_of_other_accounts_is_no_sign_of_an_attack(server, tmp_path):
    other = Server()
    try:
        Client(other).sign_up("nora-ends")
        assert vaccinapp("backup", tmp_path / "other", "--data", other.data).returncode == 0
    finally:
        other.close()
    done = vaccinapp("check", "--data", server.data, "--against", tmp_path / "other")
    assert done.returncode == 1 and "is a backup of other accounts" in done.stderr, done
    assert "planted key" not in done.stderr


@pytest.mark.parametrize("name", ["night.vaccinapp.partial", "night.tar.vaccinapp.partial"])
def test_what_a_killed_backup_left_is_said_to_be_that(backup, tmp_path, name):
    left = tmp_path / name
    if ".tar" in name:
        assert vaccinapp("backup", tmp_path / "whole.tar", "--data", backup).returncode == 0
        left.write_bytes((tmp_path / "whole.tar").read_bytes()[:20_000])
    else:
        (left / "vaults").mkdir(parents=True)
        (left / "accounts.sqlite").touch()
    for arguments in [("check", left), ("restore", left, "--data", tmp_path / "restored")]:
        done = vaccinapp(*arguments)
        assert done.returncode == 1 and "is a backup that was cut short" in done.stderr, done
    assert not (tmp_path / "restored").exists()


def test_a_tar_file_cut_anywhere_restores_nothing(backup, tmp_path, is_nightly):
    tar = tmp_path / "whole.tar"
    assert vaccinapp("backup", tar, "--data", backup).returncode == 0
    content = tar.read_bytes()
    cut = tmp_path / "cut.tar"
    step = max(1, len(content) // (24 if is_nightly else 7))
    for length in [0, 1, 511, 512, *range(step, len(content) - 1024, step), len(content) - 1024]:
        cut.write_bytes(content[:length])
        for arguments in [("check", cut), ("restore", cut, "--data", tmp_path / "restored"),
                          ("restore", "--account", "maria-ends", cut, "--data", backup)]:
            if arguments[0] == "check" and length % 2:
                continue
            done = vaccinapp(*arguments)
            assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, (length, done)
            assert "cut short" in done.stderr or "no tar file" in done.stderr or "another names.key" in done.stderr, done
        assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.tar", "whole.tar"]


@pytest.mark.skipif(not ROOT_USER, reason="whose files they are can't be changed")
def test_leftovers_that_can_t_be_cleared_away_are_told(backup, tmp_path):
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.name and parent.stat().st_mode & 0o5 != 0o5 and parent.stat().st_uid == 0:
            parent.chmod(parent.stat().st_mode | 0o5)
    copy, data = tmp_path / "copy", tmp_path / "data"
    shutil.copytree(backup, copy)
    for path in [copy, *copy.rglob("*")]:
        os.chown(path, 65534, 65534)
    left = data / ".vaccinapp.partial"
    (left / "vaults").mkdir(parents=True)
    os.chown(data, 65534, 65534)
    done = as_nobody("restore", copy, "--data", data)
    assert done.returncode == 1 and "Nothing was restored" not in done.stderr, done
    assert f"what was begun couldn't be cleared away ({left})" in done.stderr, done
    assert "can't be removed by user nobody" in done.stderr, done
    shutil.rmtree(left)
    assert as_nobody("restore", copy, "--data", data).returncode == 0


@pytest.mark.skipif(not ROOT_USER, reason="whose files they are can't be changed")
def test_a_folder_of_root_s_or_one_that_can_t_be_written_is_told(backup, tmp_path):
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.name and parent.stat().st_mode & 0o5 != 0o5 and parent.stat().st_uid == 0:
            parent.chmod(parent.stat().st_mode | 0o5)
    folder = tmp_path / "data"
    shutil.copytree(backup, folder)
    folder.chmod(0o700)
    before = everything(folder)
    for arguments in [("serve", "--data", folder, "--port", "0"), ("check", "--data", folder),
                      ("backup", "/tmp/never-made.tar", "--data", folder),
                      ("restore", backup, "--data", folder / "inside"), ("restore", backup, "--data", folder)]:
        done = as_nobody(*arguments)
        lines = [line for line in done.stderr.splitlines() if "thread priority" not in line]
        assert done.returncode == 1 and len(lines) == 1 and lines[0].startswith("vaccinapp: "), (arguments, done)
        assert "user nobody" in done.stderr, done.stderr
    assert everything(folder) == before


def test_a_place_whose_folder_is_missing_is_told_and_nothing_is_made(backup, tmp_path):
    for arguments in [("backup", tmp_path / "no" / "night", "--data", backup),
                      ("backup", tmp_path / "no" / "night.tar", "--data", backup),
                      ("restore", backup, "--data", tmp_path / "no" / "data")]:
        done = vaccinapp(*arguments)
        assert done.returncode == 1 and f"there is no folder {tmp_path}/no: make it first" in done.stderr, done
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not ROOT_USER, reason="another user takes root")
def test_a_folder_that_trust_lists_can_t_be_put_into_is_told(tmp_path):
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.name and parent.stat().st_mode & 0o5 != 0o5 and parent.stat().st_uid == 0:
            parent.chmod(parent.stat().st_mode | 0o5)
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
         "/dev/null", "-subj", "/C=DE/CN=Ends", "-days", "30"], capture_output=True, check=True)
    (tmp_path / "list.pem").write_bytes(made.stdout)
    (tmp_path / "data").mkdir()
    (tmp_path / "kept" / "trust").mkdir(parents=True)
    for folder in "data", "kept":
        done = as_nobody("trust", "import", tmp_path / "list.pem", "--data", tmp_path / folder)
        assert done.returncode == 1 and "Cocoa" not in done.stderr, done
        assert f"{tmp_path}/{folder}/trust" in done.stderr and "(Permission denied): see that" in done.stderr, done


MOUNTS = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0
IN_NAMESPACE = ("unshare", "-m", "--propagation", "private", "bash", "-c")


@pytest.mark.skipif(not MOUNTS, reason="a disk of one's own needs a mount namespace: run as root")
@pytest.mark.parametrize("command", ["serve", "check", "backup", "account", "restore"])
def test_a_disk_that_can_only_be_read_is_told(server, backup, tmp_path, command):
    folder = tmp_path / "data"
    # As a server leaves it that was killed, and as it leaves it that was stopped.
    shutil.copytree(server.data, folder)
    arguments = {
        "serve": ("serve", "--data", folder, "--port", "0"), "check": ("check", "--data", folder),
        "backup": ("backup", tmp_path / "copy", "--data", folder),
        "account": ("restore", "--account", "maria-ends", backup, "--data", folder),
        "restore": ("restore", backup, "--data", folder / "new"),
    }[command]
    done = subprocess.run(
        [*IN_NAMESPACE, 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', folder, BINARY,
         *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, env=surroundings())
    if done.returncode == 0:
        assert command in ("check", "backup"), done
        return
    lines = [line for line in done.stderr.splitlines() if "thread priority" not in line]
    assert done.returncode == 1 and len(lines) == 1 and lines[0].startswith("vaccinapp: "), done
    assert "SQLite" not in lines[0] and len(lines[0]) > 60, done


@pytest.mark.skipif(not MOUNTS, reason="a full disk needs a mount namespace: run as root")
@pytest.mark.parametrize("source", ["backup", "backup.tar"])
def test_a_restore_to_a_full_disk_leaves_nothing(backup, tmp_path, source):
    disk, copy = tmp_path / "disk", tmp_path / source
    disk.mkdir()
    assert vaccinapp("backup", copy, "--data", backup).returncode == 0
    done = subprocess.run(
        [*IN_NAMESPACE, 'mount -t tmpfs -o size=100k none "$0" && "$@"; status=$?; ls -A "$0"; exit $status', disk, BINARY,
         "restore", copy, "--data", disk / "new"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (1, "") and "the disk is full" in done.stderr, done
