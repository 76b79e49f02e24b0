"""Pages of a booklet, photographed: drawn here with what is on them known, and published ones judged by their own judge."""

import json
import os
import pathlib
import random
import subprocess
import sys

import pytest
from PIL import Image, ImageDraw, ImageFont

from operating import ROOT, vaccinapp

BOOKLETS = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT.parent / "shared/data")) / "booklets"
READER = pathlib.Path(os.environ.get("VACCINAPP_BINARY", ROOT / ".build/debug/vaccinapp")).parent / "vaccinapp-reader-text"

TEMPLATE = {
    "format": "vaccinapp-scan-template/1", "id": "drawn", "title": "Drawn", "aspect": 1.4,
    "rows": {"top": 0.25, "height": 0.6, "count": 3},
    "columns": [
        {"name": "date", "type": "date", "left": 0.05, "width": 0.2},
        {"name": "vaccine", "type": "vaccine-name", "left": 0.25, "width": 0.35},
        {"name": "batch", "type": "batch", "left": 0.6, "width": 0.25},
        {"name": "measles", "type": "cross:measles+mumps+rubella", "left": 0.85, "width": 0.1}],
    "regions": []}
ROWS = [("03.05.2019", "Priorix", "AMJRC123", True), ("17.11.2020", "Boostrix", "BC47KL9", False)]


def drawn(path, rows=ROWS, turn=0) -> pathlib.Path:
    """A page on a dark table, as a phone sees it from straight above."""
    page = Image.new("L", (1400, 1000), 245)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(size=34)
    for x in (0.05, 0.25, 0.6, 0.85, 0.95):
        draw.line([(x * 1400, 250), (x * 1400, 850)], fill=60, width=3)
    for row in range(4):
        draw.line([(70, 250 + row * 200), (1330, 250 + row * 200)], fill=60, width=3)
    for row, (date, vaccine, batch, isCrossed) in enumerate(rows):
        for x, text in ((80, date), (370, vaccine), (855, "Ch.-B.: " + batch)):
            draw.text((x, 320 + row * 200), text, fill=20, font=font)
        if isCrossed:
            draw.line([(1235, 315 + row * 200), (1285, 385 + row * 200)], fill=20, width=6)
            draw.line([(1285, 315 + row * 200), (1235, 385 + row * 200)], fill=20, width=6)
    photo = Image.new("L", (1700, 1300), 70)
    noise = random.Random(7)
    for _ in range(4000):
        photo.putpixel((noise.randrange(1700), noise.randrange(1300)), noise.randrange(50, 95))
    photo.paste(page, (150, 150))
    photo.rotate(turn, expand=True, fillcolor=70).save(path, quality=85)
    return path


@pytest.fixture
def template(tmp_path):
    file = tmp_path / "template.json"
    file.write_text(json.dumps(TEMPLATE))
    return file


def read(*arguments, status=0):
    answer = vaccinapp("read-page", *arguments, "--json")
    assert answer.returncode == status, answer.stdout + answer.stderr
    return json.loads(answer.stdout)["pages"] if status < 2 and answer.stdout else answer.stderr


@pytest.mark.parametrize("turn", [0, 180])
def test_a_drawn_page_is_read(tmp_path, template, turn):
    page, = read(drawn(tmp_path / "page.jpg", turn=turn), "--template", template)
    assert page["found"] and len(page["corners"]) == 4
    x, y = page["corners"][0]
    wanted = (150, 150) if turn == 0 else (1550, 1150)
    assert abs(x - wanted[0]) < 25 and abs(y - wanted[1]) < 25
    assert [row["row"] for row in page["rows"]] == [1, 2]
    for row, (date, vaccine, batch, isCrossed) in zip(page["rows"], ROWS):
        fields = row["fields"]
        day, month, year = date.split(".")
        assert fields["date"]["value"] == f"{year}-{month}-{day}"
        assert fields["vaccine"]["value"] == vaccine.lower() or vaccine.lower() in fields["vaccine"]["candidates"]
        assert fields["batch"]["text"].replace("O", "0") == batch.replace("O", "0") or not fields["batch"]["sure"]
        assert fields["measles"]["value"] == ("true" if isCrossed else "false")


def test_what_contradicts_itself_is_told(tmp_path, template):
    # A vaccine against tetanus and more, and a cross at measles; and a day before that of the row above.
    rows = [ROWS[0], ("17.11.2018", "Boostrix", "BC47KL9", True)]
    page, = read(drawn(tmp_path / "page.jpg", rows), "--template", template)
    broken = {link["kind"] for link in page["links"] if link["holds"] is False}
    assert "agrees" in broken


