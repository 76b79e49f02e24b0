"""Reminders by mail, as a mail server gets them: exactly the promised text, to who confirmed it, and nothing more."""

import email
import email.policy
import re
import shutil
import subprocess
import time

import pytest

import rows
from mail_sink import MailSink
from nights import nightly
from operating import PASSWORD, Client, Server, free_port, make_certificate, scrape_gauge, until, vaccinapp
from postgres import PROGRAMS, Cluster
from words import says, words

ORIGIN = "http://localhost"
ADDRESS = "quokka.canary@example.org"
# A round each second.
PACE = 30


def serving(sink, *more, pace=PACE):
    return Server("--sign-ins", "100000", "--smtp", f"smtp://127.0.0.1:{sink.port}", "--smtp-from", "vaccinapp@example.org",
                  "--public-origin", "http://localhost:8080", *more, pace=pace)


def member(server, name):
    client = Client(server).sign_up(name)
    path = client.add_pass("Quokka Canary")
    assert client.post(f"{path}/vaccinations/new", client.dose_fields()).status == 303
    return client


def parsed(sink, number=0):
    envelope, text, _ = until(lambda: sink.messages[number:number + 1])[0]
    return envelope, email.message_from_bytes(text, policy=email.policy.SMTP), text


def test_a_message_says_what_was_promised_and_its_link_confirms_and_ends():
    sink = MailSink()
    server = serving(sink)
    try:
        client = member(server, "mail-one")
        fields = {"address": ADDRESS, "kind": "monthly", "step": "save"}
        assert client.post("/settings/reminders/mail", fields).status == 303
        envelope, message, raw = parsed(sink)
        assert envelope == ["MAIL FROM:<vaccinapp@example.org>", f"RCPT TO:<{ADDRESS}>"]
        assert message["Subject"] == words("mail.subject.first") and message["To"].addresses[0].addr_spec == ADDRESS
        assert message["Auto-Submitted"] == "auto-generated"
        text = message.get_content().replace("\r\n", "\n")
        link = re.search(r"http://localhost:8080(/mail/\S+)", text)[1]
        assert text == words("mail.text.first", link=f"http://localhost:8080{link}")
        assert message["List-Unsubscribe"] == f"<http://localhost:8080{link}>"
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        for word in (b"Quokka", b"mail-one", b"Priorix", b"measles"):
            assert word not in raw
        # The address isn't readable where it is kept, nor in the log.
        for file in [*server.data.rglob("*"), server.log]:
            if file.is_file():
                assert b"quokka.canary" not in file.read_bytes(), file
        visitor = Client(server)
        assert says(visitor.get(link).body, "mail.waiting")
        assert visitor.post_raw(link, b"step=confirm").status == 303
        assert says(client.get("/settings/reminders").body, "mail.state.monthly")
        assert rows.wrong(server.data) == []
        assert visitor.post_raw(link, b"List-Unsubscribe=One-Click").status == 200
        assert not any(says(client.get("/settings/reminders").body, f"mail.state.{state}") for state in ("monthly", "due"))
    finally:
        server.close()
        sink.close()


# One person's address, as accounts that mean no good write it.
SPELLINGS = ("quokka.canary@gmail.com", "Quokka.Canary+1@gmail.com", "quokkacanary+2@googlemail.com", "q.uokkacanary@GMAIL.com")


def ask(client, address):
    return client.post("/settings/reminders/mail", {"address": address, "kind": "monthly", "step": "save"})


def until_all_is_sent(server, sink, name):
    """Rounds follow each other: when the second of two more messages is there, the one of the first is over."""
    for number in range(2):
        address = f"{name}{number}@example.org"
        assert ask(Client(server).sign_up(f"{name}-{number}"), address).status == 303
        until(lambda address=address: f"RCPT TO:<{address}>" in sink.recipients)


