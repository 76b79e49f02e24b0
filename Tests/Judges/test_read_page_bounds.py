"""Pictures that are too much, too little, or none: each ends in a sentence, in bounded time and memory."""

import json
import pathlib
import random
import resource
import signal
import struct
import subprocess
import sys
import time
import zlib

import pytest
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "codes"))

import fuzz_pages  # noqa: E402
from nights import nightly  # noqa: E402
from operating import BINARY, ROOT, surroundings  # noqa: E402
from test_read_page import READER, TEMPLATE, drawn  # noqa: E402

# Of processor time and memory; a debug build on a busy machine, of which the reader's part is optimised all the same.
MOST_SECONDS, MOST_MEGABYTES = 40, 1_500


class Run:
    """What a command did, and what it and the programs that it started took."""

    def __init__(self, *arguments):
        with subprocess.Popen(
                [BINARY, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=surroundings()) as process:
            try:
                self.output, self.error = (text.decode() for text in process.communicate(timeout=300))
            finally:
                process.kill()
            self.status = process.returncode
        # Of all children so far: a limit that one passes, it passes.
        self.megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


@pytest.fixture
def read(tmp_path):
    template = tmp_path / "template.json"
    template.write_text(json.dumps(TEMPLATE))

    def read(file, *arguments, most_seconds=MOST_SECONDS) -> Run:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = Run("read-page", file, "--template", template, "--json", *arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert spent < most_seconds and run.megabytes < MOST_MEGABYTES, (spent, run.megabytes)
        return run
    return read


def test_a_reading_takes_the_processors_time_and_not_the_clocks(tmp_path):
    """Whoever has to wait for the processor reads as much: it is stopped in the midst of a reading for longer than one may take."""
    page = Image.new("L", (2400, 1700), 245)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(size=24)
    for line in range(16):
        draw.text((60, 40 + line * 100), "Impfstoff Datum Charge Unterschrift Arzt " * 4, fill=20, font=font)
    page.save(tmp_path / "page.png")
    job = b"vaccinapp-read-text 1\npage any\ncorners whole\nturn 0\nregion 0 page 0 0 1 1\npicture\n"
    job += (tmp_path / "page.png").read_bytes()

    def answer(isStopped) -> bytes:
        with subprocess.Popen([READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(job)
            process.stdin.close()
            process.stdin = None
            stat = pathlib.Path(f"/proc/{process.pid}/stat")
            # Processor time in hundredths of a second.
            while isStopped and process.poll() is None and sum(map(int, stat.read_text().split()[13:15])) < 110:
                time.sleep(0.01)
            try:
                if isStopped:
                    process.send_signal(signal.SIGSTOP)
                    time.sleep(3.5)
                    process.send_signal(signal.SIGCONT)
                return process.communicate(timeout=300)[0]
            finally:
                process.kill()

    unhurried = answer(False)
    assert unhurried.count(b"\nword\t") > 200
    assert answer(True) == unhurried


def bomb(path, width, height) -> pathlib.Path:
    """A PNG of a few kilobytes that says to be as large, and is."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Each row is packed like the first, which nothing before it is needed for.
    packer, row = zlib.compressobj(9, wbits=-15), b"\0" * (1 + width * 3)
    packed = packer.compress(row) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = len(row) * height % 65_521 << 16 | 1
    rows = b"\x78\xda" + packed * height + packer.flush() + struct.pack(">I", checksum)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return path


def test_a_decompression_bomb_is_refused_before_it_is_unpacked(tmp_path, read):
    file = bomb(tmp_path / "bomb.png", 30_000, 30_000)
    assert file.stat().st_size < 4 << 20
    run = read(file)
    assert run.status == 2 and "bomb.png can't be read: " in run.error and "pixels" in run.error


def test_a_picture_that_says_to_be_larger_than_it_is_is_refused(tmp_path, read):
    file = bomb(tmp_path / "lie.png", 64, 64)
    data = bytearray(file.read_bytes())
    data[16:24] = struct.pack(">II", 7_000, 7_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    file.write_bytes(data)
    run = read(file)
    # What there is of it is black: refused, or nothing was found on it.
    assert run.status in (1, 2) and run.error.startswith("vaccinapp: ")


def test_a_hundred_megapixels_are_refused(tmp_path, read):
    Image.new("L", (10_000, 10_000), 200).save(tmp_path / "large.jpg", quality=30)
    run = read(tmp_path / "large.jpg")
    assert run.status == 2 and "pixels" in run.error


def test_of_a_thousand_pages_twenty_are_read_and_the_others_named(tmp_path, read):
    blank = Image.new("L", (300, 200), 235)
    blank.save(tmp_path / "long.pdf", save_all=True, append_images=[blank] * 999)
    run = read(tmp_path / "long.pdf", most_seconds=3 * MOST_SECONDS)
    assert run.status == 1 and len(json.loads(run.output)["pages"]) == 20
    assert "Pages 21 to 1000 of" in run.error and "long.pdf" in run.error


def test_a_page_of_a_document_is_read_as_the_picture_of_it(tmp_path, read):
    picture = drawn(tmp_path / "page.png")
    Image.open(picture).save(tmp_path / "page.pdf", resolution=150)
    pages = [json.loads(read(file).output)["pages"] for file in (picture, tmp_path / "page.pdf")]
    values = [
        [{name: field["value"] for name, field in row["fields"].items()} for row in rows]
        for rows in (page["rows"] for page, in pages)]
    assert values[0] and values[0] == values[1]


@pytest.mark.parametrize("size, grey", [
    ((1600, 1200), 255), ((1, 1), 90), ((1, 9_000), 90), nightly((1600, 1200), 0), nightly((9_000, 2), 90)])
def test_on_a_picture_of_nothing_no_page_is_found(tmp_path, read, size, grey):
    Image.new("L", size, grey).save(tmp_path / "nothing.png")
    run = read(tmp_path / "nothing.png")
    assert run.status in (1, 2) and run.error.startswith("vaccinapp: ") and "nothing.png" in run.error
    assert run.status == 2 or json.loads(run.output)["pages"][0]["rows"] == []


def test_noise_is_no_page(tmp_path, read):
    noise = random.Random(3).randbytes(1_600 * 1_200)
    Image.frombytes("L", (1_600, 1_200), noise).save(tmp_path / "noise.png")
    run = read(tmp_path / "noise.png")
    assert run.status == 1 and "No page was found on" in run.error
    assert json.loads(run.output)["pages"][0] == {"corners": None, "fields": {}, "found": False, "links": [], "rows": []}


@pytest.mark.parametrize("turn", [90, nightly(180), nightly(270)])
def test_a_turned_page_is_read_as_the_upright_one(tmp_path, read, turn):
    upright = json.loads(read(drawn(tmp_path / "page.jpg")).output)["pages"][0]
    turned = json.loads(read(drawn(tmp_path / "turned.jpg", turn=turn)).output)["pages"][0]
    for row, other in zip(upright["rows"], turned["rows"], strict=True):
        assert {name: field["value"] for name, field in row["fields"].items()} == {
            name: field["value"] for name, field in other["fields"].items()}


def test_of_two_pages_in_one_picture_one_is_read_or_none(tmp_path, read):
    page = Image.open(drawn(tmp_path / "page.png"))
    both = Image.new("L", (page.width * 2, page.height), 70)
    both.paste(page, (0, 0))
    both.paste(page, (page.width, 0))
    both.save(tmp_path / "both.jpg", quality=85)
    run = read(tmp_path / "both.jpg")
    assert run.status in (0, 1)
    page, = json.loads(run.output)["pages"]
    if not page["found"]:
        assert run.status == 1 and "No page was found on" in run.error
        return
    # Never a page that is made of both.
    xs = [x for x, _ in page["corners"]]
    assert max(xs) < 1_700 or min(xs) > 1_700
    assert [row["row"] for row in page["rows"]] == [1, 2]


@pytest.mark.nightly
def test_twelve_megapixels_are_read(tmp_path):
    """Within the reader's own limits; what it took is printed."""
    page = Image.open(drawn(tmp_path / "page.png")).convert("RGB").resize((4_000, 3_059))
    page.save(tmp_path / "page.jpg", quality=90)
    cells = [(row, column, kind) for row in range(3) for column, kind in enumerate(["digits", "block", "line"])]
    regions = "".join(
        f"region {number} {kind} {0.05 + 0.3 * column:.2f} {0.25 + 0.2 * row:.2f} 0.25 0.2\n"
        for number, (row, column, kind) in enumerate(cells))
    job = f"vaccinapp-read-text 1\npage 1.4\ncorners find\nturn find\n{regions}picture\n".encode()
    end, seconds, kilobytes, said = fuzz_pages.run(READER, job + (tmp_path / "page.jpg").read_bytes())
    assert end == 0 and said.startswith(b"picture\t4000\t3059\npage\tfound")
    print(f"a page of 12 megapixels took {seconds:.1f} s of one core and {kilobytes // 1024} MB")
