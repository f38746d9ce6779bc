"""Smooth curves through keys, without overshooting: what moves also comes to rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CLOSEST = 0.02
"""Seconds: a key nearer than this to the one before replaces it."""


def through(times: Array, values: Array, at: Array) -> Array:
    """Monotone cubic interpolation (Fritsch and Carlson, 1980), flat at both ends.

    Args:
        times: (n,) strictly rising.
        values: (n, k).
        at: (m,) where to look; before the first key and after the last the value stands.

    Returns:
        (m, k)
    """
    if len(times) == 1:
        return np.repeat(values, len(at), axis=0)
    step = np.diff(times)[:, None]
    slope = np.diff(values, axis=0) / step
    tangent = np.zeros_like(values)
    same_way = slope[:-1] * slope[1:] > 0
    left, right = step[:-1], step[1:]
    weight_a, weight_b = 2 * right + left, right + 2 * left
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (weight_a + weight_b) / (weight_a / slope[:-1] + weight_b / slope[1:])
    tangent[1:-1] = np.where(same_way, mean, 0.0)
    where = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    width = step[where]
    share = np.clip((at - times[where])[:, None] / width, 0.0, 1.0)
    one, two = values[where], values[where + 1]
    a, b = tangent[where] * width, tangent[where + 1] * width
    square, cube = share**2, share**3
    return np.asarray(
        one * (2 * cube - 3 * square + 1)
        + a * (cube - 2 * square + share)
        + two * (3 * square - 2 * cube)
        + b * (cube - square)
    )


@dataclass(slots=True)
class Track:
    """Keys of one moving thing, in any order."""

    keys: list[tuple[float, tuple[float, ...]]] = field(default_factory=list)

    def add(self, time: float, *values: float) -> None:
        """Be there at that time. A later call for about the same time wins."""
        self.keys.append((time, values))

    def drop(self, start: float, stop: float) -> None:
        """Forget the keys between two times, both excluded."""
        self.keys = [key for key in self.keys if not start < key[0] < stop]

    def arrays(self) -> tuple[Array, Array]:
        """Times (n,) and values (n, k), sorted, near doubles dropped."""
        kept: list[tuple[float, tuple[float, ...]]] = []
        for key in sorted(self.keys, key=lambda key: key[0]):
            if kept and key[0] - kept[-1][0] < CLOSEST:
                kept[-1] = (kept[-1][0], key[1])
            else:
                kept.append(key)
        return np.array([time for time, _ in kept]), np.array([values for _, values in kept])

    def at(self, times: Array) -> Array:
        """The values at some times: (m, k)."""
        return through(*self.arrays(), times)


def unwrapped(angles: Sequence[float]) -> list[float]:
    """The same directions, each by the shorter turn from the one before."""
    out: list[float] = []
    for angle in angles:
        if out:
            turn = (angle - out[-1] + np.pi) % (2 * np.pi) - np.pi
            out.append(out[-1] + float(turn))
        else:
            out.append(angle)
    return out


def bump(times: Array, centre: float, width: float) -> Array:
    """1 at `centre`, 0 from `width` seconds away on, smooth."""
    share = np.clip(1 - np.abs(times - centre) / width, 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))
