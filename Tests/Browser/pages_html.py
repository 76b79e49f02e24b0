"""Every page as it is read, not as it looks: what a change of templates may not change.

    pages_html.py FOLDER [option of serve…]    keeps each page that links and forms lead to, in both languages
    pages_html.py --compare BEFORE AFTER       shows what differs between two of them, and fails where anything does

A page is kept as a list: each element that isn't there for its looks, with what it says of itself, and each text. Classes,
`div`s and what is another each time (ids, tokens, moments) are left out. Both have to be kept on one day.
"""

import difflib
import html
import pathlib
import re
import sys
import urllib.parse
from html.parser import HTMLParser

import authenticator
from client import PASSWORD, Client
from server import Server

ID = re.compile(r"\b(?=[a-z0-9]*\d)[a-z0-9]{26}\b")
# What is another each time, with what is kept instead.
PASSING = [
    (re.compile(r"<time [^>]*>[^<]*</time>"), "<time>TIME</time>"),
    (re.compile(r'(name="(?:form-token|generated|base)" value|data-(?:challenge|salt|user|known|moment))="[^"]*"'), r'\1="TOKEN"'),
    (re.compile(r"(/static/[\w-]+)\.[0-9a-f]{20}"), r"\1"),
    (ID, "ID"),
    (re.compile(r"data:[\w/+-]+;base64,[^\"]*|(?:HC1:|shc:/|shlink:/|otpauth:)[^<\"]*"), "CODE"),
    (re.compile(r"<code>[^<]*</code>"), "<code>CODE</code>"),
    (re.compile(r"/(?:calendar|link|v#|mail)/?[\w.-]{22,}[^\"<]*"), "/SECRET"),
    (re.compile(r"(?<=T)\d\d:\d\d:\d\dZ|(?<=127\.0\.0\.1):\d+|\b\d\d:\d\d\b"), "CLOCK"),
    (re.compile(r'(name="passcode" value)="\d+"'), r'\1="CODE"'),
]
# Elements that only hold others together.
BARE = {"div", "html", "body", "head", "meta", "link"}
# Pages of one make: so many of each are kept.
LIKES = 4
# Forms that would end what the others are about.
ENDS = re.compile(r"/logout|/language|/delete$|/end|/empty$|/consent|/restore|/discard|/lost$|/recovery-code$|/codes$|/off$")


class Reader(HTMLParser):
    """The lines of a page, the places that it leads to, and its forms."""

    def __init__(self, page: str):
        super().__init__()
        self.lines, self.links, self.forms, self.text = [], [], [], []
        self.feed(page)
        self.say()

    def say(self) -> None:
        if text := " ".join("".join(self.text).split()):
            self.lines.append(text)
        self.text = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "a" and "download" not in given:
            self.links.append(given.get("href") or "")
        if tag == "form":
            self.forms.append((given, {}))
        elif self.forms and given.get("name") and tag in ("input", "select", "textarea", "button"):
            self.forms[-1][1].setdefault(given["name"], (given.get("type") or tag, given.get("value") or ""))
        if tag not in BARE or set(given) - {"class"}:
            self.say()
            told = "".join(f" {name}={value!r}" for name, value in sorted(attributes) if name not in ("class", "style"))
            self.lines.append(f"<{tag}{told}>")

    def handle_endtag(self, tag):
        if tag not in BARE:
            self.say()
            self.lines.append(f"</{tag}>")

    def handle_data(self, data):
        self.text.append(data)


