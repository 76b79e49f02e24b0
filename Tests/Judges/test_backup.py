"""Backups, restoring and checking by the command line, beside a running server; GNU tar is the judge of the file."""

import os
import shutil
import subprocess
import threading

import pytest

from nights import nightly
from operating import BINARY, Client, Server, sign_in, vaccinapp


@pytest.fixture(scope="module")
def server():
    server = Server("--sign-ins", "100000")
    yield server
    server.close()


@pytest.fixture(scope="module")
def maria(server):
    """Somebody among others, whatever tests ran before."""
    for number in range(4):
        Client(server).sign_up(f"other-{number}").add_pass("Otto Muster")
    client = Client(server).sign_up("maria-backup")
    client.add_pass("Maria Muster")
    return client


@pytest.mark.parametrize("name", [nightly("copy"), "copy.tar"])
def test_a_backup_of_a_running_server_is_served_again(server, maria, tmp_path, name):
    stop = threading.Event()
    writer = Client(server).sign_up(f"writer-{name}")
    added = []

    def write():
        while not stop.is_set():
            added.append(writer.add_pass(f"Pass {len(added) + 1}"))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(added) < 2:
            assert thread.is_alive()
        before = len(added)
        done = vaccinapp("backup", tmp_path / name, "--data", server.data)
    finally:
        stop.set()
        thread.join()
    assert (done.returncode, done.stderr) == (0, "")
    assert f"accounts copied to {tmp_path / name}" in done.stdout
    check = vaccinapp("check", tmp_path / name)
    assert check.returncode == 0 and "all vaults are right" in check.stdout, check
    assert os.listdir(tmp_path) == [name]
    other = Server()
    try:
        other.stop()
        shutil.rmtree(other.data)
        restored = vaccinapp("restore", tmp_path / name, "--data", other.data)
        assert restored.returncode == 0, restored
        other.start()
        # The cookies of before mean nothing to the copy; the passwords do.
        stranger = Client(other)
        stranger.cookies = dict(maria.cookies)
        assert stranger.get("/passes").status == 303
        assert "Maria Muster" in sign_in(other, "maria-backup").get("/passes").body
        page = sign_in(other, f"writer-{name}").get("/passes").body
        assert all(f"Pass {number}" in page for number in range(1, before + 1))
    finally:
        other.close()
    assert "Maria Muster" in maria.get("/passes").body


