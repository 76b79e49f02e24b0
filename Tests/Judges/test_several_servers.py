"""Two servers on one PostgreSQL database are one server to their users: nothing is lost, nothing is stale."""

import http.client
import random
import shutil
import subprocess
import threading
import time
import urllib.parse

import pytest

from operating import BINARY, PASSWORD, Client, Server, await_ready, free_port, surroundings, until, vaccinapp
from postgres import PROGRAMS, Cluster
from words import says

pytestmark = pytest.mark.skipif(PROGRAMS is None, reason="skipped: PostgreSQL isn't installed")


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.close()


class House:
    """A database and two servers on it."""

    count = 0
    # Whether the database answers is given up within a second.
    pace = 3

    def __init__(self, cluster: Cluster, *options: str):
        House.count += 1
        self.cluster, self.name = cluster, f"house_{House.count}"
        self.address = cluster.make(self.name)
        environment = {"VACCINAPP_DATABASE": self.address}
        self.first = Server("--sign-ins", "100000", *options, environment=environment, pace=self.pace)
        # The second one is given the key of the user names, as the manual says.
        self.key = self.first.data / "names.key"
        folder = self.first.folder / "second"
        folder.mkdir()
        shutil.copy(self.key, folder)
        self.second = Server("--sign-ins", "100000", "--data", str(folder), *options, environment=environment, pace=self.pace)

    def close(self) -> None:
        self.second.close()
        self.first.close()

    def written(self) -> bytes:
        return b"".join(b"".join(server.written().values()) for server in (self.first, self.second))


@pytest.fixture(scope="module")
def house(cluster):
    house = House(cluster)
    yield house
    house.close()


def on(server: Server, client: Client) -> Client:
    """The same browser, sent to another server by the load balancer."""
    other = Client(server)
    other.cookies = client.cookies
    return other


class Writer(threading.Thread):
    """Adds vaccinations and remembers which were confirmed."""

    def __init__(self, server: Server, client: Client, path: str, batches: list[str]):
        super().__init__()
        self.client = Client(server)
        self.client.cookies = dict(client.cookies)
        self.path, self.batches = path, batches
        self.confirmed, self.answers = [], set()
        self.token = self.client.token(f"{path}/vaccinations/new")

    def run(self) -> None:
        for batch in self.batches:
            fields = Client.dose_fields(batch=batch, duplicate="yes")
            answer = self.client.post_raw(
                f"{self.path}/vaccinations/new", urllib.parse.urlencode({"form-token": self.token, **fields}).encode())
            self.answers.add(answer.status)
            if answer.status == 303:
                self.confirmed.append(batch)


def batches(client: Client, path: str) -> list[str]:
    table = client.get(f"{path}/export/csv")
    assert table.status == 200
    return [word.strip('"') for line in table.body.splitlines() for word in line.replace(";", ",").split(",")
            if word.strip('"').startswith("LOT")]


def writing_on_both(house, client: Client, path: str, count: int) -> list[Writer]:
    """Two writers under way, one on each server, with so many vaccinations each; each has saved something."""
    writers = [
        Writer(server, client, path, [f"LOT{name}{number}" for number in range(count)])
        for name, server in (("a", house.first), ("b", house.second))]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() and not writer.confirmed for writer in writers):
        time.sleep(0.005)
    return writers


def assert_the_confirmed_stand(house, client: Client, path: str, writers: list[Writer]) -> None:
    """Waits for the writers; both servers then have all that was confirmed, and nothing twice."""
    for writer in writers:
        writer.join()
    assert all(writer.answers <= {303, 503} for writer in writers), [writer.answers for writer in writers]
    confirmed = {batch for writer in writers for batch in writer.confirmed}
    assert confirmed
    for server in (house.first, house.second):
        found = batches(await_ready(on(server, client)), path)
        # One that wasn't confirmed may be saved: its answer was lost after the commit.
        assert confirmed <= set(found) and len(found) == len(set(found))


def test_a_session_and_its_data_are_the_same_on_both(house):
    maria = Client(house.first).sign_up("maria")
    path = maria.add_pass("Maria Muster")
    there = on(house.second, maria)
    assert "Maria Muster" in there.get(path).body
    for number, client in enumerate([maria, there] * 2):
        fields = Client.dose_fields(batch=f"LOT{number}", duplicate="yes")
        assert client.post(f"{path}/vaccinations/new", fields).status == 303
        for reader in (maria, there):
            assert sorted(batches(reader, path)) == [f"LOT{made}" for made in range(number + 1)]
    other = Client(house.second)
    assert other.post("/login", {"username": "Maria", "password": PASSWORD}).status == 303
    assert "Maria Muster" in on(house.first, other).get(path).body


