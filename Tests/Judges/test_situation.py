"""`vaccinapp situation` and the JSON of public numbers, beside what Python's csv and decimal read of the same files."""

import collections
import csv
import decimal
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from server import BINARY, Server, surroundings  # noqa: E402
from words import says  # noqa: E402

DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT / "../shared/data")).resolve() / "rki"
published = pytest.mark.skipif(not DATA.exists(), reason="the RKI's excerpts are in ../shared/data")

AREAS = {
    "Bundesweit": "DE", "Deutschland": "DE", "Bundesgebiet": "DE", "Baden-Wuerttemberg": "DE-BW", "Bayern": "DE-BY",
    "Berlin": "DE-BE", "Sachsen": "DE-SN", "Thueringen": "DE-TH", "Thüringen": "DE-TH",
}
WASTEWATER = {"SARS-CoV-2": "sars-cov-2", "Influenza A+B": "influenza", "RSV A+B": "rsv"}

HEADING = "Meldewoche\tRegion\tRegion_Id\tAltersgruppe\tFallzahl\tInzidenz\n"
ROWS = [f"2026-W{week:02}\tDeutschland\t00\t00+\t{week}\t0.{week:02}\n" for week in range(1, 41)]


def rows(name, separator):
    with open(DATA / name, encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file, delimiter=separator)


def expected():
    """Every series of the excerpts but the counted one: by indicator, area and age, the numbers by period."""
    series = collections.defaultdict(dict)

    def put(indicator, area, age, period, value):
        key = (indicator, AREAS.get(area, area), age)
        assert period not in series[key]
        series[key][period] = None if value in ("NA", "Inf") else decimal.Decimal(value)

    for row in rows("grippeweb-season-2025-26.tsv", "\t"):
        put({"ARE": "ari", "ILI": "ili"}[row["Erkrankung"]], row["Region"], row["Altersgruppe"], row["Kalenderwoche"],
            row["Inzidenz"])
    for row in rows("are-season-2025-26.tsv", "\t"):
        put("ari-consultations", row["Bundesland"], row["Altersgruppe"], row["Kalenderwoche"],
            row["ARE_Konsultationsinzidenz"])
    for name in ("influenza", "rsv"):
        for row in rows(f"{name}-season-2025-26.tsv", "\t"):
            put(name, row["Region"], row["Altersgruppe"], row["Meldewoche"], row["Inzidenz"])
    for row in rows("sari-season-2025-26.tsv", "\t"):
        if row["SARI"] == "Gesamt":
            put("sari", "DE", row["Altersgruppe"], row["Kalenderwoche"], row["Hospitalisierungsinzidenz"])
    for row in rows("covid-7-day-incidence-since-2026-07.csv", ","):
        put("covid-incidence", "DE", row["Altersgruppe"], row["Meldedatum"], row["Inzidenz_7-Tage"])
    for row in rows("covid-hospitalisation-adjusted-since-2026-06-15.csv", ","):
        put("covid-hospital", row["Bundesland"], row["Altersgruppe"], row["Datum"],
            row["aktualisierte_7T_Hospitalisierung_Inzidenz"])
    for row in rows("amelag-curve-since-2025-07.tsv", "\t"):
        if row["typ"] in WASTEWATER:
            put("wastewater-" + WASTEWATER[row["typ"]], "DE", "00+", row["datum"], row["viruslast_normalisiert"])
    return {key: numbers for key, numbers in series.items()
            if key[1] != "Unbekannt" and any(value is not None for value in numbers.values())}


def situation(*arguments):
    return subprocess.run(
        [BINARY, "situation", *map(str, arguments)], capture_output=True, text=True, timeout=300, cwd=ROOT,
        env=surroundings())


def ask(server, indicator, **query):
    address = f"{server.url}/situation/{indicator}.json?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address, timeout=300) as response:
        return json.loads(response.read())


def text(number):
    return None if number is None else format(number, "f")


