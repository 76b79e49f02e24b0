"""Pages of a booklet, photographed: drawn here with what is on them known, and published ones judged by their own judge."""

import collections
import importlib.util
import json
import os
import pathlib
import random
import signal
import subprocess
import sys

import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from nights import nightly
from operating import BINARY, ROOT, vaccinapp

BOOKLETS = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT.parent / "shared/data")) / "booklets"
PAGES = ROOT / "Tests/CodesTests/Pictures/pages"
READER = pathlib.Path(BINARY).parent / "vaccinapp-reader-text"

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


def assert_read(page):
    """That what was drawn was read."""
    assert [row["row"] for row in page["rows"]] == [1, 2]
    for row, (date, vaccine, batch, isCrossed) in zip(page["rows"], ROWS):
        fields = row["fields"]
        day, month, year = date.split(".")
        assert fields["date"]["value"] == f"{year}-{month}-{day}"
        assert fields["vaccine"]["value"] == vaccine.lower() or vaccine.lower() in fields["vaccine"]["candidates"]
        assert fields["batch"]["text"].replace("O", "0") == batch.replace("O", "0") or not fields["batch"]["sure"]
        assert fields["measles"]["value"] == ("true" if isCrossed else "false")


HEADINGS = {
    "de": ("Impfungen", "Chargen-Nr.", "Arzt (Stempel)", "Impfstoff", "Masern", "Datum"),
    "en": ("Immunisations", "Batch No.", "Signature", "Vaccine", "Measles", "Date")}


def headed(path, language, turn=0, ruled=True) -> pathlib.Path:
    """A page that no template is of: batch, signature, vaccine, a cross, and the day last."""
    title, *headings = HEADINGS[language]
    page, edges = Image.new("L", (1400, 1000), 245), (70, 330, 560, 900, 960, 1330)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(size=30)
    draw.text((70, 60), title, fill=20, font=ImageFont.load_default(size=44))
    if ruled:
        for x in edges:
            draw.line([(x, 150), (x, 930)], fill=60, width=3)
        for y in (150, 330, 530, 730, 930):
            draw.line([(70, y), (1330, y)], fill=60, width=3)
    for x, heading in zip(edges, headings):
        if heading == headings[3]:
            upward = Image.new("L", (170, 44), 245)
            ImageDraw.Draw(upward).text((2, 2), heading, fill=20, font=font)
            page.paste(upward.rotate(90, expand=True), (x + 8, 155))
        else:
            draw.text((x + 12, 170), heading, fill=20, font=font)
    for row, (date, vaccine, batch, isCrossed) in enumerate(ROWS):
        y = 400 + row * 200
        for x, text in zip(edges, (batch, "", vaccine, "", date)):
            draw.text((x + 20, y), text, fill=20, font=font)
        if isCrossed:
            draw.line([(edges[3] + 12, y), (edges[3] + 48, y + 50)], fill=20, width=6)
            draw.line([(edges[3] + 48, y), (edges[3] + 12, y + 50)], fill=20, width=6)
    photo = Image.new("L", (1700, 1300), 70)
    photo.paste(page, (150, 150))
    photo.rotate(turn, expand=True, fillcolor=70).save(path, quality=90)
    return path


@pytest.mark.parametrize("language, turn, arguments", [
    ("en", 180, []), nightly("de", 90, ["--template", "table"]), nightly("de", 0, []), nightly("en", 0, ["--template", "table"])])
def test_a_page_that_no_template_is_of_is_read_by_its_headings(tmp_path, language, turn, arguments):
    page, = read(headed(tmp_path / "page.jpg", language, turn), *arguments)
    assert [row["row"] for row in page["rows"]] == [1, 2]
    for row, (date, vaccine, batch, isCrossed) in zip(page["rows"], ROWS):
        fields = row["fields"]
        assert fields["date"]["value"] == "-".join(reversed(date.split(".")))
        assert vaccine.lower() in [fields["vaccine"]["value"], *fields["vaccine"]["candidates"]]
        assert fields["batch"]["text"].replace("O", "0") == batch.replace("O", "0") or not fields["batch"]["sure"]
        assert fields["measles"]["value"] == ("true" if isCrossed else "false")


@pytest.mark.parametrize("language", ["de", nightly("en")])
def test_a_table_without_rulings_is_read_by_its_headings(tmp_path, language):
    page, = read(headed(tmp_path / "page.jpg", language, ruled=False), "--template", "table")
    assert [row["fields"]["date"]["value"] for row in page["rows"]] == ["2019-05-03", "2020-11-17"]
    for row, (_, vaccine, _, _) in zip(page["rows"], ROWS):
        assert vaccine.lower() in [row["fields"]["vaccine"]["value"], *row["fields"]["vaccine"]["candidates"]]


