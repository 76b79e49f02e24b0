"""Feeds mutated pictures and PDFs to the reader programs, and measures what each run takes.

    python3 fuzz.py FOLDER-OF-THE-PROGRAMS [--pictures 10000] [--pdfs 1000] [--seed 1]

Every run has to end by itself with a text or a reason, or by its sandbox's limits; within 2 s of processor time and
1 GB of memory; and with no other text than the one that the picture held. Needs nothing but Python.
"""

import argparse
import collections
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PICTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "CodesTests" / "Pictures"
MOST_SECONDS, MOST_KILOBYTES = 2.0, 1 << 20
INTERESTING = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF]


def flip(data, rng):
    for _ in range(1 << rng.randrange(6)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(data, rng):
    """A number at the edge of its range, in either byte order: sizes and offsets are such."""
    width = rng.choice([1, 2, 4])
    number = (rng.choice(INTERESTING) & (1 << 8 * width) - 1).to_bytes(width, rng.choice(["big", "little"]))
    place = rng.randrange(min(len(data), rng.choice([64, 512, len(data)])))
    data[place:place + width] = number


def cut(data, rng):
    del data[rng.randrange(len(data)):]


def remove(data, rng):
    place = rng.randrange(len(data))
    del data[place:place + rng.randrange(1, 64)]


def repeat(data, rng):
    place, length = rng.randrange(len(data)), rng.randrange(1, 512)
    data[place:place] = data[place:place + length] * rng.choice([1, 2, 100])


def scramble(data, rng):
    place = rng.randrange(len(data))
    length = rng.randrange(1, 64)
    data[place:place + length] = rng.randbytes(length)


MUTATIONS = [flip, flip, overwrite, overwrite, cut, remove, repeat, scramble]


def mutated(original, rng):
    data = bytearray(original)
    for _ in range(rng.choice([1, 1, 2, 4])):
        if data:
            rng.choice(MUTATIONS)(data, rng)
    return bytes(data)


class Run:
    """One file through the programs: how the last one ended, its output, and what the greediest took."""

    def __init__(self, folder, name, data):
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            if name.endswith(".pdf"):
                draw = self.start(folder, "vaccinapp-reader-pdf", file)
                read = self.start(folder, "vaccinapp-reader", draw.stdout, "--pages")
                draw.stdout.close()
                programs = [read, draw]
            else:
                program = "vaccinapp-reader-heic" if name.endswith((".heic", ".avif")) else "vaccinapp-reader"
                read = self.start(folder, program, file)
                programs = [read]
            self.output = read.stdout.read()
            read.stdout.close()
        self.statuses, self.seconds, self.kilobytes = [], 0.0, 0
        for program in programs:
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            self.statuses.append(program.returncode)
            self.seconds = max(self.seconds, usage.ru_utime + usage.ru_stime)
            self.kilobytes = max(self.kilobytes, usage.ru_maxrss)

    @staticmethod
    def start(folder, program, stdin, *arguments):
        return subprocess.Popen(
            [str(pathlib.Path(folder) / program), *arguments],
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={})

    def texts(self):
        rest = self.output
        while rest:
            length = int.from_bytes(rest[:4], "big")
            yield rest[4:4 + length].decode()
            rest = rest[4 + length:]


def fuzz(folder, count, pdfs, seed=1, names=None):
    """Runs them all; returns how they ended and what was wrong with any."""
    files = {path.name: path.read_bytes() for path in sorted(PICTURES.glob("*.*")) if path.suffix != ".txt"}
    text = (PICTURES / "text.txt").read_text()
    known = {text, text * 3, text * 8, *(f"{text} {letter}" for letter in "ABC")}
    pictures = [name for name in files if not name.endswith(".pdf")]
    documents = [name for name in files if name.endswith(".pdf")]
    ends, faults, greediest = collections.Counter(), [], {}
    jobs = [pictures[n % len(pictures)] for n in range(count)] + [documents[n % len(documents)] for n in range(pdfs)]
    for number, name in enumerate(jobs):
        rng = random.Random(f"{seed} {number} {name}")
        run = Run(folder, name, mutated(files[name], rng))
        ends[name, run.statuses[0]] += 1
        seconds, kilobytes = greediest.get(name, (0, 0))
        greediest[name] = max(seconds, run.seconds), max(kilobytes, run.kilobytes)
        wrong = [found for found in run.texts() if found not in known]
        if wrong or run.seconds > MOST_SECONDS or run.kilobytes > MOST_KILOBYTES:
            faults.append((number, name, run.statuses, run.seconds, run.kilobytes, wrong))
    return ends, faults, greediest


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--pictures", type=int, default=10_000)
    parser.add_argument("--pdfs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ends, faults, greediest = fuzz(options.folder, options.pictures, options.pdfs, options.seed)
    for name, (seconds, kilobytes) in greediest.items():
        by_end = {end: count for (file, end), count in sorted(ends.items()) if file == name}
        print(f"{name:24} at most {seconds:.2f} s, {kilobytes // 1024} MB; ended {by_end}")
    for fault in faults:
        print("FAULT", *fault)
    print(f"{options.pictures} pictures and {options.pdfs} PDFs, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
