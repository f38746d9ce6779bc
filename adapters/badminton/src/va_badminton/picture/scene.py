"""What stands still: hall, court with its painted lines, net. Drawn once a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from va_badminton.court import (
    HALF_LENGTH,
    HALF_SINGLES,
    HALF_WIDTH,
    LINE,
    LONG_SERVICE_DOUBLES,
    NET_BOTTOM,
    SHORT_SERVICE,
    TAPE,
    net_height,
)
from va_badminton.picture.camera import CAMERA, HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Quad = tuple[tuple[float, float, float], ...]

FINE = 2
"""The scene is drawn so many times larger and shrunk, which makes its edges soft."""
MAT, COURT, RUNOFF = (44, 110, 84), (52, 126, 95), (36, 58, 74)
LINE_PAINT, TAPE_PAINT, POST_PAINT = (236, 240, 234), (244, 246, 242), (58, 62, 66)
BOARD, BOARD_TOP, STANDS = (34, 46, 84), (58, 74, 124), (20, 24, 32)
MESH, MESH_ALPHA = (24, 30, 30), 0.30
THREAD_ALPHA = 0.20
MAT_SIDE, MAT_END = 4.6, 8.3
"""Half width and half length of the mat around the court, metres."""
HALL_SIDE, HALL_END = 9.0, 10.4


@dataclass(frozen=True, slots=True)
class Scene:
    """The still picture with and without the net, and the net as a layer of its own."""

    bare: Picture
    """Everything but the net."""
    whole: Picture
    net_colour: NDArray[np.uint16]
    """Colour times opacity, of the net's box."""
    net_clear: NDArray[np.uint16]
    """What the net lets through, 0 to 256, of the net's box."""
    net_box: tuple[int, int, int, int]
    """x0, y0, x1, y1"""

    def hang_net(self, picture: Picture, box: tuple[int, int, int, int]) -> None:
        """Draw the net over what lies behind it, inside `box` only."""
        x0, y0 = max(box[0], self.net_box[0]), max(box[1], self.net_box[1])
        x1, y1 = min(box[2], self.net_box[2]), min(box[3], self.net_box[3])
        if x0 >= x1 or y0 >= y1:
            return
        rows = slice(y0 - self.net_box[1], y1 - self.net_box[1])
        columns = slice(x0 - self.net_box[0], x1 - self.net_box[0])
        part = picture[y0:y1, x0:x1]
        seen = part * self.net_clear[rows, columns] + self.net_colour[rows, columns]
        part[:] = seen >> 8


@cache
def scene() -> Scene:
    """The scene, the same in every process."""
    big = _hall()
    _court(big)
    bare = _small(big)
    colour, cover = _net()
    box = _box_of(cover)
    x0, y0, x1, y1 = box
    alpha = np.rint(cover[y0:y1, x0:x1, None] * 256)
    net_colour = np.rint(colour[y0:y1, x0:x1] * alpha).astype(np.uint16)
    made = Scene(bare, bare.copy(), net_colour, (256 - alpha).astype(np.uint16), box)
    made.hang_net(made.whole, (0, 0, WIDTH, HEIGHT))
    made.bare.setflags(write=False)
    made.whole.setflags(write=False)
    return made


def _pixels(points: object) -> NDArray[np.int32]:
    place, _ = CAMERA.project(np.asarray(points, dtype=np.float64))
    return np.rint(place * FINE * 16).astype(np.int32)


def _fill(picture: NDArray[np.uint8], points: object, colour: tuple[int, ...] | int) -> None:
    cv2.fillPoly(
        picture,
        [_pixels(points)],
        colour if isinstance(colour, tuple) else (colour,),
        cv2.LINE_AA,
        4,
    )