def test_tar_reads_the_file_and_the_command_reads_tars(server, maria, tmp_path):
    assert vaccinapp("backup", tmp_path / "one.tar", "--data", server.data).returncode == 0
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", tmp_path / "one.tar", "-C", tmp_path / "unpacked"], check=True)
    assert vaccinapp("check", tmp_path / "unpacked").returncode == 0
    subprocess.run(
        ["tar", "--format=ustar", "-cf", tmp_path / "two.tar", "-C", tmp_path / "unpacked", "."], check=True)
    assert vaccinapp("check", tmp_path / "two.tar").returncode == 0
    assert vaccinapp("restore", tmp_path / "two.tar", "--data", tmp_path / "data").returncode == 0
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "data").rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_what_is_wrong_is_named_and_the_rest_is_copied(server, maria, tmp_path):
    copy = tmp_path / "copy"
    assert vaccinapp("backup", copy, "--data", server.data).returncode == 0
    first, second, *_ = sorted((copy / "vaults").iterdir())
    damaged = bytearray(first.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    first.write_bytes(damaged)
    second.unlink()
    (copy / "vaults" / ("0" * 26 + ".vault")).write_bytes(b"nobody's")
    check = vaccinapp("check", copy)
    assert check.returncode == 2
    assert f"vaults/{first.stem} is damaged" in check.stderr
    assert f"vaults/{second.stem} is missing" in check.stderr
    assert f"vaults/{'0' * 26} belongs to no account" in check.stderr
    assert "3 not right" in check.stdout
    again = vaccinapp("backup", tmp_path / "again.tar", "--data", copy)
    assert again.returncode == 2 and "is damaged" in again.stderr and "is missing" in again.stderr
    restored = vaccinapp("restore", tmp_path / "again.tar", "--data", tmp_path / "data")
    assert restored.returncode == 2 and f"vaults/{first.stem} is damaged" in restored.stderr


def test_what_can_t_be_done_is_said_in_a_sentence(server, maria, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("here first")
    (tmp_path / "no.tar").write_bytes(b"this is no tar file" * 100)
    for arguments, words in [
        (("backup", tmp_path / "x", "--data", tmp_path / "nothing"), "there is nothing at"),
        (("backup", tmp_path / "x.tar.gz", "--data", server.data), "isn't compressed"),
        (("backup", server.data / "vaults" / "x.tar", "--data", server.data), "can't lie in the directory"),
        (("backup", tmp_path / "full", "--data", server.data), "exists already"),
        (("backup", tmp_path / "no.tar", "--data", server.data), "exists already"),
        (("backup", server.data / "inside", "--data", server.data), "can't lie in the directory that it copies"),
        (("restore", tmp_path / "nothing", "--data", tmp_path / "data"), "there is nothing at"),
        (("restore", tmp_path / "no.tar", "--data", tmp_path / "data"), "no tar file"),
        (("restore", "/etc/hostname", "--data", tmp_path / "data"), "/etc/hostname is no backup, since it is no tar file"),
        (("check", "/etc/passwd"), "/etc/passwd is no backup, since it is no tar file"),
        (("restore", server.data, "--data", tmp_path / "full"), "exists already"),
        (("check", tmp_path / "nothing"), "there is nothing at"),
        (("rotate", tmp_path / "full"), "there is no backup in"),
    ]:
        done = vaccinapp(*arguments)
        assert done.returncode == 1 and words in done.stderr, done
        assert len(done.stderr.strip().splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "no.tar"]
    assert (tmp_path / "full" / "file").read_text() == "here first"


def test_a_backup_without_the_key_of_names_is_compared_but_not_restored(server, maria, tmp_path):
    folder, tar = tmp_path / "unpacked", tmp_path / "without.tar"
    assert vaccinapp("backup", folder, "--data", server.data).returncode == 0
    key = (folder / "names.key").rename(tmp_path / "names.key")
    subprocess.run(["tar", "--format=ustar", "-cf", tar, "-C", folder, "."], check=True)
    for backup in (folder, tar):
        check = vaccinapp("check", backup)
        assert check.returncode == 2 and "names.key is missing" in check.stderr and "1 not right" in check.stdout
        refused = vaccinapp("restore", backup, "--data", tmp_path / "data")
        assert refused.returncode == 1 and "names.key is missing" in refused.stderr and "kept apart" in refused.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["names.key", "unpacked", "without.tar"]
    # As the message says: with the copy that was kept apart it is whole again.
    subprocess.run(["tar", "--format=ustar", "-rf", tar, "-C", tmp_path, "names.key"], check=True)
    assert vaccinapp("check", tar).returncode == 0
    assert vaccinapp("restore", tar, "--data", tmp_path / "data").returncode == 0
    assert (tmp_path / "data" / "names.key").read_bytes() == key.read_bytes()


MOUNTS = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not MOUNTS, reason="a full disk needs a mount namespace: run as root")
@pytest.mark.parametrize("name", [nightly("copy"), "copy.tar"])
def test_a_full_disk_is_told_and_nothing_is_left(server, maria, tmp_path, name):
    script = ('mount -t tmpfs -o size=200k none "$1" && shift && "$@"; status=$?; ls -A "$0"; exit $status')
    done = subprocess.run(
        ["unshare", "-m", "--propagation", "private", "bash", "-c", script, tmp_path, tmp_path,
         BINARY, "backup", tmp_path / name, "--data", server.data],
        capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (1, ""), done
    assert "the disk is full" in done.stderr