def test_signing_out_on_one_ends_the_session_on_the_other(house):
    jonas = Client(house.first).sign_up("jonas")
    path = jonas.add_pass("Jonas Muster")
    second = Client(house.second)
    assert second.post("/login", {"username": "jonas", "password": PASSWORD}).status == 303
    stolen = on(house.first, Client(house.first))
    stolen.cookies = dict(second.cookies)
    assert stolen.get(path).status == 200
    assert second.post("/logout", {}, page=path).status == 303
    assert stolen.get(path).status == 303 and "/login" in stolen.get(path).location
    # Its end has replaced the data key: the first server goes on with the new one.
    assert jonas.post(f"{path}/vaccinations/new", Client.dose_fields(batch="LOTa")).status == 303
    assert batches(on(house.second, jonas), path) == ["LOTa"]


def test_ending_the_others_on_one_reaches_the_other_at_once(house):
    lena = Client(house.first).sign_up("lena")
    path = lena.add_pass("Lena Muster")
    others = [Client(server) for server in (house.first, house.second)]
    for other in others:
        assert other.post("/login", {"username": "lena", "password": PASSWORD}).status == 303
        assert on(house.first, other).get(path).status == on(house.second, other).get(path).status == 200
    there = on(house.second, lena)
    assert there.post("/settings/sessions/end-others", {}, page="/settings/sessions").status == 303
    for other in others:
        for server in (house.first, house.second):
            assert on(server, other).get(path).status == 303
    for server in (house.first, house.second):
        assert on(server, lena).get(path).status == 200
    # A new password counts on both.
    new = "penguins borrow eleven ladders"
    assert lena.post("/settings/password", {"current": PASSWORD, "new": new}).status == 303
    for server in (house.first, house.second):
        assert Client(server).post("/login", {"username": "lena", "password": PASSWORD}).status == 422
        assert Client(server).post("/login", {"username": "lena", "password": new}).status == 303


def test_many_writes_on_each_at_once_are_all_there(house, is_nightly):
    emma = Client(house.first).sign_up("emma")
    path = emma.add_pass("Emma Muster")
    count = 200 if is_nightly else 60
    writers = writing_on_both(house, emma, path, count)
    for writer in writers:
        writer.join()
    assert [writer.answers for writer in writers] == [{303}, {303}]
    made = sorted(batch for writer in writers for batch in writer.confirmed)
    assert len(made) == 2 * count
    for server in (house.first, house.second):
        assert sorted(batches(on(server, emma), path)) == made


def test_what_was_confirmed_survives_connections_that_break_at_any_moment(house, cluster, is_nightly):
    paul = Client(house.first).sign_up("paul")
    path = paul.add_pass("Paul Muster")
    writers = writing_on_both(house, paul, path, 120 if is_nightly else 60)
    kills = 0
    while any(writer.is_alive() for writer in writers):
        time.sleep(random.random() / 10)
        kills += cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'vaccinapp' AND state <> 'idle'").count("t")
    assert kills > 0
    assert_the_confirmed_stand(house, paul, path, writers)


def test_a_database_that_is_away_is_said_and_comes_back_by_itself(house, cluster):
    mia = Client(house.first).sign_up("mia")
    path = mia.add_pass("Mia Muster")
    cluster.stop()
    try:
        for server in (house.first, house.second):
            client = on(server, mia)
            assert client.get("/health/live").status == 200
            ready = client.get("/health/ready")
            assert ready.status == 503
            assert ready.body == "not ready: the accounts' database doesn't answer\n"
            for page in (path, "/passes"):
                answer = client.get(page)
                assert answer.status == 503 and "</html>" in answer.body and not says(answer.body, "problem.storage.title")
            # What was saved before is said, and is not taken back.
            saved = client.get(f"{path}?done=vaccination-saved").body
            assert says(saved, "done.vaccination-saved") and not says(saved, "problem.storage.title")
    finally:
        cluster.start()
    for server, batch in ((house.first, "LOTa"), (house.second, "LOTb")):
        client = await_ready(on(server, mia))
        fields = Client.dose_fields(batch=batch, duplicate="yes")
        assert client.post(f"{path}/vaccinations/new", fields).status == 303
    assert sorted(batches(mia, path)) == ["LOTa", "LOTb"]


