"""Stones: slate and shell, lit from the upper left, and the soft shadows that they cast."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from va_gomoku.wood import SPACING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Field = NDArray[np.float64]

RADIUS: Final = 0.475
"""Of a stone, in spacings: neighbours leave a hair between them, as on a real board."""
SHADOW_DEPTH: Final = 0.52
"""How much of the light a shadow takes at its darkest."""
_LIGHT: Final = (-0.42, -0.56, 0.714)
"""Direction to the light: left, up and towards the viewer; of length 1."""


class Stamp(NamedTuple):
    """A stone's patch, centred on its point."""

    colour: Field
    """RGB, shape (side, side, 3)."""
    cover: Field
    """How much of each pixel the stone covers, 0 to 1, shape (side, side, 1)."""


def reach(size: int) -> int:
    """Pixels from a stone's centre to the edge of its patch, shadow included."""
    return int(SPACING[size] * 0.72) + 1


def _patch(size: int) -> tuple[Field, Field]:
    half = reach(size)
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float64)
    return x, y


@cache
def shadow(size: int) -> Field:
    """How much light a stone takes from the wood around it, shape (side, side, 1)."""
    x, y = _patch(size)
    radius = RADIUS * SPACING[size]
    dx, dy = x - 0.11 * SPACING[size], y - 0.15 * SPACING[size]
    fade = np.clip((radius * 1.20 - np.sqrt(dx * dx + dy * dy)) / (radius * 0.50), 0.0, 1.0)
    soft: Field = (SHADOW_DEPTH * fade * fade * (3 - 2 * fade))[..., None]
    soft.setflags(write=False)
    return soft


@cache
def stone(size: int, colour: str) -> Stamp:
    """The patch of a stone: a flat lens in the light, `B` or `W`."""
    x, y = _patch(size)
    radius = RADIUS * SPACING[size]
    away = np.sqrt(x * x + y * y)
    cover = np.clip(radius + 0.5 - away, 0.0, 1.0)
    # The surface of a lens: its normal leans outwards, more and more towards the rim.
    share = np.clip(away / radius, 0.0, 1.0)
    lean = share * (0.55 + 0.35 * share * share)
    safe = np.where(away > 0, away, 1.0)
    nx, ny = x / safe * lean, y / safe * lean
    nz = np.sqrt(np.maximum(1 - nx * nx - ny * ny, 0.0))
    lit = np.maximum(nx * _LIGHT[0] + ny * _LIGHT[1] + nz * _LIGHT[2], 0.0)
    # The glint: how nearly the light is mirrored to the viewer, sharpened by squaring.
    mirrored = np.maximum(2 * lit * nz - _LIGHT[2], 0.0)
    glint = mirrored * mirrored
    glint = glint * glint
    shaded = _slate(lit, glint) if colour == "B" else _shell(lit, glint, share, x, y)
    shaded = np.clip(shaded, 0.0, 255.0)
    shaded.setflags(write=False)
    covering: Field = cover[..., None]
    covering.setflags(write=False)
    return Stamp(shaded, covering)


def _slate(lit: Field, glint: Field) -> Field:
    base = 14 + 34 * lit * lit
    sharp = glint * glint
    tone = base + 44 * glint + 96 * sharp
    return np.stack([tone * 0.98, tone, tone * 1.06], axis=-1)


def _shell(lit: Field, glint: Field, share: Field, x: Field, y: Field) -> Field:
    tone = 150 + 92 * lit + 22 * glint
    # Faint growth lines of the clam, straight and slightly curved.
    grain = (x * 0.94 + y * 0.34 + 0.012 * y * y) / 3.1
    grain = np.abs(grain - np.floor(grain) - 0.5) * 2
    tone = tone - 4.5 * grain * (1 - share * share)
    # The rim turns away from the light.
    rim = np.maximum(share - 0.80, 0.0) / 0.20
    tone = tone - 34 * rim * rim
    return np.stack([tone, tone * 0.988, tone * 0.955], axis=-1)
