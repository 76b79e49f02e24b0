"""docs/operating.md and docs/reference.md, run: every command of it, in its order, on a machine in a folder, by a user that isn't root; with
the accounts in files, and in PostgreSQL.

A command that the guide names and `STEPS` doesn't fails the test, and the other way round. A new one is a line there.
"""

import datetime
import os
import pathlib
import re
import shutil
import subprocess
import types
from typing import Callable, NamedTuple

import pytest

import postgres
from machine import SERVICE_USER, Machine, new_name
from operating import BINARY, PASSWORD, ROOT, Client

GUIDES = [ROOT / "docs" / "operating.md", ROOT / "docs" / "reference.md"]


class Step(NamedTuple):
    """How a command of the guide is run, and what has to come of it."""

    # What it prints, somewhere.
    says: str = ""
    # What replaces it on the tests' machine; it runs as printed where nothing does.
    instead: Callable | None = None
    # What has to be there first, and what has to hold afterwards.
    before: Callable | None = None
    after: Callable | None = None
    # What it is given as standard input.
    given: bytes | None = None
    # Whether it runs until it is ended; then `after` is called meanwhile.
    serves: bool = False
    # Where the accounts are in files alone.
    files_only: bool = False


def elsewhere(why: str) -> Step:
    """Nothing that can be run here; other tests look at it."""
    assert why
    return Step(instead=lambda machine, command: None)


def systemctl(after: Callable | None = None, before: Callable | None = None) -> Step:
    return Step(
        instead=lambda machine, command: machine.systemctl(command.removeprefix("systemctl ")), before=before,
        after=after)


def in_container(says: str) -> Step:
    """The same command, with what the container calls its folders."""
    def run(machine: Machine, command: str) -> None:
        words = command.removeprefix("podman exec vaccinapp ").replace("/backups/", "/var/lib/vaccinapp-backups/c-")
        done = machine.run(words)
        assert done.returncode == 0 and re.search(says, done.stdout.decode()), done
    return Step(instead=run)


# MARK: What has to be there, and what has to hold

def client(machine: Machine, port: int | None = None) -> Client:
    return Client(types.SimpleNamespace(port=port or machine.port))


def signs_in(machine: Machine, port: int | None = None) -> Client:
    visitor = client(machine, port)
    answer = visitor.post("/login", {"username": "maria", "password": PASSWORD})
    assert answer.status == 303, answer.body
    return visitor


def sign_up(machine: Machine) -> None:
    client(machine).sign_up("maria").add_pass("Maria Muster")


def finds_the_pass(machine: Machine, port: int | None = None) -> None:
    """What was there before is there again, and can be changed: every file is the server's own."""
    visitor = signs_in(machine, port)
    assert "Maria Muster" in visitor.get("/passes").body
    visitor.add_pass("Another One")


def is_refused(machine: Machine) -> None:
    """Whoever the server doesn't know any more can't sign in."""
    assert client(machine).post("/login", {"username": "maria", "password": PASSWORD}).status == 422


def no_longer_in(machine: Machine) -> None:
    assert client(machine).post("/login", {"username": "maria", "password": PASSWORD}).status != 303


def everything_is_the_users(machine: Machine) -> None:
    for folder in ["/var/lib/vaccinapp", "/var/lib/vaccinapp-backups"]:
        for path in machine.path(folder).rglob("*"):
            assert path.stat().st_uid == machine.user.pw_uid, path


def empty_database(machine: Machine) -> None:
    """As the guide says for PostgreSQL: a new database beside, its address in the settings."""
    if machine.database:
        machine.set("VACCINAPP_DATABASE", machine.cluster.make(new_name()))


def no_trial(machine: Machine) -> None:
    shutil.rmtree(machine.path("/var/lib/vaccinapp-trial/data"), ignore_errors=True)


def last_night(machine: Machine) -> None:
    machine.systemctl("start vaccinapp-backup")
    made = [path for path in machine.path("/var/lib/vaccinapp-backups").iterdir() if path.is_dir()]
    assert len(made) == 1 and re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}", made[0].name)
    made[0].rename(machine.path(NIGHTLY))


def restored(machine: Machine, command: str) -> None:
    """Over PostgreSQL the guide leaves the old folder out."""
    done = machine.run(command.partition(" --deleted")[0] if machine.database else command)
    assert done.returncode == 0 and b"1 account restored" in done.stdout, done


