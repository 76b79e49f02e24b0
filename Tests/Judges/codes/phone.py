"""Writes a HEIC file as phones do, which no library here does: the picture in tiles as the sensor is mounted, how it is turned and
mirrored in the container and, said again, in its EXIF, a thumbnail, a colour profile, and a picture before it that isn't the
main one. Boxes: ISO/IEC 14496-12 and 23008-12."""

import io
import struct

import pillow_heif
from PIL import Image, ImageCms

TILE = 256
# How the picture has to be changed to be seen upright, by the number that EXIF has for it: quarters anticlockwise, mirrored.
TURNS = {1: (0, False), 3: (2, False), 6: (3, False), 8: (1, False), 2: (0, True)}
# What undoes it.
STORED = {
    3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270,
    2: Image.Transpose.FLIP_LEFT_RIGHT}


def box(kind: bytes, *content: bytes) -> bytes:
    data = b"".join(content)
    return struct.pack(">I", 8 + len(data)) + kind + data


def full(kind: bytes, version: int, flags: int, *content: bytes) -> bytes:
    return box(kind, struct.pack(">I", version << 24 | flags), *content)


def coded(picture: Image.Image) -> tuple[bytes, bytes]:
    """A picture's HEVC: how it is to be decoded (a box), and its data."""
    with io.BytesIO() as file:
        pillow_heif.from_pillow(picture).save(file, quality=50)
        data = file.getvalue()
    start = data.index(b"hvcC") - 4
    return data[start:start + int.from_bytes(data[start:start + 4], "big")], data[data.index(b"mdat") + 4:]


class File:
    """Items with their properties, numbered from 1 as they come."""

    def __init__(self):
        self.properties, self.items, self.references = [], [], []

    def add(self, kind: bytes, data: bytes, properties=(), isHidden=False) -> int:
        numbers = []
        for content in properties:
            if content not in self.properties:
                self.properties.append(content)
            isEssential = content[4:8] in (b"hvcC", b"irot", b"imir")
            numbers.append(self.properties.index(content) + 1 | (0x80 if isEssential else 0))
        self.items.append((kind, data, numbers, isHidden))
        return len(self.items)

    def refer(self, kind: bytes, one: int, others: list[int]):
        self.references.append(box(kind, struct.pack(f">HH{len(others)}H", one, len(others), *others)))

    def meta(self, primary: int, start: int) -> bytes:
        places, information, associations = [], [], []
        for number, (kind, data, numbers, isHidden) in enumerate(self.items, 1):
            places.append(struct.pack(">HHHHII", number, 0, 0, 1, start, len(data)))
            start += len(data)
            information.append(full(b"infe", 2, int(isHidden), struct.pack(">HH", number, 0), kind, b"\0"))
            associations.append(struct.pack(">HB", number, len(numbers)) + bytes(numbers))
        count = struct.pack(">H", len(self.items))
        return full(
            b"meta", 0, 0, full(b"hdlr", 0, 0, bytes(4), b"pict", bytes(13)),
            full(b"pitm", 0, 0, struct.pack(">H", primary)), full(b"iloc", 1, 0, b"\x44\0", count, *places),
            full(b"iinf", 0, 0, count, *information), full(b"iref", 0, 0, *self.references),
            box(b"iprp", box(b"ipco", *self.properties),
                full(b"ipma", 0, 0, struct.pack(">I", len(self.items)), *associations)))

    def bytes(self, primary: int) -> bytes:
        head = box(b"ftyp", b"heic", bytes(4), b"mif1", b"heic")
        start = len(head) + len(self.meta(primary, 0)) + 8
        return head + self.meta(primary, start) + box(b"mdat", *(data for _, data, *_ in self.items))


def size(width: int, height: int) -> bytes:
    return full(b"ispe", 0, 0, struct.pack(">II", width, height))


def photo(upright: Image.Image, orientation: int) -> bytes:
    """The file of a picture that was taken with the phone held so."""
    picture = upright.transpose(STORED[orientation]) if orientation in STORED else upright
    file, width, height = File(), picture.width, picture.height
    before = Image.new("RGB", (TILE, TILE), "white")
    config, data = coded(before)
    file.add(b"hvc1", data, [config, size(TILE, TILE)])
    columns, rows = -(-width // TILE), -(-height // TILE)
    whole = Image.new("RGB", (columns * TILE, rows * TILE))
    whole.paste(picture)
    tiles = []
    for row in range(rows):
        for column in range(columns):
            left, top = column * TILE, row * TILE
            config, data = coded(whole.crop((left, top, left + TILE, top + TILE)))
            tiles.append(file.add(b"hvc1", data, [config, size(TILE, TILE)], isHidden=True))
    quarters, isMirrored = TURNS[orientation]
    profile = box(b"colr", b"prof", ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    turn = [box(b"irot", bytes([quarters])) if quarters else b"", box(b"imir", b"\1") if isMirrored else b""]
    properties = [size(width, height), profile, *filter(None, turn)]
    main = file.add(b"grid", struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height), properties)
    small = picture.resize((160, 160 * height // width // 2 * 2))
    config, data = coded(small)
    thumbnail = file.add(b"hvc1", data, [config, size(small.width, small.height), *filter(None, turn)])
    exif = Image.Exif()
    exif[0x0112] = orientation
    said = file.add(b"Exif", struct.pack(">I", 6) + exif.tobytes())
    file.refer(b"dimg", main, tiles)
    file.refer(b"thmb", thumbnail, [main])
    file.refer(b"cdsc", said, [main])
    return file.bytes(main)
