"""Metrics of a running server, judged by Prometheus's own parser."""

import http.client
import re
import socket

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from operating import ROOT, Client, Server, free_port, until, vaccinapp


@pytest.fixture(scope="module")
def port():
    return free_port()


@pytest.fixture(scope="module")
def server(port):
    server = Server("--metrics-port", str(port))
    yield server
    server.close()


def scrape(port: int, path: str = "/metrics", **headers: str):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode()


def samples(text: str) -> dict:
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text) for sample in family.samples
    }


def test_prometheus_understands_them_and_they_name_nobody(server, port):
    client = Client(server).sign_up("zebulon-metrics")
    page = client.add_pass("Zebulon Quagmire")
    client.get(page)
    status, headers, text = scrape(port)
    assert status == 200 and headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = samples(text)
    route = (("method", "GET"), ("route", "/passes/{pass}"))
    assert found["vaccinapp_http_requests_total", *route, ("status", "2xx")] >= 1
    count = found["vaccinapp_http_request_duration_seconds_count", *route]
    assert found["vaccinapp_http_request_duration_seconds_bucket", ("le", "+Inf"), *route] == count >= 1
    assert found["vaccinapp_open_vaults",] == 1
    assert found["vaccinapp_commits_total",] >= 2
    assert found["process_resident_memory_bytes",] > 1_000_000
    for family in text_string_to_metric_families(text):
        assert family.documentation and family.type in ("counter", "gauge", "histogram"), family.name
        assert len({(s.name, *sorted(s.labels.items())) for s in family.samples}) == len(family.samples)
    for secret in ["ebulon", "Quagmire", page.split("/")[-1], "127.0.0.1", *client.cookies.values()]:
        assert secret not in text


def test_what_operators_watch_is_there(server, port):
    Client(server).sign_up("quentin-metrics")
    text = scrape(port)[2]
    found = samples(text)
    version = vaccinapp("--version").stdout.strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert found["vaccinapp_build_info", ("version", version)] == 1
    assert found["vaccinapp_accounts",] >= 0 and found["vaccinapp_storage_writable",] == 1
    assert found["vaccinapp_job_overdue", ("job", "sessions")] == 0
    with socket.create_connection(("127.0.0.1", server.port)) as idle:
        idle.sendall(b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
        assert idle.recv(100)
        assert samples(scrape(port)[2])["vaccinapp_connections",] >= 1


def test_connections_that_are_refused_are_counted(server, port):
    held = []
    try:
        for _ in range(80):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=300))
        until(lambda: samples(scrape(port)[2])["vaccinapp_connections_refused_total", ("bound", "address")] >= 10)
        assert samples(scrape(port)[2])["vaccinapp_connections_refused_total", ("bound", "all")] == 0
    finally:
        for connection in held:
            connection.close()


def test_alert_rules_name_only_what_is_measured(server, port):
    rules = yaml.safe_load((ROOT / "deploy" / "vaccinapp-alerts.yml").read_text())
    # A request is counted once it is answered, and until then has no times.
    assert Client(server).get("/").status == 200
    until(lambda: "_duration_seconds_bucket" in scrape(port)[2])
    text = scrape(port)[2]
    families = {family.name: family for family in text_string_to_metric_families(text)}
    known = {sample.name for family in families.values() for sample in family.samples}
    # Families that have no sample yet.
    known |= set(re.findall(r"^# TYPE (\S+)", text, re.M))
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    assert len(alerts) >= 6
    for rule in alerts:
        assert {"alert", "expr", "labels", "annotations"} <= set(rule) and rule["annotations"]["summary"], rule
        names = set(re.findall(r"\b(?:vaccinapp|process)_[a-z_]+", rule["expr"]))
        assert names and names <= known, (rule["alert"], names - known)
    # The reference's table and the page say the same.
    guide = (ROOT / "docs" / "reference.md").read_text()
    for name in {re.sub("_(bucket|sum|count)$", "", name) for name in known if name.startswith("vaccinapp_")}:
        assert f"`{name}" in guide, name
    for name in re.findall(r"`(vaccinapp_[a-z_]+)", guide):
        assert name in known or f"{name}_bucket" in known, name


def test_they_are_apart_from_the_users_port(server, port):
    assert Client(server).get("/metrics").status == 404
    assert scrape(port, "/login")[0] == 404
    # A page elsewhere, opened by a browser on this machine, can't read them by a name of its own.
    assert scrape(port, Host="rebound.example")[0] == 421


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_no_address_that_others_reach(tmp_path, host):
    done = vaccinapp("serve", "--data", tmp_path / "data", "--metrics-port", "0", "--metrics-host", host)
    assert done.returncode != 0 and "only this machine reaches" in done.stderr


def test_a_port_that_is_taken_is_named(server, port, tmp_path):
    done = vaccinapp("serve", "--data", tmp_path / "data", "--port", "0", "--metrics-port", port)
    assert done.returncode != 0 and "--metrics-port" in done.stderr, done
