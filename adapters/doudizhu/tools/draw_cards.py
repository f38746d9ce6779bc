"""Draw the card faces, backs and plates: `python tools/draw_cards.py` writes the sheets.

Needs Pillow, and matplotlib for its copy of STIX General. Everything is drawn eight times larger
and shrunk. The package holds the results, so that nobody else needs either.
"""

# ruff: noqa: INP001, FBT001 - a script
from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import matplotlib as mpl
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from va_doudizhu import sheet

FINE = 8
OUT = Path(__file__).parent.parent / "src" / "va_doudizhu"
FONT = Path(mpl.get_data_path()) / "fonts" / "ttf" / "STIXGeneralBol.ttf"
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
INK = {"S": (28, 30, 36), "C": (28, 30, 36), "H": (190, 30, 38), "D": (190, 30, 38)}
PAPER, EDGE = (253, 252, 247), (176, 168, 152)
GOLD, NIGHT, CREAM = (206, 164, 76), (32, 58, 96), (240, 234, 218)
Colour = tuple[int, int, int]

LEFT, MIDDLE, RIGHT = 0.36, 0.5, 0.64
COLUMN = {4: (0.22, 0.41, 0.59, 0.78), 3: (0.22, 0.5, 0.78), 2: (0.22, 0.78)}
PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(MIDDLE, 0.5)],
    "2": [(MIDDLE, 0.22), (MIDDLE, 0.78)],
    "3": [(MIDDLE, y) for y in COLUMN[3]],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[2]],
    "5": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[2]] + [(MIDDLE, 0.5)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[3]],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[3]] + [(MIDDLE, 0.36)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[3]] + [(MIDDLE, 0.36), (MIDDLE, 0.64)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[4]] + [(MIDDLE, 0.5)],
    "10": [(x, y) for x in (LEFT, RIGHT) for y in COLUMN[4]] + [(MIDDLE, 0.31), (MIDDLE, 0.69)],
}


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """STIX General Bold of a size in pixels of the finished sheet."""
    return ImageFont.truetype(str(FONT), round(size * FINE))


def curve(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """A cubic Bezier curve through its end points."""
    out = []
    for i in range(25):
        t = i / 24
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        out.append(
            tuple(sum(w * p[k] for w, p in zip(weights, points, strict=True)) for k in (0, 1))
        )
    return out  # type: ignore[return-value]


def outline(suit: str) -> list[list[tuple[float, float]]]:
    """The shapes of a suit in a square from -1 to 1, y downwards."""
    foot = [*curve((0, 0.2), (0.02, 0.6), (-0.1, 0.85), (-0.38, 0.96)), (0.38, 0.96)]
    foot += curve((0.38, 0.96), (0.1, 0.85), (-0.02, 0.6), (0, 0.2))
    heart = [
        *curve((0, 0.95), (-0.25, 0.55), (-0.98, 0.2), (-0.9, -0.42)),
        *curve((-0.9, -0.42), (-0.82, -1.0), (-0.14, -1.0), (0, -0.42)),
        *curve((0, -0.42), (0.14, -1.0), (0.82, -1.0), (0.9, -0.42)),
        *curve((0.9, -0.42), (0.98, 0.2), (0.25, 0.55), (0, 0.95)),
    ]
    if suit == "H":
        return [heart]
    if suit == "S":
        return [[(x * 0.98, -y * 0.86 - 0.12) for x, y in heart], foot]
    if suit == "D":
        tips = [(0, -1), (0.74, 0), (0, 1), (-0.74, 0)]
        shape = []
        for a, b in zip(tips, tips[1:] + tips[:1], strict=True):
            inner = ((a[0] + b[0]) * 0.44, (a[1] + b[1]) * 0.44)
            shape += curve(a, inner, inner, b)
        return [shape]
    circles = []
    for cx, cy in ((0, -0.5), (-0.5, 0.16), (0.5, 0.16)):
        turn = [2 * math.pi * i / 64 for i in range(64)]
        circles.append([(cx + 0.44 * math.cos(t), cy + 0.44 * math.sin(t)) for t in turn])
    return [*circles, [(-0.25, -0.25), (0.25, -0.25), (0.25, 0.3), (-0.25, 0.3)], foot]


def pip(
    draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, half: float, turned: bool
) -> None:
    """A suit's sign of half-width `half`, centred at (x, y), both in finished pixels."""
    sign = -1 if turned else 1
    for shape in outline(suit):
        points = [((x + half * px) * FINE, (y + sign * half * py) * FINE) for px, py in shape]
        draw.polygon(points, fill=INK[suit])


def blank(width: int, height: int, radius: float, fill: Colour) -> Image.Image:
    """A card without a face, with its shadow, in a cell."""
    pad = sheet.SHADOW
    size = ((width + 2 * pad) * FINE, (height + 2 * pad) * FINE)
    box = (pad * FINE, pad * FINE, (pad + width) * FINE - 1, (pad + height) * FINE - 1)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * FINE, fill=120)
    shade = ImageChops.offset(mask, FINE, 2 * FINE).filter(ImageFilter.GaussianBlur(3 * FINE))
    out = Image.new("RGBA", size, (0, 0, 0, 0))
    out.putalpha(shade)
    draw = ImageDraw.Draw(out)
    draw.rounded_rectangle(box, radius * FINE, fill=(*EDGE, 255))
    inner = (box[0] + FINE, box[1] + FINE, box[2] - FINE, box[3] - FINE)
    draw.rounded_rectangle(inner, (radius - 1) * FINE, fill=(*fill, 255))
    return out