def test_a_server_that_starts_before_its_database_waits_for_it(house, cluster, tmp_path):
    shutil.copy(house.key, tmp_path)
    port = free_port()
    again = Server.__new__(Server)
    options = ("--data", str(tmp_path), "--port", str(port))
    starting = threading.Thread(
        target=Server.__init__, args=(again, *options), kwargs={"environment": {"VACCINAPP_DATABASE": house.address}})
    cluster.stop()
    try:
        starting.start()
        assert until(lambda: asked(port, "/health/live")) == (200, "live\n")
        assert ask(port, "/health/ready") == (503, "not ready: the database can't be reached yet\n")
        status, text = ask(port, "/login", Accept_Language="de")
        assert status == 503 and says(text, "problem.unreadable.title", language="de")
        assert starting.is_alive()
    finally:
        cluster.start()
    starting.join(300)
    try:
        assert not starting.is_alive() and again.port == port
        await_ready(Client(again))
        assert cluster.password not in again.log.read_text()
        assert "waiting for the database" in again.log.read_text()
    finally:
        again.close()
    for server in (house.first, house.second):
        await_ready(Client(server))


def test_a_server_without_its_folder_is_not_ready_and_the_others_are(house):
    folder = house.first.folder / "second"
    aside = folder.with_name("aside")
    folder.rename(aside)
    try:
        until(lambda: Client(house.second).get("/health/ready").status == 503)
        assert Client(house.second).get("/health/ready").body == "not ready: the data folder is gone, or another one lies in its place\n"
        assert Client(house.first).get("/health/ready").status == 200
    finally:
        aside.rename(folder)
    assert await_ready(Client(house.second)).get("/health/ready").status == 200


def test_a_server_that_waits_ends_when_it_is_told_to(house, cluster, tmp_path):
    # Nobody listens there.
    process = subprocess.Popen(
        [BINARY, "serve", "--data", str(tmp_path), "--port", "0"], stdout=subprocess.PIPE, text=True,
        env=surroundings(VACCINAPP_DATABASE="postgres://v@127.0.0.1:1/v"))
    line = next(line for line in process.stdout if "waits for its database" in line)
    assert "http://127.0.0.1:" in line
    process.terminate()
    assert process.wait(300) == 0


@pytest.mark.parametrize(("wrong", "advice"), [
    ("password", "correct user and password in its address"), ("role", "make the role with createuser"),
    ("database", "make the database with createdb"), ("address", ""),
])
def test_what_waiting_does_not_cure_is_said_at_once_and_by_check(house, cluster, tmp_path, wrong, advice):
    address = {
        "password": house.address.replace(cluster.password, "another"),
        "role": house.address.replace("vaccinapp:", "nobody:"),
        "database": house.address.replace(f"/{house.name}?", "/nowhere?"),
        "address": house.address + "&sslmode=bogus",
    }[wrong]
    done = vaccinapp("serve", "--port", "0", "--data", tmp_path, "--database", address)
    assert done.returncode == 1, done
    assert "the database can't be reached" in done.stderr and advice in done.stderr and "waits" not in done.stdout
    assert "another" not in done.stderr and cluster.password not in done.stderr
    checked = vaccinapp("serve", "--check", "--data", tmp_path, "--database", address)
    [reason] = [line for line in checked.stdout.splitlines() if line.startswith("wrong: ")]
    assert checked.returncode == 1 and reason.removeprefix("wrong: ") in done.stderr, (checked, done)


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def asked(port: int, path: str) -> tuple[int, str] | None:
    """What it answers; nothing while nobody listens."""
    try:
        return ask(port, path)
    except ConnectionRefusedError:
        return None


def test_what_was_confirmed_survives_a_database_that_crashes_and_starts_anew(house, cluster, is_nightly):
    lea = Client(house.first).sign_up("lea")
    path = lea.add_pass("Lea Muster")
    writers = writing_on_both(house, lea, path, 150 if is_nightly else 60)
    crashes = 0
    while any(writer.is_alive() for writer in writers) and crashes < 4:
        time.sleep(random.random())
        cluster.stop()
        cluster.start()
        crashes += 1
    assert crashes > 0
    assert_the_confirmed_stand(house, lea, path, writers)


def test_a_database_that_hangs_is_given_up_and_comes_back(house, cluster):
    tom = Client(house.first).sign_up("tom")
    path = tom.add_pass("Tom Muster")
    # So that there is a connection that hangs; after it a new one is tried, which hangs too.
    assert tom.get("/health/ready").status == 200
    held = cluster.pause()
    try:
        for _ in range(3):
            answer = tom.get("/health/ready")
            assert (answer.status, answer.body) == (503, "not ready: the accounts' database doesn't answer\n")
        assert tom.get("/health/live").status == 200
        answer = tom.get(path)
        assert answer.status == 503 and "</html>" in answer.body
    finally:
        cluster.resume(held)
    await_ready(tom)
    assert tom.post(f"{path}/vaccinations/new", Client.dose_fields(batch="LOTtom")).status == 303
    assert batches(await_ready(on(house.second, tom)), path) == ["LOTtom"]