def lose_the_key(machine: Machine) -> None:
    machine.systemctl("stop vaccinapp")
    machine.path("/var/lib/vaccinapp/names.key").unlink()
    with pytest.raises(AssertionError, match="names.key"):
        machine.systemctl("start vaccinapp")
    machine.running.clear()


def ahead(days: int) -> str:
    return (datetime.date.today() + datetime.timedelta(days)).isoformat()


def stopped(machine: Machine) -> None:
    machine.systemctl("stop vaccinapp")


def empty_again(machine: Machine) -> None:
    stopped(machine)
    shutil.rmtree(machine.path("/var/lib/vaccinapp"))


def serves_her_again(machine: Machine) -> None:
    machine.systemctl("start vaccinapp")
    finds_the_pass(machine)


def with_catalogue(command: str) -> Step:
    """Where the reader's own files are."""
    def run(machine: Machine, command: str) -> None:
        folder = machine.path("/var/lib/publisher")
        if not folder.exists():
            shutil.copytree(ROOT / "Catalogue", folder)
            for path in [folder, *folder.rglob("*")]:
                machine.set_owner(path)
        line = re.sub(r"\bpublisher", "/var/lib/publisher/publisher", command).replace("FOLDER", "/var/lib/publisher")
        done = machine.run(line)
        assert done.returncode == 0, done
    return Step(instead=run, after=lambda machine: passes(machine.run(f"test -s /var/lib/publisher/{command}")))


def certificate(machine: Machine) -> bytes:
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
         "/dev/null", "-subj", "/C=DE/CN=Guide", "-days", "30"], capture_output=True, check=True)
    return made.stdout


# What the reader has a name of their own for.
PLACEHOLDERS = {"NAME": "maria", "FOLDER": "Catalogue"}

BACKUP = "/var/lib/vaccinapp-backups/2026-11-21.tar"
# As the timer makes them.
NIGHTLY = "/var/lib/vaccinapp-backups/2026-11-21-031742"

# Sections that only run as a whole, and after others.
WHOLE = ["Move to another machine", "Update"]

