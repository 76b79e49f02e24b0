"""The catalogue as others see it: JSON Schema describes its files, and the command line replaces them as a whole."""

import base64
import hashlib
import json
import os
import pathlib
import shutil
import subprocess

import jsonschema
import pytest

from operating import BINARY, ROOT
from words import says

CATALOGUE = ROOT / "Catalogue"
FILES = sorted(CATALOGUE.glob("*.json")) + sorted(CATALOGUE.glob("schedules/*.json"))
TEMPLATES = sorted(CATALOGUE.glob("scan-templates/*.json"))


def catalogue(*arguments):
    return subprocess.run(
        [BINARY, "catalogue", *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, timeout=300)


@pytest.mark.parametrize("path", FILES + TEMPLATES, ids=lambda path: path.name)
def test_every_file_fits_the_schema_it_names(path):
    document = json.loads(path.read_text())
    schema = json.loads((path.parent / document["$schema"]).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(document)


def test_every_schema_is_named_by_a_file():
    named = {(path.parent / json.loads(path.read_text())["$schema"]).resolve() for path in FILES + TEMPLATES}
    assert named == {path.resolve() for path in CATALOGUE.glob("schema/*.json")}


def test_a_schema_refuses_what_the_program_refuses():
    document = json.loads((CATALOGUE / "vaccines-human.json").read_text())
    document["vaccines"][0]["status"] = "new"
    schema = json.loads((CATALOGUE / "schema/vaccines.schema.json").read_text())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("fault", [
    lambda template: template.update(format="vaccinapp-scan-template/2"),
    lambda template: template.update(pages=[]),
    lambda template: template["pages"][0].update(aspect=9),
    lambda template: template["pages"][0].update(regions=[]),
    lambda template: template["pages"][0].update(rows={"top": 0, "height": 1, "count": 10_000}),
    lambda template: template["pages"][0]["regions"][0].update(name=""),
    lambda template: template["pages"][0]["regions"][0].update(name="n" * 61),
    lambda template: template["pages"][0]["regions"][0].update(type="signature"),
    lambda template: template["pages"][0]["regions"][0].update(type="cross:"),
    lambda template: template["pages"][0]["regions"][0].update(left=-0.1),
    lambda template: template["pages"][0]["regions"][0].update(choices=["c"] * 201),
    lambda template: template["links"][0].update(kind="product"),
    lambda template: template["links"][0].update(regions=["total"]),
    lambda template: template.update(links=template["links"] * 500),
], ids=[
    "format", "no-page", "aspect", "no-region", "rows", "no-name", "long-name", "type", "cross", "outside",
    "choices", "link-kind", "link-size", "links",
])
def test_a_template_is_refused_by_its_schema_and_by_the_program(tmp_path, fault):
    template = json.loads((CATALOGUE / "scan-templates/exam.json").read_text())
    schema = json.loads((CATALOGUE / "schema/scan-template.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(template)
    fault(template)
    assert not validator.is_valid(template)

    file = tmp_path / "template.json"
    file.write_text(json.dumps(template))
    result = subprocess.run(
        [BINARY, "read-page", __file__, "--template", file], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert result.returncode == 2 and "template.json" in result.stderr, result.stderr


def test_the_shipped_catalogue_is_right():
    result = catalogue("check")
    assert result.returncode == 0, result.stderr
    assert "de-stiko" in result.stdout


def test_a_file_is_compared_brought_live_and_taken_back(tmp_path):
    changed = tmp_path / "vaccines-human.json"
    text = (CATALOGUE / "vaccines-human.json").read_text()
    changed.write_text(text.replace('"name": "Comirnaty",', '"name": "Comirnaty 2",', 1))
    data = tmp_path / "data"
    data.mkdir()

    difference = catalogue("diff", changed)
    assert difference.returncode == 1
    assert 'vaccines: comirnaty: name: "Comirnaty" -> "Comirnaty 2"' in difference.stdout

    assert catalogue("import", changed, "--data", data).returncode == 0
    assert catalogue("diff", changed, "--data", data).returncode == 0
    versions = catalogue("versions", "--data", data).stdout.splitlines()
    assert len(versions) == 2 and versions[0].startswith("* ") and versions[1] == "  shipped"

    exported = tmp_path / "out"
    assert catalogue("export", exported, "--data", data).returncode == 0
    assert "Comirnaty 2" in (exported / "vaccines-human.json").read_text()
    assert (exported / "schedules/travel.json").read_bytes() == (CATALOGUE / "schedules/travel.json").read_bytes()
    assert catalogue("check", exported).returncode == 0

    assert catalogue("rollback", "shipped", "--data", data).returncode == 0
    assert catalogue("versions", "--data", data).stdout.splitlines()[1] == "* shipped"
    assert catalogue("rollback", "no-such-version", "--data", data).returncode != 0


def test_a_broken_file_changes_nothing_and_is_told_by_line(tmp_path):
    broken = tmp_path / "vaccines-human.json"
    text = (CATALOGUE / "vaccines-human.json").read_text()
    line = text[: text.index('"kind": "pcv20"')].count("\n") + 1
    broken.write_text(text.replace('"kind": "pcv20"', '"kind": "pcv22"', 1))
    data = tmp_path / "data"
    data.mkdir()
    for command in (("check", broken), ("diff", broken), ("import", broken, "--data", data)):
        result = catalogue(*command)
        assert result.returncode == 2
        assert f"vaccines-human.json:{line}:" in result.stderr and says(result.stderr, "admin.fault.unknown-kind")
    assert list(data.iterdir()) == []


def test_a_whole_folder_may_be_brought_live(tmp_path):
    folder = tmp_path / "release"
    shutil.copytree(CATALOGUE, folder)
    (folder / "schedules/at-impfplan.json").unlink()
    data = tmp_path / "data"
    data.mkdir()
    assert catalogue("import", folder, "--data", data).returncode == 0
    assert "at-impfplan" not in catalogue("export", tmp_path / "out", "--data", data).stdout
    assert not (tmp_path / "out/schedules/at-impfplan.json").exists()


@pytest.mark.parametrize("fault,told", [
    ("cycle", "series-cycle"),
    ("negative", "negative-period"),
    ("dangling", "dose-vaccine"),
])
def test_a_schedule_that_cannot_be_is_told_by_line(tmp_path, fault, told):
    schedule = json.loads((CATALOGUE / "schedules/at-impfplan.json").read_text())
    first, second = schedule["series"][0], dict(schedule["series"][0], id="second")
    if fault == "cycle":
        def wait(group):
            return [{"sets": [{"all": [{"completed": [group]}]}]}]
        first["selection"], second["selection"] = {"group": "a"}, {"group": "b"}
        first["doses"][0]["skips"] = wait("b")
        second["doses"] = [dict(first["doses"][0], skips=wait("a"))]
        schedule["series"].append(second)
    elif fault == "negative":
        first["doses"][0]["intervals"] = [{"from": "previous", "minimum": "0 days - 4 weeks"}]
    else:
        first["doses"][0]["vaccines"] = ["no-such-vaccine"]
    file = tmp_path / "at-impfplan.json"
    file.write_text(json.dumps(schedule, indent=1))
    result = catalogue("check", file)
    assert result.returncode == 2 and says(result.stderr, f"admin.fault.{told}"), result.stderr
    assert fault != "dangling" or "no-such-vaccine" in result.stderr
    name, line, _ = result.stderr.split(":", 2)
    assert name == "schedules/at-impfplan.json" and 1 <= int(line) <= file.read_text().count("\n") + 1


def test_another_country_is_another_file(tmp_path):
    schedule = json.loads((CATALOGUE / "schedules/at-impfplan.json").read_text())
    schedule.update(id="ch-impfplan", country="CH")
    file, data = tmp_path / "ch-impfplan.json", tmp_path / "data"
    file.write_text(json.dumps(schedule))
    data.mkdir()
    assert "ch-impfplan: added" in catalogue("diff", file).stdout
    assert catalogue("import", file, "--data", data).returncode == 0
    assert "ch-impfplan" in catalogue("check", "--data", data).stdout


def test_a_key_of_openssls_signs_a_release(tmp_path):
    private, public = tmp_path / "private.pem", tmp_path / "public.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True)
    data, release = tmp_path / "data", tmp_path / "release"
    data.mkdir()
    assert catalogue("export", release).returncode == 0
    file = release / "vaccines-human.json"
    file.write_text(file.read_text().replace('"name": "Comirnaty",', '"name": "Comirnaty 2",', 1))
    place = ["--data", data, "--content-key", public]

    unsigned = catalogue("import", release, *place)
    assert unsigned.returncode == 2 and says(unsigned.stderr, "admin.fault.unsigned")
    assert catalogue("sign", release, "--key", private).returncode == 0
    file.write_text(file.read_text().replace("Comirnaty 2", "Comirnaty 3", 1))
    wrong = catalogue("import", release, *place)
    assert wrong.returncode == 2 and says(wrong.stderr, "admin.fault.wrong-signature")
    assert catalogue("versions", *place).stdout == "* shipped\n"
    assert catalogue("sign", release, "--key", private).returncode == 0
    assert catalogue("import", release, *place).returncode == 0
    assert catalogue("versions", *place).stdout.splitlines()[0].startswith("* 20")

    # OpenSSL signs what a release's signature covers as this program does.
    signature = (release / "catalogue.sig").read_text()
    assert by_openssl(release, private, signature.split()[0]) == signature


def by_openssl(release, private, moment=None):
    """What the signature file of a release holds that was signed at a moment, or by an earlier program, which names none."""
    text = (f"vaccinapp catalogue 2 {moment}\n" if moment else "vaccinapp catalogue 1\n") + "".join(
        f"{hashlib.sha256((release / name).read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(str(path.relative_to(release)) for path in release.rglob("*.json")))
    (release / "text").write_text(text)
    signature = subprocess.run(
        ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", private, "-in", release / "text"], capture_output=True,
        check=True).stdout
    (release / "text").unlink()
    return (f"{moment} " if moment else "") + base64.b64encode(signature).decode() + "\n"


def test_a_release_that_was_signed_before_another_needs_older(tmp_path):
    private, public = tmp_path / "private.pem", tmp_path / "public.pem"
    public.write_text(catalogue("key", private).stdout)
    data = tmp_path / "data"
    data.mkdir()
    place = ["--data", data, "--content-key", public]
    assert catalogue("export", tmp_path / "shipped").returncode == 0

    def signed(name, moment):
        release = tmp_path / name
        shutil.copytree(tmp_path / "shipped", release)
        file = release / "vaccines-human.json"
        file.write_text(file.read_text().replace('"name": "Comirnaty",', f'"name": "{name}",', 1))
        (release / "catalogue.sig").write_text(by_openssl(release, private, moment))
        return release

    # One of an earlier program counts by its newest record's day: the shipped one's.
    undated, older, newer = (
        signed("undated", None), signed("older", "2998-01-02T03:04:05Z"), signed("newer", "2999-01-02T03:04:05Z"))
    for release in undated, newer:
        assert catalogue("import", release, *place).returncode == 0
    for release in undated, older:
        refused = catalogue("import", release, *place)
        assert refused.returncode == 2 and says(refused.stderr, "admin.fault.older"), refused
    assert "2998, 03:04" in refused.stderr and "2999, 03:04" in refused.stderr
    assert '"name": "newer",' in exported(tmp_path / "before", place)
    # Nor by way of a step back, which itself needs nothing, and says what it is.
    back = catalogue("rollback", "shipped", *place)
    assert back.returncode == 0 and "which is older than" in back.stdout
    assert catalogue("import", older, *place).returncode == 2
    assert catalogue("import", older, "--older", *place).returncode == 0
    assert '"name": "older",' in exported(tmp_path / "after", place)


def exported(folder, place):
    assert catalogue("export", folder, *place).returncode == 0
    return (folder / "vaccines-human.json").read_text()


def test_a_key_is_made_and_signs_a_file_that_openssl_checks(tmp_path):
    private, public = tmp_path / "private.pem", tmp_path / "public.pem"
    made = catalogue("key", private)
    assert made.returncode == 0 and oct(private.stat().st_mode & 0o777) == "0o600"
    public.write_text(made.stdout)
    notice = tmp_path / "release-notice.json"
    notice.write_text('{"minimum": "1.0", "latest": "1.1", "message": ""}')
    assert catalogue("sign", notice, "--key", private).returncode == 0
    (tmp_path / "raw").write_bytes(base64.b64decode((tmp_path / "release-notice.json.sig").read_text()))
    subprocess.run(
        ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", public, "-in", notice, "-sigfile",
         tmp_path / "raw"], check=True, capture_output=True)
    for arguments, words in [
        (["key", private], "is there already"), (["sign", notice, "--key", public], "no PEM file"),
        (["import", CATALOGUE, "--data", tmp_path, "--content-key", private], "Ed25519 public key"),
    ]:
        done = catalogue(*arguments)
        assert done.returncode != 0 and words in done.stderr, done


def test_the_cdcs_table_gives_the_codes_that_are_shipped_byte_for_byte():
    table = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT.parent / "shared/data")) / "cvx/cvx.tsv"
    if not table.exists():
        pytest.skip(f"the CDC's table is not at {table}")
    made = subprocess.run([ROOT / "scripts/cvx", table], capture_output=True, check=True, timeout=300).stdout
    assert made == (CATALOGUE / "codes-cvx.json").read_bytes()


def test_a_command_prints_what_every_cvx_code_stands_for():
    lines = catalogue("codes", "cvx").stdout.splitlines()
    cells = {line.split("\t")[0]: line.split("\t")[1:4] for line in lines}
    assert len(lines) == len(cells) == 287
    assert cells["05"] == ["measles", "measles", "-"]
    assert cells["998"] == ["-", "-", "not-given"]
    assert all(cell[1] != "-" or cell[2] != "-" for cell in cells.values())


def test_check_names_the_products_without_licensed_ages(tmp_path):
    folder = tmp_path / "Catalogue"
    shutil.copytree(CATALOGUE, folder)
    assert "person: 0 products without licensed ages" in catalogue("check", folder).stdout.splitlines()
    document = json.loads((folder / "vaccines-human.json").read_text())
    del next(one for one in document["vaccines"] if one["id"] == "encepur-kinder")["licensedAges"]
    (folder / "vaccines-human.json").write_text(json.dumps(document))
    assert "person: 1 products without licensed ages: encepur-kinder" in catalogue("check", folder).stdout.splitlines()
