"""Cases of what pages have to say to a person, entered by forms: the record of each as `data/answers` has it."""

import datetime
import functools
import json
import os
import pathlib
import re

from client import Client
from server import ROOT

DATA = pathlib.Path(os.environ.get("VACCINAPP_TEST_DATA", ROOT / "../shared/data")).resolve() / "answers"
# Named there once: what waits for parts of the answer that aren't built yet.
WAITING = (ROOT / "Tests" / "AnswersTests" / "AnswerCaseTests.swift").read_text()


def names() -> list[str]:
    """The cases that agree, as their files are called; none where the reference data isn't there."""
    return [file.stem for file in sorted(DATA.glob("*.json")) if f'"{file.stem}"' not in WAITING]


@functools.cache
def records(name: str) -> dict[str, dict]:
    """A list of the catalogue, by id."""
    lists = [value for value in json.loads((ROOT / "Catalogue" / name).read_text()).values() if isinstance(value, list)]
    return {record["id"]: record for record in lists[0]}


@functools.cache
def groups() -> dict[str, list[str]]:
    """The antigens of the groups that schedules tell together."""
    files = (ROOT / "Catalogue" / "schedules").glob("*.json")
    return {group["id"]: group["antigens"] for file in files for group in json.loads(file.read_text()).get("groups", [])}


def date(name: str, text: str) -> dict[str, str]:
    """A date's fields: of `2018` the year alone."""
    parts = [part.lstrip("0") for part in text.split("-")] + ["", ""]
    return {f"{name}-year": parts[0], f"{name}-month": parts[1], f"{name}-day": parts[2]}


class Case:
    def __init__(self, name: str):
        self.name = name
        self.content = json.loads((DATA / f"{name}.json").read_text())

    @property
    def day(self) -> str:
        return self.content["day"]

    # MARK: What is expected

    def regular_expressions(self, key: str) -> list[tuple[str, str]]:
        """Those of a page's German text, each with the page's name."""
        return [(page, pattern) for page, patterns in self.content.get(key, {}).items() for pattern in patterns]

    def line(self, name: str, lines: list[dict]) -> dict | None:
        """A line by its id, or by an antigen of it."""
        return next((line for line in lines if line["id"] == name), None) \
            or next((line for line in lines if name in line["group"]), None)

    # MARK: Entering

    def enter(self, client: Client) -> str:
        """Enters the record as a member does, page by page; gives the pass's address."""
        patient = self.content["patient"]
        born = tuple(part.lstrip("0") for part in reversed(patient["born"].split("-")))
        path = client.add_pass(self.name, born, kind=patient["species"], sex=patient.get("sex", "unknown"))
        self.live(client, patient.get("home", []))
        for given in self.content["given"]:
            self.give(client, path, given)
        self.tell(client, path, patient)
        for trip in patient.get("trips", []):
            self.travel(client, path, trip)
        # The questions are there once the rest is.
        self.answer(client, path, self.content.get("record", {}))
        return path

    def send(self, client: Client, path: str, fields: dict, page: str | None = None) -> None:
        answer = client.post(path, fields, page=page)
        assert answer.status == 303, (self.name, path, fields, answer.status, answer.body)

    def live(self, client: Client, home: list[str]) -> None:
        regions = sorted((code for code in home if len(code) > 2), key=len)
        self.send(client, "/settings/countries", {
            "home": home[0] if home else "DE", "region": regions[-1] if regions else "", "add": ""})

    def give(self, client: Client, path: str, given: str) -> None:
        day, what, *end = given.split(" ")
        product = next((found for name in ["vaccines-human.json", "vaccines-animal.json"]
                        if (found := records(name).get(what))), None)
        kind = records("kinds.json").get(product["kind"] if product else what)
        fields = {"target": kind["targets"][0], "vaccine": what} if kind else {"target": what, "vaccine": "unknown"}
        fields |= date("date", day) | {"right": "age"}
        if end:
            fields |= date("valid-until", end[-1])
        self.send(client, f"{path}/vaccinations/new", fields)

    def tell(self, client: Client, path: str, patient: dict) -> None:
        fields = {}
        for told in patient.get("observations", []):
            told = {"id": told} if isinstance(told, str) else told
            fields[f"observation-{told['id']}"] = "yes"
            fields[f"degree-{told['id']}"] = told.get("degree", "")
            # Days that the form doesn't ask for are the engine's only.
            fields |= date(f"since-{told['id']}", told.get("from", ""))
            fields |= date(f"until-{told['id']}", told.get("until", ""))
        if start := patient.get("pregnancyStart"):
            due = datetime.date.fromisoformat(start) + datetime.timedelta(weeks=40)
            fields |= {"due-day": str(due.day), "due-month": str(due.month), "due-year": str(due.year)}
        if fields:
            self.send(client, f"{path}/health", fields)

    def travel(self, client: Client, path: str, trip: dict) -> None:
        if "from" not in trip:
            home = client.get("/settings/countries").body
            chosen = re.search(r'<option value="(\w\w)"[^>]* selected', home)
            for country in trip["to"]:
                self.send(client, "/settings/countries", {"home": chosen[1] if chosen else "DE", "add": country})
            return
        for country in trip["to"]:
            self.send(client, f"{path}/journeys", {
                "country": country, **date("from", trip["from"]), **date("to", trip.get("until", "")),
                "style": trip.get("style", ""), **({"animals": "yes"} if trip.get("animals") else {})})

    def answer(self, client: Client, path: str, record: dict) -> None:
        page = f"{path}/recommendations"
        if record.get("complete"):
            self.send(client, page, {"record": "complete"})
        for line, given in record.get("told", {}).items():
            self.send(client, page, {"target": groups().get(line, [line])[0], "given": given})
