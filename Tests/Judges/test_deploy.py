"""The files in deploy/: units by systemd's own checker, the site by nginx, with real requests through it."""

import http.client
import os
import re
import shlex
import shutil
import subprocess

import pytest
import yaml

from operating import BINARY, ROOT, Client, Server, surroundings, vaccinapp
from proxy import NGINX, Proxy

DEPLOY = ROOT / "deploy"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    for unit in DEPLOY.glob("vaccinapp*.*"):
        # The program isn't installed here.
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/vaccinapp/vaccinapp ", "/bin/true "))
    units = sorted(map(str, tmp_path.glob("*.service"))) + sorted(map(str, tmp_path.glob("*.timer")))
    assert len(units) >= 3
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and "vaccinapp" not in done.stderr, done.stderr
    exposure = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=12",
         *(str(unit) for unit in tmp_path.glob("*.service"))],
        capture_output=True, text=True, timeout=300, check=False)
    assert exposure.returncode == 0, exposure.stdout


def test_the_service_is_started_again_whatever_ends_it_and_says_when_it_runs():
    unit = (DEPLOY / "vaccinapp.service").read_text().splitlines()
    for line in ["Type=notify", "NotifyAccess=main", "Restart=on-failure", "RestartSec=5", "StartLimitIntervalSec=0"]:
        assert line in unit
    # systemd reads that one in [Unit] alone.
    assert unit.index("StartLimitIntervalSec=0") < unit.index("[Service]")


def command(unit: str, backups) -> list[str]:
    """What a unit runs, on other folders."""
    text = (DEPLOY / unit).read_text().replace("\\\n", " ")
    line = re.search(r"^ExecStart=(.*)$", text, re.M)[1]
    line = line.replace("%%", "%").replace("$$", "$").replace("/opt/vaccinapp/vaccinapp", BINARY)
    return shlex.split(line.replace("/var/lib/vaccinapp-backups", str(backups)))


