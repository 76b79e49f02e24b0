"""`vaccinapp archive read` shows what an import would bring: judged by readers of XML and JSON that aren't ours."""

import json
import os
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from nights import nightly
from operating import BINARY, ROOT
from test_archive import PASSPHRASE, archive, document
from words import saying, says, words

DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT.parent / "shared/data"))
MIO = DATA / "mio"
CATALOGUE = ROOT / "Catalogue"

needs_mio = pytest.mark.skipif(not (MIO / "expected.json").exists(), reason="the MIO's examples are in ../shared/data")


def read(file, *arguments, content=None):
    return subprocess.run(
        [BINARY, "archive", "read", str(file), *arguments], input=content, capture_output=True, cwd=ROOT, timeout=300)


def reading(file, content=None):
    result = read(file, "--json", content=content)
    assert result.returncode == 0, result.stderr
    assert b"\n" not in result.stdout.strip()
    return json.loads(result.stdout)


def findings(found, *kinds):
    """What is left out, or to be checked, for a reason of these kinds."""
    lines = [": ".join(filter(None, (one["what"], one["why"]))) for one in found["leftOut"]]
    return [line for line in lines if any(saying(f"archive.finding.{kind}").fullmatch(line) for kind in kinds)]


def catalogue(name, list_name):
    return {row["id"]: row for row in json.loads((CATALOGUE / name).read_text())[list_name]}


def targets_by_disease():
    """SNOMED CT's codes of diseases and the targets that they can mean, as the catalogue's files have them."""
    meant = {}
    for target in catalogue("targets.json", "targets").values():
        for code in target.get("codes", {}).get("snomed", []):
            meant.setdefault(code, set()).add(target["id"])
    for row in catalogue("codes-snomed.json", "codes").values():
        for code in row["codes"]["snomed"] if "targets" in row else []:
            meant.setdefault(code, set()).update(row["targets"])
    return meant


def files():
    return json.loads((MIO / "expected.json").read_text()) if (MIO / "expected.json").exists() else {}


@needs_mio
# By day every fourth.
@pytest.mark.parametrize("file", [nightly(file) if number % 4 else file for number, file in enumerate(files())])
def test_a_practices_record_is_read_as_somebody_read_it_by_hand(file):
    expected, found = files()[file], reading(MIO / file)
    [holder], [patient] = found["passes"], expected["patient"]
    assert holder["birthDate"] == patient["birth"][0]
    assert patient["family"][0] in holder["name"] and patient["given"][0] in holder["name"]
    assert patient["identifier"][0]["value"] not in json.dumps(found)
    assert len(findings(found, "holderNumbers")) == 1

    meant = targets_by_disease()
    vaccines = catalogue("vaccines-human.json", "vaccines")
    kinds = catalogue("kinds.json", "kinds")
    doses = holder["vaccinations"]
    assert len(doses) == len(expected["immunizations"])
    for dose, wanted in zip(doses, expected["immunizations"]):
        assert dose["date"] == wanted["date"][0]
        assert dose["batch"] == (wanted["lot"] or [None])[0]
        assert dose["source"] == "record"
        assert [f"{code['system']}|{code['code']}" for code in dose["codes"]] == wanted["codes"]
        assert len(dose["targets"]) == len(wanted["targets"])
        for disease in wanted["targets"]:
            assert meant[disease] & set(dose["targets"]), disease
        if dose["vaccine"]:
            kind = kinds[vaccines.get(dose["vaccine"], {}).get("kind", dose["vaccine"])]
            assert kind["targets"] == dose["targets"]
        else:
            assert dose["name"] == wanted["text"][0]

    others = len(expected["observations"]) + len(expected["conditions"])
    named = findings(found, "noImmunity", "otherHealth", "resultMissing")
    assert len(holder["facts"]) + len(named) == others


@needs_mio
def test_the_file_that_is_wrong_on_purpose_names_no_product():
    found = reading(MIO / "connectathon-2021-12/connectathon_2021_Dezember/CGM/06_cgm_fachlich_nicht_korrekt.xml")
    assert [dose["vaccine"] for dose in found["passes"][0]["vaccinations"]] == [None, None]
    questions = [dose["questions"] for dose in found["passes"][0]["vaccinations"]]
    assert [[one["kind"] for one in asked] for asked in questions] == [["contradiction"]] * 2


FHIR = "{http://hl7.org/fhir}"


