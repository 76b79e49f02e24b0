"""Each case of `data/answers`, entered by forms on its day: every page, paper and file says the one answer, in German and in
English. Beside it: Tests/WebAppTests/Pages/OneAnswerTests.swift holds pages to the answer itself."""

import functools
import html
import json
import pathlib
import re

import pytest

from cases import Case, names
from client import Client
from nights import nightly
from server import Server
from words import says

# An old man, a child of whom nothing is entered, a question; what they say in German is nobody's message, so that
# scripts/other-words changes nothing of it.
SMOKE = ["01-seventy-nine-half-a-booklet", "04-nineteen-months-nothing", "20-one-boostrix"]
# The messages that a line of a state comes below in the plan.
HEADINGS = {
    "now": ["answer.state.now"], "nowUnlessGiven": ["answer.state.now-unless-given"], "ask": ["answer.state.ask"],
    "tooLate": ["answer.state.too-late"], "contraindicated": ["answer.state.contraindicated"],
    "soon": ["plan.next", "plan.after-birth", "answer.state.later"],
    "later": ["plan.next", "plan.after-birth", "answer.state.later"],
    "complete": ["answer.state.complete"], "notRecommended": ["plan.begun"],
}
# What the sheet says of a line that is to be given, asked or left out.
ON_SHEET = {
    "now": ["appointment.due"], "nowUnlessGiven": ["appointment.unless"],
    "ask": ["appointment.discuss"], "tooLate": ["appointment.discuss"], "contraindicated": ["appointment.not"],
}
# A wall clock can be another one for a program that starts with it; timers go on by the clock that can't be set.
CLOCK = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)


@functools.cache
def clock(day: str) -> dict[str, str]:
    assert CLOCK, "There is no libfaketime: please install scripts/packages-tests.txt"
    return {"LD_PRELOAD": str(CLOCK), "FAKETIME": f"@{day} 12:00:00", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}


@pytest.fixture(scope="module")
def server_of():
    """The server on whose clock it is a day."""
    servers = {}

    def server_of(day):
        if day not in servers:
            # Through another program: the library changes the environment of the first, where Swift looks for its arguments.
            servers[day] = Server("--sign-ins", "100000", prefix=("env",), environment=clock(day))
        return servers[day]

    yield server_of
    for server in servers.values():
        server.close()
        # What the library leaves behind of a program that is killed.
        for file in pathlib.Path("/dev/shm").glob(f"*faketime_*_{server.process.pid}"):
            file.unlink()