def test_an_empty_page_says_nothing(tmp_path, template):
    page, = read(drawn(tmp_path / "page.jpg", []), "--template", template, status=1)
    assert page["rows"] == [] and page["fields"] == {}


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, b"\xff\xd8\xff" + b"\0" * 500])
def test_what_is_no_picture_is_refused_in_a_sentence(tmp_path, template, content):
    (tmp_path / "page.jpg").write_bytes(content)
    assert "can't be read" in read(tmp_path / "page.jpg", "--template", template, status=2)


@pytest.mark.parametrize("change, words", [
    (lambda t: t["columns"][0].update(left=0.95), "a region leaves the page (date)"),
    (lambda t: t.update(links=[{"kind": "sum", "regions": ["date", "none"]}]), "names a region that there isn't (none)"),
    (lambda t: t["rows"].update(count=10_000), "too"), (lambda t: t["columns"][0].update(type="poem"), "type that there isn't"),
    (lambda t: t["columns"][1].update(name="date"), "the same name (date)"), (lambda t: t.update(format="other/1"), "format"),
    (lambda t: t.clear(), "missing")])
def test_a_template_that_is_none_is_refused_by_name(tmp_path, change, words):
    wrong = json.loads(json.dumps(TEMPLATE))
    change(wrong)
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    answer = read(drawn(tmp_path / "page.jpg"), "--template", tmp_path / "wrong.json", status=2)
    assert words in answer and "wrong.json" in answer


def test_the_templates_that_come_along_are_read_and_written_alike():
    files = sorted((ROOT / "Catalogue/scan-templates").glob("*.json"))
    assert len(files) >= 8
    for file in files:
        template = json.loads(file.read_text())
        assert template["id"] == file.stem and set(template["names"]) == {"de", "en"}


def test_the_reader_opens_nothing_once_its_filter_stands_and_reads_nothing_before(tmp_path):
    job = b"vaccinapp-read-text 1\npage 1.4\ncorners whole\nturn 0\nregion 0 line 0.05 0.25 0.2 0.2\npicture\n"
    trace = tmp_path / "trace"
    run = subprocess.run(
        ["strace", "-f", "-o", trace, "-e", "trace=openat,open,read,seccomp,prctl,socket,execve", READER],
        input=job + drawn(tmp_path / "page.png").read_bytes(), capture_output=True, env={}, timeout=120)
    assert run.returncode == 0 and b"\npage\twhole" in run.stdout
    lines = trace.read_text().splitlines()
    filtered = max(number for number, line in enumerate(lines) if "seccomp(SECCOMP_SET_MODE_FILTER" in line or "PR_SET_SECCOMP" in line)
    assert not any(" read(0," in line for line in lines[:filtered])
    assert any(" read(0," in line for line in lines[filtered:])
    assert not any(word in line for word in ("openat(", "open(", "socket(", "execve(") for line in lines[filtered + 1:])


@pytest.mark.parametrize("name", ["booklet-b-02", "covid-02"])
def test_the_template_of_a_published_page_is_found_by_its_title(name):
    if not BOOKLETS.is_dir():
        pytest.skip(f"there is no reference data at {BOOKLETS}")
    page, = read(BOOKLETS / f"given/{name}.jpg")
    known = {column["name"] for column in json.loads(
        (ROOT / f"Catalogue/scan-templates/{name[:-3]}.json").read_text())["columns"]} | {"vaccine", "batch", "expiry", "manufacturer"}
    assert page["rows"] and all(set(row["fields"]) <= known for row in page["rows"])


def test_published_pages_reach_what_was_asked_of_them(tmp_path):
    if not BOOKLETS.is_dir():
        pytest.skip(f"there is no reference data at {BOOKLETS}")
    program = os.environ.get("VACCINAPP_BINARY", ROOT / ".build/debug/vaccinapp")
    subprocess.run(
        [sys.executable, BOOKLETS / "judge.py", BOOKLETS / "given", "--match", "-03", "--limit", "120", "--save",
         tmp_path / "results.json", "--command", f"{program} read-page FILE --template TEMPLATE --json"],
        check=True, capture_output=True, timeout=900)
    results = json.loads((tmp_path / "results.json").read_text())
    score = results["score"]
    assert not results["failures"] and score["sure"] <= 0.01 * sum(score.values()), score
    assert score["right"] >= 0.75 * sum(score.values()), score
    corners = results["by_class"]["all"].get("corners", {})
    assert corners.get("off", 0) == 0
