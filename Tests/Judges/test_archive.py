"""Exports as others see them: age opens them, JSON Schema describes them, FHIR's own models accept them."""

import base64
import csv
import io
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import jsonschema
import pytest
from fhir.resources.R4B.bundle import Bundle

from nights import nightly

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("VACCINAPP_BINARY", str(ROOT / ".build/debug/vaccinapp"))
SCHEMA = json.loads((ROOT / "docs/pass-archive.schema.json").read_text())
FIXTURE = ROOT / "Tests/PassArchiveTests/Fixtures/export-1.1.age"
PASSPHRASE = "gentle river stone lantern copper meadow"

needs_age = pytest.mark.skipif(not shutil.which("age"), reason="age is not installed")


def archive(*arguments, content=None, passphrase=PASSPHRASE, under=()):
    """Runs `vaccinapp archive` with the passphrase on a descriptor of its own."""
    reader, writer = os.pipe()
    os.write(writer, passphrase.encode() + b"\n")
    os.close(writer)
    try:
        return subprocess.run(
            [*under, BINARY, "archive", *map(str, arguments), "--passphrase-fd", str(reader)], input=content,
            capture_output=True, pass_fds=[reader], cwd=ROOT, timeout=300)
    finally:
        os.close(reader)


def age(*arguments, tmp_path, passphrase=PASSPHRASE):
    secret = tmp_path / "passphrase"
    secret.write_text(passphrase)
    script = ROOT / "Tests/Judges/age_terminal.py"
    return subprocess.run([sys.executable, script, secret, "age", *map(str, arguments)], capture_output=True, timeout=300)


def document(seed, passes=3):
    """A document of invented passes, with texts that have hurt parsers before."""
    chance = random.Random(seed)
    texts = ["Erika Müller-Beispiel", "日本 🐶", 'a "quoted" \\ text', "<b>&amp;</b>", "line\nline", "=1+1", "x" * 300]

    def text():
        return chance.choice(texts)

    def date():
        return chance.choice(["2021-03-09", "1999-12", "1984"])

    def vaccination(number):
        entry = {"id": f"v{number}", "target": chance.choice(["covid-19", "tetanus", "measles", "other words"]), "date": date()}
        for member, value in [("vaccine", "comirnaty"), ("vaccineName", text()), ("batch", "AB1234"), ("note", text()),
                              ("administeredBy", text()), ("country", "DE"), ("doseNumber", 2), ("seriesDoses", 3),
                              ("validUntil", date())]:
            if chance.random() < 0.6:
                entry[member] = value
        return entry

    def holder(number):
        entry = {"id": f"p{number}", "kind": ["person", "dog", "cat"][number % 3], "name": text(), "sex": "female"}
        if chance.random() < 0.7:
            entry["birthDate"] = date()
        return entry | {
            "facts": [{"kind": "condition", "value": text()}],
            "vaccinations": [vaccination(index) for index in range(chance.randrange(5))],
            "certificates": [{"text": "HC1:NOT A CERTIFICATE"}],
            "attachments": [{"name": "scan.png", "mediaType": "image/png", "content": base64.b64encode(bytes(99)).decode()}],
        }

    return {"schema": "urn:vaccinapp:pass-archive", "version": "1.0", "createdAt": "2026-11-21T08:00:00Z",
            "generator": "a judge", "passes": [holder(number) for number in range(passes)]}


def sealed(value, tmp_path, *options):
    file = tmp_path / "export.age"
    file.unlink(missing_ok=True)
    run = archive("seal", "-", "-o", file, *options, content=json.dumps(value).encode())
    assert run.returncode == 0, run.stderr
    return file