def bundle(*resources):
    """A bundle in XML, written by Python's own library."""
    ElementTree.register_namespace("", FHIR[1:-1])
    root = ElementTree.Element(FHIR + "Bundle")

    def add(parent, name, value):
        for one in value if isinstance(value, list) else [value]:
            child = ElementTree.SubElement(parent, FHIR + name)
            if isinstance(one, dict):
                for key, inner in one.items():
                    add(child, key, inner)
            else:
                child.set("value", str(one))

    for number, (kind, content) in enumerate(resources):
        entry = ElementTree.SubElement(root, FHIR + "entry")
        add(entry, "fullUrl", f"urn:uuid:{number}")
        add(ElementTree.SubElement(entry, FHIR + "resource"), kind, content)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def dose(patient, text, code):
    return ("Immunization", {
        "status": "completed", "vaccineCode": {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": code}], "text": text},
        "patient": {"reference": f"urn:uuid:{patient}"}, "occurrenceDateTime": "2021-03-09", "lotNumber": "L1"})


def test_two_patients_are_two_passes():
    patients = [("Patient", {"name": {"family": name}, "birthDate": "1990-01-02"}) for name in ("Eins", "Zwei")]
    found = reading("-", bundle(*patients, dose(0, "MMR", "03"), dose(1, "Tdap", "115")))
    assert [holder["name"] for holder in found["passes"]] == ["Eins", "Zwei"]
    assert [[one["vaccine"] for one in holder["vaccinations"]] for holder in found["passes"]] == [["mmr"], ["tdap"]]
    assert found["passes"][0]["vaccinations"][0]["codes"] == [{"system": "http://hl7.org/fhir/sid/cvx", "code": "03"}]


def test_lines_for_people_and_no_control_characters():
    content = bundle(
        ("Patient", {"name": {"text": "Ada"}}), dose(0, "Un\u200ebekannt", "777"), dose(0, "Priorix", "998"))
    lines = read("-", content=content)
    assert lines.returncode == 0 and "2021-03-09" in lines.stdout.decode() and "\u200e" not in lines.stdout.decode()
    told = words("archive.finding.notDone", entry=3)
    assert "left out, or to be checked:\n  " + told.replace(": ", "  ", 1) + "\n" in lines.stdout.decode()


@pytest.mark.parametrize("content, reason", [
    (b'<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><Bundle xmlns="http://hl7.org/fhir"/>', "document-type"),
    (b'<Bundle xmlns="http://hl7.org/fhir">' + b"<a>" * 10_000, "content-too-large"),
    ('<?xml version="1.0"?><Bundle xmlns="http://hl7.org/fhir"/>'.encode("utf-16"), "encoding"),
    (b'<Bundle xmlns="http://hl7.org/fhir">', "malformed"),
    (b"<html/>", "other-document"),
    (b'{"resourceType": "Bundle"}', "nothing-in-it"),
    (b"", "file-empty"),
    (b"\x89PNG\r\n\x1a\n", "picture"),
])
def test_what_cannot_be_read_is_refused_in_a_sentence(content, reason):
    result = read("-", "--json", content=content)
    assert result.returncode == 1 and not result.stdout
    assert words(f"archive.fault.{reason}") in result.stderr.decode() and result.stderr.decode().count("\n") == 1


def test_an_export_opens_with_its_passphrase_and_only_then(tmp_path):
    sealed = tmp_path / "export.age"
    assert archive("seal", "-", "-o", sealed, content=json.dumps(document(7)).encode()).returncode == 0
    opened = archive("read", sealed, "--json")
    assert opened.returncode == 0, opened.stderr
    assert len(json.loads(opened.stdout)["passes"]) == 3
    refused = archive("read", sealed, "--json", passphrase=PASSPHRASE + "x")
    assert refused.returncode == 1 and says(refused.stderr.decode(), "archive.fault.passphrase-wrong")


def test_a_table_is_read_as_it_seems_to_be():
    found = reading("-", "date,vaccine\n2021-03-09,Priorix\nsoon,Priorix\n".encode())
    assert [one["vaccine"] for one in found["passes"][0]["vaccinations"]] == ["priorix"]
    assert found["leftOut"][0]["what"] == f"{words('archive.preview.line')} 3"


def test_what_isnt_known_for_sure_is_a_question_and_a_code_is_against_its_own_name():
    content = bundle(
        ("Patient", {"name": {"text": "Ada"}}), dose(0, "Stamaril", "17"), dose(0, "Encepur", "222"),
        dose(0, "Kombi XY", "777"), dose(0, "", "05"))
    doses = reading("-", content)["passes"][0]["vaccinations"]
    assert [[one["kind"] for one in dose["questions"]] for dose in doses] == [
        ["contradiction"], ["childOrAdult"], ["whichVaccine"], []]
    assert doses[0]["questions"][0]["choices"] == ["stamaril", "hib"]
    assert all(dose["vaccine"] is None and dose["targets"] == [] for dose in doses[:3])
    assert doses[3]["vaccine"] == "measles" and doses[3]["targets"] == ["measles"]


def test_letters_wrong_are_proposed_and_names_among_other_words():
    lines = ["Priorx", "Infanrix hexa Ch.-B. A21CD345B", "Twinrix Ki", "Kombi XY"]
    found = reading("-", ("Datum;Impfstoff\n" + "".join(f"1.4.2017;{line}\n" for line in lines)).encode())
    doses = found["passes"][0]["vaccinations"]
    asked = [(one["kind"], one["choices"]) for dose in doses for one in dose["questions"]]
    assert [kind for kind, _ in asked] == ["didYouMean", "whichVaccine", "whichVaccine"]
    assert "priorix" in asked[0][1] and asked[1][1] == ["infanrix-hexa"] and asked[2][1] == []
    assert doses[2]["vaccine"] == "twinrix-kinder"
