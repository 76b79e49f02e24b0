"""Makes Tests/CodesTests/Pictures: one invented code in every format and shape that a person may upload.

The codes are drawn by a library that isn't ours (zxing-cpp's writer). Run it again only to add a picture:

    .venv/bin/pip install pillow-heif
    .venv/bin/python Tests/Judges/codes/make_pictures.py
"""

import pathlib

import numpy
import pillow_heif
import zxingcpp
from PIL import Image

from degrade import curved

HERE = pathlib.Path(__file__).resolve().parent.parent.parent / "CodesTests" / "Pictures"
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
    colour.convert("CMYK").save(HERE / "cmyk.jpg", quality=60)
    colour.save(HERE / "progressive.jpg", quality=60, progressive=True)
    colour.save(HERE / "lossless.webp", lossless=True)
    Image.fromarray(numpy.asarray(code).astype(numpy.uint16) * 257).save(HERE / "deep.png")
    transparent(code).save(HERE / "transparent.png", optimize=True)
    transparent(code).quantize(4).save(HERE / "transparent-palette.png", optimize=True)
    Image.eval(code, lambda v: 255 - v).convert("1").save(HERE / "inverted.png")
    code.rotate(90).transpose(Image.Transpose.FLIP_LEFT_RIGHT).convert("1").save(HERE / "mirrored.png")
    blank = Image.new("L", code.size, 255)
    blank.save(HERE / "second-page.tiff", save_all=True, append_images=[code], compression="tiff_lzw")
    code.save(HERE / "animated.gif", save_all=True, append_images=[blank, blank])
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