# The commands of the guide, in the order in which they are run.
STEPS = {
    # Install
    "apt-get install libheif1 liblept5 libpq5 libqrencode4 libseccomp2 libsodium23 libsqlite3-0 libssl3 "
    "libtesseract5 libzbar0 libzxcvbn0 libzxing2 nginx-light poppler-utils tesseract-ocr-deu tesseract-ocr-eng zlib1g": elsewhere("test_the_guide_installs_what_the_container_has"),
    "swift build -c release --product vaccinapp --static-swift-stdlib": elsewhere("the build that is tested is there"),
    "useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin vaccinapp":
        elsewhere("it would change the tests' machine"),
    "install -d -o vaccinapp -g vaccinapp -m 0700 /var/lib/vaccinapp /var/lib/vaccinapp-backups": Step(),
    "install -m 0600 deploy/vaccinapp.env /etc/vaccinapp.env": Step(),
    "install -m 0644 deploy/nginx.conf /etc/nginx/sites-available/vaccinapp": Step(),
    "ln -s ../sites-available/vaccinapp /etc/nginx/sites-enabled/vaccinapp": Step(),
    "install -d /opt/vaccinapp": Step(),
    "install -t /opt/vaccinapp .build/release/vaccinapp .build/release/vaccinapp-reader "
    ".build/release/vaccinapp-reader-heic .build/release/vaccinapp-reader-pdf .build/release/vaccinapp-reader-text "
    "deploy/vaccinapp-trust-fetch": Step(),
    "rm -rf /opt/vaccinapp/Templates /opt/vaccinapp/Localization /opt/vaccinapp/Public /opt/vaccinapp/Catalogue":
        Step(),
    "cp -r Templates Localization Public Catalogue /opt/vaccinapp/": Step(),
    "install -m 0755 deploy/vaccinapp /usr/local/bin/vaccinapp": Step(after=Machine.settle),
    "install -m 0644 deploy/vaccinapp*.service deploy/vaccinapp*.timer /etc/systemd/system/": Step(),
    "nginx -t": Step(instead=lambda machine, command: passes(machine.check_site())),
    "systemctl reload nginx": systemctl(),
    "systemctl daemon-reload": systemctl(),
    # On a machine where nothing has been started yet.
    "vaccinapp serve --check": Step("VACCINAPP_DATA|--data"),
    "systemctl enable --now vaccinapp vaccinapp-backup.timer vaccinapp-rotate.timer": systemctl(after=sign_up),
    "curl --fail http://127.0.0.1:8080/health/ready": Step("ready"),
    "vaccinapp serve": elsewhere("the service is this command"),
    "vaccinapp serve --help": Step("--sign-up"),
    "vaccinapp trust import - < FILE": Step("1 signer", given=certificate),
    "vaccinapp trust import FILE": Step("1 signer", given=certificate),
    "systemctl enable --now vaccinapp-trust.timer": elsewhere("test_trust_network.py runs what it starts"),
    "vaccinapp trust import FOLDER --key DID.json --replace-key": elsewhere("test_trust_network.py"),
    "vaccinapp trust check FOLDER --key DID.json": elsewhere("test_trust_network.py"),
    "vaccinapp trust list": Step("1 signer"),
    "vaccinapp trust import jwks.json --issuer https://cards.example.org": elsewhere("test_cards.py"),
    "vaccinapp --version": Step(r"^\d+\.\d+\.\d+$"),
    # Invite
    "vaccinapp invite --days 14": Step(r"^\S{10,}$"),
    "vaccinapp admin add maria": Step(),
    "vaccinapp admin list": Step(r"^[0-9a-z]{26} "),
    "vaccinapp admin remove maria": Step(),
    # In a container
    "for name in SWIFT_IMAGE=swift:6.3-bookworm DEBIAN_IMAGE=debian:bookworm-slim; do": elsewhere("needs a registry"),
    'podman pull -q "docker.io/library/${name#*=}" > /dev/null': elsewhere("the same"),
    """echo "${name%%=*}=$(podman image inspect --format '{{index .RepoDigests 0}}' "docker.io/library/${name#*=}")\"""":
        elsewhere("the same"),
    "done > images": elsewhere("the same"),
    "podman build -f deploy/Containerfile --build-arg-file images -t vaccinapp .": elsewhere("test_deploy.py"),
    "podman run --read-only --cap-drop=all --security-opt=no-new-privileges --ulimit core=0 --memory=1536m "
    "--memory-swap=1536m -v vaccinapp:/data -v vaccinapp-backups:/backups --name vaccinapp -p 127.0.0.1:8080:8080 "
    "vaccinapp serve --trusted-proxy 10.88.0.1": elsewhere("test_the_container_can_back_up"),
    "podman-compose --env-file images up --build --detach": elsewhere("test_compose_asks_for_what_the_guide_does"),
    # Backup, check, restore
    f"vaccinapp backup {BACKUP}": Step(
        "1 account", before=last_night, after=everything_is_the_users),
    "vaccinapp check": Step("are right"),
    f"vaccinapp check {NIGHTLY}": Step("are right"),
    f"vaccinapp check --against {NIGHTLY}": Step("are right"),
    "podman exec vaccinapp vaccinapp backup /backups/2026-11-21.tar": in_container("1 account"),
    "podman exec vaccinapp vaccinapp check /backups/2026-11-21.tar": in_container("are right"),
    "podman cp vaccinapp:/backups/2026-11-21.tar .": elsewhere("needs a container"),
    "podman run --rm -v vaccinapp-new:/data -v vaccinapp:/old -v vaccinapp-backups:/backups:ro vaccinapp restore "
    "/backups/2026-11-21.tar --deleted /old": elsewhere("the same command as outside, below"),
    "systemctl stop vaccinapp": systemctl(),
    "mv /var/lib/vaccinapp /var/lib/vaccinapp.old": Step(),
    "install -d -o vaccinapp -g vaccinapp -m 0700 /var/lib/vaccinapp": Step(),
    f"vaccinapp restore {NIGHTLY} --deleted /var/lib/vaccinapp.old": Step(
        instead=restored, before=empty_database, after=everything_is_the_users),
    "systemctl start vaccinapp": systemctl(after=finds_the_pass),
    "install -d -o vaccinapp -g vaccinapp -m 0700 /var/lib/vaccinapp-trial": Step(files_only=True),
    f"vaccinapp restore {BACKUP} --data /var/lib/vaccinapp-trial/data": Step("1 account", files_only=True),
    "vaccinapp serve --data /var/lib/vaccinapp-trial/data --port 8081 --metrics-port 0": Step(
        serves=True, after=lambda machine: finds_the_pass(machine, machine.trial_port), files_only=True),
    "vaccinapp rotate /var/lib/vaccinapp-backups --days 30 --least 7": Step("0 "),
    # Restore one account
    "cp -a /var/lib/vaccinapp /var/lib/vaccinapp.before": Step(before=stopped),
    f"vaccinapp restore --account NAME {NIGHTLY}": Step("1 account restored", after=serves_her_again),
    # A lost key
    f"install -o vaccinapp -g vaccinapp -m 0600 {NIGHTLY}/names.key /var/lib/vaccinapp/names.key":
        Step(before=lose_the_key, after=serves_her_again),
    "tar -xOf /var/lib/vaccinapp-backups/2026-11-21.tar names.key > /var/lib/vaccinapp/names.key":
        Step(before=lose_the_key),
    "chown vaccinapp:vaccinapp /var/lib/vaccinapp/names.key": Step(),
    "chmod 0600 /var/lib/vaccinapp/names.key": Step(after=lambda machine: machine.systemctl("start vaccinapp")),
    # Afterwards
    "vaccinapp passwords import - < LIST": Step("passwords are refused", given=b"correct horse battery staple\n"),
    "systemctl restart vaccinapp": systemctl(after=finds_the_pass),
    # Signed content
    "vaccinapp catalogue key publisher.pem > publisher.pub.pem": with_catalogue("publisher.pub.pem"),
    "vaccinapp catalogue sign FOLDER --key publisher.pem": with_catalogue("catalogue.sig"),
    # Users, and the end
    "vaccinapp account list": Step(r"^[0-9a-z]{26} "),
    "vaccinapp account disable --name NAME": Step(after=no_longer_in),
    "vaccinapp account enable --name NAME": Step(after=finds_the_pass),
    'vaccinapp close --on 2027-03-31 --message "Questions: office@example.org"': Step(
        instead=lambda machine, command: passes(machine.run(command.replace("2027-03-31", ahead(days=100))))),
    "vaccinapp close --undo": Step(),
    "vaccinapp account delete --name NAME": Step(
        instead=lambda machine, command: passes(machine.run(f"{command.replace('NAME', 'maria')} --yes")),
        after=is_refused),
    # Several servers over PostgreSQL
    "runuser -u postgres -- createuser --pwprompt vaccinapp": elsewhere("the tests' own cluster has that user"),
    "runuser -u postgres -- createdb --owner vaccinapp --encoding UTF8 --template template0 vaccinapp":
        elsewhere("the tests' own cluster makes databases"),
}


