"""`vaccinapp stiko-watch`: from a file, over HTTP, from a hostile server, and with a PDF."""

import http.server
import json
import os
import pathlib
import subprocess
import threading

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("VACCINAPP_BINARY", str(ROOT / ".build/debug/vaccinapp"))

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>EB</title>
<item><title>Epidemiologisches Bulletin 4/2026</title><link>https://www.example.org/4</link>
<description>Empfehlungen der STIKO 2026</description><pubDate>Thu, 22 Jan 2026 10:00:00 +0100</pubDate></item>
<item><title>Epidemiologisches Bulletin 5/2026</title><link>https://www.example.org/5</link></item>
</channel></rss>"""


def watch(*arguments, **options):
    return subprocess.run(
        [BINARY, "stiko-watch", *map(str, arguments)], capture_output=True, text=True, timeout=300, **options)


def tasks(data):
    file = data / "stiko" / "tasks.json"
    return json.loads(file.read_text()) if file.exists() else []


@pytest.fixture
def web():
    """A server that answers what a test wants."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.answer(self)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.url = f"http://127.0.0.1:{server.server_port}/feed.xml"
    yield server
    server.shutdown()


def body(text, status=200, **fields):
    def answer(handler):
        handler.send_response(status)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.end_headers()
        try:
            handler.wfile.write(text if isinstance(text, bytes) else text.encode())
        except OSError:
            pass
    return answer


def test_keeps_a_task_with_link_and_date_once(tmp_path):
    feed = tmp_path / "feed.xml"
    feed.write_text(FEED)
    first = watch(feed, "--data", tmp_path)
    assert first.returncode == 0 and "1 new task" in first.stdout, first.stderr
    assert "0 new tasks" in watch(feed, "--data", tmp_path).stdout
    [task] = tasks(tmp_path)
    assert task["link"] == "https://www.example.org/4" and task["published"] == "2026-01-22"
    assert "done" not in task


def test_reads_a_feed_over_http_and_follows_a_redirect(tmp_path, web):
    def answer(handler):
        if handler.path == "/feed.xml":
            body("", 302, Location="/moved.xml")(handler)
        else:
            body(FEED)(handler)
    web.answer = answer
    result = watch(web.url, "--data", tmp_path)
    assert result.returncode == 0, result.stderr
    assert len(tasks(tmp_path)) == 1


def test_asks_only_for_what_is_new(tmp_path, web):
    asked = []

    def answer(handler):
        asked.append((handler.headers["If-None-Match"], handler.headers["If-Modified-Since"]))
        if handler.headers["If-None-Match"] == '"two"':
            return body("", 304)(handler)
        tag = '"one"' if len(asked) == 1 else '"two"'
        fields = {"ETag": tag, "Last-Modified": "Thu, 22 Jan 2026 10:00:00 GMT"}
        return body("no feed" if len(asked) == 2 else FEED, **fields)(handler)

    web.answer = answer
    results = [watch(web.url, "--data", tmp_path) for _ in range(4)]
    assert [result.returncode for result in results] == [0, 2, 0, 0]
    moment = "Thu, 22 Jan 2026 10:00:00 GMT"
    # What couldn't be read isn't remembered.
    assert asked == [(None, None), ('"one"', moment), ('"one"', moment), ('"two"', moment)]
    assert "read last" in results[3].stdout and len(tasks(tmp_path)) == 1
    # Another address is another feed; a file that was tampered with is none.
    (tmp_path / "stiko" / "feed.json").write_text(json.dumps({"address": web.url, "tag": "a\r\nHost: evil"}))
    assert watch(web.url, "--data", tmp_path).returncode == 0 and asked[-1] == (None, None)


@pytest.mark.parametrize("text,status,word", [
    ("not modified, although nobody asked", 304, "304"),
    ("gone", 404, "404"),
    (b" " * (5 << 20), 200, "larger"),
    ("<html><body>hello", 200, "well-formed"),
    ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>', 200, "document type"),
])
def test_says_why_a_feed_was_not_read(tmp_path, web, text, status, word):
    web.answer = body(text, status)
    result = watch(web.url, "--data", tmp_path)
    assert result.returncode == 2 and word in result.stderr
    assert tasks(tmp_path) == []


def test_gives_up_on_redirects_without_end_and_on_nobody(tmp_path, web):
    web.answer = lambda handler: body("", 302, Location=handler.path + "x")(handler)
    assert watch(web.url, "--data", tmp_path).returncode == 2
    result = watch("http://127.0.0.1:1/feed", "--data", tmp_path)
    assert result.returncode == 2 and "reached" in result.stderr


def test_keeps_the_tables_of_a_pdf_for_comparing(tmp_path):
    feed, paper = tmp_path / "feed.xml", tmp_path / "paper.pdf"
    feed.write_text(FEED)
    rows = [("Impfung", "Alter"), ("Rotaviren", "ab 6 Wochen"), ("Masern", "11 Monate")]
    stream = "".join(
        f"BT /F1 12 Tf {x} {700 - 20 * y} Td ({text}) Tj ET\n"
        for y, row in enumerate(rows) for x, text in zip((50, 300), row)).encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%sendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    pdf, offsets = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(pdf))
        pdf += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    paper.write_bytes(pdf + table + b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(pdf))

    result = watch(feed, "--data", tmp_path, "--pdf", paper)
    assert result.returncode == 0, result.stderr
    assert tasks(tmp_path)[0]["lines"] == ["Impfung | Alter", "Rotaviren | ab 6 Wochen", "Masern | 11 Monate"]

    paper.write_bytes(b"%PDF-1.4 nothing")
    broken = watch(feed, "--data", tmp_path, "--pdf", paper)
    assert broken.returncode == 2 and "damaged" in broken.stderr
    assert len(tasks(tmp_path)[0]["lines"]) == 3
    assert watch(feed, "--data", tmp_path, "--pdf", paper, "--task", "none").returncode != 0