@needs_age
@pytest.mark.parametrize("options", [nightly([]), ["--armor"]])
def test_age_opens_our_exports(options, tmp_path):
    value = document(1)
    output = tmp_path / "document.json"
    run = age("-d", "-o", output, sealed(value, tmp_path, *options), tmp_path=tmp_path)
    assert run.returncode == 0, run.stderr
    assert json.loads(output.read_bytes()) == value


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_passphrases_memory_is_not_filled_in_one_go(tmp_path):
    """While the kernel does that, no other thread of a server gets memory, or gives it back."""
    calls, file = tmp_path / "calls", tmp_path / "x.age"
    run = archive("seal", "-", "-o", file, content=json.dumps(document(3)).encode(),
                  under=["strace", "-f", "-qq", "-e", "trace=mmap", "-o", calls])
    assert run.returncode == 0, run.stderr
    large = [call for call in re.findall(r"mmap\(NULL, (\d+), (.*)", calls.read_text()) if int(call[0]) >= 256 << 20]
    assert large and not [call for call in large if "MAP_POPULATE" in call[1]]


@needs_age
@pytest.mark.parametrize("options", [["-p"], nightly(["-p", "-a"])])
def test_we_open_what_age_seals(options, tmp_path):
    value = document(2)
    (tmp_path / "document.json").write_text(json.dumps(value))
    assert age(*options, "-o", tmp_path / "x.age", tmp_path / "document.json", tmp_path=tmp_path).returncode == 0
    run = archive("open", tmp_path / "x.age")
    assert run.returncode == 0 and json.loads(run.stdout) == value


@needs_age
def test_age_and_the_schema_agree_about_the_kept_export(tmp_path):
    output = tmp_path / "document.json"
    assert age("-d", "-o", output, FIXTURE, tmp_path=tmp_path).returncode == 0
    value = json.loads(output.read_bytes())
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    assert [len(entry["vaccinations"]) for entry in value["passes"]] == [2, 1]
    assert base64.b64decode(value["passes"][0]["attachments"][0]["content"]).startswith(b"\x89PNG")


def test_the_schema_is_one_and_refuses_what_we_refuse(tmp_path):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for change in [{"name": ""}, {"birthDate": "2021-13"}, {"id": "a/b"}, {"facts": 1}, {"certificates": [{}]},
                   {"vaccinations": [{"target": "x"}]}, {"vaccinations": [{"target": "x", "date": "2021", "doseNumber": 0}]}]:
        value = document(3, passes=1)
        validator.validate(value)
        value["passes"][0] |= change
        assert not validator.is_valid(value), change
        run = archive("seal", "-", "-o", tmp_path / "never.age", content=json.dumps(value).encode())
        assert run.returncode == 1 and not (tmp_path / "never.age").exists(), change


@pytest.mark.parametrize("seed", [0, *map(nightly, range(1, 4))])
def test_fhir_models_accept_our_bundles(seed, tmp_path):
    # A person and a dog.
    value = document(100 + seed, passes=2)
    file = sealed(value, tmp_path)
    for number, holder in enumerate(value["passes"], start=1):
        run = archive("open", file, "--as", "fhir", "--pass", number)
        assert run.returncode == 0, run.stderr
        check_bundle(json.loads(run.stdout), holder)


def check_bundle(value, holder):
    Bundle.model_validate(value)
    resources = [entry["resource"] for entry in value["entry"]]
    urls = [entry["fullUrl"] for entry in value["entry"]]
    assert len(set(urls)) == len(urls)
    [patient] = [resource for resource in resources if resource["resourceType"] == "Patient"]
    # Bindings that the models leave open.
    assert patient["gender"] in ["male", "female", "other", "unknown"]
    doses = [resource for resource in resources if resource["resourceType"] == "Immunization"]
    assert len(doses) == len(holder["vaccinations"])
    for dose, recorded in zip(doses, holder["vaccinations"]):
        assert dose["status"] == "completed" and dose["patient"]["reference"] in urls
        assert dose["occurrenceDateTime"] == recorded["date"] and dose.get("lotNumber") == recorded.get("batch")
        systems = [coding["system"] for coding in dose["vaccineCode"].get("coding", [])]
        if recorded.get("vaccine") == "comirnaty":
            assert "http://www.whocc.no/atc" in systems
    if holder["kind"] == "person":
        check_summary(value, resources, urls)
    else:
        assert value["type"] == "collection"
        [animal] = patient["extension"]
        assert animal["url"] == "http://hl7.org/fhir/StructureDefinition/patient-animal"


