"""Exports that other programs open, imports that lose nothing, a pass on paper: in a real browser."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import pytest
import zxingcpp
from PIL import Image

from looks import look
from nights import nightly
from server import ROOT
from words import button, words

SCHEMA = json.loads((ROOT / "docs/pass-archive.schema.json").read_text())
TABLE = """Impfdatum;Impfstoff;Impfung gegen;Charge
20.05.1998;Priorix;Masern;A1
31.02.2021;Encepur;FSME;B2
05.06.2020;Encepur;FSME;C3
"""


# As practices make them; invented.
PRACTICE = """<?xml version="1.0" encoding="UTF-8"?>
<Bundle xmlns="http://hl7.org/fhir"><type value="document"/>
<entry><fullUrl value="urn:uuid:1"/><resource><Patient>
<name><family value="Beispiel"/><given value="Änne"/></name><birthDate value="1985-03-15"/></Patient></resource></entry>
<entry><resource><Immunization><status value="completed"/><vaccineCode>
<coding><system value="http://fhir.de/CodeSystem/dimdi/atc"/><code value="J07BD52"/></coding><text value="Priorix"/>
</vaccineCode><patient><reference value="urn:uuid:1"/></patient><occurrenceDateTime value="2021-12-09"/>
<lotNumber value="AB123"/></Immunization></resource></entry>
</Bundle>
"""


def judge():
    """The checks that the judges of `vaccinapp archive` use, for the bundle of the route."""
    spec = importlib.util.spec_from_file_location("judges_archive", ROOT / "Tests/Judges/test_archive.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def record(member, issuer):
    """An account with a pass that holds a dose, a combination vaccine and a certificate."""
    member.path = member.add_pass("Erika Müller", ("12", "8", "1964"))
    for fields in ({"target": "tetanus"}, {"target": "measles", "vaccine": "priorix", "batch": "A69CB", "country": "DE"}):
        answer = member.post(member.path + "/vaccinations/new", member.dose_fields(**fields))
        assert answer.status == 303, answer.body
    member.text = issuer.vaccination("Erika", "Müller", "1964-08-12", dose=2)
    answer = member.post("/certificates", {"text-1": member.text, "pass-1": member.path.split("/")[-1], "accept-1": "yes"},
                         page=member.path + "/certificates/new")
    assert answer.status == 303, answer.body
    return member


def signed_in(open_page, member, **options):
    page = open_page(**options)
    member.enter(page)
    return page


def export(page, path, folder):
    """Downloads an export with the words that the page shows."""
    page.goto(path + "/export")
    passphrase = page.inner_text(".recovery-code code")
    with page.expect_download() as download:
        page.click("main form button >> nth=0")
    name = download.value.suggested_filename
    assert re.fullmatch(r"vaccinapp-\d{4}-\d\d-\d\d\.age", name), name
    file = folder / name
    download.value.save_as(file)
    return file, passphrase


def import_file(page, file, passphrase=""):
    page.goto("/import")
    page.set_input_files("#file", str(file))
    page.fill("#passphrase", passphrase)
    page.click("main form[enctype] button")


def test_age_opens_what_the_browser_downloads(open_page, record, tmp_path):
    file, passphrase = export(signed_in(open_page, record), record.path, tmp_path)
    secret = tmp_path / "passphrase"
    secret.write_text(passphrase)
    output = tmp_path / "document.json"
    run = subprocess.run(
        [sys.executable, ROOT / "Tests/Judges/age_terminal.py", secret, "age", "-d", "-o", output, file],
        capture_output=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    document = json.loads(output.read_bytes())
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    [holder] = document["passes"]
    assert holder["name"] == "Erika Müller" and len(holder["vaccinations"]) == 3
    assert [one["text"] for one in holder["certificates"]] == [record.text]


@pytest.mark.parametrize("script", [True, nightly(False)])
def test_an_export_comes_into_another_account_once(open_page, record, names, make_pass, sign_up, tmp_path, script):
    file, passphrase = export(signed_in(open_page, record), record.path, tmp_path)
    page = open_page(width=320, java_script_enabled=script)
    sign_up(page)
    import_file(page, file, "not the right words")
    assert words("archive.fault.passphrase-wrong") in page.inner_text("#passphrase-error")
    assert words("archive.import.again") in page.inner_text("main")
    import_file(page, file, passphrase)
    assert page.get_by_text(words("archive.state.new"), exact=True).count() == 4
    page.click("main form button >> nth=0")
    assert words("undo.saved", count=3) in page.inner_text("main")
    assert page.locator("ul.rows >> nth=0").locator("li").count() == 3
    import_file(page, file, passphrase)
    assert words("archive.preview.all-there", count=3, name="Erika Müller") in page.inner_text("main")
    page.click("main form button >> nth=-1")
    assert words("done.import-discarded") in page.inner_text("main")


def test_a_table_is_imported_without_javascript(open_page, record, tmp_path):
    file = tmp_path / "booklet.csv"
    file.write_bytes(TABLE.encode("cp1252"))
    page = signed_in(open_page, record, width=320, java_script_enabled=False)
    import_file(page, file)
    assert page.locator("#column-1").input_value() == "date"
    assert page.locator("#column-2").input_value() == "vaccineName"
    page.select_option("#column-1", "")
    button(page, "archive.table.submit").click()
    assert words("archive.table.date-missing") in page.inner_text("#errors")
    page.select_option("#column-1", "date")
    button(page, "archive.table.submit").click()
    text = page.inner_text("main")
    assert words("archive.count.new", count=2) in text and f"{words('archive.preview.line')} 3: " in text
    with page.expect_download() as download:
        page.click("a[download]")
    assert "31.02.2021" in pathlib.Path(download.value.path()).read_text("utf-8-sig")
    page.click("main form button >> nth=0")
    assert page.locator("ul.rows >> nth=0").locator("li").count() == 5


@pytest.mark.parametrize("script", [nightly(True), False])
def test_what_a_practice_hands_out_is_imported(open_page, sign_up, tmp_path, script):
    page = open_page(width=320, java_script_enabled=script)
    sign_up(page)
    broken, file = tmp_path / "broken.xml", tmp_path / "impfpass.xml"
    broken.write_text(PRACTICE.replace("</Bundle>", ""))
    file.write_text(PRACTICE)
    import_file(page, broken)
    assert page.locator("#file-error").count() == 1 and "Änne" not in page.inner_text("main")
    import_file(page, file)
    shown = page.inner_text("main")
    for text in ("Änne Beispiel", "Priorix", "9 December 2021", words("archive.count.new", count=1)):
        assert text in shown, shown
    page.click("main form button >> nth=0")
    assert words("undo.saved", count=1) in page.inner_text("main")
    row = page.locator("ul.rows >> nth=0").locator("li")
    assert row.count() == 1 and "9 December 2021" in row.inner_text()


def test_the_pages_are_accessible_and_fit(open_page, record, picture, tmp_path):
    wrong = []
    page = signed_in(open_page, record)
    file, passphrase = export(page, record.path, tmp_path)
    table = tmp_path / "booklet.csv"
    table.write_text(TABLE)
    page.click("main form button >> nth=1")
    wrong += look(page, picture, "export-with-errors")
    import_file(page, file)
    wrong += look(page, picture, "import-with-errors")
    record.post(record.path + "/edit", record.pass_fields("Erika Müller", ("12", "8", "1965")))
    import_file(page, file, passphrase)
    assert words("archive.preview.holder") in page.inner_text("main")
    wrong += look(page, picture, "import-preview")
    record.post(record.path + "/edit", record.pass_fields("Erika Müller", ("12", "8", "1964")))
    import_file(page, table)
    wrong += look(page, picture, "import-columns")
    button(page, "archive.table.submit").click()
    wrong += look(page, picture, "import-table")
    page.goto(record.path + "/print")
    wrong += look(page, picture, "print")
    assert wrong == []


def test_a_pass_on_paper_has_everything_and_its_codes_are_read(open_page, record, tmp_path):
    for number in range(40):
        day = (str(1 + number % 28), "4", str(1970 + number))
        record.post(record.path + "/vaccinations/new", record.dose_fields(day, note="", target="tbe"))
    page = signed_in(open_page, record)
    page.goto(record.path + "/print")
    file = tmp_path / "pass.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True, text=True).stdout
    said = " ".join(text.split())
    for word in ("Erika Müller", "12 August 1964", words("archive.print.printed"), "Tetanus", "Measles", "Mumps", "Priorix",
                 "A69CB", words("archive.print.note", booklet=words("own.booklet")), words("archive.print.due")):
        assert word in said, word
    pages = text.count("\f")
    assert pages >= 2 and re.findall(r"(\d+) ?/ ?(\d+)\n", text) == [(str(page), str(pages)) for page in range(1, pages + 1)]
    assert words("shared.nav.recommendations") not in said and words("shared.sign-out") not in said
    subprocess.run(["pdftoppm", "-r", "150", "-png", file, tmp_path / "page"], check=True)
    read = [code.text for image in sorted(tmp_path.glob("page*.png"))
            for code in zxingcpp.read_barcodes(Image.open(image), formats=zxingcpp.BarcodeFormat.QRCode)]
    assert read == [record.text]


def on_paper(page, picture, folder):
    """A page as a PDF: its text, and how many pages it has."""
    file = folder / "paper.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True, text=True).stdout
    picture.of_paper(file, folder.name)
    return text, text.count("\f")


CHILDHOOD = [("measles", "priorix"), ("polio", "infanrix-hexa"), ("rotavirus", "rotarix"), ("varicella", "varivax"),
             ("meningococcal-b", "bexsero"), ("tbe", "encepur-kinder"), ("hpv", "gardasil-9"), ("hepatitis-a", "havrix-720-kinder"),
             ("influenza", "vaxigrip-tetra"), ("covid-19", "comirnaty"), ("tetanus", "boostrix-polio"), ("zoster", "shingrix")]


def test_thirty_doses_fit_one_page_and_more_go_on_under_the_same_heads(open_page, member, picture, tmp_path):
    path = member.add_pass("Erika Müller", ("12", "8", "1964"))
    page = signed_in(open_page, member)

    def enter(number):
        target, vaccine = CHILDHOOD[number % len(CHILDHOOD)]
        day = (str(1 + number % 28), str(1 + number % 12), str(1970 + number % 55))
        fields = member.dose_fields(day, target=target, vaccine=vaccine, batch=f"A21CB{number:03}")
        fields |= {"administered-by": "Praxis Dr. Test", "right": "age"}
        assert member.post(path + "/vaccinations/new", fields).status == 303, (target, vaccine)

    for number in range(30):
        enter(number)
    page.goto(path + "/print")
    page.evaluate("document.querySelector('.record-due').remove()")
    text, pages = on_paper(page, picture, tmp_path)
    assert pages == 1 and [number for number in range(30) if f"A21CB{number:03}" not in text] == []
    for number in range(30, 70):
        enter(number)
    page.goto(path + "/print")
    text, pages = on_paper(page, picture, tmp_path)
    assert 2 <= pages <= 4 and text.count(words("archive.print.column.signature").split()[0]) >= 2
    assert all(f"A21CB{number:03}" in text for number in range(70)) and words("archive.print.due") in text


def test_the_measles_sheet_is_printed_in_three_clicks(open_page, server, member, picture, tmp_path):
    path = member.add_pass("Mia Müller", ("12", "8", "2023"))
    fields = member.dose_fields(("20", "9", "2024"), target="measles", vaccine="priorix", batch="A69CB")
    assert member.post(path + "/vaccinations/new", fields).status == 303
    for locale in ("en-GB", "de-DE"):
        page = signed_in(open_page, member, width=390, locale=locale)
        page.goto("/")
        page.add_init_script("window.print = () => { window.printed = true }")
        page.click(f"a[href='{path}']") if page.url.rstrip("/") == server.url else None
        page.click("a[href$='/print/school']")
        page.click("[data-print]")
        assert page.evaluate("window.printed") is True
        assert look(page, picture, "school-sheet") == []
    member.post("/language", {"language": "de", "return": "/passes"}, page="/passes")
    page = signed_in(open_page, member, java_script_enabled=False)
    page.goto("/")
    page.click(f"a[href='{path}']") if page.url.rstrip("/") == server.url else None
    page.click("a[href$='/print/school']")
    assert page.query_selector("[data-print]:visible") is None
    text, pages = on_paper(page, picture, tmp_path)
    assert pages == 1
    said = " ".join(text.split())
    for word in ("Mia Müller", "12. August 2023", "20. September 2024", "Priorix", "A69CB",
                 words("school-sheet.lacking", count=1, language="de", given=1, asked=2),
                 words("school-sheet.stamp", language="de"), words("school-sheet.note", language="de")):
        assert word in said, word
    height = page.evaluate("document.querySelector('.sheet').offsetHeight")
    assert height < 700


def test_fhir_models_accept_the_bundle_of_the_route(record):
    checks = judge()
    document = json.loads(record.get(record.path + "/export/fhir").body)
    doses = [{"date": "2024-03-05"}, {"date": "2019-04-05"}, {"date": "2019-04-05", "batch": "A69CB"}]
    found = [entry["resource"].get("lotNumber") for entry in document["entry"]
             if entry["resource"]["resourceType"] == "Immunization"]
    doses = [doses[0]] + (doses[1:] if found[1:] == [None, "A69CB"] else doses[:0:-1])
    checks.check_bundle(document, {"kind": "person", "vaccinations": doses})
    path = record.add_pass("Bello", kind="dog")
    animal = json.loads(record.get(path + "/export/fhir").body)
    checks.check_bundle(animal, {"kind": "dog", "vaccinations": []})
