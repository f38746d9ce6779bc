"""The board and the stones, drawn from numbers alone.

Only sums, products, quotients and square roots are used, which IEEE 754 rounds alike on every
machine: the same picture everywhere, so that a rebuild gives the same bytes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Field = NDArray[np.float64]
    Picture = NDArray[np.uint8]

SIDE: Final = 612
"""Pixels of the square picture."""
EDGE: Final = 0.87
"""From the outer lines to the picture's edge, in spacings between lines."""
STONE: Final = 0.485
"""A stone's radius in spacings: stones nearly touch."""

PALE: Final = (226.0, 183.0, 116.0)
DARK: Final = (196.0, 147.0, 82.0)
INK: Final = (52.0, 36.0, 20.0)
SHADOW: Final = (58.0, 36.0, 14.0)


class Layout(NamedTuple):
    """Where the lines of a board are."""

    size: int
    spacing: int
    """Pixels between two lines."""
    first: int
    """Column of the leftmost line, and row of the topmost."""

    def pixel(self, point: int) -> tuple[int, int]:
        """Column and row of the pixel at a point's centre; points count from the bottom left."""
        row, column = divmod(point, self.size)
        return (
            self.first + column * self.spacing,
            self.first + (self.size - 1 - row) * self.spacing,
        )


def layout(size: int) -> Layout:
    """The layout of a board of `size` lines, centred.

    >>> layout(19)
    Layout(size=19, spacing=31, first=27)
    """
    spacing = int(SIDE / (size - 1 + 2 * EDGE))
    return Layout(size, spacing, (SIDE - spacing * (size - 1)) // 2)


def star_points(size: int) -> tuple[tuple[int, int], ...]:
    """Column and row of the dots: nine on 19 lines, five on 13 and 9, none where none are usual."""
    if size < 9:
        return ()
    edge = 3 if size > 11 else 2
    near, far, middle = edge, size - 1 - edge, size // 2
    corners = ((near, near), (near, far), (far, near), (far, far))
    if size % 2 == 0:
        return corners
    if size < 15:
        return (*corners, (middle, middle))
    sides = ((near, middle), (far, middle), (middle, near), (middle, far))
    return (*corners, *sides, (middle, middle))


def _hash(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Field:
    """A number in [0, 1) for each lattice point: splitmix64's mixing of its coordinates."""
    with np.errstate(over="ignore"):
        z = (x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) ^ (
            y.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        )
        z = z + np.uint64(seed * 0x165667B19E3779F9 & 0xFFFFFFFFFFFFFFFF)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    mixed: Field = (z >> np.uint64(40)).astype(np.float64)
    return mixed / float(1 << 24)


def _noise(x: Field, y: Field, seed: int) -> Field:
    """Smooth noise in [-1, 1]: lattice values joined by cubic steps."""
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = x - x0, y - y0
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    ix, iy = x0.astype(np.int64), y0.astype(np.int64)
    top = _hash(ix, iy, seed) * (1 - fx) + _hash(ix + 1, iy, seed) * fx
    bottom = _hash(ix, iy + 1, seed) * (1 - fx) + _hash(ix + 1, iy + 1, seed) * fx
    return (top * (1 - fy) + bottom * fy) * 2 - 1


def _grain() -> Field:
    """How dark the wood is at each pixel, about 0 to 1: straight grain, slightly drifting."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float64)
    drift = 13 * _noise(x / 240, y / 520, 1) + 3.5 * _noise(x / 70, y / 210, 2)
    across = x + drift
    rings = 0.5 * _noise(across / 26, y / 2400, 3) + 0.5 * _noise(across / 9.5, y / 1500, 4)
    lines = 0.5 * _noise(across / 4.2, y / 900, 5)
    cloud = _noise(x / 190, y / 330, 6)
    return 0.44 + 0.26 * rings + 0.17 * lines + 0.10 * cloud


def _mixed(picture: Field, colour: tuple[float, float, float], share: Field) -> None:
    """Blend a colour over a picture; `share` is how much of it, 0 to 1, shape (height, width)."""
    picture += (np.array(colour) - picture) * share[..., None]


@cache
def empty_board(size: int) -> Picture:
    """Wood, lines and star points; RGB, shape (612, 612, 3), read-only."""
    dark = np.clip(_grain(), 0.0, 1.0)[..., None]
    picture = np.array(PALE) * (1 - dark) + np.array(DARK) * dark
    place = layout(size)
    first, last = place.first, place.first + place.spacing * (size - 1)
    share = np.zeros((SIDE, SIDE))
    for i in range(size):
        at = first + i * place.spacing
        share[at, first : last + 1] = 0.80
        share[first : last + 1, at] = 0.80
    for at, outwards in ((first, -1), (last, 1)):  # the outer lines are heavier
        share[at + outwards, first - 1 : last + 2] = 0.62
        share[first - 1 : last + 2, at + outwards] = 0.62
    _mixed(picture, INK, share)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float64)
    radius = 2.3 + place.spacing / 24
    for column, row in star_points(size):
        dx, dy = x - (first + column * place.spacing), y - (first + row * place.spacing)
        _mixed(picture, INK, 0.92 * np.clip(radius + 0.5 - np.sqrt(dx * dx + dy * dy), 0, 1))
    out = np.floor(np.clip(picture, 0, 255) + 0.5).astype(np.uint8)
    out.setflags(write=False)
    return out


class Sprite(NamedTuple):
    """Something that is blended over the board around a point."""

    colour: NDArray[np.uint32]
    """Shape (side, side, 3); already multiplied by `alpha`."""
    rest: NDArray[np.uint32]
    """255 - alpha, shape (side, side, 1)."""
    reach: int
    """Pixels from the centre to the sprite's edge; side = 2 * reach + 1."""


def _sprite(colour: Field, share: Field) -> Sprite:
    alpha = np.floor(np.clip(share, 0, 1) * 255 + 0.5).astype(np.uint32)[..., None]
    tint = np.floor(np.clip(colour, 0, 255) + 0.5).astype(np.uint32)
    return Sprite(tint * alpha, 255 - alpha, share.shape[0] // 2)


def _grid(reach: int) -> tuple[Field, Field]:
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    return x, y


@cache
def shadow_sprite(size: int) -> Sprite:
    """A soft shadow, fallen to the lower right; the light comes from the upper left."""
    radius = layout(size).spacing * STONE
    offset = radius * 0.17
    soft = radius * 0.42
    reach = int(radius + offset + soft / 2) + 1
    x, y = _grid(reach)
    dx, dy = x - offset * 0.8, y - offset
    fall = np.clip((radius + soft / 2 - np.sqrt(dx * dx + dy * dy)) / soft, 0, 1)
    share = 0.52 * fall * fall * (3 - 2 * fall)
    return _sprite(np.broadcast_to(np.array(SHADOW), (*share.shape, 3)), share)


SHELLS: Final = 4
"""White stones come in so many patterns."""


@cache
def stone_sprite(size: int, colour: int, pattern: int = 0) -> Sprite:
    """A stone: slate for 1, shell for 2."""
    radius = layout(size).spacing * STONE
    reach = int(radius) + 1
    x, y = _grid(reach)
    distance = np.sqrt(x * x + y * y)
    share = np.clip(radius + 0.5 - distance, 0, 1)
    u, v = x / radius, y / radius
    inside = np.clip(1 - (u * u + v * v) * 0.88, 0, 1)
    height = np.sqrt(inside)
    # A lens: its slope grows towards the rim. Light from the upper left, high above.
    light = np.clip(-0.46 * u - 0.56 * v + 0.69 * height, 0, 1)
    glance = np.clip(-0.28 * u - 0.34 * v + 0.90 * height, 0, 1)
    for _ in range(4):
        glance = glance * glance
    if colour == 1:
        tone = 24 + 44 * light + 62 * glance
        tint = np.stack([tone, tone * 1.01, tone * 1.05 + 2], axis=-1)
    else:
        tone = 196 + 56 * np.sqrt(light) + 10 * glance - 4.5 * _shell(u, v, pattern) * inside
        tint = np.stack([tone, tone * 0.988, tone * 0.955], axis=-1)
    return _sprite(tint, share)


def _shell(u: Field, v: Field, pattern: int) -> Field:
    """The growth lines of a shell: faint arcs, in [0, 1], turned from stone to stone."""
    across, along = (
        (u, v),
        (v, -u),
        (0.8 * u + 0.6 * v, 0.8 * v - 0.6 * u),
        (0.8 * u - 0.6 * v, 0.8 * v + 0.6 * u),
    )[pattern % SHELLS]
    wave = (across + 0.16 * along * along + 0.06 * pattern) * 4.2
    saw = wave - np.floor(wave)
    hill = 4 * saw * (1 - saw)
    return hill * hill
