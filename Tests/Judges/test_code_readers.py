"""The short form of codes/fuzz.py, on every run of the tests."""

import os
import pathlib
import subprocess
import sys
import time

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "codes"))

import fuzz  # noqa: E402

PROGRAMS = pathlib.Path(os.environ.get("VACCINAPP_BINARY", HERE.parent.parent / ".build/debug/vaccinapp")).parent


def test_mutated_pictures_and_documents_end_within_bounds_and_give_no_wrong_text():
    ends, faults, _ = fuzz.fuzz(PROGRAMS, count=300, pdfs=30)
    assert not faults
    assert any(status == 0 for _, status in ends), "none was read: the programs aren't what they should be"
    assert any(status == 13 for _, status in ends), "none was damaged: the mutations do nothing"
    assert not any(status == 70 for _, status in ends)


@pytest.mark.parametrize("name", ["vaccinapp-reader", "vaccinapp-reader-heic"])
def test_a_reader_ends_before_the_server_where_memory_is_short(name):
    reader = subprocess.Popen([PROGRAMS / name], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        score = pathlib.Path(f"/proc/{reader.pid}/oom_score_adj")
        end = time.monotonic() + 20
        while score.read_text().strip() != "1000":
            assert time.monotonic() < end and reader.poll() is None, score.read_text()
            time.sleep(0.01)
    finally:
        reader.stdin.close()
        reader.wait(20)
