"""Somebody who uses every feature, with values that nobody may find anywhere afterwards."""

import base64
import datetime
import http.client
import io
import re
import secrets
import urllib.parse

import zxingcpp
from PIL import Image

# First, since it says where the browser's modules are.
from operating import PASSWORD, Client, Server, free_port
import authenticator
from certificates import Issuer
from test_passkeys import ORIGIN, Authenticator, text

NAMES = [f"Kanarienvogel-{number}-Quux" for number in range(40)]
WRONG_PASSWORD, NEW_PASSWORD = "zwergzebra zankt zuckersuess", "quallen quaken quer quietschend"
USER, STRANGER = "kanari-user", "kanari-stranger"
PASSPHRASE = "rhabarber kuerbis olive tundra"
TUNABLES = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"
FORM = "application/x-www-form-urlencoded"


class Typed:
    """A server with everything in it that a person would not want to be found, and the list of that."""

    def __init__(self):
        self.metrics = free_port()
        self.issuer = Issuer()
        self.server = Server(
            "--vault-idle", "5", "--metrics-port", str(self.metrics), "--log-level", "debug", "--sign-ins", "100000",
            "--public-origin", ORIGIN, trust=self.issuer.pem, pace=10)
        self.client = Client(self.server)
        # What identifies people, and what opens their data: each with a name for the test's words.
        self.health: dict[str, str] = {}
        self.keys: dict[str, str] = {"password": PASSWORD}
        self.sign_up()
        self.fill()
        self.attach()
        self.travel()
        self.take_out_and_bring_in()
        self.err()
        self.be_safe()
        for count, value in enumerate(self.client.cookies.values()):
            self.keys[f"cookie {count}"] = value

    def sign_up(self) -> None:
        answer = self.client.post("/register", {"username": USER, "password": PASSWORD, "consent": "yes"})
        self.keys["recovery code"] = self.shown_code(answer.location)
        assert self.client.post("/recovery-code", {"recovery-code": "WR0N-GC0D"}).status == 422
        assert self.client.post("/recovery-code", {"saved": "yes"}).status == 303

    def shown_code(self, path: str) -> str:
        return re.search(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){7}", self.client.get(path).body)[0]

    def fill(self) -> None:
        for name in NAMES:
            self.path = self.client.add_pass(name, ("27", "3", "1987"))
            fields = self.client.dose_fields(
                batch=f"LOT{name[-8:]}", note=name, **{"administered-by": "Dr. Kanarienarzt"})
            answer = self.client.post(f"{self.path}/vaccinations/new", fields)
            assert answer.status == 303
        vaccination = answer.location.split("?")[0]
        assert self.client.get(self.path).status == self.client.get(vaccination).status == 200
        certificate = self.issuer.vaccination("Kanaria", "Zertifikatsfrau", "1987-03-27")
        picture = io.BytesIO()
        code = zxingcpp.write_barcode(zxingcpp.BarcodeFormat.QRCode, certificate, 600, 600)
        Image.fromarray(code).save(picture, "PNG")
        found = self.upload(f"{self.path}/certificates/new", {}, "files", [("kanari-code.png", picture.getvalue())])
        assert found.status == 200 and "Zertifikatsfrau" in found.body, found.body
        taken = {"text-1": certificate, "pass-1": self.path.split("/")[-1], "accept-1": "yes"}
        answer = self.client.post("/certificates", taken, page=f"{self.path}/certificates/new")
        assert answer.status == 303
        self.health |= {
            "certificate": certificate, "holder": "Zertifikatsfrau", "UCI": "URN:UVCI:01:DE:KZ1",
            "batch": "LOTl-0-Quux", "doctor": "Kanarienarzt", "birth date": "1987-03-27",
            "birth date, written": "27 March 1987"}
        shown = re.search(rf"{self.path}/certificates/[a-z0-9]+", self.client.get(answer.location).body
                          + self.client.get(self.path).body)[0]
        for part in ("", "/qr.svg", "/qr.png"):
            assert self.client.get(shown + part).status == 200

    def upload(self, path: str, fields: dict[str, str], name: str, files: list[tuple[str, bytes]], page: str = ""):
        limit = "k" + secrets.token_hex(8)
        fields = {"form-token": self.client.token(page or path), **fields}
        head = "Content-Disposition: form-data; name"
        parts = [f'{head}="{key}"\r\n\r\n{value}'.encode() for key, value in fields.items()]
        parts += [f'{head}="{name}"; filename="{file}"\r\n\r\n'.encode() + content for file, content in files]
        body = b"".join(f"--{limit}\r\n".encode() + part + b"\r\n" for part in parts) + f"--{limit}--\r\n".encode()
        return self.client.request("POST", path, body, Content_Type=f"multipart/form-data; boundary={limit}")

    def attach(self) -> None:
        place, secret = f"{self.path}/attachments", "Kanarienbefund " + secrets.token_hex(8)
        self.health |= {"attachment": secret, "attachment's name": "kanarienbrief"}
        content = b"%PDF-1.7\n" + secret.encode() * 30_000
        assert self.upload(place, {}, "files", [("kanarienbrief.pdf", content)]).status == 303
        link = re.search(rf"{place}/[a-z0-9]+", self.client.get(place).body)[0]
        assert secret in self.client.get(link).body
        assert self.upload(place, {}, "files", [("kanarienbrief.pdf", b"<script>" + secret.encode())]).status == 422

    def travel(self) -> None:
        due = datetime.date.today() + datetime.timedelta(days=120)
        health = {"due-day": str(due.day), "due-month": str(due.month), "due-year": str(due.year)}
        assert self.client.post(f"{self.path}/health", health).status == 303
        assert self.client.get(f"{self.path}/recommendations").status == 200
        assert self.client.get(f"{self.path}/recommendations.ics?with=names").status == 200

    def take_out_and_bring_in(self) -> None:
        form = {"passphrase": PASSPHRASE, "passphrase-again": PASSPHRASE}
        self.keys["passphrase of an export"] = PASSPHRASE
        token = self.client.token("/export")
        body = urllib.parse.urlencode({"form-token": token, **form}).encode()
        sealed = raw(self.client, "/export", body)
        for path in ("export/fhir", "export/csv", "print"):
            assert self.client.get(f"{self.path}/{path}").status == 200
        for passphrase, file, name in [
            ("kanari falsche passphrase", sealed, "kanari.age"), (PASSPHRASE, sealed, "kanari.age"),
            ("", b"Impfdatum;Impfstoff;Impfung gegen;Charge\n20.05.1998;Priorix;Masern;KANARICHARGE\n", "kanari.csv"),
            ("", b'{"resourceType":"Bundle","kanari":"KANARICHARGE"', "kanari.json"),
        ]:
            answer = self.upload("/import", {"passphrase": passphrase}, "file", [(name, file)])
            if answer.status == 303:
                assert self.client.get(answer.location).status == 200
                if "columns" not in answer.location and name == "kanari.age":
                    self.client.post(answer.location + "/discard", {}, page=answer.location)
        self.health["batch of a table"] = "KANARICHARGE"
        self.keys["wrong passphrase"] = "kanari falsche passphrase"

    def err(self) -> None:
        """Pages that refuse: 400, 403, 404, 405, 413, 422, 503."""
        client, odd = self.client, urllib.parse.quote(NAMES[0])
        refused = [
            client.get(f"/{odd}"), client.get(f"/passes/{odd}"), client.get(f"/settings?done={odd}"),
            client.post("/passes/new", client.pass_fields(NAMES[1], ("31", "2", "1987"))),
            client.post_raw("/passes/new", f"form-token=wrong&name={odd}".encode()),
            client.post_raw("/passes/new", b"name=" + NAMES[2].encode() + b"%zz"),
            client.request("PUT", f"/passes/{odd}", NAMES[3].encode()),
            client.request("POST", "/passes/new", NAMES[4].encode() * 200_000, Content_Type=FORM),
            client.post("/certificates/new", {"text": "HC1:" + NAMES[5]}),
        ]
        assert {answer.status // 100 for answer in refused} <= {2, 3, 4}
        assert {400, 403, 404, 422} & {answer.status for answer in refused}
        blob = next((self.server.data / "attachments").rglob("*.sealed"))
        whole = blob.read_bytes()
        blob.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        place = f"{self.path}/attachments"
        link = re.search(rf"{place}/[a-z0-9]+", client.get(place).body)[0]
        assert client.get(link).status == 503
        blob.write_bytes(whole)

    def be_safe(self) -> None:
        """Second factor, passkey, recovery code, password; signing in by each, rightly and wrongly."""
        client = self.client
        client.post("/settings/second-factor/start", {"password": PASSWORD})
        page = client.get("/settings/second-factor/setup").body
        secret = re.search(r'class="recovery-code"><code>([A-Z2-7 ]+)<', page)[1].replace(" ", "")
        client.get("/settings/second-factor/qr.svg")
        done = client.post("/settings/second-factor/setup", {"code": authenticator.code(secret)})
        codes = re.findall(r"<code>([A-Z0-9-]{19})</code>", done.body)
        assert len(codes) == 10
        self.keys |= {"TOTP secret": secret, "TOTP secret, grouped": " ".join(re.findall("....", secret))}
        self.keys |= {f"one-time code {number}": code for number, code in enumerate(codes)}
        self.add_passkey()
        assert client.post("/settings/recovery-code", {"password": PASSWORD}).status == 303
        self.keys["newer recovery code"] = self.shown_code("/recovery-code")
        client.post("/recovery-code", {"recovery-code": self.keys["newer recovery code"]})
        answer = client.post("/settings/password", {"current": PASSWORD, "new": NEW_PASSWORD})
        assert answer.status == 303
        self.keys |= {"new password": NEW_PASSWORD, "wrong password": WRONG_PASSWORD}
        others = Client(self.server)
        for name, password in [(USER, WRONG_PASSWORD), (STRANGER, WRONG_PASSWORD), (USER, NEW_PASSWORD)]:
            answer = others.post("/login", {"username": name, "password": password})
        assert answer.location == "/login/code"
        assert others.post("/login/code", {"code": "000000"}).status == 422
        assert others.post("/login/code", {"code": codes[0]}).status == 303
        assert others.get("/settings/sessions").status == others.get("/settings/access-log").status == 200
        self.keys |= {f"other's cookie {number}": value for number, value in enumerate(others.cookies.values())}
        self.sign_in_by_passkey()
        stranger = Client(self.server)
        form = {"username": STRANGER, "recovery-code": self.keys["newer recovery code"], "password": NEW_PASSWORD}
        assert stranger.post("/recover", form).status == 422
        self.health |= {"user name": USER, "unknown user name": STRANGER}

    def add_passkey(self) -> None:
        client, self.key = self.client, Authenticator("ES256")
        page = client.post("/settings/passkeys/new", {"name": "Kanarienschluessel", "password": PASSWORD})
        data = attributes(page.body)
        self.key.challenge, self.key.user = decoded(data["challenge"]), decoded(data["user"])
        made = self.key.create()
        self.prf = secrets.token_bytes(32)
        form = {"name": "Kanarienschluessel", "client-data": made["client-data"], "attestation": made["attestation"],
                "secret": text(self.prf)}
        token = re.search(r'name="form-token" value="([^"]+)"', page.body)[1]
        answer = client.post_raw("/settings/passkeys", urllib.parse.urlencode({"form-token": token, **form}).encode())
        assert "passkey-added" in answer.location, answer.body
        self.health["passkey's name"] = "Kanarienschluessel"
        self.keys["PRF secret"] = text(self.prf)

    def sign_in_by_passkey(self) -> None:
        client = Client(self.server)
        page = client.get("/login").body
        self.key.challenge = decoded(attributes(page)["challenge"])
        used = self.key.get(count=7)
        form = {"credential": text(self.key.id), "client-data": used["client-data"], "authenticator-data": used["data"],
                "signature": used["signature"], "user-handle": text(self.key.user), "secret": text(self.prf)}
        token = re.search(r'name="form-token" value="([^"]+)"', page)[1]
        answer = client.post_raw("/login/passkey", urllib.parse.urlencode({"form-token": token, **form}).encode())
        assert answer.location == "/", answer.body
        assert NAMES[0] in client.get("/passes").body

    @property
    def canaries(self) -> dict[str, bytes]:
        """Each in the forms that it might be found in."""
        found = {}
        for name, value in {**self.health, **self.keys, **{one: one for one in NAMES}}.items():
            found[name] = value.encode()
            found[f"{name}, in UTF-16"] = value.encode("utf-16-le")
            if urllib.parse.quote_plus(value) != value:
                found[f"{name}, in a form"] = urllib.parse.quote_plus(value).encode()
            if "-" in value and name in self.keys:
                found[f"{name}, without dashes"] = value.replace("-", "").encode()
        secret = self.keys["TOTP secret"]
        found["TOTP secret's bytes"] = base64.b32decode(secret + "=" * (-len(secret) % 8))
        found["PRF secret's bytes"] = self.prf
        for name, value in list(self.keys.items()):
            if "cookie" in name:
                found[f"{name}'s bytes"] = decoded(value)
        return found


def raw(client: Client, path: str, body: bytes) -> bytes:
    """The bytes that a form's answer has."""
    connection = http.client.HTTPConnection("127.0.0.1", client.server.port, timeout=300)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    connection.request("POST", path, body, {"Cookie": cookies, "Content-Type": FORM})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 200
    return content


def decoded(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


def attributes(page: str) -> dict[str, str]:
    """What the page tells its script."""
    form = re.search(r"<form[^>]* data-passkey=[^>]*>", page)[0]
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', form))
