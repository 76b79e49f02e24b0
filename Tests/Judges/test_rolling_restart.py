"""Two servers on one database are ended and started in turn while people write: each list is what was confirmed.

With --nightly it goes on for ten minutes; `VACCINAPP_ROLLING=3600` for so many seconds.
"""

import http.client
import itertools
import os
import threading
import time
import urllib.parse

import pytest

from operating import Client
from postgres import PROGRAMS, Cluster
from proxy import NGINX, Proxy
from test_several_servers import House, batches, on

pytestmark = pytest.mark.skipif(PROGRAMS is None, reason="skipped: PostgreSQL isn't installed")

SECONDS = int(os.environ.get("VACCINAPP_ROLLING", "600"))
WRITERS_OF_AN_ACCOUNT = 4
# Vaccinations of an account, before another one takes its place: lists of thousands would be all that is measured.
LIST, SMOKE = 600, 120


class Balanced(threading.Thread):
    """A browser behind a load balancer: asks one server after the other, and another one where none listens."""

    def __init__(self, house: House, client: Client, path: str, name: str, count: int):
        super().__init__()
        self.browsers = [on(server, client) for server in (house.first, house.second)]
        self.path, self.name_, self.count = path, name, count
        self.token = client.token(f"{path}/vaccinations/new")
        # What became of each batch: where a 303 led, or what else was said.
        self.confirmed: dict[str, str] = {}
        self.others: dict[str, str] = {}

    def run(self) -> None:
        for number in range(self.count):
            batch = f"LOT{self.name_}x{number}"
            fields = Client.dose_fields(batch=batch, duplicate="yes")
            body = urllib.parse.urlencode({"form-token": self.token, **fields}).encode()
            self.save(batch, body, itertools.islice(itertools.cycle(self.browsers), number % 2, None))

    def save(self, batch: str, body: bytes, browsers) -> None:
        """Sends it once to a server that listens; an answer that is lost is not asked for again."""
        for browser in itertools.islice(browsers, 400):
            try:
                answer = browser.post_raw(f"{self.path}/vaccinations/new", body)
            except ConnectionRefusedError:
                time.sleep(0.01)
                continue
            except (http.client.HTTPException, OSError) as error:
                self.others[batch] = type(error).__name__
                return
            (self.confirmed if answer.status == 303 else self.others)[batch] = answer.location or str(answer.status)
            return


@pytest.fixture(scope="module")
def house():
    cluster = Cluster()
    house = House(cluster)
    yield house
    house.close()
    cluster.close()


@pytest.mark.skipif(not NGINX, reason="skipped: nginx isn't installed")
def test_behind_the_proxy_nobody_sees_a_restart(house, tmp_path, is_nightly):
    client = Client(house.first).sign_up("rolling-proxied")
    path = client.add_pass("Rolf Muster")
    proxy = Proxy(tmp_path, house.first.port, house.second.port, limits=False)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    answers, is_over = [], threading.Event()

    def read() -> None:
        while not is_over.is_set():
            connection = http.client.HTTPSConnection("127.0.0.1", proxy.port, context=proxy.context, timeout=300)
            connection.request("GET", path, headers={"Host": "pass.example.org", "Cookie": cookies})
            answers.append(connection.getresponse().status)
            connection.close()
            # Who asks without a pause takes the time that a restart needs.
            is_over.wait(0.01)

    readers = [threading.Thread(target=read) for _ in range(4 if is_nightly else 2)]
    try:
        for reader in readers:
            reader.start()
        for server in (house.first, house.second) * (3 if is_nightly else 1):
            assert server.stop() == 0
            server.start(server.port)
            # What found it closed a moment ago has gone to the other one, and is answered there before that ends.
            time.sleep(0.5)
    finally:
        is_over.set()
        for reader in readers:
            reader.join()
        proxy.close()
    # Cookies of plain HTTP aren't taken by way of TLS: what counts is that an answer is the app's.
    counts = {status: answers.count(status) for status in set(answers)}
    assert len(answers) > 50 and set(answers) <= {200, 303}, f"{counts}\n{proxy.errors()[-3000:]}"


def rounds(house: House, names, count: int):
    """An account's writers, again and again with another account."""
    for name in names:
        client = Client(house.first).sign_up(f"rolling-{name}")
        path = client.add_pass("Rolf Muster")
        writers = [
            Balanced(house, client, path, f"{name}w{number}", count // WRITERS_OF_AN_ACCOUNT)
            for number in range(WRITERS_OF_AN_ACCOUNT)]
        yield client, path, writers


def test_rolling_restarts_lose_nothing_and_show_nothing_stale(house, is_nightly):
    end = time.monotonic() + (SECONDS if is_nightly else 0)
    saves = restarts = lost_answers = 0
    for client, path, writers in rounds(house, range(10_000), LIST if is_nightly else SMOKE):
        for writer in writers:
            writer.start()
        while any(writer.is_alive() for writer in writers):
            for server in (house.first, house.second):
                assert server.stop() == 0
                server.start(server.port)
                restarts += 1
        confirmed = {batch: place for writer in writers for batch, place in writer.confirmed.items()}
        others = {batch: place for writer in writers for batch, place in writer.others.items()}
        # A 303 that leads elsewhere confirms nothing.
        places = {place.split("&")[0] for place in confirmed.values()}
        assert places <= {f"{path}?done=vaccination-saved"}, places
        for server in (house.first, house.second):
            found = batches(on(server, client), path)
            assert len(found) == len(set(found))
            missing = sorted(set(confirmed) - set(found))
            assert not missing, (missing, others)
            # What wasn't confirmed may be saved: its answer was lost after the commit.
            assert set(found) - set(confirmed) <= set(others)
        saves += len(confirmed)
        lost_answers += len(others)
        # However fast the writers are: each server restarts twice under them.
        if restarts >= 4 and time.monotonic() >= end:
            break
    print(f"\n{saves} saves confirmed, {lost_answers} other answers, {restarts} restarts, 0 lost")
