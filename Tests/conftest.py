"""What holds for every judge and browser test: none waits for a clock, none hangs, what takes longest begins first."""

import json
import os
import pathlib
import re
import threading
import time

import pytest

# Where pages are whose reader's zone nobody knows: "today" is the same day for both.
os.environ["TZ"] = "Europe/Berlin"
time.tzset()

# Seconds in which nobody had anything to do.
LONGEST_WAIT = 3.0
# What may wait longer, and why.
WAITING = {
    "Tests/Judges/test_several_servers.py::test_a_server_without_its_folder_is_not_ready_and_the_others_are":
        "what the folder is like is asked every two seconds",
    "Tests/Judges/test_canaries.py::test_a_closed_vault_leaves_next_to_nothing_in_memory":
        "a vault stays open for five seconds after its last use",
    "Tests/Judges/test_read_page_bounds.py::test_a_reading_takes_the_processors_time_and_not_the_clocks":
        "a reader is stopped for longer than a clock's limit would be",
    "Tests/Judges/test_reminder_mail.py::test_two_servers_on_one_database_send_each_message_once":
        "rounds are told in whole seconds",
    "Tests/Judges/test_several_servers.py::test_a_database_that_hangs_is_given_up_and_comes_back":
        "connecting is given up by libpq, after whole seconds",
    "Tests/Browser/test_pages.py::test_every_page_is_accessible_and_fits":
        "between a browser and a server each of a hundred pages is on its way for a moment",
}
# Files whose tests take longest: whoever runs them last would be waited for.
FIRST = ["test_pages", "test_file_faults", "test_several_servers", "test_guide", "test_read_page", "test_scan", "test_booklet"]
# Files whose tests are too long, and share too little, to be one process's.
SPREAD = {"test_pages"}


def pytest_addoption(parser):
    parser.addoption("--nightly", action="store_true", help="also what takes long")
    parser.addoption("--pictures", action="store_true", help="keep a picture of each page that is looked at, in .build/screens")


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: takes long; runs with --nightly alone")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--nightly"):
        long = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    ranks = {name: rank for rank, name in enumerate(FIRST)}
    items.sort(key=lambda item: ranks.get(item.path.stem, len(ranks)))
    for item in items:
        item.add_marker(pytest.mark.xdist_group(item.name if item.path.stem in SPREAD else item.path.stem))


def name(nodeid: str) -> str:
    """A test without its group."""
    return re.sub(r"@[^@\]]+$", "", nodeid)


@pytest.fixture(scope="session")
def is_nightly(request):
    """Whether what takes long runs whole: a smoke of it runs otherwise."""
    return request.config.getoption("--nightly")


# MARK: Waiting


class Idleness(threading.Thread):
    """Counts the time in which no thread of this process, or of what it started, ran or wanted to.

    Whoever waits for a processor doesn't count: a busy machine makes no test wait for a clock.
    """

    period = 0.25

    def __init__(self):
        super().__init__(daemon=True)
        self.seconds = 0.0

    def run(self) -> None:
        self.own = str(threading.get_native_id())
        before = time.monotonic()
        while True:
            time.sleep(self.period)
            now = time.monotonic()
            if not self.is_busy(str(os.getpid())):
                # Whoever wakes late had to wait for a processor, as the others did.
                self.seconds += min(now - before, 2 * self.period)
            before = now

    def is_busy(self, process: str) -> bool:
        try:
            threads = os.listdir(f"/proc/{process}/task")
        except OSError:
            return False
        for thread in threads:
            try:
                state = pathlib.Path(f"/proc/{process}/task/{thread}/stat").read_text().rpartition(")")[2].split()[0]
                if state in "RD" and thread != self.own:
                    return True
                children = pathlib.Path(f"/proc/{process}/task/{thread}/children").read_text().split()
            except OSError:
                continue
            if any(map(self.is_busy, children)):
                return True
        return False


idleness = Idleness()
# By test: how long it took, and how long of that it waited.
seconds: dict[str, tuple[float, float]] = {}
failed: dict[str, None] = {}


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    if not idleness.is_alive():
        idleness.start()
    item.begun = (time.monotonic(), idleness.seconds)
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if call.when != "teardown":
        return
    begun, idle = item.begun
    wait = idleness.seconds - idle
    report.user_properties.append(("waited", (time.monotonic() - begun, wait)))
    is_short = not item.config.getoption("--nightly")
    if wait > LONGEST_WAIT and report.passed and reason_to_wait(item.nodeid) is None and is_short:
        report.outcome = "failed"
        report.longrepr = (f"{item.nodeid} waited {wait:.1f} s for a clock, {LONGEST_WAIT} at most: give its server a pace "
                           "(Server(pace=…)), or a reason in WAITING of Tests/conftest.py")


def reason_to_wait(nodeid: str) -> str | None:
    return WAITING.get(name(nodeid).split("[")[0])


def pytest_collectreport(report):
    note_failure(report)


def pytest_runtest_logreport(report):
    note_failure(report)
    for key, value in report.user_properties:
        if key == "waited" and report.when == "teardown":
            seconds[name(report.nodeid)] = tuple(value)


def note_failure(report) -> None:
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        failed[name(report.nodeid)] = None
        # At once, and not at the end alone: whoever waits knows what to look at.
        reason = getattr(getattr(report.longrepr, "reprcrash", None), "message", str(report.longrepr)).splitlines()
        print(f"\n✘ {name(report.nodeid)}: {(reason or [''])[0][:300]}", flush=True)


def pytest_terminal_summary(terminalreporter, config):
    if hasattr(config, "workerinput"):
        return
    # For Tests/run.py.
    if place := os.environ.get("JUDGED"):
        pathlib.Path(place).write_text(json.dumps({"seconds": seconds, "failed": list(failed)}, indent=1))
    terminalreporter.section("seconds in which nobody had anything to do, over 1")
    for test, (wall, wait) in sorted(seconds.items(), key=lambda row: -row[1][1]):
        if wait > 1:
            reason = reason_to_wait(test)
            terminalreporter.write_line(f"{wait:5.1f} of {wall:5.1f}  {test}{f': {reason}' if reason else ''}")
