"""`vaccinapp decode` on pictures says what it says on the text they hold."""

import base64
import json
import os
import pathlib
import subprocess

import pytest

from nights import nightly

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("VACCINAPP_BINARY", str(ROOT / ".build/debug/vaccinapp"))
DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT.parent / "shared/data"))
PICTURES = ROOT / "Tests/CodesTests/Pictures"


def decode(content, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(content)
    run = subprocess.run(
        [BINARY, "decode", str(file), "--json", "--at", "2021-06-01T00:00:00Z"], capture_output=True, timeout=300)
    return run.returncode, run.stdout


def certificates():
    for path in sorted((DATA / "dcc/testdata").rglob("*.json")):
        case = json.loads(path.read_text())
        if case.get("2DCODE") and case["EXPECTEDRESULTS"].get("EXPECTEDPICTUREDECODE"):
            yield pytest.param(base64.b64decode(case["2DCODE"]), case["PREFIX"], id=str(path.relative_to(DATA)))


@pytest.mark.skipif(not DATA.exists(), reason=f"the test certificates aren't at {DATA}")
@pytest.mark.parametrize("picture, text", [
    # By day every fourth.
    nightly(*one.values, id=one.id) if number % 4 else one for number, one in enumerate(certificates())])
def test_a_certificates_picture_decodes_as_its_text(picture, text, tmp_path):
    expected = decode(text.encode(), tmp_path)
    assert expected[0] == 1, "without a trust list the issuer is unknown"
    assert decode(picture, tmp_path) == expected


@pytest.mark.parametrize("name", [
    "code.jpg", "code.webp", "code.gif", "code.tiff", "code.heic", "code.avif", "phone.heic", "code.pdf", "aztec.png"])
def test_every_format_is_read(name, tmp_path):
    expected = decode((PICTURES / "text.txt").read_bytes(), tmp_path)
    assert expected[0] == 2 and json.loads(expected[1])["layer"] != "picture"
    assert decode((PICTURES / name).read_bytes(), tmp_path) == expected


def test_several_codes_give_a_line_each(tmp_path):
    status, output = decode((PICTURES / "several.png").read_bytes(), tmp_path)
    assert status == 2 and len(output.splitlines()) == 3


def test_a_picture_without_a_code_names_the_picture(tmp_path):
    status, output = decode((PICTURES / "code.webp").read_bytes()[:200], tmp_path)
    assert status == 2
    assert json.loads(output) | {"reason": ""} == {
        "verdict": "malformed", "layer": "picture", "code": "damaged", "reason": ""}