def passes(done: subprocess.CompletedProcess) -> None:
    assert done.returncode == 0, done


# MARK: What the guide names

def commands(text: str) -> set[str]:
    """Every line of the code blocks but settings, and what is named in the text and begins with `vaccinapp`."""
    found = {line for block in blocks(text) for line in block}
    for inline in re.findall(r"`([^`]+)`", re.sub(r"\n", " ", text)):
        if re.match(r"(vaccinapp|systemctl (re)?start|systemctl stop) [a-z-]", inline):
            found.add(inline)
    return found


def blocks(text: str) -> list[list[str]]:
    """The code blocks' lines, but for settings."""
    found = []
    for block in re.findall(r"\n\n((?:    .*\n|\n(?=    ))+)", text):
        lines = [re.sub(r"\s{2,}# .*", "", line.strip()) for line in re.sub(r"\\\n\s*", "", block).splitlines()]
        found.append([line for line in lines if line and not re.match(r"[A-Z_]+=|\{", line)])
    return found


def section(title: str) -> str:
    return re.search(rf"(?ms)^## {title}\n.*?(?=^## |\Z)", GUIDES[0].read_text())[0]


def named() -> set[str]:
    return set().union(*(commands(guide.read_text()) for guide in GUIDES))


def named_in_whole_sections() -> set[str]:
    return {line for title in WHOLE for block in blocks(section(title)) for line in block}


def test_every_command_of_the_guide_is_known_here():
    assert sorted(named() - named_in_whole_sections() - set(STEPS)) == [], "say in STEPS how it is run"
    assert sorted(set(STEPS) - named()) == [], "the guide doesn't name it any more"


def test_commands_are_found_wherever_they_stand():
    text = ("# Text\n\n    vaccinapp check    # now\n    vaccinapp a \\\n        --b\n\nAnd `vaccinapp c D`, `vaccinapp`,\n"
            "`vaccinapp\ne`.\n\n    VACCINAPP_DATA=/x\n    cp a b\n")
    assert commands(text) == {"vaccinapp check", "vaccinapp a --b", "vaccinapp c D", "vaccinapp e", "cp a b"}


@pytest.fixture(scope="module")
def cluster():
    if not postgres.PROGRAMS:
        pytest.skip("PostgreSQL is not installed")
    cluster = postgres.Cluster()
    yield cluster
    cluster.close()