class Keeper:
    def __init__(self, folder: pathlib.Path, server: Server):
        self.folder, self.server, self.kept = folder, server, 0

    def keep(self, name: str, answer) -> Reader:
        """Keeps a page by its name, or where the answer leads instead."""
        place = self.folder / (re.sub(r"[^\w#=&.-]+", "_", name).strip("_") + ".txt")
        place.parent.mkdir(parents=True, exist_ok=True)
        page = answer.body
        for pattern, instead in PASSING:
            page = pattern.sub(instead, page)
        found = [ID.sub("ID", answer.location)] if answer.location else Reader(page).lines
        place.write_text("\n".join([f"{answer.status}", *found, ""]))
        self.kept += 1
        return Reader(answer.body)

    def crawl(self, state: str, client: Client, starts: list[str], language: str, only: str = "") -> None:
        """Keeps what links lead to, then what each form that is found answers when nothing, or nonsense, is typed."""
        todo, seen, counts, forms = list(starts), set(), {}, {}
        while todo:
            path = todo.pop(0).split("#")[0]
            kind = ID.sub("ID", path)
            family = re.sub(r"^/(help|licences|situation|admin/catalogue/files)/.*|(\?.*)", r"/\1\2", kind)
            if path in seen or counts.get(family, 0) >= LIKES or re.search(r"\.(svg|png|json|ics|csv)$|/fhir$|/csv$", path):
                continue
            seen.add(path)
            answer = client.get(path, Accept_Language=language)
            if not answer.headers.get_content_type() == "text/html" and not answer.location:
                continue
            counts[family] = counts.get(family, 0) + 1
            page = self.keep(f"{language} {state} {kind} #{counts[family]}", answer)
            if answer.location:
                continue
            todo += [link for link in page.links if link.startswith("/") and not link.startswith("//") and only in link]
            for given, controls in page.forms:
                action = given.get("action", "")
                fields = [kind for kind, _ in controls.values()]
                if given.get("method") != "post" or ENDS.search(action) or not set(fields) & {"input", "text", "select", "textarea",
                        "password", "file", "email", "radio"}:
                    continue
                key = (ID.sub("ID", action), tuple(controls))
                forms.setdefault(key, (path, action, given, controls))
        for (kind, _), (path, action, given, controls) in forms.items():
            counts[kind + " post"] = number = counts.get(kind + " post", 0) + 1
            for typed in ("", "zz9"):
                self.keep(f"{language} {state} {kind} post {number} {typed or 'empty'}",
                          self.send(client, path, action, given, controls, typed, language))

    def send(self, client, path, action, given, controls, typed, language):
        token = client.token(path)
        fields = {name: value if kind == "hidden" else typed for name, (kind, value) in controls.items()
                  if kind not in ("submit", "button", "checkbox", "file", "image") and name != "form-token"}
        fields = {"form-token": token, **fields}
        if given.get("enctype") != "multipart/form-data":
            return client.post_raw(action, urllib.parse.urlencode(fields).encode(), Accept_Language=language)
        part = "".join(f'--limit\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items())
        return client.request("POST", action, (part + "--limit--\r\n").encode(), Accept_Language=language,
                              Content_Type="multipart/form-data; boundary=limit")


def languages(client: Client, page: str):
    for language in ("en", "de"):
        client.post("/language", {"language": language, "return": page}, page=page)
        yield language


def upload(client: Client, path: str, field: str, name: str, content: bytes):
    head = f'--limit\r\nContent-Disposition: form-data; name="form-token"\r\n\r\n{client.token(path)}\r\n' \
        f'--limit\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
    return client.request("POST", path, head.encode() + content + b"\r\n--limit--\r\n",
                          Content_Type="multipart/form-data; boundary=limit")


def keep_all(keeper: Keeper, server: Server) -> None:
    open_to_all = ["/", "/register", "/login", "/recover", "/privacy", "/offline", "/v", "/schedules", "/nothing-here", "/introduction/1"]
    for language in ("en", "de"):
        keeper.crawl("visitor", Client(server), open_to_all, language)
    # Somebody new: nothing is there yet, then one thing of each.
    member = Client(server)
    member.post("/register", {"username": "page-keeper", "password": PASSWORD, "consent": "yes"})
    for language in languages(member, "/recovery-code"):
        keeper.crawl("unconfirmed", member, ["/recovery-code", "/settings/passkeys"], language, only="/recovery-code")
    member.post("/recovery-code", {"saved": "yes"})
    more = ["/passes", "/settings", "/certificates/new", "/import", "/import/link", "/bin", "/bin/empty", "/situation/rsv",
            "/settings/second-factor/start", "/settings/second-factor/setup", "/settings/passkeys/new", "/scan-templates/new"]
    for language in languages(member, "/settings"):
        keeper.crawl("new", member, ["/", "/welcome", *more], language)
    for born in (("27", "3", "1990"), ("", "", "2024")):
        path = member.add_pass("Keeper", born)
    for language in languages(member, "/settings"):
        keeper.crawl("empty", member, ["/", path, f"{path}/scan", f"{path}/print/school", *more], language)
    for number in range(2):
        done = member.post(f"{path}/vaccinations/new", member.dose_fields(("5", "4", f"202{number + 4}"), note="Said so"))
        assert done.status == 303, done.body
    dose = done.location.split("?")[0]
    upload(member, f"{path}/attachments", "files", "letter.pdf", b"%PDF-1.7\nx")
    upload(member, f"{path}/attachments", "files", "letter.pdf", b"%PDF-1.7\ny")
    member.post(f"{path}/links", {"days": "7", "label": "Practice", "passcode": "4711 0815"})
    member.post(f"{path}/calendar", {"step": "make"})
    member.post(f"{path}/journeys", {"country": "BR", "from-day": "1", "from-month": "6", "from-year": "2031", "to-day": "9",
                                     "to-month": "6", "to-year": "2031"})
    member.post("/settings/reminders", {"pass": path.split("/")[-1], "length": "week", "pause": "week"})
    copy = re.search(r'/scan-templates/[\w-]+/copy', member.get(re.search(
        r'href="(/scan-templates/[^"/]+)"><bdi>', member.get("/scan-templates").body)[1]).body)[0]
    member.post(copy, {}, page="/scan-templates")
    member.post(f"{path}/links", {"days": "7", "label": "Practice", "passcode": "0815 4711"})
    rows = b"Impfdatum;Impfung gegen\n20.05.1998;Masern\nsoon;Masern\n"
    Client(server).post("/login", {"username": "page-keeper", "password": PASSWORD})
    for language in languages(member, "/settings"):
        table = upload(member, "/import", "file", "table.csv", rows).location
        keeper.crawl("filled", member, ["/", path, dose, table, f"{path}/print/school", *more], language)
        file = member.get(f"{path}/export/fhir").body.replace("Said so", "Said")
        own = upload(member, "/import", "file", "own.json", file.encode()).location
        keeper.keep(f"{language} filled preview", member.get(own))
        doomed = [f"{dose}/delete", f"{path}/delete"]
        for link in sorted(set(re.findall(rf'"({path}/(?:attachments|journeys)/[a-z0-9]+/delete)"', member.get(f"{path}/attachments").body))):
            doomed.append(link)
        for link in doomed:
            keeper.keep(f"{language} filled {ID.sub('ID', link)}", member.get(link))
    refused = {"password": "wrong", "current": "wrong", "new": "short", "code": "000000", "recovery-code": "wrong", "name": "Key"}
    again = ["/settings/second-factor/start", "/settings/second-factor/codes", "/settings/second-factor/off", "/settings/recovery-code",
             "/settings/password", "/settings/lost", "/settings/delete", "/settings/passkeys/new", "/recovery-code"]
    for language in ("en", "de"):
        tester = Client(server).sign_up(f"tester-{language}")
        tester.post("/language", {"language": language, "return": "/settings"}, page="/settings")
        for page in again:
            keeper.keep(f"{language} refused {page}", tester.post(page, refused, page="/settings"))
        visitor = Client(server)
        for page, more_fields in (("/login", {"username": "nobody"}), ("/recover", {"username": "nobody"}), ("/register", {"username": "nobody"})):
            token = visitor.token(page)
            keeper.keep(f"{language} refused {page}", visitor.post_raw(
                page, urllib.parse.urlencode({"form-token": token, **refused, **more_fields}).encode(), Accept_Language=language))
    # Two-factor sign-in, halfway and whole; of somebody whose password nobody guessed at.
    keeper_of_passes, member = member, Client(server).sign_up("factor-keeper")
    Client(server).post("/login", {"username": "factor-keeper", "password": PASSWORD})
    member.post("/settings/second-factor/start", {"password": PASSWORD})
    setup = member.get("/settings/second-factor/setup")
    for language in languages(member, "/settings"):
        keeper.keep(f"{language} setup", member.get("/settings/second-factor/setup"))
        keeper.keep(f"{language} setup refused", member.post("/settings/second-factor/setup", {"code": "12"}))
    secret = re.search(r"<code>([A-Z2-7 ]{20,})</code>", setup.body)[1]
    keeper.keep("de setup done", member.post("/settings/second-factor/setup", {"code": authenticator.code(secret)}))
    for language in languages(member, "/settings"):
        for page in ("/settings/second-factor", "/settings/second-factor/off", "/settings/second-factor/codes", "/settings/lost"):
            keeper.keep(f"{language} factor {page}", member.get(page))
        half = Client(server)
        half.post("/login", {"username": "factor-keeper", "password": PASSWORD})
        keeper.keep(f"{language} halfway", half.get("/login/code", Accept_Language=language))
        keeper.keep(f"{language} halfway refused", half.post("/login/code", {"code": "12"}))
    # What was deleted, the bin, and an account whose consent is withdrawn.
    member = keeper_of_passes
    member.post(f"{dose}/delete", {}, page=f"{dose}/delete")
    for language in languages(member, "/settings"):
        for page in ("/bin", "/bin/empty", "/settings/access-log", "/settings/sessions", "/settings/reminders", dose):
            keeper.keep(f"{language} deleted {ID.sub('ID', page)}", member.get(page))
    member.post("/settings/consent", {"consent": "withdrawn"}, page="/settings")
    for language in languages(member, "/settings/delete"):
        for page in ("/settings/delete", "/export", "/settings/sessions", "/"):
            keeper.keep(f"{language} withdrawn {page}", member.get(page))
    # A family, and an office.
    username, password = re.search(r"sign in as '([^']+)' with the password '([^']+)'", server.log.read_text()).groups()
    server.command("admin", "add", username, "--data", str(server.data))
    feed = server.folder / "feed.xml"
    feed.write_text("""<rss version="2.0"><channel><item><title>Epidemiologisches Bulletin 4/2026</title>
        <link>https://www.example.org/4</link><description>Empfehlungen der STIKO</description></item></channel></rss>""")
    server.command("stiko-watch", str(feed), "--data", str(server.data))
    family = Client(server)
    family.post("/login", {"username": username, "password": password})
    for language in languages(family, "/settings"):
        keeper.crawl("family", family, ["/", "/admin", "/admin/stiko", "/admin/catalogue", *more], language)
        place = next(link for link in every_link(family, "/") if "/certificates/" in link)
        text = html.unescape(re.search(r'class="raw"><code>([^<]*)<', family.get(place).body)[1])
        keeper.keep(f"{language} certificate found", upload(family, "/certificates/new", "files", "card.txt", text.encode()))
        family.post(f"{place}/offline", {"step": "keep", "days": "7"})
        for page in ("/offline", "/offline/page"):
            keeper.keep(f"{language} certificate {page}", family.get(place + page))


def every_link(client: Client, start: str) -> list[str]:
    """What is linked to from a page, and from what that leads to."""
    links = Reader(client.get(start).body).links
    return links + [link for page in dict.fromkeys(links) if page.startswith("/passes/") for link in Reader(client.get(page).body).links]


def compare(before: pathlib.Path, after: pathlib.Path) -> int:
    differing = 0
    for name in sorted({place.name for folder in (before, after) for place in folder.glob("*.txt")}):
        texts = [(folder / name).read_text().splitlines() if (folder / name).exists() else [] for folder in (before, after)]
        if texts[0] != texts[1]:
            differing += 1
            print(f"--- {name}", *list(difflib.unified_diff(*texts, lineterm="", n=1))[2:], sep="\n")
    print(f"{differing} pages differ, of {len(list(after.glob('*.txt')))}")
    return 1 if differing else 0


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        sys.exit(compare(*map(pathlib.Path, sys.argv[2:4])))
    running = Server("--demo", "--sign-ins", "100000", *sys.argv[2:])
    try:
        keeper = Keeper(pathlib.Path(sys.argv[1]), running)
        keep_all(keeper, running)
        print(f"{keeper.kept} pages")
    finally:
        running.close()
