"""Metrics of a running server, judged by Prometheus's own parser."""

import http.client

import pytest
from prometheus_client.parser import text_string_to_metric_families

from operating import Client, Server, free_port, vaccinapp


@pytest.fixture(scope="module")
def port():
    return free_port()


@pytest.fixture(scope="module")
def server(port):
    server = Server("--metrics-port", str(port))
    yield server
    server.close()


def scrape(port: int, path: str = "/metrics", **headers: str):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
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