def type_in(machine: Machine, lines: list[str]) -> None:
    """Runs lines of the guide as they are."""
    for line in lines:
        if line.startswith("systemctl "):
            machine.systemctl(line.removeprefix("systemctl "))
            continue
        done = machine.run(line)
        assert done.returncode == 0 and not done.stderr.startswith(b"install:"), f"{line}: {done}"


def test_the_guides_first_start_works_over_postgresql(cluster):
    """The short form of what runs whole with --nightly: up to the first start."""
    machine = Machine(cluster.make(new_name()))
    machine.cluster = cluster
    try:
        for command, step in STEPS.items():
            run(machine, command, step)
            if command.startswith("curl "):
                break
        finds_the_pass(machine)
    finally:
        machine.close()


@pytest.mark.parametrize("kind", ["files", pytest.param("postgres", marks=pytest.mark.nightly)])
def test_the_guides_commands_work_as_printed(kind, request):
    shared = request.getfixturevalue("cluster") if kind == "postgres" else None
    machine = Machine(shared.make(new_name()) if shared else None)
    machine.cluster = shared
    assert SERVICE_USER != "root"
    try:
        for command, step in STEPS.items():
            if not (step.files_only and shared):
                run(machine, command, step)
    finally:
        machine.close()


def run(machine: Machine, command: str, step: Step) -> None:
    if step.before:
        step.before(machine)
    if step.instead:
        step.instead(machine, command)
    elif step.serves:
        serve(machine, command, step)
        return
    else:
        # Where the guide has a file of the reader's own.
        line = re.sub(r"(- < )?(FILE|LIST)$", "-", command)
        for name, value in PLACEHOLDERS.items():
            line = re.sub(rf"\b{name}\b", value, line)
        done = machine.run(line, step.given(machine) if callable(step.given) else step.given)
        said = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == 0, f"{command}: {said}"
        assert re.search(step.says, said, re.M), f"{command}: {said}"
    if step.after:
        step.after(machine)