IPS = "http://hl7.org/fhir/uv/ips/StructureDefinition/"
# What IPS 2.0.1 asks of each resource beyond R4: elements that have to be there, and the types that it allows.
REQUIRED = {
    "Bundle": ["identifier", "type", "timestamp", "entry"],
    "Composition": ["status", "type", "subject", "date", "author", "title", "section"],
    "Patient": ["name", "birthDate"],
    "Immunization": ["status", "vaccineCode", "patient", "occurrenceDateTime"],
}
# Sections and what their entries may be; the first three have to be there, with entries or with a reason why not (ips-comp-1).
SECTIONS = {"10160-0": {"MedicationStatement", "MedicationRequest"}, "48765-2": {"AllergyIntolerance"}, "11450-4": {"Condition"},
            "11369-6": {"Immunization", "DocumentReference"}}


def check_summary(value, resources, urls):
    assert value["type"] == "document" and all(url.startswith("urn:uuid:") for url in urls)
    for resource in [value, *resources]:
        kind = resource["resourceType"]
        for name in REQUIRED.get(kind, []):
            # A birth date that nobody knows is there with its reason.
            assert resource.get(name) or resource.get(f"_{name}"), f"{kind}.{name}"
        if kind in REQUIRED:
            assert resource["meta"]["profile"] == [f"{IPS}{kind}-uv-ips|2.0.1"]
    kinds = [resource["resourceType"] for resource in resources]
    assert kinds[0] == "Composition" and kinds.count("Composition") == 1 and kinds.count("Patient") == 1
    composition = resources[0]
    assert composition["status"] == "final" and composition["type"]["coding"][0]["code"] == "60591-5"
    assert composition["subject"]["reference"] == urls[kinds.index("Patient")]
    assert kinds[urls.index(composition["author"][0]["reference"])] == "Device"
    sections = {section["code"]["coding"][0]["code"]: section for section in composition["section"]}
    assert set(SECTIONS) == set(sections) and len(composition["section"]) == len(sections)
    for code, section in sections.items():
        assert section["title"] and section["text"]["status"] == "generated" and "section" not in section
        assert ("entry" in section) != ("emptyReason" in section)
        for entry in section.get("entry", []):
            assert kinds[urls.index(entry["reference"])] in SECTIONS[code]
    for code in ["10160-0", "48765-2", "11450-4"]:
        assert sections[code]["emptyReason"]["coding"][0]["code"] == "unavailable"
    # `primarySource` is what whoever gave the dose has said; else the report says where it comes from.
    for dose in resources:
        if dose["resourceType"] == "Immunization":
            assert dose["primarySource"] is True or dose["reportOrigin"]["coding"]
            assert all(name["reference"] in urls for name in [dose["patient"]])


def test_the_table_is_csv(tmp_path):
    value = document(200, passes=1)
    run = archive("open", sealed(value, tmp_path), "--as", "csv")
    rows = list(csv.DictReader(io.StringIO(run.stdout.decode("utf-8-sig"), newline="")))
    assert [row["date"] for row in rows] == [entry["date"] for entry in value["passes"][0]["vaccinations"]]
    assert not any(cell[:1] in ("=", "+", "-", "@") for row in rows for cell in row.values())


@pytest.mark.parametrize("change, word", [
    nightly(lambda file: file[:-1], "cut"), (lambda file: file[:60], "cut short"), (lambda file: b"PK\x03\x04" + file, "not an age file"),
    (lambda file: file.replace(b" 18\n", b" 22\n"), "work factor"), (lambda file: file[:-20] + bytes(20), "changed")])
def test_each_refusal_has_its_sentence(change, word, tmp_path):
    (tmp_path / "x.age").write_bytes(change(FIXTURE.read_bytes()))
    run = archive("open", tmp_path / "x.age")
    assert run.returncode == 1 and run.stdout == b"" and word in run.stderr.decode()


def test_a_wrong_passphrase_and_a_foreign_content_are_told_apart(tmp_path):
    run = archive("open", FIXTURE, passphrase="not it")
    assert run.returncode == 1 and "passphrase is wrong" in run.stderr.decode()
    run = archive("seal", "-", "-o", tmp_path / "x.age", content=b'{"hello": 1}')
    assert run.returncode == 1 and "not a Vaccinapp export" in run.stderr.decode()
