"""Calendar files as another program reads them: icalendar, from PyPI."""

import datetime
import html
import pathlib
import re
import sys

import icalendar
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Browser"))

from client import Client
from server import Server
from words import words


@pytest.fixture(scope="module")
def member():
    server = Server("--sign-ins", "100000")
    yield Client(server).sign_up("calendar-reader")
    server.close()


def events(member, path, query=""):
    answer = member.get(f"{path}/recommendations.ics{query}")
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert all(len(line.encode()) <= 75 for line in answer.body.split("\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.body)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    return calendar.walk("VEVENT")


def test_events_are_whole_days_with_names_of_their_own(member):
    born = datetime.date.today() - datetime.timedelta(days=40)
    path = member.add_pass("Kind, das; jüngste\\", born=(str(born.day), str(born.month), str(born.year)))
    plain = events(member, path)
    assert len(plain) >= 3
    for event in plain:
        assert isinstance(event.decoded("DTSTART"), datetime.date)
        assert event.decoded("DTEND") - event.decoded("DTSTART") == datetime.timedelta(days=1)
        assert event.decoded("DTSTART") >= datetime.date.today() - datetime.timedelta(days=1)
        assert event.decoded("DTSTAMP").tzinfo is not None
        assert str(event["SUMMARY"]) == words("calendar.summary")
    named = events(member, path, "?with=names")
    assert [str(event["UID"]) for event in named] == [str(event["UID"]) for event in plain]
    assert len({str(event["UID"]) for event in named}) == len(named)
    assert all("Kind, das; jüngste\\: " in str(event["SUMMARY"]) for event in named)
    assert any("Diphtheria" in str(event["DESCRIPTION"]) for event in named)
    assert not any("Diphtheria" in str(event["DESCRIPTION"]) for event in plain)


def test_a_dose_that_is_given_leaves_the_later_events_alone(member):
    day = datetime.date.today() - datetime.timedelta(days=40)
    born = (str(day.day), str(day.month), str(day.year))
    path = member.add_pass("Emil", born=born)
    before = {str(event["UID"]) for event in events(member, path)}
    again = {str(event["UID"]) for event in events(member, path)}
    assert before == again
    other = {str(event["UID"]) for event in events(member, member.add_pass("Ida", born=born))}
    assert before.isdisjoint(other)


def test_a_subscribed_calendar_keeps_up_and_needs_no_session(member):
    day = datetime.date.today() - datetime.timedelta(days=40)
    path = member.add_pass("Ella", born=(str(day.day), str(day.month), str(day.year)))
    assert member.post(f"{path}/calendar", {"step": "make"}).status == 303
    address = html.unescape(re.search(r'value="http://[^/]+(/calendar/[^"]+)"', member.get(f"{path}/calendar").body)[1])
    stranger = Client(member.server)
    answer = stranger.get(address)
    assert answer.status == 200 and answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = icalendar.Calendar.from_ical(answer.body)
    assert calendar["REFRESH-INTERVAL"].params["VALUE"] == "DURATION" and calendar["X-PUBLISHED-TTL"]
    visits = calendar.walk("VEVENT")
    assert len({str(visit["UID"]) for visit in visits}) == len(visits)
    assert all(visit.walk("VALARM") for visit in visits)
    assert max(visit.decoded("DTSTART") for visit in visits) > day + datetime.timedelta(days=5 * 365)
    assert "Ella" not in answer.body and "Diphtheria" not in answer.body
    assert stranger.get(address, If_None_Match=answer.headers["ETag"]).status == 304
    assert member.post(f"{path}/calendar", {"step": "end"}).status == 303
    assert stranger.get(address).status == 404