def serve(machine: Machine, command: str, step: Step) -> None:
    process = subprocess.Popen(
        ["bash", "-c", "exec " + machine.here(command)], cwd="/", env=machine.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    machine.running[command] = process
    machine.wait_until_ready(process)
    step.after(machine)
    machine.stop(command)


# MARK: Sections as a whole

def programs() -> list[str]:
    """The block that installs and updates."""
    [block] = [block for block in blocks(section("Install")) if block[0] == "install -d /opt/vaccinapp"]
    return block


def install(machine: Machine) -> None:
    """Everything up to the first start."""
    type_in(machine, [line for line in blocks(section("Install"))[0] if not re.match(r"apt-get|swift|useradd", line)])
    type_in(machine, programs())
    machine.settle()


@pytest.fixture
def machines():
    made: list[Machine] = []

    def make() -> Machine:
        made.append(Machine())
        install(made[-1])
        return made[-1]
    yield make
    for machine in made:
        machine.close()


def test_the_block_of_the_programs_also_updates_a_server_that_runs(machines):
    machine = machines()
    machine.systemctl("enable --now vaccinapp")
    sign_up(machine)
    gone = machine.path("/opt/vaccinapp/Public/of-the-old-release")
    gone.touch()
    settings = machine.path("/etc/vaccinapp.env").read_text()
    # Before the section's first line, so over programs that run.
    type_in(machine, programs())
    machine.settle_wrapper()
    assert not gone.exists()
    before, after = blocks(section("Update"))
    type_in(machine, [*before, *programs()])
    machine.settle_wrapper()
    type_in(machine, after)
    assert machine.path("/etc/vaccinapp.env").read_text() == settings
    assert machine.path("/opt/vaccinapp/vaccinapp").read_bytes() == pathlib.Path(BINARY).read_bytes()
    finds_the_pass(machine)


def test_a_server_moves_to_another_machine_with_its_accounts_but_not_with_those_that_were_deleted(machines):
    old, new = machines(), machines()
    old.systemctl("enable --now vaccinapp")
    sign_up(old)
    client(old).sign_up("somebody-else")
    old.systemctl("start vaccinapp-backup")
    passes(old.run("vaccinapp account delete --name somebody-else --yes"))
    at_the_old, at_the_new = blocks(section("Move to another machine"))
    type_in(old, at_the_old)
    for path in old.path("/var/lib/vaccinapp-backups").iterdir():
        (shutil.copytree if path.is_dir() else shutil.copy)(path, new.path("/var/lib/vaccinapp-backups") / path.name)
    type_in(new, at_the_new)
    assert new.path("/var/lib/vaccinapp-backups/deleted.list").stat().st_size
    everything_is_the_users(new)
    finds_the_pass(new)
    new.systemctl("start vaccinapp-backup")


def test_who_deleted_themselves_since_the_backup_does_not_come_back_by_the_printed_restore(machines):
    machine = machines()
    machine.systemctl("enable --now vaccinapp")
    sign_up(machine)
    client(machine).sign_up("somebody-else")
    last_night(machine)
    passes(machine.run("vaccinapp account delete --name somebody-else --yes"))
    type_in(machine, blocks(section("Restore everything"))[0])
    finds_the_pass(machine)
    assert client(machine).post("/login", {"username": "somebody-else", "password": PASSWORD}).status == 422


# MARK: The command `vaccinapp`

@pytest.fixture
def installed():
    machine = Machine()
    machine.path("/opt/vaccinapp").mkdir()
    machine.put_programs()
    for folder in ["Templates", "Localization", "Public", "Catalogue"]:
        machine.path(f"/opt/vaccinapp/{folder}").symlink_to(ROOT / folder)
    for source, target in [("vaccinapp", "/usr/local/bin/vaccinapp"), ("vaccinapp.env", "/etc/vaccinapp.env")]:
        shutil.copy(ROOT / "deploy" / source, machine.path(target))
    machine.settle()
    yield machine
    machine.close()


@pytest.mark.parametrize("line, says", [
    ('VACCINAPP_DATA="/x"', "line 99: leave out quotes and backslashes"),
    (r"VACCINAPP_DATA=\x", "line 99: leave out quotes and backslashes"),
    ("VACCINAPP_DATA", "line 99: write NAME=value"), ("=x", "line 99: write NAME=value"),
    ("export A=x", "line 99: write NAME=value"), ("1A=x", "line 99: write NAME=value"),
])
def test_settings_that_it_would_read_otherwise_than_systemd_are_refused(installed, line, says):
    settings = installed.path("/etc/vaccinapp.env")
    lines = settings.read_text().splitlines()
    settings.write_text("\n".join(lines + [";"] * (98 - len(lines)) + [line, ""]))
    done = installed.run("vaccinapp invite")
    assert done.returncode == 1 and says in done.stderr.decode() and not done.stdout, done
    assert not installed.path("/var/lib/vaccinapp").exists()


def test_without_its_settings_it_says_what_is_missing(installed):
    installed.path("/etc/vaccinapp.env").unlink()
    done = installed.run("vaccinapp check")
    assert done.returncode == 1 and b"copy deploy/vaccinapp.env to it" in done.stderr, done


def test_a_user_that_is_not_there_is_named(installed):
    wrapper = installed.path("/usr/local/bin/vaccinapp")
    wrapper.write_text(re.sub("(?m)^user=.*$", "user=nobody-of-that-name", wrapper.read_text()))
    done = installed.run("vaccinapp check")
    assert done.returncode == 1 and re.search(rb"no user nobody-of|only root and nobody-of", done.stderr), done


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be somebody else")
def test_others_are_told_who_may_run_it(installed):
    done = subprocess.run(
        ["setpriv", "--reuid=1", "--regid=1", "--clear-groups", installed.here("/usr/local/bin/vaccinapp"), "check"],
        capture_output=True, timeout=300, check=False)
    assert done.returncode == 1 and b"only root and" in done.stderr and b"sudo" in done.stderr, done


def test_the_last_line_counts_also_without_its_end(installed):
    settings = installed.path("/etc/vaccinapp.env")
    settings.write_text(settings.read_text() + f"VACCINAPP_DATA={installed.root}/var/lib/other")
    done = installed.run("vaccinapp check")
    assert done.returncode != 0 and b"var/lib/other" in done.stderr + done.stdout, done


def test_it_works_from_a_folder_that_the_service_may_not_enter(installed):
    """As root's own is."""
    own = installed.root / "root"
    own.mkdir(mode=0o700)
    data = installed.path("/var/lib/vaccinapp")
    data.mkdir(mode=0o700)
    installed.set_owner(data)
    shutil.copy(ROOT / "deploy" / "vaccinapp.service", installed.path("/etc/systemd/system"))
    installed.systemctl("start vaccinapp")
    for command in ["invite", "check", "serve --help"]:
        done = installed.run(f"cd {own} && vaccinapp {command}")
        assert done.returncode == 0, done
