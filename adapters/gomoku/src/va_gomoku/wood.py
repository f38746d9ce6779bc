"""The empty board: wood, lines and star points, drawn from numbers alone.

Only sums, products, quotients and square roots are used, which IEEE 754 rounds alike on every
machine: the same picture everywhere, so that a rebuild gives the same bytes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from va_gomoku.spec import SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Field = NDArray[np.float64]
    Picture = NDArray[np.uint8]

SPACING: Final = {15: 32, 20: 24}
"""Pixels between two lines, by board; the margins that are left are 28 and 24."""
LIGHT: Final = (231.0, 190.0, 128.0)
DEEP: Final = (203.0, 152.0, 90.0)
INK: Final = (58.0, 38.0, 22.0)


def first_line(size: int) -> int:
    """The pixel of the leftmost and of the topmost line."""
    return (SIDE - SPACING[size] * (size - 1)) // 2


def centre(size: int, point: tuple[int, int]) -> tuple[int, int]:
    """Column and row of the pixel on which a point's stone is centred.

    >>> centre(15, (7, 7))
    (252, 252)
    """
    first = first_line(size)
    return first + point[0] * SPACING[size], first + point[1] * SPACING[size]


def star_points(size: int) -> tuple[tuple[int, int], ...]:
    """The dots: on 15 lines the centre and four on the fourth lines, on 20 the four alone."""
    near, far = (3, 11) if size == 15 else (4, 15)
    corners = ((near, near), (near, far), (far, near), (far, far))
    return (*corners, (7, 7)) if size == 15 else corners


def _lattice(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Field:
    """A fixed number in [0, 1) for each pair: a multiply-and-shift hash of 32 bits."""
    bits = np.uint64(0xFFFFFFFF)
    z = (x.astype(np.uint64) * np.uint64(0x27D4EB2F) + np.uint64(seed * 0x3C6EF372)) & bits
    z = ((z ^ (y.astype(np.uint64) * np.uint64(0x165667B1))) * np.uint64(0x85EBCA6B)) & bits
    z = ((z ^ (z >> np.uint64(13))) * np.uint64(0xC2B2AE35)) & bits
    mixed: Field = ((z ^ (z >> np.uint64(16))) & bits).astype(np.float64)
    return mixed / 4294967296.0


def _noise(x: Field, y: Field, seed: int) -> Field:
    """Smooth noise in [-1, 1): lattice numbers, blended."""
    left, top = np.floor(x), np.floor(y)
    u, v = x - left, y - top
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    i, j = left.astype(np.int64) + 4096, top.astype(np.int64) + 4096
    upper = _lattice(i, j, seed) * (1 - u) + _lattice(i + 1, j, seed) * u
    lower = _lattice(i, j + 1, seed) * (1 - u) + _lattice(i + 1, j + 1, seed) * u
    return 2 * (upper * (1 - v) + lower * v) - 1


def _grain() -> Field:
    """How deep the wood's tone is at each pixel, about 0 to 1.

    A flat-sawn board: growth rings around an axis that lies left of the picture and slightly
    aslant, cut into long arches, with fine fibres along them.
    """
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float64)
    along = y + 0.05 * x
    off = x - 190 + 22 * _noise(x / 300, along / 420, 1) + 0.02 * along
    depth = 70 + 0.11 * along + 10 * _noise(x / 500, along / 260, 2)
    radius = np.sqrt(off * off * 0.36 + depth * depth) + 2.2 * _noise(x / 60, along / 190, 3)
    ring = radius / 9.5
    ring = ring - np.floor(ring)
    # Early wood darkens slowly towards the ring's end, then the next ring begins.
    rings = np.where(ring < 0.82, ring / 0.82, (1 - ring) / 0.18)
    rings = rings * rings * (3 - 2 * rings)
    fibres = 0.6 * _noise(x / 1.9, along / 70, 4) + 0.4 * _noise(x / 4.5, along / 160, 5)
    cloud = _noise(x / 170, along / 260, 6)
    tone: Field = 0.22 + 0.40 * rings + 0.13 * fibres + 0.14 * cloud
    return tone


@cache
def empty_board(size: int) -> Field:
    """The board without stones: RGB from 0 to 255, shape (504, 504, 3). Never written to."""
    tone = np.clip(_grain(), 0.0, 1.0)[..., None]
    picture = np.array(LIGHT) * (1 - tone) + np.array(DEEP) * tone
    _bevel(picture)
    first, last = first_line(size), centre(size, (size - 1, 0))[0]
    for number in range(size):
        at = first + SPACING[size] * number
        # The outer lines are drawn twice as thick, as on a real board.
        thick = 1 if number in {0, size - 1} else 0
        share = 0.80
        low, high = at - thick, at + 1
        _ink(picture[low:high, first - 1 : last + 1], share)
        _ink(picture[first - 1 : last + 1, low:high], share)
    for point in star_points(size):
        _dot(picture, centre(size, point), SPACING[size] / 9.0)
    picture.setflags(write=False)
    return picture


def _bevel(picture: Field) -> None:
    """A lit and a shaded rim: the board is a block."""
    for ring, (lit, shaded) in enumerate(((1.16, 0.70), (1.10, 0.80), (1.05, 0.90))):
        inner = slice(ring, SIDE - ring)
        picture[ring, inner] *= lit
        picture[inner, ring] *= lit
        picture[SIDE - 1 - ring, inner] *= shaded
        picture[inner, SIDE - 1 - ring] *= shaded
    np.minimum(picture, 255.0, out=picture)


def _ink(part: Field, share: float) -> None:
    part += (np.array(INK) - part) * share


def _dot(picture: Field, at: tuple[int, int], radius: float) -> None:
    reach = int(radius) + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    share = np.clip(radius + 0.5 - np.sqrt(x * x + y * y), 0.0, 1.0)[..., None] * 0.92
    part = picture[at[1] - reach : at[1] + reach + 1, at[0] - reach : at[0] + reach + 1]
    part += (np.array(INK) - part) * share