def test_every_page_of_a_document_is_read_as_its_own_form(tmp_path):
    cover = Image.new("L", (1700, 1300), 245)
    for line in range(3):
        ImageDraw.Draw(cover).text((200, 300 + 150 * line), "Nothing but a cover", fill=20, font=ImageFont.load_default(size=60))
    first, last = (Image.open(headed(tmp_path / f"{language}.jpg", language)) for language in ("de", "en"))
    first.save(tmp_path / "pages.pdf", save_all=True, append_images=[cover, last], resolution=150)
    pages = read(tmp_path / "pages.pdf")
    assert [page["template"] for page in pages] == ["table", None, "table"]
    assert [page.get("refusal") for page in pages] == [None, "no-table", None]
    assert [[row["row"] for row in page["rows"]] for page in pages] == [[1, 2], [], [1, 2]]


def test_a_page_without_headings_is_no_table(tmp_path):
    file = drawn(tmp_path / "page.jpg")
    assert vaccinapp("read-page", file, "--json").returncode == 1
    answer = vaccinapp("read-page", file, "--template", "table", "--json")
    assert answer.returncode == 1 and "headings" in answer.stderr and not answer.stdout


@pytest.mark.parametrize("across", [True, nightly(False)])
def test_two_pages_in_one_photo_are_told(tmp_path, template, across):
    one = Image.open(drawn(tmp_path / "one.jpg"))
    faults = vaccinapp("read-page", tmp_path / "one.jpg", "--template", template).stdout.splitlines()[0]
    assert faults.split() == ["page", "1", "found"]
    other = Image.open(drawn(tmp_path / "other.jpg", ROWS[1:]))
    both = Image.new("L", (one.width * 2, one.height) if across else (one.width, one.height * 2))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0) if across else (0, one.height))
    both.save(tmp_path / "both.jpg")
    answer = vaccinapp("read-page", tmp_path / "both.jpg", "--template", template)
    assert answer.stdout.splitlines()[0].split() == ["page", "1", "found", "several"]


@pytest.mark.skipif(not BOOKLETS.exists(), reason=f"no photos of booklets in {BOOKLETS}")
@pytest.mark.parametrize("turn", [90, nightly(180), nightly(270)])
def test_which_page_it_is_is_found_out_however_it_lies(tmp_path, turn):
    with Image.open(BOOKLETS / "given" / "booklet-c-02.jpg") as photo:
        photo.rotate(turn, expand=True).save(tmp_path / "turned.jpg", quality=92)
    answer = vaccinapp("read-page", tmp_path / "turned.jpg", "--json")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout)["template"] == "booklet-c"


def test_a_blurred_photo_is_told(tmp_path, template, is_nightly):
    for radius in (8, 25) if is_nightly else (8,):
        Image.open(drawn(tmp_path / "page.jpg")).filter(ImageFilter.GaussianBlur(radius)).save(tmp_path / "blurred.jpg")
        answer = vaccinapp("read-page", tmp_path / "blurred.jpg", "--template", template)
        assert "blurred" in answer.stdout.splitlines()[0], radius


@pytest.mark.parametrize("turn", [180, nightly(0)])
def test_a_drawn_page_is_read(tmp_path, template, turn):
    page, = read(drawn(tmp_path / "page.jpg", turn=turn), "--template", template)
    assert page["found"] and len(page["corners"]) == 4
    x, y = page["corners"][0]
    wanted = (150, 150) if turn == 0 else (1550, 1150)
    assert abs(x - wanted[0]) < 25 and abs(y - wanted[1]) < 25
    assert_read(page)


# By day a moving picture and a phone's are two of them.
@pytest.mark.nightly
@pytest.mark.parametrize("extension", ["avif", "png", "webp", "gif", "tiff", "pdf"])
def test_a_drawn_page_is_read_in_every_format(tmp_path, template, extension):
    page, = read(drawn(tmp_path / f"page.{extension}"), "--template", template)
    assert_read(page)


def test_a_page_that_a_phone_photographed_is_read(template):
    page, = read(PAGES / "booklet.heic", "--template", template)
    # Upright, as the container says; that the EXIF says it again counts for nothing.
    x, y = page["corners"][0]
    assert abs(x - 150) < 25 and abs(y - 150) < 25
    assert_read(page)