def text(body: str) -> str:
    """What somebody reads of a page: its head and its markup are none of it."""
    body = re.sub(r"<(head|script|style)\b.*?</\1>", " ", body, flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


class Pages:
    """What a member reads of one pass in a language."""

    def __init__(self, client: Client, path: str, language: str):
        self.path, self.language = path, language
        client.post("/language", {"language": language, "return": "/"}, page=path)
        self.home = client.get("/").body
        self.body = {
            "recommendations": client.get(f"{path}/recommendations").body, "pass": client.get(path).body,
            "sheet": client.get(f"{path}/print/appointment").body, "home": self.card()}
        doses = dict.fromkeys(re.findall(rf'href="({path}/vaccinations/[0-9a-zA-Z-]{{10,}})["#?]', self.body["pass"]))
        self.body["dose"] = "".join(client.get(dose).body for dose in doses)

    def card(self) -> str:
        cards = re.split(r"<li\b", self.home)
        return next((card for card in cards if f"{self.path}" in card and "<data " in card), "")

    def numbers(self) -> dict[str, list[str]]:
        """The one number, wherever it is said."""
        pages = {name: body for name, body in self.body.items() if name != "dose"}
        return {name: re.findall(r'<data value="([0-9]+)">', body) for name, body in pages.items()}

    def headings(self, ids: set[str]) -> dict[str, list[str]]:
        """By line the headings of the plan that it comes below."""
        found: dict[str, list[str]] = {}
        for part in re.split(r"<h2\b", self.body["recommendations"])[1:]:
            heading = re.match(r"[^>]*>(.*?)</h2>", part, re.S)[1]
            for id in re.findall(r'\sid="([^"]+)"', part):
                if id in ids:
                    found.setdefault(id, []).append(heading)
        return found


def differences_of_plan(pages: Pages, lines: list[dict]) -> list[str]:
    """Lines that the plan has twice, not at all, or below another state's heading."""
    wrong, headings = [], pages.headings({line["id"] for line in lines})
    for line in lines:
        found, state = headings.get(line["id"], []), line["state"]
        # What nobody waits for isn't told, and what isn't needed only where it was begun.
        fewest = 0 if state in ("later", "notRecommended") else 1
        if not fewest <= len(found) <= 1:
            wrong.append(f"{pages.language}: {line['id']}, {state}, stands in the plan {len(found)} times")
        for heading in found:
            is_right = any(says(heading, id, language=pages.language) for id in HEADINGS[state])
            # 'Now' is part of 'Now, unless already given'.
            is_other = state == "now" and says(heading, HEADINGS["nowUnlessGiven"][0], language=pages.language)
            if not is_right or is_other:
                wrong.append(f"{pages.language}: {line['id']}, {state}, stands below {heading}")
    return wrong


def differences_of_sheet(pages: Pages, lines: list[dict]) -> list[str]:
    """Lines that the sheet has twice, not at all, or in another state's words."""
    wrong, rows = [], re.findall(r'<li id="([^"]+)">(.*?)</li>', pages.body["sheet"], re.S)
    for line in lines:
        found, state = [row for id, row in rows if id == line["id"]], line["state"]
        if state not in ON_SHEET:
            # A test by which a finished course is measured is spoken of.
            if len(found) > (state in ("soon", "notRecommended") or "finding" in line):
                wrong.append(f"{pages.language}: {line['id']}, {state}, is on the sheet")
            continue
        said = {name for name, ids in ON_SHEET.items() for id in ids
                if found and says(found[0], id, language=pages.language)}
        # 'Due' is part of 'due unless in the booklet'.
        if len(found) != 1 or state not in said or state == "now" and "nowUnlessGiven" in said:
            wrong.append(f"{pages.language}: {line['id']}, {state}, reads {found} on the sheet")
    return wrong


def differences_of_lines(case: Case, told: dict) -> list[str]:
    """What the case expects of its lines and isn't told."""
    wrong = []
    for name, expected in case.content.get("expect", {}).items():
        line = case.line(name, told["lines"])
        states = expected.get("state", [])
        found = line["state"] if line else "absent"
        if states and found not in ([states] if isinstance(states, str) else states):
            wrong.append(f"{name}: {states} expected, {found} found")
        for key, member in [("dose", "dose"), ("of", "total"), ("day", "day"), ("since", "since"),
                            ("otherwise", "otherwise"), ("question", "isQuestion")]:
            if key in expected and (line or {}).get(member) != expected[key]:
                wrong.append(f"{name}: {key} {expected[key]} expected, {(line or {}).get(member)} found")
        if "antigens" in expected and sorted((line or {}).get("antigens", [])) != sorted(expected["antigens"]):
            wrong.append(f"{name}: {expected['antigens']} expected, {(line or {}).get('antigens')} found")
    for name in case.content.get("questions", []):
        line = (case.line(name, told["lines"]) or {}).get("id")
        if not any(one["kind"] == "course" and line in one["lines"] for one in told["questions"]):
            wrong.append(f"{name}: a question expected, none found")
    return wrong


def differences_of_visits(case: Case, told: dict) -> list[str]:
    wrong, most = [], case.content.get("mostAVisit", 4)
    for visit in told["visits"]:
        if sum(not one["isOral"] for one in visit["injections"]) > most:
            wrong.append(f"visit of {visit['day']}: more than {most}")
    for names in case.content.get("oneInjection", []):
        lines = {case.line(name, told["lines"])["id"] for name in names}
        first = told["visits"][0]["injections"] if told["visits"] else []
        if not any(lines <= set(one["lines"]) for one in first):
            wrong.append(f"one injection expected for {', '.join(names)}")
    return wrong


@pytest.mark.parametrize("name", [name if name in SMOKE else nightly(name) for name in names()] or [None])
def test_every_page_says_the_one_answer(server_of, name):
    if name is None:
        pytest.skip("no reference data")
    case = Case(name)
    client = Client(server_of(case.day)).sign_up(name[:30])
    path = case.enter(client)
    # With one pass alone the start page leads to it.
    client.add_pass("Another", kind="dog")
    told = json.loads(client.get(f"{path}/recommendations.json").body)
    now = told["summary"]["injectionsNow"]
    assert told["format"] == 1
    wrong = differences_of_lines(case, told) + differences_of_visits(case, told)
    expected = case.content.get("injections", {}).get("now")
    least, most = expected if isinstance(expected, list) else (expected, expected)
    if expected is not None and not least <= now <= most:
        wrong.append(f"{expected} for now expected, {now} found")
    for language in ["en", "de"]:
        pages = Pages(client, path, language)
        wrong += [f"{language}: {page} says {found} and not {now}"
                  for page, found in pages.numbers().items() if found != [str(now)]]
        wrong += differences_of_plan(pages, told["lines"]) + differences_of_sheet(pages, told["lines"])
    read = {page: text(body) for page, body in pages.body.items()}
    wrong += [f"{page} doesn't say {pattern}" for page, pattern in case.regular_expressions("says")
              if not re.search(pattern, read[page])]
    wrong += [f"{page} says {pattern}" for page, pattern in case.regular_expressions("neverSays")
              if re.search(pattern, read[page])]
    calendar = client.get(f"{path}/recommendations.ics").body
    days = set(re.findall(r"DTSTART;VALUE=DATE:(\d{8})", calendar))
    wrong += [f"the calendar doesn't have {visit['day']}" for visit in told["visits"] if visit["day"].replace("-", "") not in days]
    assert wrong == []