def test_one_person_gets_one_message_and_after_stop_none(tmp_path):
    sink, later = MailSink(), MailSink()
    # Two rounds each second, since rounds are waited for.
    server, other = serving(sink, pace=60), None
    try:
        clients = [Client(server).sign_up(f"mail-{number}") for number in range(len(SPELLINGS))]
        for client, address in zip(clients, SPELLINGS):
            assert ask(client, address).status == 303
            # Nobody learns whose address gets no message.
            assert says(client.get("/settings/reminders").body, "mail.state.waiting")
        assert ask(clients[0], "another@example.org").status == 422
        until_all_is_sent(server, sink, "first")
        assert len(sink.messages) == 3 and "RCPT TO:<another@example.org>" not in sink.recipients
        number = next(number for number, name in enumerate(sink.recipients) if "first" not in name)
        link = re.search(r"http://localhost:8080(/mail/\S+)", parsed(sink, number)[1].get_content())[1]
        assert Client(server).post_raw(link, b"List-Unsubscribe=One-Click").status == 200
        assert clients[0].post("/settings/delete", {"password": PASSWORD}).status == 303
        # The keyed hash under names.key, made by another library than the server's.
        assert rows.wrong(server.data) == [] and len(rows.stopped(server.data)) == 1
        assert rows.mail_hash(server.data, "quokkacanary@gmail.com") in rows.stopped(server.data)

        assert vaccinapp("backup", tmp_path / "copy", "--data", server.data).returncode == 0
        assert vaccinapp("restore", tmp_path / "copy", "--data", tmp_path / "data").returncode == 0
        assert not (tmp_path / "data" / "mail.key").exists()
        other = serving(later, "--data", str(tmp_path / "data"), pace=60)
        for number, address in enumerate(SPELLINGS):
            assert ask(Client(other).sign_up(f"later-{number}"), address).status == 303
        until_all_is_sent(other, later, "second")
        assert len(later.messages) == 2
        visitor = Client(other)
        assert says(visitor.get(link).body, "mail.stopped")
        assert visitor.post_raw(link, b"step=allow").status == 303 and says(visitor.get(link).body, "mail.none")
    finally:
        for one in (other, server, sink, later):
            if one:
                one.close()


@pytest.mark.parametrize("answers", [{"DATA": "421 bye"}, nightly({"RCPT": "451 later"}), nightly({"EHLO": "500 what"})])
def test_a_rude_server_loses_nothing_and_hurts_nobody(answers):
    sink = MailSink(answers=answers)
    server = serving(sink)
    try:
        client = member(server, "mail-rude")
        client.post("/settings/reminders/mail", {"address": ADDRESS, "kind": "due", "step": "save"})
        until(lambda: any(command.startswith(next(iter(answers))) for command in sink.commands))
        assert says(client.get("/settings/reminders").body, "mail.state.waiting") and not sink.messages
    finally:
        server.close()
        sink.close()


def test_an_address_that_is_refused_is_told():
    sink = MailSink(answers={"RCPT": "550 no such user"})
    server = serving(sink)
    try:
        client = member(server, "mail-refused")
        client.post("/settings/reminders/mail", {"address": ADDRESS, "kind": "due", "step": "save"})
        until(lambda: says(client.get("/settings/reminders").body, "mail.state.unreachable"))
    finally:
        server.close()
        sink.close()


def test_a_server_that_hangs_keeps_no_page_waiting():
    sink = MailSink(silent=True)
    server = serving(sink)
    try:
        client = member(server, "mail-hanging")
        client.post("/settings/reminders/mail", {"address": ADDRESS, "kind": "due", "step": "save"})
        until(lambda: sink.connections)
        # The mail server still says nothing.
        for _ in range(5):
            assert client.get("/settings/reminders").status == 200
        assert server.stop() == 0
    finally:
        server.close()
        sink.close()


