"""What others can see of somebody's data: other users nothing, the disk and the log nothing."""

import base64
import re

from client import Client


def test_the_headers_of_a_page(member):
    answer = member.get(member.add_pass("Erika Mustermann"))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", answer.body)


def test_cookies_are_nobody_elses(client, names):
    for answer in (
        client.get("/register"),
        client.post("/register", {"username": next(names), "password": "wombats juggle nine teapots", "consent": "yes"}),
    ):
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
                assert part in cookie, cookie
            assert "Domain" not in cookie


def test_one_user_reaches_nothing_of_anothers(server, issuer, names):
    owner, other = Client(server).sign_up(next(names)), Client(server).sign_up(next(names))
    path = owner.add_pass("Erika Mustermann", ("12", "8", "1964"))
    assert owner.post(f"{path}/vaccinations/new", owner.dose_fields(note="left arm")).status == 303
    import_certificate(owner, path, issuer.vaccination("Erika", "Mustermann", "1964-08-12"))
    reached = crawl(owner, path)
    assert len(reached) >= 8, reached
    before = {page: owner.get(page).body for page in reached if page.count("/") == 2}
    token = other.token("/passes/new")
    for stranger in (other, Client(server)):
        for page in sorted(reached):
            answer = stranger.get(page)
            assert answer.status in ((404, 405) if stranger is other else (303, 404, 405)), page
            assert "Erika" not in answer.body
            answer = stranger.post_raw(page, f"form-token={token}&name=Stolen".encode())
            assert answer.status in (303, 403, 404, 405), page
            if stranger is other:
                assert answer.status in (404, 405), page
    for page, body in before.items():
        assert strip_tokens(owner.get(page).body) == strip_tokens(body)


def crawl(client, start):
    """Every address below a pass that its pages link to or post to."""
    seen, todo = set(), [start, f"{start}/activate"]
    while todo:
        page = todo.pop()
        if page in seen:
            continue
        seen.add(page)
        body = client.get(page).body
        todo += [found for found in re.findall(r'(?:href|action|src)="([^"#?]+)', body) if found.startswith(start)]
    return seen


def strip_tokens(body):
    return re.sub(r'name="form-token" value="[^"]*"', "", body)


def import_certificate(client, path, text):
    answer = client.post(f"{path}/certificates/new", {"text": text})
    assert answer.status == 200, answer.body
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.body))
    fields = {name: value.replace("&amp;", "&").replace("&#x2F;", "/").replace("&#39;", "'")
              for name, value in fields.items() if name not in ("form-token", "return")}
    for name in re.findall(r'<select id="(pass[^"]*)"', answer.body):
        chosen = re.search(r'<option value="([^"]*)" selected', answer.body)
        fields[name] = chosen[1] if chosen else path.split("/")[2]
    answer = client.post("/certificates", fields, page="/certificates/new")
    assert answer.status == 303, answer.body


def test_a_canary_is_found_nowhere_on_disk_or_in_the_log(server, issuer, names):
    canary, family, note = "Zqxcanary", "Kanarienvogel", "Wqzfeather"
    user = next(names) + "-zqxuser"
    client = Client(server).sign_up(user)
    path = client.add_pass(f"{canary} {family}", ("12", "8", "1964"))
    assert client.post(f"{path}/vaccinations/new", client.dose_fields(note=note, batch="ZQXBATCH")).status == 303
    import_certificate(client, path, issuer.vaccination(canary, family, "1964-08-12"))
    client.post("/passes/new", client.pass_fields(f"{canary} again", ("31", "2", "1990")))
    client.get(f"/passes/{canary}?name={canary}")
    search(server, canary, family, note, user, "ZQXBATCH", path.split("/")[2])
    server.restart()
    assert canary in client.get(path).body
    search(server, canary, family, note, user, "ZQXBATCH", path.split("/")[2])


def search(server, *words):
    for word in words:
        plain = word.encode()
        forms = {plain, plain.lower(), plain.upper(), word.encode("utf-16-le"), base64.b64encode(plain).rstrip(b"=")[:-1]}
        for name, content in server.written().items():
            for form in forms:
                assert form not in content, f"{word} stands in {name}"


def test_health_tells_nothing_and_answers(client):
    for path in ("/health/live", "/health/ready"):
        answer = client.get(path)
        assert answer.status == 200 and len(answer.body) < 200
        assert answer.headers.get_all("Set-Cookie") is None
