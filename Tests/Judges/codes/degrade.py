"""Degrades the pictures of test certificates, as cameras, scanners and messengers do.

    python3 degrade.py TESTDATA OUT [--seed 1] [--variants 2]

Reads every `2DCODE` below TESTDATA, and writes OUT/<family>/<n>.png or .jpg and OUT/manifest.json: for each picture
its family, file and the text it holds ("" for none). The same seed gives the same pictures. Needs Pillow and numpy.
"""

import argparse
import base64
import io
import json
import pathlib

import numpy
from PIL import Image, ImageDraw, ImageFilter

MODULE = 12  # pixels a module in the sharp picture that every degradation starts from
QUIET = 4  # modules


def originals(folder):
    """Each picture cut to its code, redrawn at MODULE pixels a module with a quiet zone."""
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        case = json.loads(path.read_text())
        if not case.get("2DCODE") or case.get("EXPECTEDRESULTS", {}).get("EXPECTEDPICTUREDECODE") is False:
            continue
        picture = Image.open(io.BytesIO(base64.b64decode(case["2DCODE"]))).convert("L")
        dark = numpy.asarray(picture) < 128
        rows, columns = numpy.flatnonzero(dark.any(1)), numpy.flatnonzero(dark.any(0))
        code = dark[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
        module = numpy.flatnonzero(~code[0])[0] // 7  # the finder pattern's top edge is seven modules
        code = numpy.pad(code[module // 2::module, module // 2::module], QUIET)
        modules = numpy.where(code, 0, 255).astype(numpy.uint8)
        sharp = Image.fromarray(numpy.kron(modules, numpy.ones((MODULE, MODULE), numpy.uint8)))
        sharp.original = picture
        yield sharp, case["PREFIX"]


# What is done to pixels.


def at(picture, pixels_a_module):
    """Scaled to so many pixels a module, as a camera averages what falls on a pixel."""
    edge = round(picture.width * pixels_a_module / MODULE)
    return picture.resize((edge, round(picture.height * pixels_a_module / MODULE)), Image.Resampling.BOX)


def noise(picture, sigma, rng):
    array = numpy.asarray(picture, numpy.float32)
    return Image.fromarray(numpy.clip(array + rng.normal(0, sigma, array.shape), 0, 255).astype(numpy.uint8))


def specks(picture, share, rng):
    array = numpy.array(picture)
    array[rng.random(array.shape) < share / 2] = 0
    array[rng.random(array.shape) < share / 2] = 255
    return Image.fromarray(array)


def contrast(picture, low, high):
    return picture.point([round(low + (high - low) * value / 255) for value in range(256)])


def jpeg(picture, quality):
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer).convert("L")


def blur(picture, modules, pixels_a_module):
    return picture.filter(ImageFilter.GaussianBlur(modules * pixels_a_module))


def motion(picture, length, vertical):
    kernel = numpy.ones(length) / length
    array = numpy.apply_along_axis(numpy.convolve, int(not vertical), numpy.asarray(picture, float), kernel, "same")
    return Image.fromarray(numpy.clip(array, 0, 255).astype(numpy.uint8))


# What is done to shapes.


def rotated(picture, angle):
    return picture.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)


def mapped(picture, corners, margin=0.12):
    """Maps the picture's corners to `corners`, in shares of its edge, clockwise from the top left."""
    edge = picture.width
    pad = round(edge * margin)
    target = [(pad + x * edge, pad + y * edge) for x, y in corners]
    source = [(0, 0), (edge, 0), (edge, edge), (0, edge)]
    rows, right = [], []
    for (x, y), (u, v) in zip(target, source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    coefficients = numpy.linalg.solve(numpy.array(rows), numpy.array(right))
    size = (edge + 2 * pad, edge + 2 * pad)
    return picture.transform(
        size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=255)


def perspective(picture, share, rng):
    moves = rng.uniform(-share, share, (4, 2)) / 2
    corners = numpy.array([(0, 0), (1, 0), (1, 1), (0, 1)]) + moves
    return mapped(picture, corners, margin=share)


def tilted(picture, share):
    return mapped(picture, [(share / 2, share / 3), (1 - share / 2, share / 3), (1, 1), (0, 1)])


def curved(picture, share, rng, waves=None):
    """Paper bent like a wave: each column is moved along a sine of that share of the edge."""
    array = numpy.asarray(picture)
    height, width = array.shape
    pad = round(height * share) + 1
    waves, phase = waves or rng.uniform(0.7, 1.3), rng.uniform(0, 2 * numpy.pi)
    shift = numpy.sin(numpy.arange(width) / width * waves * 2 * numpy.pi + phase) * share * height
    rows = numpy.arange(-pad, height + pad)[:, None] + shift[None, :]
    inside = (rows >= 0) & (rows < height)
    source = array[numpy.clip(numpy.round(rows), 0, height - 1).astype(int), numpy.arange(width)[None, :]]
    return Image.fromarray(numpy.where(inside, source, 255).astype(numpy.uint8))


# Scenes: paper in a room, a page, a telephone's screen.


def texture(size, rng, low=60, high=190):
    """A table or a cloth: smooth patches and grain."""
    coarse = Image.fromarray(rng.integers(low, high, (9, 12), numpy.uint8)).resize(size, Image.Resampling.BICUBIC)
    return noise(coarse, 8, rng)


def shaded(picture, rng, darkest):
    """Light that falls off across the picture, and a soft shadow's edge."""
    width, height = picture.size
    angle = rng.uniform(0, 2 * numpy.pi)
    x, y = numpy.meshgrid(numpy.linspace(-1, 1, width), numpy.linspace(-1, 1, height))
    slope = x * numpy.cos(angle) + y * numpy.sin(angle)
    light = darkest + (1 - darkest) * (slope + 1.42) / 2.84
    light = light * numpy.where(slope > rng.uniform(-0.6, 0.6), 1, 0.85)
    return Image.fromarray(numpy.clip(numpy.asarray(picture) * light, 0, 255).astype(numpy.uint8))


def scene(picture, size, share, rng, darkest=0.5, bend=0.0, skew=0.06, angle=20):
    """A printed code on a sheet, lying somewhere in a photo of `size`, its code as wide as `share` of the height."""
    sheet = Image.new("L", (round(picture.width * 1.3), round(picture.height * 1.3)), 245)
    sheet.paste(picture, (round(picture.width * 0.15), round(picture.height * 0.15)))
    if bend:
        sheet = curved(sheet, bend, rng)
    edge = round(size[1] * share * sheet.width / picture.width)
    sheet = sheet.resize((edge, edge), Image.Resampling.LANCZOS)
    cover = Image.new("L", sheet.size, 255)
    turn = rng.uniform(-angle, angle)
    moved = numpy.array([(0, 0), (1, 0), (1, 1), (0, 1)]) + rng.uniform(-skew, skew, (4, 2))
    sheet = mapped(sheet, moved, 0.15)
    cover = Image.eval(mapped(Image.eval(cover, lambda v: 255 - v), moved, 0.15), lambda v: 255 - v)
    sheet = sheet.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=0)
    cover = cover.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=0)
    ground = texture(size, rng)
    room = (max(1, size[0] - sheet.width), max(1, size[1] - sheet.height))
    ground.paste(sheet, (int(rng.integers(0, room[0])), int(rng.integers(0, room[1]))), cover)
    return shaded(ground, rng, darkest)


