"""Makes Tests/CodesTests/Pictures: one invented code in every format and shape that a person may upload.

The codes are drawn by a library that isn't ours (zxing-cpp's writer). Run it again only to add a picture:

    .venv/bin/pip install pillow-heif
    apt-get install libavif-bin
    .venv/bin/python Tests/Judges/codes/make_pictures.py
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy
import pillow_heif
import zxingcpp
from PIL import Image, ImageDraw, ImageFont

import phone
from degrade import curved

HERE = pathlib.Path(__file__).resolve().parent.parent.parent / "CodesTests" / "Pictures"
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[1] / "Judges")]

from test_read_page import drawn  # noqa: E402

TEXT = "HC1:6BF INVENTED FOR A TEST, DECODES TO NOTHING %*+-./:0123456789"


def draw(text, kind=zxingcpp.BarcodeFormat.QRCode, edge=180):
    barcode = zxingcpp.create_barcode(text, kind, ec_level="50%")
    picture = Image.fromarray(numpy.array(barcode.to_image(scale=4, add_quiet_zones=True))).convert("L")
    return picture.resize((edge, edge), Image.Resampling.NEAREST) if edge else picture


def several(texts):
    page = Image.new("L", (420, 420), 255)
    for index, text in enumerate(texts):
        page.paste(draw(text), (10 + 210 * (index % 2), 10 + 210 * (index // 2)))
    return page


def transparent(code):
    """Black on nothing, where nothing is black too: what some screenshot tools save."""
    array = numpy.zeros((code.height, code.width, 4), numpy.uint8)
    array[..., 3] = 255 - numpy.asarray(code)
    return Image.fromarray(array)


def deep(picture, path):
    """As AVIF of 10 bits, with all of its colours: Pillow writes 8."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        picture.save(file.name)
        subprocess.run(["avifenc", "-d", "10", "-y", "444", file.name, path], check=True, stdout=subprocess.DEVNULL)


def booklet_page(code):
    """Two rows of a table, and the code."""
    page = Image.new("RGB", (800, 500), "white")
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(size=48)
    for row, text in enumerate(["Tollwut 03.05.2019", "Tetanus 17.11.2020"]):
        pen.rectangle((30, 30 + row * 120, 770, 150 + row * 120), outline=(60, 60, 60), width=2)
        pen.text((70, 60 + row * 120), text, fill=(20, 20, 20), font=font)
    page.paste(code, (590, 290))
    return page


def pages(code):
    """The page in every format, and as a phone saves it, held in each way."""
    folder, page = HERE / "pages", booklet_page(code)
    folder.mkdir(exist_ok=True)
    for extension, options in [
        ("jpg", {"quality": 70}), ("png", {"optimize": True}), ("webp", {"quality": 70}), ("gif", {}),
        ("tiff", {"compression": "tiff_lzw"}), ("avif", {"quality": 70}), ("pdf", {"resolution": 100})
    ]:
        page.save(folder / f"page.{extension}", **options)
    pillow_heif.from_pillow(page).save(folder / "page.heic", quality=60)
    deep(page, folder / "deep.avif")
    transparent(page.convert("L")).save(folder / "transparent.avif", quality=80)
    with tempfile.TemporaryDirectory() as there:
        booklet = Image.open(drawn(pathlib.Path(there) / "page.png")).convert("RGB")
    (folder / "booklet.heic").write_bytes(phone.photo(booklet, 6))
    for orientation in phone.TURNS:
        (folder / f"phone-{orientation}.heic").write_bytes(phone.photo(page, orientation))


def main():
    HERE.mkdir(exist_ok=True)
    code = draw(TEXT)
    colour = Image.merge("RGB", [code.point(lambda v: 30 if v < 128 else 250)] * 3)
    (HERE / "text.txt").write_text(TEXT)
    for extension, options in [
        ("jpg", {"quality": 60}), ("webp", {"quality": 60}), ("gif", {}), ("tiff", {"compression": "tiff_lzw"})
    ]:
        colour.save(HERE / f"code.{extension}", **options)
    pillow_heif.from_pillow(colour).save(HERE / "code.heic", quality=60)
    colour.save(HERE / "code.avif", quality=60)
    deep(colour, HERE / "deep.avif")
    pillow_heif.from_bytes("RGB;16", colour.size, (numpy.asarray(colour).astype(numpy.uint16) * 257).tobytes()).save(
        HERE / "deep.heic", quality=60)
    colour.convert("CMYK").save(HERE / "cmyk.jpg", quality=60)
    colour.save(HERE / "progressive.jpg", quality=60, progressive=True)
    colour.save(HERE / "lossless.webp", lossless=True)
    Image.fromarray(numpy.asarray(code).astype(numpy.uint16) * 257).save(HERE / "deep.png")
    transparent(code).save(HERE / "transparent.png", optimize=True)
    transparent(code).save(HERE / "transparent.avif", quality=80)
    pillow_heif.from_pillow(transparent(code)).save(HERE / "transparent.heic", quality=60)
    transparent(code).quantize(4).save(HERE / "transparent-palette.png", optimize=True)
    Image.eval(code, lambda v: 255 - v).convert("1").save(HERE / "inverted.png")
    code.rotate(90).transpose(Image.Transpose.FLIP_LEFT_RIGHT).convert("1").save(HERE / "mirrored.png")
    blank = Image.new("L", code.size, 255)
    blank.save(HERE / "second-page.tiff", save_all=True, append_images=[code], compression="tiff_lzw")
    code.save(HERE / "animated.gif", save_all=True, append_images=[blank, blank])
    colour.save(HERE / "animated.avif", save_all=True, append_images=[blank.convert("RGB")] * 2)
    (HERE / "phone.heic").write_bytes(phone.photo(colour.resize((600, 600)), 6))
    pages(colour)
    several([f"{TEXT} {n}" for n in "AB"] + [f"{TEXT} A"] + [f"{TEXT} C"]).convert("1").save(HERE / "several.png")
    draw(TEXT, zxingcpp.BarcodeFormat.Aztec).convert("1").save(HERE / "aztec.png")
    bent = curved(draw(TEXT * 8, edge=0), 0.02, numpy.random.default_rng(5))
    bent.convert("1", dither=Image.Dither.NONE).save(HERE / "bent.png")
    crumpled = curved(draw(TEXT * 3, edge=0), 0.025, numpy.random.default_rng(6), waves=2)
    crumpled.convert("1", dither=Image.Dither.NONE).save(HERE / "crumpled.png")
    page = Image.new("L", (827, 1169), 255)
    page.paste(code, (400, 700))
    page.convert("1").save(HERE / "code.pdf", resolution=100)
    page.convert("1").save(HERE / "second-page.pdf", resolution=100, save_all=True, append_images=[blank.convert("1")])


if __name__ == "__main__":
    main()
