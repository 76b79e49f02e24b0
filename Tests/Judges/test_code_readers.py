"""The short form of codes/fuzz.py, on every run of the tests; a longer one with --nightly."""

import io
import os
import pathlib
import subprocess
import sys
import time

import numpy
import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "codes"))

import degrade  # noqa: E402
import fuzz  # noqa: E402
import fuzz_pages  # noqa: E402

PROGRAMS = pathlib.Path(os.environ.get("VACCINAPP_BINARY", HERE.parent.parent / ".build/debug/vaccinapp")).parent


def test_mutated_pictures_and_documents_end_within_bounds_and_give_no_wrong_text(is_nightly):
    ends, faults, _ = fuzz.fuzz(PROGRAMS, count=3_000 if is_nightly else 16, pdfs=300 if is_nightly else 2)
    assert not faults
    assert any(status == 0 for _, status in ends), "none was read: the programs aren't what they should be"
    assert any(status == 13 for _, status in ends), "none was damaged: the mutations do nothing"
    assert not any(status == 70 for _, status in ends)


@pytest.mark.parametrize("name", ["vaccinapp-reader", "vaccinapp-reader-heic"])
def test_a_reader_ends_before_the_server_where_memory_is_short(name):
    reader = subprocess.Popen([PROGRAMS / name], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        score = pathlib.Path(f"/proc/{reader.pid}/oom_score_adj")
        end = time.monotonic() + 300
        while score.read_text().strip() != "1000":
            assert time.monotonic() < end and reader.poll() is None, score.read_text()
            time.sleep(0.01)
    finally:
        reader.stdin.close()
        reader.wait(300)


def test_mutated_pages_end_within_bounds_with_an_answer_or_a_reason(is_nightly):
    ends, faults, _ = fuzz_pages.fuzz(PROGRAMS, count=720 if is_nightly else 8)
    assert not faults
    assert any(end == 0 for _, end in ends) and any(end == 13 for _, end in ends)


def test_pages_that_nothing_was_done_to_are_read(is_nightly):
    # Three formats, each with another kind of job; each with each at night.
    for name, job, picture in fuzz_pages.seeds()[::1 if is_nightly else 9]:
        end, *_, output = fuzz_pages.run(PROGRAMS / "vaccinapp-reader-text", job + picture)
        assert end == 0 and output.startswith(b"picture\t600\t440\n"), name


def test_a_small_code_in_a_large_photo_is_found():
    data = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", HERE.parents[2] / "shared/data")) / "dcc/testdata"
    if not data.is_dir():
        pytest.skip(f"there is no reference data at {data}")
    picture, text = next(degrade.originals(data))
    rng = numpy.random.default_rng(7)
    # Two pixels a module: the scanners see no finder, and the whole photo is too large to be enlarged.
    share = picture.width / degrade.MODULE * 2.0 / 3_000
    photo = degrade.noise(degrade.scene(picture, (4_000, 3_000), share, rng, 0.4, angle=180), 6, rng)
    with io.BytesIO() as file:
        photo.save(file, "JPEG", quality=90)
        run = fuzz.Run(PROGRAMS, "photo.jpg", file.getvalue())
    assert list(run.texts()) == [text] and run.seconds < fuzz.MOST_SECONDS