def test_a_password_on_the_command_line_is_warned_of_and_told_nowhere(house):
    done = vaccinapp("check", "--data", house.first.data, "--database", house.address)
    assert done.returncode == 0 and "everybody on this machine can read the password" in done.stderr
    assert house.cluster.password not in done.stdout + done.stderr
    wrong = house.address.replace(house.cluster.password, "falsch-geraten")
    for command in (("check",), ("serve", "--port", "0")):
        done = vaccinapp(*command, "--data", house.first.data, "--database", wrong)
        assert done.returncode == 1 and "password authentication failed" in done.stderr
        assert "falsch-geraten" not in done.stdout + done.stderr


def test_a_database_that_can_only_be_read_is_told_at_the_start(house, cluster, tmp_path):
    address = cluster.make("readable")
    place = ("--data", tmp_path / "one", "--database", address)
    copy = tmp_path / "copy.tar"
    assert vaccinapp("backup", copy, "--data", house.first.data, "--database", house.address).returncode == 0
    assert vaccinapp("restore", copy, *place).returncode == 0
    cluster.sql("ALTER DATABASE readable SET default_transaction_read_only = on")
    done = vaccinapp("serve", "--port", "0", *place)
    assert done.returncode == 1 and "the database can only be read: it is a standby" in done.stderr
    # A copy needs no more than reading: so it may be taken from a standby.
    read = ("--data", tmp_path / "one", "--database", f"{address}&target_session_attrs=any")
    assert vaccinapp("backup", tmp_path / "again.tar", *read).returncode == 0
    assert vaccinapp("check", *read).returncode == 0


def test_a_server_with_another_key_or_without_one_does_not_start(house, tmp_path):
    for name, key in (("missing", None), ("another", bytes(32))):
        folder = tmp_path / name
        folder.mkdir()
        if key:
            (folder / "names.key").write_bytes(key)
        done = vaccinapp("serve", "--port", "0", "--data", folder, "--database", house.address)
        assert done.returncode == 1
        assert "names.key is " in done.stderr and "copy it there from a server that runs" in done.stderr
    wrong = "postgres://vaccinapp:geheim:x@nirgendwo:geheim/db"
    done = vaccinapp("serve", "--port", "0", "--data", tmp_path / "b", "--database", wrong)
    assert done.returncode != 0 and "geheim" not in done.stdout + done.stderr
    done = vaccinapp("serve", wrong)
    assert done.returncode != 0 and "geheim" not in done.stdout + done.stderr


def test_the_operators_commands_work_on_the_database(house):
    place = ("--data", str(house.first.data), "--database", house.address)
    assert len(vaccinapp("invite", *place).stdout.strip()) == 32
    ada = Client(house.second).sign_up("ada")
    assert ada.get("/admin").status == 404
    assert vaccinapp("admin", "add", "ada", *place).returncode == 0
    # There they are, but for the second factor.
    guard = "/settings/second-factor?done=admin-factor"
    assert ada.get("/admin").location == on(house.first, ada).get("/admin").location == guard
    assert vaccinapp("admin", "add", "niemand", *place).returncode == 1


