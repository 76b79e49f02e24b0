"""Pages of public numbers, with invented ones: on a phone and on a desk, with and without script, graphs as the table has it."""

import datetime
import re

import pytest

from looks import look
from nights import nightly
from server import Server

PATHS = ["/situation", "/situation/influenza/DE-BY?age=60%2B", "/situation/tbe", "/situation/rsv"]


@pytest.fixture(scope="module")
def numbers():
    server = Server()
    rows = ["Meldewoche\tRegion\tRegion_Id\tAltersgruppe\tFallzahl\tInzidenz\n"]
    day = datetime.date(2021, 10, 4)
    while day < datetime.date.today() - datetime.timedelta(7):
        year, week, _ = day.isocalendar()
        for name, key in (("Deutschland", "00"), ("Bayern", "09")):
            for age in ("00+", "60+"):
                number = (week * 37 + year + len(name)) % 900 + 10
                rows.append(f"{year}-W{week:02}\t{name}\t{key}\t{age}\t{number}\t{number / 100:.2f}\n")
        day += datetime.timedelta(7)
    file = server.folder / "IfSG_Influenzafaelle.tsv"
    file.write_text("".join(rows))
    server.command("situation", "import", str(file), "--data", str(server.data))
    server.restart()
    yield server
    server.close()


@pytest.mark.parametrize("locale", [nightly("en-GB"), "de-DE"])
def test_pages_of_numbers_are_accessible_and_fit(open_page, numbers, picture, locale):
    page = open_page(server=numbers, locale=locale)
    wrong = []
    for path in PATHS:
        page.goto(path)
        name = re.sub(r"[^a-z]+", "-", path.lower()).strip("-")
        wrong += look(page, picture, name)
    assert wrong == []


def test_without_script_a_graph_shows_the_numbers_of_the_table(open_page, numbers):
    page = open_page(server=numbers, java_script_enabled=False)
    page.goto(PATHS[1])
    graphs = page.locator("figure.graph img")
    assert graphs.count() == 3
    for index in range(3):
        assert len(graphs.nth(index).get_attribute("alt")) > 40
    table = {
        row.get_attribute("data-period"): [cell.get_attribute("value") for cell in row.locator("data").all()]
        for row in page.locator(".series-table tr[data-period]").all()}
    assert len(table) >= 22
    changes = page.context.request.get(numbers.url + graphs.nth(1).get_attribute("src")).text()
    drawn = dict(re.findall(r'data-period="([^"]+)" data-change="([^"]+)"', changes))
    assert len(drawn) == 22
    assert all(table[period][1] == change for period, change in drawn.items())
    page.select_option("#area", "DE")
    page.click(".situation-filter button")
    assert page.url.endswith("/situation/influenza?area=DE&age=60%2B")
    assert "Germany" in page.locator("main h2").first.inner_text()