def test_a_damaged_vault_is_told_and_keeps_neither_the_backup_nor_the_rotation_from_working(tmp_path):
    server = Server()
    try:
        Client(server).sign_up("nightly-one")
        Client(server).sign_up("nightly-two")
        server.stop()
        backups = tmp_path / "backups"
        backups.mkdir()

        def night(unit: str = "vaccinapp-backup.service", number: int = 0) -> subprocess.CompletedProcess:
            # Two nights of one second would have one name.
            line = [part.replace("%H%M%S", f"{number:06}") for part in command(unit, backups)]
            return subprocess.run(line, env=dict(surroundings(), VACCINAPP_DATA=str(server.data)), capture_output=True,
                                  text=True, timeout=300, check=False)

        for number in range(2):
            done = night(number=number)
            assert done.returncode == 0 and "all vaults are right" in done.stdout, done
        one, two = sorted(backups.iterdir())
        names = [path.relative_to(one) for path in (one / "vaults").iterdir()]
        assert len(names) == 2 and all((one / name).samefile(two / name) for name in names)
        damaged = max((server.data / "vaults").iterdir(), key=lambda path: path.stat().st_mtime)
        content = bytearray(damaged.read_bytes())
        content[len(content) // 2] ^= 1
        damaged.write_bytes(content)
        done = night(number=2)
        assert done.returncode == 2 and f"vaults/{damaged.name.split('.')[0]} is damaged" in done.stderr, done
        assert len(list(backups.iterdir())) == 3
        os.utime(one / "accounts.sqlite", (1, 1))
        for _ in range(7):
            shutil.copytree(two, backups / f"copy-{len(list(backups.iterdir()))}")
        assert night("vaccinapp-rotate.service").returncode == 0 and not one.exists()
        assert len(list(backups.iterdir())) == 9
        shutil.rmtree(server.data)
        done = night(number=3)
        assert done.returncode == 1 and "Nothing was copied" in done.stderr and len(list(backups.iterdir())) == 9
    finally:
        server.close()
    for unit in ("vaccinapp-backup.service", "vaccinapp-rotate.service"):
        assert "OnFailure=vaccinapp-failed@%n.service" in (DEPLOY / unit).read_text()


def test_the_service_keeps_memory_to_itself():
    unit = (DEPLOY / "vaccinapp.service").read_text().splitlines()
    for line in ["LimitCORE=0", "MemorySwapMax=0", "ProtectSystem=strict",
                 "User=vaccinapp", "RemoveIPC=yes", "EnvironmentFile=/etc/vaccinapp.env"]:
        assert line in unit
    assert any(line.startswith("MemoryMax=") for line in unit)
    assert "SWIFT_BACKTRACE=enable=no" in (DEPLOY / "vaccinapp.env").read_text().splitlines()
    container = (DEPLOY / "Containerfile").read_text()
    assert "SWIFT_BACKTRACE=enable=no" in container and "\nUSER 10001:10001\n" in container


def test_images_are_named_by_their_digests_and_packages_by_their_versions():
    container = (DEPLOY / "Containerfile").read_text()
    assert re.findall(r"^FROM (\S+)", container, re.M) == ["${SWIFT_IMAGE}", "${DEBIAN_IMAGE}"]
    assert re.findall(r"^ARG (\S+)", container, re.M) == ["SWIFT_IMAGE", "DEBIAN_IMAGE"] * 2, "none has a default"
    guard = re.search(r"^RUN (for image.*?done)$", container, re.M | re.S)[1].replace("\\\n", "")
    digest = "docker.io/library/debian@sha256:" + "0" * 64
    for image, status in [(digest, 0), ("docker.io/library/debian:bookworm-slim", 1), ("", 1)]:
        told = subprocess.run(
            ["sh", "-c", guard], env={"SWIFT_IMAGE": digest, "DEBIAN_IMAGE": image}, capture_output=True, check=False)
        assert told.returncode == status, image
    for manifest in ["Package.swift", "Benchmarks/Package.swift"]:
        named = re.findall(r"\.package\(url: .*", (ROOT / manifest).read_text())
        assert named and all(re.search(r', exact: "\d+\.\d+\.\d+"\)', line) for line in named), manifest


def test_all_services_are_one_user_with_the_same_settings():
    for unit in DEPLOY.glob("*.service"):
        lines = unit.read_text().splitlines()
        if not any("/opt/vaccinapp/" in line for line in lines):
            continue
        assert "DynamicUser=yes" not in lines, f"{unit.name}: its folders would be another user's"
        assert "User=vaccinapp" in lines and "EnvironmentFile=/etc/vaccinapp.env" in lines, unit.name
        assert not any(line.startswith("Environment=VACCINAPP_") for line in lines), f"{unit.name}: for the command too"


def test_the_settings_are_such_as_the_server_and_the_command_know():
    lines = (DEPLOY / "vaccinapp.env").read_text().splitlines()
    known = vaccinapp("serve", "--help").stdout
    for line in lines:
        name = re.match(r"#?(VACCINAPP_[A-Z_]+)=", line)
        assert not name or f"--{name[1].removeprefix('VACCINAPP_').lower().replace('_', '-')} " in known, line
        assert not re.search(r"[\"'\\]", line) or line.startswith("# "), "the command takes neither"


def test_the_container_can_back_up():
    container = (DEPLOY / "Containerfile").read_text()
    assert "\nVOLUME /data /backups\n" in container
    assert "install -d -o vaccinapp -g vaccinapp -m 0700 /data /backups" in container
    assert "ln -s /opt/vaccinapp/vaccinapp /usr/local/bin/vaccinapp" in container, "podman exec finds it by its name"


def test_compose_asks_for_what_the_guide_does():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    [service] = compose["services"].values()
    guide = (ROOT / "docs" / "operating.md").read_text().replace("\\\n", " ")
    command = shlex.split(re.search(r"^    podman run --read-only.*$", guide, re.M)[0])
    options = command[2:command.index("vaccinapp", command.index("-p"))]
    said = {"--read-only": service["read_only"], "--name": service["container_name"]}
    assert said["--read-only"] is True and "--read-only" in options
    assert options[options.index("--name") + 1] == said["--name"]
    assert [option for option in options if option.startswith("--cap-drop=")] == [f"--cap-drop={service['cap_drop'][0]}"]
    assert f"--security-opt={service['security_opt'][0]}" in options
    assert f"core={service['ulimits']['core']}" in options
    assert f"--memory={service['mem_limit']}" in options and f"--memory-swap={service['memswap_limit']}" in options
    assert service["ports"] == [options[options.index("-p") + 1]]
    volumes = [option for before, option in zip(options, options[1:]) if before == "-v"]
    places = [volume.split(":") for volume in service["volumes"]]
    assert [f"{compose['volumes'][name]['name']}:{place}" for name, place in places] == volumes
    # The proxy is the gateway of its own network.
    assert service["command"].split()[-1] == compose["networks"]["inside"]["ipam"]["config"][0]["gateway"]
    known = vaccinapp("serve", "--help").stdout
    for name in service["environment"]:
        assert f"--{name.removeprefix('VACCINAPP_').lower().replace('_', '-')} " in known, name


@pytest.mark.skipif(os.environ.get("CONTAINER") != "build", reason="`make container` builds the image: it takes long")
def test_the_image_is_built_and_would_start(tmp_path):
    builder = shutil.which("podman")
    assert builder, "Building the image needs podman: apt-get install podman"
    names = {}
    for name, tag in [("SWIFT_IMAGE", "swift:6.3-bookworm"), ("DEBIAN_IMAGE", "debian:bookworm-slim")]:
        image = f"docker.io/library/{tag}"
        subprocess.run([builder, "pull", "-q", image], check=True, timeout=900)
        digest = [builder, "image", "inspect", "--format", "{{index .RepoDigests 0}}", image]
        names[name] = subprocess.run(digest, capture_output=True, text=True, check=True, timeout=300).stdout.strip()
    images = tmp_path / "images"
    images.write_text("".join(f"{name}={digest}\n" for name, digest in names.items()))
    # Its own name and no volume with one: whoever runs this may have a server of that name.
    subprocess.run([builder, "build", "-f", "deploy/Containerfile", "--build-arg-file", str(images), "-t", "vaccinapp-trial", "."],
                   cwd=ROOT, check=True, timeout=3600)
    done = subprocess.run([builder, "run", "--rm", "--read-only", "--cap-drop=all", "vaccinapp-trial", "serve", "--check"],
                          capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_the_guide_installs_what_the_container_has():
    def packages(text: str) -> set[str]:
        return set(re.findall(r"[a-z][a-z0-9.+-]+", text))
    guide = re.search(r"^    apt-get install (.*)$", (ROOT / "docs" / "operating.md").read_text(), re.M)[1]
    container = re.findall(r"no-install-recommends ((?:.|\n)*?)&&", (DEPLOY / "Containerfile").read_text())[-1]
    assert packages(container) - packages(guide) == {"ca-certificates"}, "Debian's servers have those"
    assert packages(guide) - packages(container) == {"nginx-light"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server behind nginx with the project's site."""
    if not NGINX:
        pytest.skip("nginx is not installed")
    server = Server("--trusted-proxy", "127.0.0.1", "--sign-ins", "1000")
    proxy = Proxy(tmp_path_factory.mktemp("nginx"), server.port)
    yield server, proxy.port, proxy.plain, proxy.context, proxy.folder
    proxy.close()
    server.close()


def ask(site, method: str, path: str, body=None, source: str = "127.0.0.1", **headers: str):
    _, port, _, context, _ = site
    connection = http.client.HTTPSConnection(
        "127.0.0.1", port, context=context, timeout=300, source_address=(source, 0))
    # Browsers leave the port out of the names of a site on 443.
    connection.request(method, path, body, {"Host": "pass.example.org", **headers})
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def test_a_whole_sign_up_through_the_proxy(site):
    status, headers, body = ask(site, "GET", "/register")
    assert status == 200 and headers["Strict-Transport-Security"]
    cookie = headers["Set-Cookie"].split(";")[0]
    assert cookie.startswith("__Host-") and "; Secure" in headers["Set-Cookie"]
    token = re.search(rb'name="form-token" value="([^"]+)"', body)[1].decode()
    form = f"form-token={token}&username=proxied&password=wombats+juggle+nine+teapots&consent=yes"
    fields = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    status, headers, _ = ask(site, "POST", "/register", form, Origin="https://pass.example.org", **fields)
    assert status == 303 and headers["Location"] == "/recovery-code"
    status, _, _ = ask(site, "POST", "/register", form, Origin="https://evil.example", **fields)
    assert status == 403


def test_another_name_gets_no_answer(site):
    """Else links, passkeys and redirects would follow whatever name somebody asks for."""
    for name in ("evil.example", "pass.example.org.evil.example", "127.0.0.1"):
        with pytest.raises(ConnectionError):
            ask(site, "GET", "/login", Host=name)
    assert ask(site, "GET", "/login")[0] == 200


def test_the_proxy_leaves_the_length_of_pages_alone(site):
    """Debian's nginx compresses unless it is configured not to, and then a page's length tells of its text."""
    _, headers, body = ask(site, "GET", "/login", **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in headers and body.rstrip().endswith(b"-->")


def test_a_large_photo_reaches_the_app_and_a_larger_one_does_not(site):
    folder = site[4]
    photo = os.urandom(1 << 20) * 25
    fields = {"Content-Type": "application/octet-stream", "Origin": "https://pass.example.org"}
    _, headers, body = ask(site, "POST", "/certificates/new", photo, **fields)
    # Whatever the app thinks of it: the answer is the app's.
    assert headers["Content-Security-Policy"] and b"nginx" not in body
    resting = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size > 1 << 19]
    assert resting == []
    try:
        status, _, body = ask(site, "POST", "/certificates/new", photo * 3, **fields)
        assert status == 413 and b"nginx" in body
    except OSError:
        # Refused by the length alone, while we were still sending.
        pass


def test_the_proxy_bounds_each_client_by_itself(site):
    tries = [ask(site, "POST", "/login", "a=b", source="127.0.0.2")[0] for _ in range(60)]
    assert tries.count(429) >= 20 and tries[:30].count(429) == 0
    assert ask(site, "POST", "/login", "a=b", source="127.0.0.3")[0] != 429
    assert ask(site, "GET", "/login", source="127.0.0.2")[0] == 200, "reading goes on"


def test_the_app_counts_by_the_address_that_the_proxy_names():
    server = Server("--trusted-proxy", "127.0.0.1", "--sign-ins", "3")
    try:
        def sign_in(address: str) -> int:
            client = Client(server)
            token = client.token("/login")
            body = f"form-token={token}&username=nobody&password=wombats+juggle+nine+teapots".encode()
            return client.post_raw("/login", body, X_Forwarded_For=address).status

        # What a client says of itself comes before what the proxy adds, and isn't believed.
        assert [sign_in(f"203.0.113.{number}, 192.0.2.1") for number in range(4)] == [422, 422, 422, 429]
        assert sign_in("192.0.2.2") == 422
    finally:
        server.close()


def test_plain_http_leads_to_tls(site):
    connection = http.client.HTTPConnection("127.0.0.1", site[2], timeout=300)
    connection.request("GET", "/login", headers={"Host": "pass.example.org"})
    answer = connection.getresponse()
    assert answer.status == 301 and answer.headers["Location"] == "https://pass.example.org/login"
    assert Client(site[0]).get("/login").status == 200