def write(
    draw: ImageDraw.ImageDraw, text: str, at: tuple[float, float], size: float, colour: Colour
) -> None:
    """Text centred at a point."""
    draw.text((at[0] * FINE, at[1] * FINE), text, font=font(size), fill=colour, anchor="mm")


def twice(card: Image.Image, corner: Image.Image) -> None:
    """The corner's marks, and the same upside down."""
    card.alpha_composite(corner)
    card.alpha_composite(corner.rotate(180))


def face(rank: str, suit: str) -> Image.Image:
    """A card of the four suits."""
    width, height = sheet.CARD
    pad = sheet.SHADOW
    card = blank(width, height, 8, PAPER)
    corner = Image.new("RGBA", card.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(corner)
    if rank == "10":
        for digit, x in (("1", 8.0), ("0", 18.5)):
            write(draw, digit, (pad + x, pad + 18), 27, INK[suit])
    else:
        write(draw, rank, (pad + 13, pad + 18), 31, INK[suit])
    pip(draw, suit, pad + 13, pad + 43, 8.0, turned=False)
    twice(card, corner)
    draw = ImageDraw.Draw(card)
    if rank in PIPS:
        half = 19.0 if rank == "A" else 7.6
        inset = 4
        for x, y in PIPS[rank]:
            place = (pad + inset + x * (width - 2 * inset), pad + inset + y * (height - 2 * inset))
            pip(draw, suit, *place, half, turned=y > 0.5)
        return card
    frame = [pad + 25, pad + 14, pad + width - 25, pad + height - 14]
    tint = tuple(c + (255 - c) * 9 // 10 for c in INK[suit])
    draw.rounded_rectangle([v * FINE for v in frame], 4 * FINE, tint, INK[suit], FINE)
    frame = [frame[0] + 3, frame[1] + 3, frame[2] - 3, frame[3] - 3]
    draw.rounded_rectangle([v * FINE for v in frame], 3 * FINE, None, GOLD, FINE)
    pip(draw, suit, pad + width / 2, pad + 30, 6.5, turned=False)
    pip(draw, suit, pad + width / 2, pad + height - 30, 6.5, turned=True)
    write(draw, rank, (pad + width / 2, pad + height / 2), 44, INK[suit])
    return card


def joker(big: bool) -> Image.Image:
    """Small joker in black, big joker in red."""
    width, height = sheet.CARD
    pad = sheet.SHADOW
    colour = INK["H"] if big else INK["S"]
    card = blank(width, height, 8, PAPER)
    corner = Image.new("RGBA", card.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(corner)
    for i, letter in enumerate("JOKER"):
        write(draw, letter, (pad + 11, pad + 13 + 14 * i), 16, colour)
    twice(card, corner)
    draw = ImageDraw.Draw(card)
    x, y = pad + width / 2, pad + height / 2
    star = []
    for i in range(16):
        radius = 25.0 if i % 2 == 0 else 11.5
        angle = math.pi * i / 8 - math.pi / 2
        star.append(((x + radius * math.cos(angle)) * FINE, (y + radius * math.sin(angle)) * FINE))
    draw.polygon(star, fill=GOLD if big else (150, 152, 160), outline=colour, width=FINE)
    disc = [(x - 10) * FINE, (y - 10) * FINE, (x + 10) * FINE, (y + 10) * FINE]
    draw.ellipse(disc, fill=colour)
    inner = [(x - 4) * FINE, (y - 4) * FINE, (x + 4) * FINE, (y + 4) * FINE]
    draw.ellipse(inner, fill=PAPER)
    return card


def back(width: int, height: int) -> Image.Image:
    """The back: a lattice of diamonds in a double frame."""
    pad = sheet.SHADOW
    card = blank(width, height, 7, PAPER)
    box = [v * FINE for v in (pad + 5, pad + 5, pad + width - 5, pad + height - 5)]
    field = Image.new("RGBA", card.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(field)
    draw.rounded_rectangle(box, 4 * FINE, fill=(*NIGHT, 255))
    mask = field.getchannel("A")
    pitch = 9 * FINE
    for k in range(-card.height // pitch, (card.width + card.height) // pitch):
        line = (92, 124, 168, 255)
        draw.line([(k * pitch, 0), (k * pitch + card.height, card.height)], line, FINE)
        draw.line([(k * pitch, 0), (k * pitch - card.height, card.height)], line, FINE)
    field.putalpha(ImageChops.multiply(field.getchannel("A"), mask))
    card.alpha_composite(field)
    inner = [box[0] + 3 * FINE, box[1] + 3 * FINE, box[2] - 3 * FINE, box[3] - 3 * FINE]
    ImageDraw.Draw(card).rounded_rectangle(inner, 2 * FINE, None, GOLD, FINE)
    return card


def small(picture: Image.Image) -> Image.Image:
    """Shrink to the finished size."""
    size = (picture.width // FINE, picture.height // FINE)
    return picture.resize(size, Image.Resampling.BOX)


def faces() -> Image.Image:
    """`faces.png`."""
    width, height = sheet.CELL
    out = Image.new("RGBA", (14 * width, 4 * height), (0, 0, 0, 0))
    for row, suit in enumerate(sheet.SUITS):
        for column, rank in enumerate(RANKS):
            out.paste(small(face(rank, suit)), (column * width, row * height))
    for row, card in enumerate((joker(big=False), joker(big=True), back(*sheet.CARD))):
        out.paste(small(card), (sheet.EXTRA_COLUMN * width, row * height))
    return out


def backs() -> Image.Image:
    """`backs.png`: the left fan's backs; each points to the right, turned by its half step."""
    side = sheet.FAN_CELL
    count = 2 * sheet.FAN_MOST - 1
    out = Image.new("RGBA", (count * side, side), (0, 0, 0, 0))
    card = back(*sheet.BACK).rotate(-90, expand=True)
    for i in range(count):
        cell = Image.new("RGBA", (side * FINE, side * FINE), (0, 0, 0, 0))
        cell.paste(card, ((cell.width - card.width) // 2, (cell.height - card.height) // 2))
        angle = (i - sheet.FAN_MOST + 1) * sheet.FAN_STEP / 2
        turned = cell.rotate(-angle, Image.Resampling.BICUBIC)
        out.paste(small(turned), (i * side, 0))
    return out


def plates() -> Image.Image:
    """`plates.png`: each word dark, and lit beside it."""
    width, height = sheet.PLATE
    out = Image.new("RGBA", (2 * width, len(sheet.PLATES) * height), (0, 0, 0, 0))
    for row, word in enumerate(sheet.PLATES):
        for lit in (False, True):
            cell = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
            draw = ImageDraw.Draw(cell)
            inset = 28 if word == "PASS" else 2
            box = [v * FINE for v in (inset, 2, width - inset, height - 2)]
            ground, ink, rim = (20, 44, 36), CREAM, (70, 104, 88)
            if lit:
                ground, ink, rim = GOLD, (46, 30, 8), (250, 226, 160)
            draw.rounded_rectangle(box, 15 * FINE, (*ground, 235), rim, FINE)
            size = 18 if word == "PASS" else 15
            write(draw, word, (width / 2, height / 2 + 0.5), size, ink)
            out.paste(small(cell), (width * lit, row * height))
    return out


if __name__ == "__main__":
    for name, picture in (("faces", faces()), ("backs", backs()), ("plates", plates())):
        picture.save(OUT / f"{name}.png", optimize=True)