def inverted_photo(picture, rng):
    """A screen in dark mode, photographed at an angle."""
    screen = Image.eval(at(picture, 4), lambda v: 255 - v)
    screen = contrast(rotated(Image.eval(screen, lambda v: 255 - v), 8), 220, 20)
    return jpeg(noise(blur(screen, 0.2, 4), 3, rng), 60)


def page(picture, rng):
    """A printed A4 certificate, scanned at 150 dpi: text lines and a code of 6 cm."""
    sheet = Image.new("L", (1240, 1754), 255)
    draw = ImageDraw.Draw(sheet)
    for line in range(60):
        x = 100
        while x < 1100:
            width = int(rng.integers(15, 90))
            draw.rectangle([x, 120 + 26 * line, min(x + width, 1140), 132 + 26 * line], fill=40)
            x += width + 10
    code = picture.resize((380, 380), Image.Resampling.LANCZOS)
    sheet.paste(code, (int(rng.integers(80, 780)), int(rng.integers(100, 1250))))
    return noise(rotated(sheet, rng.uniform(-2, 2)), 6, rng)


def page_of_text(rng):
    """A page with everything but a code."""
    return page(Image.new("L", (380, 380), 255), rng)


def screenshot(picture, rng):
    """A wallet app on a telephone, bars, words and a code."""
    screen = Image.new("L", (1170, 2532), int(rng.integers(20, 250)))
    draw = ImageDraw.Draw(screen)
    for line in range(14):
        draw.rectangle([90, 1700 + 50 * line, int(rng.integers(300, 1080)), 1724 + 50 * line], fill=128)
    draw.rounded_rectangle([60, 350, 1110, 1400], 40, fill=255)
    screen.paste(picture.resize((900, 900), Image.Resampling.LANCZOS), (135, 425))
    return screen


