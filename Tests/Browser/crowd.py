"""Many people, each with a vault of their own: makes them, starts the programs that they are measured with, has them ask."""

import asyncio
import concurrent.futures
import pathlib
import random
import re
import resource
import shutil
import time
import urllib.parse
from typing import NamedTuple

import server
from client import Client
from server import ROOT, Server

# An adult's vaccinations: against which disease, with which vaccine, at which age.
DOSES = [
    ("measles", "priorix", 1), ("measles", "priorix", 2), ("polio", "infanrix-hexa", 3), ("tetanus", "boostrix", 12),
    ("polio", "boostrix-polio", 17), ("hepatitis-b", "engerix-b-erwachsene", 18), ("hepatitis-a", "havrix-1440", 19),
    ("hepatitis-a", "havrix-1440", 20), ("tetanus", "boostrix", 22), ("tbe", "fsme-immun-erwachsene", 23),
    ("tbe", "fsme-immun-erwachsene", 24), ("influenza", "influvac", 25),
]


# A thousand connections, here and in the servers that are started from here.
resource.setrlimit(resource.RLIMIT_NOFILE, (min(16_384, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)


class Program(Server):
    """A server of the program at `path`, with the resources from the folders above it; on a copy of another's data, if named."""

    def __init__(self, path: str, *options: str, like: "Program | None" = None):
        self.path, self.like = path, like
        above = [folder for folder in pathlib.Path(path).resolve().parents if (folder / "Templates").is_dir()]
        super().__init__("--resources", str((above or [ROOT])[0]), "--log-level", "error", *options)

    def start(self, port: int = 0) -> None:
        server.BINARY = self.path
        if self.like and not self.data.exists():
            shutil.copytree(self.like.data, self.data)
        super().start(port)

    def processor(self) -> float:
        """User and system time that the process has taken, in seconds."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def resident(self) -> int:
        """Bytes of memory that the process takes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", text)[1]) * 1024


class Person(NamedTuple):
    number: int
    cookies: dict[str, str]
    token: str
    # The addresses of their passes.
    passes: list[str]

    def on(self, program: Server) -> Client:
        client = Client(program)
        client.cookies = dict(self.cookies)
        return client


def person(program: Server, number: int, passes: int) -> Person:
    """Somebody with passes of twelve vaccinations, no two like each other."""
    chance = random.Random(number)
    client = Client(program).sign_up(f"crowd-{number:05}")
    pages = []
    for name in range(passes):
        year = chance.randint(1960, 1999)
        pages.append(client.add_pass(f"Erika Muster {name}", ("1", "1", str(year))))
        token = client.token(f"{pages[-1]}/vaccinations/new")
        for target, vaccine, age in DOSES:
            day = (str(chance.randint(2, 28)), str(chance.randint(1, 12)), str(year + age))
            fields = {"form-token": token, **Client.dose_fields(day, target=target, vaccine=vaccine, right="age")}
            answer = client.post_raw(f"{pages[-1]}/vaccinations/new", urllib.parse.urlencode(fields).encode())
            assert answer.status == 303, f"{target} {vaccine} {day}: {answer.status} {answer.body}"
    return Person(number, client.cookies, token, pages)


def crowd(program: Server, count: int, passes: int = 1) -> list[Person]:
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return list(pool.map(lambda number: person(program, number, passes), range(count)))


def programs(paths: list[str], count: int, passes: int, *options: str) -> tuple[list[Program], list[Person]]:
    """A server of each program, all with the same people; the first makes them, so the oldest program comes first."""
    first = Program(paths[0], "--sign-ins", "1000000", *options)
    try:
        people = crowd(first, count, passes)
        first.stop()
        others = [Program(path, *options, like=first) for path in paths[1:]]
        first.start()
    except BaseException:
        first.close()
        raise
    return [first, *others], people


class Asking:
    """One person's connection, from an address of their own, and how long each answer took."""

    def __init__(self, program: Server, who: Person, times: dict[str, list[float]]):
        self.port, self.who, self.times = program.port, who, times
        self.cookies = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
        self.is_complete = False

    async def __aenter__(self) -> "Asking":
        address = f"127.1.{self.who.number // 250}.{self.who.number % 250 + 1}"
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        return self

    async def __aexit__(self, *_) -> None:
        self.writer.close()

    async def ask(self, kind: str, path: str, body: bytes = b"") -> None:
        method = "POST" if body else "GET"
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookies}\r\n"
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        start = time.perf_counter()
        self.writer.write(f"{head}\r\n".encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        await self.reader.readexactly(int(re.search(r"(?i)\r\ncontent-length: (\d+)", answer)[1]))
        self.times.setdefault(kind, []).append(time.perf_counter() - start)
        status = int(answer.split()[1])
        assert status == (303 if body else 200), f"{method} {path}: {answer}"

    async def page(self, number: int) -> None:
        """The pass and its recommendations in turn."""
        page = self.who.passes[0]
        await self.ask(*(("pass", page), ("recommendations", f"{page}/recommendations"))[number % 2])

    async def save(self) -> None:
        """Says of the record that it is complete, or that it isn't."""
        self.is_complete = not self.is_complete
        fields = {"form-token": self.who.token, "record": "complete" if self.is_complete else "open"}
        await self.ask("save", f"{self.who.passes[0]}/recommendations", urllib.parse.urlencode(fields).encode())


def asked(program: Server, people: list[Person], seconds: float, pause: float = 0, saves: bool = True) -> dict[str, list[float]]:
    """Has all ask for so long, four pages and then something that is saved, and tells the times, in seconds, by kind.

    - pause: what each waits between two requests on average, in seconds.
    """
    times: dict[str, list[float]] = {}

    async def one(who: Person) -> None:
        chance = random.Random(who.number)
        end = time.monotonic() + seconds
        async with Asking(program, who, times) as asking:
            number = chance.randrange(5)
            await asyncio.sleep(chance.uniform(0, pause))
            while time.monotonic() < end:
                number += 1
                await (asking.save() if saves and number % 5 == 0 else asking.page(number))
                if pause:
                    await asyncio.sleep(chance.uniform(pause * 2 / 3, pause * 4 / 3))

    async def all_of_them() -> None:
        await asyncio.gather(*(one(who) for who in people))

    asyncio.run(all_of_them())
    return times


def at(part: float, times: list[float]) -> float:
    """The time, in milliseconds, that so many of them stay below."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000


def summary(times: list[float]) -> str:
    return f"p50 {at(0.5, times):.1f} ms, p99 {at(0.99, times):.1f} ms, most {max(times) * 1000:.0f} ms of {len(times)}"