MOUNTS = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not MOUNTS, reason="skipped: mounts can't be made here")
@pytest.mark.parametrize("kind, ahead", [
    nightly("smtps", ""), ("smtp", ""), nightly("smtp", "250 said ahead\r\n"), ("smtp", "250 said ahead\r\n535 no\r\n535-half"),
], ids=["smtps", "smtp", "line-ahead", "lines-ahead"])
def test_what_is_handed_over_is_encrypted_and_signed_in_for(kind, ahead, tmp_path):
    certificate, key = make_certificate(tmp_path)
    sink = MailSink(certificate, key, tls=kind == "smtps", starttls=kind == "smtp", ahead=ahead)
    (tmp_path / "password").write_text("wombat-canary\n")
    # The authority of this test is where the system's are.
    trusting = ("unshare", "-m", "--propagation", "private", "bash", "-c",
                f'mount --bind {certificate} /etc/ssl/certs/ca-certificates.crt && exec "$@"', "trusting")
    server = Server("--smtp", f"{kind}://127.0.0.1:{sink.port}", "--smtp-from", "vaccinapp@example.org", "--smtp-user", "post",
                    "--smtp-password", str(tmp_path / "password"), "--public-origin", "http://localhost:8080", prefix=trusting, pace=PACE)
    try:
        client = member(server, "mail-tls")
        client.post("/settings/reminders/mail", {"address": ADDRESS, "kind": "due", "step": "save"})
        envelope, _, is_secret = until(lambda: sink.messages)[0]
        assert is_secret and envelope[1] == f"RCPT TO:<{ADDRESS}>"
        assert "AUTH \0post\0wombat-canary" in sink.commands and "EHLO localhost" in sink.commands
        assert "wombat" not in server.log.read_text()
    finally:
        server.close()
        sink.close()


@pytest.mark.parametrize("kind", ["smtps", nightly("smtp")])
def test_a_server_that_nobody_vouches_for_learns_nothing(kind, tmp_path):
    certificate, key = make_certificate(tmp_path)
    sink = MailSink(certificate, key, tls=kind == "smtps", starttls=kind == "smtp")
    (tmp_path / "password").write_text("wombat-canary\n")
    server = Server("--smtp", f"{kind}://127.0.0.1:{sink.port}", "--smtp-from", "vaccinapp@example.org", "--smtp-user", "post",
                    "--smtp-password", str(tmp_path / "password"), "--public-origin", "http://localhost:8080", pace=PACE)
    try:
        client = member(server, "mail-forged")
        client.post("/settings/reminders/mail", {"address": ADDRESS, "kind": "due", "step": "save"})
        until(lambda: sink.ended)
        assert not sink.messages and not any(command.startswith(("AUTH", "MAIL")) for command in sink.commands)
    finally:
        server.close()
        sink.close()


@pytest.mark.skipif(PROGRAMS is None, reason="skipped: PostgreSQL isn't installed")
def test_two_servers_on_one_database_send_each_message_once():
    sink, cluster = MailSink(), Cluster()
    environment = {"VACCINAPP_DATABASE": cluster.make("mail")}
    options = ("--sign-ins", "100000", "--smtp", f"smtp://127.0.0.1:{sink.port}", "--smtp-from", "vaccinapp@example.org",
               "--public-origin", "http://localhost:8080")
    ports = (free_port(), free_port())
    first = Server(*options, "--metrics-port", str(ports[0]), environment=environment, pace=PACE)
    folder = first.folder / "second"
    folder.mkdir()
    for name in ("names.key", "mail.key"):
        shutil.copy(first.data / name, folder)
    second = Server("--data", str(folder), *options, "--metrics-port", str(ports[1]), environment=environment, pace=PACE)
    try:
        for number in range(8):
            client = Client(first if number % 2 else second).sign_up(f"mail-{number}")
            fields = {"address": f"quokka{number}@example.org", "kind": "monthly", "step": "save"}
            assert client.post("/settings/reminders/mail", fields).status == 303
        until(lambda: len(sink.messages) >= 8, 120)
        # A round that began after that, of each, finds nothing to send.
        all_sent = time.time()
        gauge = 'vaccinapp_job_last_success_seconds{job="reminder-mails"}'
        until(lambda: all(scrape_gauge(port, gauge) > all_sent + 1 for port in ports))
        assert sorted(envelope[1] for envelope, _, _ in sink.messages) == sorted(
            f"RCPT TO:<quokka{number}@example.org>" for number in range(8))
    finally:
        second.close()
        first.close()
        sink.close()
        cluster.close()