FAMILIES = {
    "original": lambda p, r: p.original,
    "clean": lambda p, r: at(p, 4),
    "rotate-15": lambda p, r: at(rotated(p, 15), 4),
    "rotate-45": lambda p, r: at(rotated(p, 45), 4),
    "rotate-any": lambda p, r: at(rotated(p, r.uniform(0, 360)), 4),
    "perspective-8": lambda p, r: at(perspective(p, 0.08, r), 4),
    "perspective-15": lambda p, r: at(perspective(p, 0.15, r), 4),
    "tilt-30": lambda p, r: at(tilted(p, 0.30), 5),
    "blur": lambda p, r: blur(at(p, 4), 0.35, 4),
    "blur-strong": lambda p, r: blur(at(p, 4), 0.5, 4),
    "motion": lambda p, r: motion(at(p, 5), 5, bool(r.integers(2))),
    "jpeg-30": lambda p, r: jpeg(at(p, 4), 30),
    "jpeg-10": lambda p, r: jpeg(at(p, 4), 10),
    "noise": lambda p, r: noise(at(p, 4), 45, r),
    "specks": lambda p, r: specks(at(p, 4), 0.06, r),
    "low-contrast": lambda p, r: contrast(at(p, 4), 110, 145),
    "low-contrast-noise": lambda p, r: noise(contrast(at(p, 4), 90, 160), 5, r),
    "dark": lambda p, r: noise(contrast(at(p, 4), 5, 40), 2, r),
    "pixels-3": lambda p, r: at(p, 3),
    "pixels-2.1": lambda p, r: at(p, 2.1),
    "pixels-1.6": lambda p, r: at(p, 1.6),
    "pixels-2.4-jpeg": lambda p, r: jpeg(at(p, 2.4), 60),
    "inverted": lambda p, r: Image.eval(at(p, 4), lambda v: 255 - v),
    "inverted-photo": lambda p, r: inverted_photo(p, r),
    "curved-2": lambda p, r: at(curved(p, 0.02, r), 4),
    "curved-3": lambda p, r: at(curved(p, 0.03, r), 4),
    "no-quiet-zone": lambda p, r: at(p.crop((MODULE * 3, MODULE * 3, p.width - MODULE * 3, p.height - MODULE * 3)), 4),
    "shadow": lambda p, r: shaded(at(p, 4), r, 0.25),
    "photo": lambda p, r: jpeg(noise(scene(p, (1600, 1200), 0.5, r), 4, r), 75),
    "photo-hard": lambda p, r: jpeg(
        noise(blur(scene(p, (1600, 1200), 0.36, r, 0.35, 0.01, 0.09, 60), 0.22, 4), 8, r), 60),
    "photo-12mp": lambda p, r: jpeg(noise(scene(p, (4000, 3000), r.uniform(0.25, 0.6), r), 6, r), 80),
    "page": page,
    "empty-photo-12mp": lambda p, r: jpeg(noise(shaded(texture((4000, 3000), r), r, 0.5), 6, r), 80),
    "empty-page": lambda p, r: page_of_text(r),
    "empty-noise": lambda p, r: Image.fromarray(r.integers(0, 256, (400, 400), numpy.uint8)),
    "screenshot": lambda p, r: screenshot(p, r),
    "screenshot-jpeg": lambda p, r: jpeg(screenshot(p, r).resize((591, 1280), Image.Resampling.LANCZOS), 50),
    "crumpled-2": lambda p, r: at(curved(p, 0.02, r, r.uniform(1.4, 2.2)), 4),
    "crumpled-3": lambda p, r: at(curved(curved(p, 0.03, r).rotate(90), 0.015, r, 1.6), 4),
}

LOSSLESS = {"original", "clean", "inverted", "low-contrast", "pixels-3", "pixels-2.1", "pixels-1.6", "screenshot"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("testdata")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", type=int, default=2)
    parser.add_argument("--families", nargs="*", default=list(FAMILIES))
    options = parser.parse_args()
    manifest = []
    for family in options.families:
        (options.out / family).mkdir(parents=True, exist_ok=True)
        for number, (picture, text) in enumerate(originals(options.testdata)):
            for variant in range(options.variants):
                place = list(FAMILIES).index(family)
                rng = numpy.random.default_rng([options.seed, place, number, variant])
                degraded = FAMILIES[family](picture, rng)
                file = f"{family}/{number}-{variant}." + ("png" if family in LOSSLESS else "jpg")
                degraded.save(options.out / file, **({} if file.endswith("png") else {"quality": 92}))
                manifest.append({"family": family, "file": file, "text": "" if family.startswith("empty") else text})
    (options.out / "manifest.json").write_text(json.dumps(manifest))


if __name__ == "__main__":
    main()