def test_backups_go_from_database_to_folder_and_back(house, cluster, tmp_path):
    nina = Client(house.first).sign_up("nina")
    path = nina.add_pass("Nina Muster")
    assert nina.post(f"{path}/vaccinations/new", Client.dose_fields(batch="LOTnina")).status == 303
    place = ("--data", str(house.first.data), "--database", house.address)
    for copy in (tmp_path / "copy", tmp_path / "copy.tar"):
        done = vaccinapp("backup", copy, *place)
        assert done.returncode == 0, done.stderr
        assert "all vaults are right" in vaccinapp("check", copy).stdout
    assert "all vaults are right" in vaccinapp("check", *place).stdout
    assert "all vaults are right" in vaccinapp("check", *place, "--against", tmp_path / "copy.tar").stdout
    assert vaccinapp("restore", tmp_path / "copy.tar", "--data", tmp_path / "plain").returncode == 0
    other = cluster.make("restored")
    moved = ("--data", tmp_path / "moved", "--database", other)
    # From the folder that was restored: what a server alone leaves when it moves into a database.
    done = vaccinapp("restore", tmp_path / "plain", *moved)
    assert done.returncode == 0, done.stderr
    again = vaccinapp("restore", tmp_path / "copy", *moved)
    assert again.returncode == 1 and "holds accounts already" in again.stderr
    for options, environment in ((("--data", str(tmp_path / "plain")), {}),
                                 (("--data", str(tmp_path / "moved")), {"VACCINAPP_DATABASE": other})):
        server = Server(*options, environment=environment)
        try:
            assert on(server, nina).get(path).status == 303
            client = Client(server)
            assert client.post("/login", {"username": "nina", "password": PASSWORD}).status == 303
            assert batches(client, path) == ["LOTnina"]
            fields = Client.dose_fields(batch="LOTnew", duplicate="yes")
            assert client.post(f"{path}/vaccinations/new", fields).status == 303
        finally:
            server.close()
    # A vault that somebody has damaged is named.
    cluster.sql("UPDATE vault SET blob = set_byte(blob, 4000, get_byte(blob, 4000) # 1) WHERE account = "
                "(SELECT max(account) FROM vault)", "restored")
    done = vaccinapp("check", *moved)
    assert done.returncode == 2 and done.stderr.count("is damaged") == 1
    # Rows that the database's admin has made are named too.
    cluster.sql("UPDATE account SET isAdmin = 1 - isAdmin WHERE id = (SELECT min(id) FROM account)", "restored")
    done = vaccinapp("check", *moved)
    assert done.returncode == 2 and "table account, account" in done.stderr
    assert "was not written by a server" in done.stderr
    # It takes names.key, which the database doesn't hold.
    done = vaccinapp("check", "--data", tmp_path / "nowhere", "--database", other)
    assert done.returncode == 1 and "names.key is missing" in done.stderr


def test_a_dump_with_the_key_of_names_beside_it_puts_everything_back(house, cluster, tmp_path):
    ida = Client(house.first).sign_up("ida")
    path = ida.add_pass("Ida Muster")
    assert ida.post(f"{path}/vaccinations/new", Client.dose_fields(batch="LOTida")).status == 303
    address = cluster.make("loaded")
    cluster.load("loaded", cluster.dump(house.name))
    done = vaccinapp("serve", "--port", "0", "--data", tmp_path / "without", "--database", address)
    assert done.returncode == 1 and "names.key is missing" in done.stderr
    folder = tmp_path / "with"
    folder.mkdir()
    shutil.copy(house.key, folder)
    assert vaccinapp("check", "--data", folder, "--database", address).returncode == 0
    server = Server("--data", str(folder), environment={"VACCINAPP_DATABASE": address})
    try:
        client = Client(server)
        assert client.post("/login", {"username": "ida", "password": PASSWORD}).status == 303
        assert batches(client, path) == ["LOTida"]
    finally:
        server.close()


def test_guesses_are_counted_together(house):
    Client(house.first).sign_up("otto")

    def slowed(server, password):
        answer = Client(server).post("/login", {"username": "otto", "password": password})
        assert answer.status == 422
        return says(answer.body, "error.attempts")

    answers = [slowed((house.first, house.second)[number % 2], f"falsch geraten {number}") for number in range(12)]
    assert answers[:5] == [False] * 5 and any(answers[5:])
    # Whoever waits on one server waits on the other, with the right password too.
    assert slowed(house.first, PASSWORD) and slowed(house.second, PASSWORD)


def test_neither_database_nor_logs_know_anything_of_anybody(house, cluster):
    secret = ["Kanari-Quux", "LOTkanari", "1987-03-27", "kanari-user", PASSWORD]
    client = Client(house.first).sign_up("kanari-user")
    path = client.add_pass("Kanari-Quux", ("27", "3", "1987"))
    assert client.post(f"{path}/vaccinations/new", Client.dose_fields(batch="LOTkanari")).status == 303
    assert "Kanari-Quux" in on(house.second, client).get(path).body
    secret += client.cookies.values()
    places = {"a dump": cluster.dump(house.name), "PostgreSQL's log": cluster.log, "the servers": house.written()}
    assert b"vault" in places["a dump"] and b"UPDATE vault" in places["PostgreSQL's log"]
    for where, content in places.items():
        for text in secret:
            for needle in (text.encode(), text.encode().hex().encode()):
                assert needle not in content, f"{text!r} in {where}"
    assert cluster.password.encode() not in places["PostgreSQL's log"] + places["the servers"]