@pytest.mark.parametrize("name", ["page.webp", "page.gif", "page.heic", "page.avif", "page.pdf"])
def test_a_page_that_is_cut_short_is_refused_in_a_sentence(tmp_path, template, name):
    content = (PAGES / name).read_bytes()
    (tmp_path / name).write_bytes(content[:len(content) // 2])
    assert f"{name} can't be read: the file is damaged" in read(tmp_path / name, "--template", template, status=2)


@pytest.mark.parametrize("extension, isRead", [("avif", True), nightly("png", True), nightly("gif", True), ("webp", False)])
def test_of_a_moving_picture_the_first_is_read_or_it_is_refused(tmp_path, template, extension, isRead):
    with Image.open(drawn(tmp_path / "page.png")) as page:
        blank = Image.new("L", page.size, 255)
        page.save(tmp_path / f"moving.{extension}", save_all=True, append_images=[blank, blank])
    found = read(tmp_path / f"moving.{extension}", "--template", template, status=0 if isRead else 2)
    if isRead:
        assert_read(found[0])
    else:
        assert "can't be read: the file is damaged" in found


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
    answer = read(PAGES / "page.webp", "--template", tmp_path / "wrong.json", status=2)
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
        input=job + drawn(tmp_path / "page.png").read_bytes(), capture_output=True, env={}, timeout=300)
    assert run.returncode == 0 and b"\npage\twhole" in run.stdout
    lines = trace.read_text().splitlines()
    filtered = max(number for number, line in enumerate(lines) if "seccomp(SECCOMP_SET_MODE_FILTER" in line or "PR_SET_SECCOMP" in line)
    assert not any(" read(0," in line for line in lines[:filtered])
    assert any(" read(0," in line for line in lines[filtered:])
    assert not any(word in line for word in ("openat(", "open(", "socket(", "execve(") for line in lines[filtered + 1:])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["booklet-b-02", "covid-02", "booklet-d-04"])
def test_the_template_of_a_published_page_is_found_by_what_is_printed_on_it(name):
    # Only its template's rulings show where the last of these is.
    if not BOOKLETS.is_dir():
        pytest.skip(f"there is no reference data at {BOOKLETS}")
    answer = json.loads(vaccinapp("read-page", BOOKLETS / f"given/{name}.jpg", "--json").stdout)
    assert answer["template"] == name[:-3] and answer["pages"][0]["rows"]


BANDS = (("read clearly", 0.9), ("please check", 0.6), ("please type", 0))


# A page of a person, and all of them at night.
SMOKE = ("booklet-a-03",)


def test_published_pages_reach_what_was_asked_of_them(tmp_path, monkeypatch, is_nightly):
    if not BOOKLETS.is_dir():
        pytest.skip(f"there is no reference data at {BOOKLETS}")
    found = importlib.util.spec_from_file_location("booklets_judge", BOOKLETS / "judge.py")
    judge = importlib.util.module_from_spec(found)
    # It lets a closed pipe end the process, which would be all tests': whoever stops a server later writes to one.
    before = signal.getsignal(signal.SIGPIPE)
    found.loader.exec_module(judge)
    signal.signal(signal.SIGPIPE, before)
    bands, verdict = {name: collections.Counter() for name, _ in BANDS}, judge.verdict

    def banded(field, *arguments, **named):
        said = verdict(field, *arguments, **named)
        if said != "missing":
            bands[next(name for name, least in BANDS if field["confidence"] >= least)][said == "right"] += 1
        return said

    monkeypatch.setattr(judge, "verdict", banded)
    pages = tmp_path / "given"
    pages.mkdir()
    for file in (BOOKLETS / "given").iterdir():
        if is_nightly or file.name.startswith(SMOKE):
            (pages / file.name).symlink_to(file)
    monkeypatch.setattr(sys, "argv", [
        "judge.py", str(pages), "--limit", "300", "--jobs", "2", "--save", str(tmp_path / "results.json"),
        "--command", f"{BINARY} read-page FILE --template TEMPLATE --json"])
    judge.main()
    results = json.loads((tmp_path / "results.json").read_text())
    score = results["score"]
    for name, counted in bands.items():
        share = 100 * counted[True] / max(1, counted.total())
        print(f"{name:14} {counted.total():5} fields, {counted[True]:5} right ({share:.1f} %)")
    clear = bands["read clearly"]
    assert clear.total() > (200 if is_nightly else 7) and clear[False] <= 0.01 * clear.total(), bands
    # A machine that does other things makes a picture late, not wrong.
    assert not [failure for failure in results["failures"] if "too long" not in failure], results["failures"]
    assert score["sure"] <= 0.01 * sum(score.values()), score
    assert score["right"] >= 0.75 * sum(score.values()), score
    corners = results["by_class"]["all"].get("corners", {})
    assert corners.get("off", 0) == 0
