"""A browser without a screen: keeps cookies, finds the form token, posts forms byte for byte as a test wants them."""

import http.client
import re
import urllib.parse
from typing import NamedTuple

PASSWORD = "wombats juggle nine teapots"


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: str

    @property
    def location(self) -> str:
        return self.headers["Location"] or ""


class Client:
    def __init__(self, server):
        self.server = server
        self.cookies: dict[str, str] = {}

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=300)
        try:
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            if self.cookies:
                fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            connection.request(method, path, body=body, headers=fields)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read().decode("utf-8", errors="replace"))
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if value:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, **headers)

    def token(self, path: str) -> str:
        page = self.get(path)
        found = re.search(r'name="form-token" value="([^"]+)"', page.body)
        assert found, f"{path} has no form ({page.status})"
        return found[1]

    def post_raw(self, path: str, body: bytes, **headers: str) -> Answer:
        return self.request(
            "POST", path, body, Content_Type="application/x-www-form-urlencoded", **headers
        )

    def post(self, path: str, fields: dict[str, str], page: str | None = None) -> Answer:
        """Posts a form with the token of `page` (the form's own page unless told)."""
        token = self.token(page or path)
        return self.post_raw(path, urllib.parse.urlencode({"form-token": token, **fields}).encode())

    def sign_up(self, name: str) -> "Client":
        answer = self.post("/register", {"username": name, "password": PASSWORD, "consent": "yes"})
        assert answer.status == 303, answer.body
        answer = self.post("/recovery-code", {"saved": "yes"})
        assert answer.status == 303, answer.body
        return self

    def enter(self, page) -> None:
        """Signs a browser's page in as well."""
        page.context.add_cookies([
            {"name": name, "value": value, "url": self.server.url} for name, value in self.cookies.items()])

    def add_pass(self, name: str, born: tuple[str, str, str] = ("27", "3", "1990"), **fields: str) -> str:
        answer = self.post("/passes/new", self.pass_fields(name, born, **fields))
        assert answer.status == 303, answer.body
        return "/passes/" + answer.location.split("/passes/")[1].split("/")[0].split("?")[0]

    @staticmethod
    def pass_fields(name: str, born: tuple[str, str, str] = ("27", "3", "1990"), **fields: str) -> dict[str, str]:
        return {
            "name": name, "kind": "person", "sex": "female", "birthdate-day": born[0],
            "birthdate-month": born[1], "birthdate-year": born[2], **fields,
        }

    @staticmethod
    def dose_fields(date: tuple[str, str, str] = ("5", "4", "2019"), **fields: str) -> dict[str, str]:
        return {
            "target": "tetanus", "vaccine": "unknown", "date-day": date[0], "date-month": date[1],
            "date-year": date[2], "batch": "", "administered-by": "", "country": "", "note": "", **fields,
        }