def indicators(server):
    with urllib.request.urlopen(server.url + "/situation.json", timeout=300) as response:
        return json.loads(response.read())["indicators"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """With the excerpts, where they are: not with the whole tables of the same data sets beside them."""
    server = Server()
    if DATA.exists():
        excerpts = tmp_path_factory.mktemp("rki") / "excerpts"
        shutil.copytree(DATA, excerpts, ignore=shutil.ignore_patterns("whole"))
        done = situation("import", excerpts, "--data", server.data)
        assert done.returncode == 0, done.stderr
        # A running server looks for new numbers once in a while.
        deadline = time.monotonic() + 300
        while not all(item["areas"] for item in indicators(server)):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    yield server
    server.close()


@published
def test_every_series_agrees_to_the_digit(server):
    listed = indicators(server)
    found = {(item["indicator"], area["area"], age) for item in listed for area in item["areas"] for age in area["ages"]}
    wanted = expected()
    assert found - {("polio-wastewater", "DE", "00+")} == set(wanted)
    for (indicator, area, age), numbers in wanted.items():
        answer = ask(server, indicator, area=area, age=age)
        assert set(answer) == {"indicator", "area", "age", "unit", "source", "periods"}
        assert (answer["indicator"], answer["area"], answer["age"]) == (indicator, area, age)
        periods = sorted(numbers, reverse=True)
        assert len(answer["periods"]) == min(22, len(periods))
        for index, entry in enumerate(answer["periods"]):
            value = numbers[periods[index]]
            before = numbers[periods[index + 1]] if index + 1 < len(periods) else None
            change = None if value is None or before is None else value - before
            assert entry == {"period": periods[index], "value": text(value), "change": text(change)}


@published
def test_every_data_set_is_named_with_its_version(server):
    for folder in (DATA / "metadata").iterdir():
        metadata = json.loads((folder / "zenodo.json").read_text())
        package = json.loads((folder / "datapackage.json").read_text())
        sources = [ask(server, name)["source"] for name in ("ari", "influenza", "rsv", "sari", "covid-incidence",
                                                           "covid-hospital", "wastewater-rsv", "polio-wastewater")]
        for source in sources:
            if source["doi"] == package["name"]:
                assert source["version"] == metadata["version"] and source["licence"] == metadata["license"]
                assert source["dataSet"] == metadata["title"]


def test_a_file_is_taken_wholly_or_not_at_all(tmp_path):
    good = HEADING + "".join(ROWS)
    file = tmp_path / "IfSG_Influenzafaelle.tsv"
    file.write_text(good)
    assert situation("import", file, "--data", tmp_path / "data", "--state", "2026-10-08").returncode == 0
    kept = tmp_path / "data/situation/influenza/2026-10-08.data"
    assert kept.read_text() == good
    damaged = {
        "cut": good[:-3], "a column more": good.replace("\n", "\t1\n"), "a key twice": good + ROWS[3],
        "a page": "<!DOCTYPE html><title>404</title>\n", "week 53": good.replace("2026-W40", "2025-W53"),
        "half": HEADING + "".join(ROWS[:10]), "nothing": "",
    }
    for name, content in damaged.items():
        file.write_text(content)
        done = situation("import", file, "--data", tmp_path / "data", "--state", "2026-10-15")
        assert done.returncode == 2 and "isn't taken" in done.stderr, name
        assert [path.name for path in kept.parent.glob("*.data")] == [kept.name], name
        assert kept.read_text() == good, name
    errors = json.loads((tmp_path / "data/situation/errors.json").read_text())
    assert len(errors) == len(damaged) and {error["file"] for error in errors} == {file.name}


def test_500_megabytes_are_refused_without_reading_them(tmp_path):
    large = tmp_path / "large.tsv"
    with large.open("wb") as file:
        file.truncate(500 << 20)
    done = subprocess.run(
        ["prlimit", f"--rss={256 << 20}", BINARY, "situation", "check", large, "--data", tmp_path], capture_output=True,
        text=True, timeout=300, cwd=ROOT, env=surroundings())
    assert done.returncode == 2 and says(done.stderr, "situation.fault.too-large")


@published
def test_damaged_copies_are_refused_or_right(tmp_path, is_nightly):
    """The list: a copy is refused, or holds no number but those of its rows."""
    chance = random.Random(24)
    files = sorted(DATA.glob("*-*.[tc]sv"))
    files = [file for file in files if situation("check", file, "--data", tmp_path).returncode == 0]
    assert len(files) == 9
    # By day each damage thrice, and each file twice.
    refused, count = 0, 50 if is_nightly else 18
    for number in range(count):
        original = files[number % len(files)].read_bytes()
        lines = original.split(b"\n")[:-1]
        place = chance.randrange(1, len(lines))
        field = b"\t" if b"\t" in lines[0] else b","
        damage = number % 6
        if damage == 0:
            content = original[:chance.randrange(100, len(original) - 1)]
            must_refuse = not content.endswith(b"\n")
        elif damage == 1:
            content, must_refuse = b"\n".join(line + field + b"1" for line in lines) + b"\n", True
        elif damage == 2:
            content, must_refuse = b"\n".join(line.rsplit(field, 1)[0] for line in lines) + b"\n", True
        elif damage == 3:
            content, must_refuse = original + lines[place] + b"\n", True
        elif damage == 4:
            lines[place] = lines[place].replace(field, field + b'"', 1)
            content, must_refuse = b"\n".join(lines) + b"\n", True
        else:
            content, must_refuse = b"\n".join([lines[0]] + lines[:0:-1]) + b"\n", False
        copy = tmp_path / files[number % len(files)].name
        copy.write_bytes(content)
        done = situation("check", copy, "--data", tmp_path)
        assert done.returncode == (2 if must_refuse else 0), (copy.name, damage, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr and done.returncode in (0, 2)
        refused += must_refuse
    assert refused > 0.7 * count