def _small(big: Picture) -> Picture:
    return np.asarray(cv2.resize(big, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _floor(x0: float, y0: float, x1: float, y1: float) -> Quad:
    return (x0, y0, 0.0), (x1, y0, 0.0), (x1, y1, 0.0), (x0, y1, 0.0)


def _hall() -> Picture:
    """Dark stands, a board around the floor, the floor, light falling on it."""
    big = np.empty((HEIGHT * FINE, WIDTH * FINE, 3), np.uint8)
    big[:] = STANDS
    end, side = HALL_END, HALL_SIDE
    _fill(big, _floor(-side, -12.0, side, end), RUNOFF)
    _fill(big, ((-side, end, 0), (side, end, 0), (side, end, 0.9), (-side, end, 0.9)), BOARD)
    _fill(
        big, ((-side, end, 0.84), (side, end, 0.84), (side, end, 0.9), (-side, end, 0.9)), BOARD_TOP
    )
    for x in (-side, side):
        _fill(big, ((x, -12, 0), (x, end, 0), (x, end, 0.9), (x, -12, 0.9)), BOARD)
        _fill(big, ((x, -12, 0.84), (x, end, 0.84), (x, end, 0.9), (x, -12, 0.9)), BOARD_TOP)
    _fill(big, _floor(-MAT_SIDE, -MAT_END, MAT_SIDE, MAT_END), MAT)
    _fill(big, _floor(-HALF_WIDTH, -HALF_LENGTH, HALF_WIDTH, HALF_LENGTH), COURT)
    return _lit(big)


def _lit(big: Picture) -> Picture:
    """Brighter over the court's middle, darker towards the corners."""
    y, x = np.mgrid[0 : HEIGHT * FINE, 0 : WIDTH * FINE].astype(np.float32) / FINE
    away = np.hypot((x - 640) / 760, (y - 420) / 470)
    light = np.clip(1.12 - 0.34 * away**2, 0.45, 1.12)
    return np.asarray(np.clip(big * light[:, :, None], 0, 255).astype(np.uint8))


def court_lines() -> Iterator[Quad]:
    """Every painted line as a rectangle on the floor; outer edges where the Laws measure."""
    w, s, h = HALF_WIDTH, HALF_SINGLES, HALF_LENGTH
    for sign in (-1, 1):
        yield _floor(sign * w, -h, sign * (w - LINE), h)
        yield _floor(sign * s, -h, sign * (s - LINE), h)
        yield _floor(-w, sign * h, w, sign * (h - LINE))
        yield _floor(-w, sign * SHORT_SERVICE, w, sign * (SHORT_SERVICE + LINE))
        yield _floor(-w, sign * LONG_SERVICE_DOUBLES, w, sign * (LONG_SERVICE_DOUBLES - LINE))
        yield _floor(-LINE / 2, sign * SHORT_SERVICE, LINE / 2, sign * h)


def _court(big: Picture) -> None:
    for line in court_lines():
        _fill(big, line, LINE_PAINT)
    # The net's shadow, under the lamps.
    shade = np.zeros(big.shape[:2], np.uint8)
    _fill(shade, _floor(-HALF_WIDTH, -0.22, HALF_WIDTH, 0.10), 46)
    soft = np.asarray(cv2.GaussianBlur(shade, (0, 0), 4 * FINE))
    big[:] = (big * (1 - soft[:, :, None] / 255.0)).astype(np.uint8)


def _net() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Colour (h, w, 3) and opacity (h, w) of the net and its posts."""
    size = (HEIGHT * FINE, WIDTH * FINE)
    colour, cover = np.zeros((*size, 3), np.uint8), np.zeros(size, np.uint8)
    across = np.linspace(-HALF_WIDTH, HALF_WIDTH, 41)
    top = np.array([net_height(float(x)) for x in across])
    mesh = [*zip(across, 0 * across, top, strict=True)]
    mesh += [*zip(across[::-1], 0 * across, 0 * across + NET_BOTTOM, strict=True)]
    colour[:] = MESH
    _fill(cover, mesh, round(255 * MESH_ALPHA))
    threads = np.zeros(size, np.uint8)
    for x in np.arange(-HALF_WIDTH + 0.1, HALF_WIDTH, 0.1):
        _line(threads, (x, 0, NET_BOTTOM), (x, 0, net_height(float(x))))
    for z in np.arange(NET_BOTTOM + 0.08, 1.48, 0.09):
        _line(threads, (-HALF_WIDTH, 0, z), (HALF_WIDTH, 0, z))
    cover = np.maximum(cover, cover + (threads * THREAD_ALPHA).astype(np.uint8))
    tape = [*zip(across, 0 * across, top, strict=True)]
    tape += [*zip(across[::-1], 0 * across, top[::-1] - TAPE, strict=True)]
    _fill(colour, tape, TAPE_PAINT)
    _fill(cover, tape, 250)
    for x in (-HALF_WIDTH, HALF_WIDTH):
        post = ((x - 0.04, 0, 0), (x + 0.04, 0, 0), (x + 0.04, 0, 1.56), (x - 0.04, 0, 1.56))
        _fill(colour, post, POST_PAINT)
        _fill(cover, post, 255)
    # Colour must be right at half covered edges too, so it is weighted by the cover.
    weight = cover[:, :, None].astype(np.float32) / 255
    summed = cv2.resize(colour * weight, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    share = cv2.resize(weight[:, :, 0], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    cover_share = np.asarray(share, np.float32)
    return np.asarray(summed / np.maximum(cover_share, 1e-6)[:, :, None], np.float32), cover_share


def _line(picture: NDArray[np.uint8], a: tuple[float, ...], b: tuple[float, ...]) -> None:
    start, stop = _pixels((a, b)).tolist()
    cv2.line(picture, start, stop, (255,), 1, cv2.LINE_AA, 4)


def _box_of(cover: NDArray[np.float32]) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(cover.any(axis=1)), np.flatnonzero(cover.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
