"""Feeds mutated pictures of pages to the program that reads them, and measures what each run takes.

    python3 fuzz_pages.py FOLDER-OF-THE-PROGRAMS [--pictures 2000] [--seed 1]

Every run has to end by itself, within its sandbox's limits, and with an answer or a reason. Needs Pillow.
"""

import argparse
import collections
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

from fuzz import mutated

# Of processor time, by the sandbox's limit and a little; the recogniser's models are most of the memory.
MOST_SECONDS, MOST_KILOBYTES = 21.0, 1 << 20
# What it may end with: an answer, unknown format, too many bytes or pixels, damaged, or by the sandbox.
REASONS = {0, 10, 11, 12, 13}


def page() -> Image.Image:
    picture = Image.new("L", (600, 440), 70)
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(size=18)
    draw.rectangle((40, 40, 560, 400), fill=245)
    for row, text in enumerate(["03.05.2019  Priorix  Lot AMJRC123", "17.11.2020  Boostrix  Lot BC47KL9"]):
        draw.rectangle((60, 80 + row * 90, 540, 170 + row * 90), outline=60, width=2)
        draw.text((70, 110 + row * 90), text, fill=20, font=font)
    return picture


def seeds() -> list[tuple[str, bytes]]:
    """Pictures of each format that the program reads, each with jobs of each kind."""
    jobs = [
        "page 1.44\ncorners find\nturn find\nregion 0 line 0.05 0.12 0.4 0.2\nregion 1 ink 0.05 0.4 0.1 0.1\ndraw 400\n",
        "page 1.44\ncorners whole\nturn 0\nregion 0 block 0.05 0.1 0.9 0.4\nregion 1 code 0.5 0.5 0.4 0.4\n"
        "region 2 words 0.05 0.5 0.4 0.4\n",
        "page 1.44\ncorners 40 40 560 40 560 400 40 400\nregion 0 digits 0.05 0.12 0.3 0.2\n",
        "page any\ncorners find\nturn find\nregion 0 page 0 0 1 1\n",
    ]
    found = []
    for kind in ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "PPM"):
        with io.BytesIO() as file:
            page().save(file, kind)
            picture = file.getvalue()
        for number, job in enumerate(jobs):
            found.append((f"{kind} {number}", b"vaccinapp-read-text 1\n" + job.encode() + b"picture\n", picture))
    return found


def run(program, data):
    with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as output:
        file.write(data)
        file.seek(0)
        process = subprocess.Popen(
            [program], stdin=file, stdout=output, stderr=subprocess.DEVNULL, env={"OMP_THREAD_LIMIT": "1"})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output.read(64)


def fuzz(folder, count, seed=1):
    """Runs them all; returns how they ended and what was wrong with any."""
    program, known = pathlib.Path(folder) / "vaccinapp-reader-text", seeds()
    ends, faults, most = collections.Counter(), [], (0.0, 0)
    for number in range(count):
        name, job, picture = known[number % len(known)]
        rng = random.Random(f"{seed} {number} {name}")
        # Most often the picture is damaged, now and then what is asked of it.
        data = mutated(job, rng) + picture if rng.random() < 0.15 else job + mutated(picture, rng)
        end, seconds, kilobytes, output = run(program, data)
        ends[name.split()[0], end] += 1
        most = max(most[0], seconds), max(most[1], kilobytes)
        said = output.startswith(b"picture\t") if end == 0 else output == b""
        if end not in REASONS or not said or seconds > MOST_SECONDS or kilobytes > MOST_KILOBYTES:
            faults.append((number, name, end, seconds, kilobytes, output))
    return ends, faults, most


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--pictures", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ends, faults, (seconds, kilobytes) = fuzz(options.folder, options.pictures, options.seed)
    for (kind, end), count in sorted(ends.items()):
        print(f"{kind:5} ended with {end:3}: {count}")
    for fault in faults:
        print("FAULT", *fault)
    print(f"{options.pictures} pages, at most {seconds:.2f} s and {kilobytes // 1024} MB, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
