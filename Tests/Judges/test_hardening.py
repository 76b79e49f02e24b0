"""What the program does for itself however it is started: no memory in crash reports, no documents without Landlock,
events for its operator, stolen passwords refused."""

import hashlib
import os
import pathlib
import re
import signal
import subprocess
import sys

from operating import BINARY, PASSWORD, Client, Server, vaccinapp
from words import says, words

PICTURES = pathlib.Path(__file__).parents[1] / "CodesTests" / "Pictures"


def test_a_crash_prints_neither_registers_nor_memory():
    # As somebody who looks for a fault would start it by hand.
    server = Server(environment={"SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no", "GLIBC_TUNABLES": ""})
    try:
        environment = pathlib.Path(f"/proc/{server.process.pid}/environ").read_bytes().split(b"\0")
        assert b"SWIFT_BACKTRACE=enable=no" in environment
        server.process.send_signal(signal.SIGSEGV)
        assert server.process.wait(300) == -signal.SIGSEGV
        server.is_stopped = True
        log = server.log.read_text()
        assert not re.search(r"registers|crashed|backtrace|\brax\b|0x[0-9a-f]{8}", log, re.I), log
    finally:
        server.is_stopped = True
        server.close()


def test_it_loads_nothing_that_reads_pictures():
    """Those libraries are the readers' alone, in their sandboxes; they bring half of what a start would have to load."""
    loaded = {program: subprocess.run(["ldd", pathlib.Path(BINARY).with_name(program)], capture_output=True, text=True,
                                      check=True).stdout for program in ("vaccinapp", "vaccinapp-reader")}
    readers = ["libZXing", "libzbar", "liblept"]
    assert all(name in loaded["vaccinapp-reader"] for name in readers), loaded
    assert not [name for name in [*readers, "libtesseract", "libheif", "libX11"] if name in loaded["vaccinapp"]], loaded


def without_landlock() -> list[str]:
    """A command in front of another, for which the kernel then knows no Landlock."""
    code = """
import ctypes, os, sys
seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p
seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
seccomp.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
rules = seccomp.seccomp_init(0x7FFF0000)
call = seccomp.seccomp_syscall_resolve_name(b"landlock_create_ruleset")
assert seccomp.seccomp_rule_add(rules, 0x00050000 | 38, call if call > 0 else 444, 0) == 0
assert seccomp.seccomp_load(rules) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""
    return [sys.executable, "-c", code]


def pdf() -> bytes:
    return b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n"


def upload(client: Client, name: str, content: bytes, **headers: str) -> str:
    token = client.token("/certificates/new")
    head = 'Content-Disposition: form-data; name="{}"'
    body = (f"--xYz\r\n{head.format('form-token')}\r\n\r\n{token}\r\n--xYz\r\n{head.format('files')}; "
            f'filename="{name}"\r\nContent-Type: image/png\r\n\r\n').encode() + content + b"\r\n--xYz--\r\n"
    return client.request(
        "POST", "/certificates/new", body, Content_Type="multipart/form-data; boundary=xYz", **headers).body


def test_without_landlock_pictures_are_read_and_documents_are_not():
    server = Server(prefix=tuple(without_landlock()))
    try:
        assert "PDF files aren't read" in server.log.read_text() and "Landlock" in server.log.read_text()
        client = Client(server).sign_up("ada")
        page = upload(client, "impfung.pdf", pdf())
        assert says(page, "certificates.file.documents-off")
        client.post("/language", {"language": "de", "return": "/"}, "/privacy")
        assert says(upload(client, "impfung.pdf", pdf()), "certificates.file.documents-off", language="de")
        # A picture's code is read all the same; its text is none of a certificate's.
        damaged = words("certificates.fault.base45", language="de")
        assert f"code.jpg: {damaged}" in upload(client, "code.jpg", (PICTURES / "code.jpg").read_bytes())
    finally:
        server.close()
    server = Server()
    try:
        assert "aren't read" not in server.log.read_text()
        assert not says(upload(Client(server).sign_up("ada"), "impfung.pdf", pdf()), "certificates.file.documents-off")
    finally:
        server.close()


def test_failed_sign_ins_are_events_that_name_nobody():
    server = Server()
    try:
        client = Client(server).sign_up("kanarienvogel")
        other = Client(server)
        assert other.post("/login", {"username": "kanarienvogel", "password": "wrong wrong wrong"}).status == 422
        assert client.get("/admin").status == 404
        log = server.log.read_text()
        lines = [line for line in log.splitlines() if " event=" in line]
        assert [re.search(r" event=(\S+)", line)[1] for line in lines] == ["sign-in-failed", "admin-refused"]
        assert all(" notice " in line and re.search(r" from=[0-9a-f]{4}\b", line) for line in lines)
        assert "kanarienvogel" not in log and "wrong wrong" not in log
    finally:
        server.close()


def test_stolen_passwords_are_refused_once_their_list_is_there(tmp_path):
    server = Server()
    try:
        known = tmp_path / "list.txt"
        stolen = "wombats juggle ten teapots"
        lines = [hashlib.sha1(stolen.encode()).hexdigest().upper() + ":12", "short", "x" * 100_000, "eine lange Zeile\r"]
        known.write_text("\n".join(lines))
        done = vaccinapp("passwords", "import", str(known), "--data", str(server.data))
        assert done.returncode == 0 and done.stdout.startswith("2 passwords"), done.stderr
        assert os.stat(server.data / "passwords.list").st_mode & 0o777 == 0o600

        def register(password: str):
            fields = {"username": "ada", "password": password, "consent": "yes"}
            return Client(server).post("/register", fields)

        for password in [stolen, "eine lange Zeile"]:
            answer = register(password)
            assert answer.status == 422 and says(answer.body, "error.password.breached")
            assert 'value="ada"' in answer.body
        assert register(PASSWORD).status == 303
        for file, folder in [("/nonexistent", server.data), (str(known), tmp_path / "nowhere")]:
            assert vaccinapp("passwords", "import", file, "--data", str(folder)).returncode != 0
        # What is no list leaves the good one as it is.
        known.write_bytes(os.urandom(100_000))
        assert "no list of passwords" in vaccinapp("passwords", "import", str(known), "--data", str(server.data)).stderr
        assert register(stolen).status == 422
        # It is nobody's data, and no backup takes it along.
        assert vaccinapp("backup", str(tmp_path / "copy"), "--data", str(server.data)).returncode == 0
        assert not (tmp_path / "copy" / "passwords.list").exists()
    finally:
        server.close()
