"""Broadcast pixels to metres of the court."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from va_badminton.court import HALF_LENGTH, HALF_WIDTH, LENGTH, WIDTH
from va_badminton.errors import RejectedError
from va_badminton.match import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

FAR_EDGE, NEAR_EDGE = 150.0, 810.0
"""The court canvas that the matrix maps to: rows of the far and of the near base line."""
CANVASES = ((25.0, 325.0), (27.4, 327.6))
"""Its left and right side lines: ShuttleSet's matches 1 to 20 use the first, all others the
second. The matrix tells which, by where it takes the corner pixels."""
CORNERS = ("upleft", "upright", "downleft", "downright")


@dataclass(frozen=True, slots=True)
class Homography:
    """One match's camera. `matrix` takes pixel to canvas (the README words it the other way)."""

    matrix: tuple[tuple[float, float, float], ...]
    left: float
    right: float

    def place(self, pixel: tuple[float, float]) -> Place:
        """The place on the floor under a pixel, in metres, rounded to the millimetre.

        Raises:
            RejectedError: the pixel lies on the horizon, which has no place on the floor.
        """
        x, y = self._canvas(pixel)
        across = (x - self.left) / (self.right - self.left) * WIDTH - HALF_WIDTH
        along = HALF_LENGTH - (y - FAR_EDGE) / (NEAR_EDGE - FAR_EDGE) * LENGTH
        return Place(round(across, 3), round(along, 3))

    def _canvas(self, pixel: tuple[float, float]) -> tuple[float, float]:
        x, y, w = (a * pixel[0] + b * pixel[1] + c for a, b, c in self.matrix)
        if abs(w) < 1e-9:
            raise RejectedError(f"the homography has no place for the pixel {pixel}")
        return x / w, y / w


def read_homography(cells: Mapping[str, str]) -> Homography:
    """From a row of homography.csv: the matrix, a JSON list, and the corner pixels.

    The corner columns only tell the two canvases apart. In ShuttleSet22 some are swapped or a
    little off, so the matrix is what counts.

    Raises:
        RejectedError: no matrix of numbers, or one that takes no corner to a corner.
    """
    try:
        loaded = json.loads(cells["homography_matrix"])
        a, b, c = (tuple(float(entry) for entry in line) for line in loaded)
        matrix = ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))
        pixels = [(float(cells[f"{name}_x"]), float(cells[f"{name}_y"])) for name in CORNERS]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RejectedError(f"homography.csv: no matrix of 3x3 numbers ({error})") from error
    if not all(isfinite(entry) for line in matrix for entry in line):
        raise RejectedError("homography.csv: the matrix holds a number that is none")
    raw = Homography(matrix, 0.0, 1.0)
    corners = [raw._canvas(pixel) for pixel in pixels]  # noqa: SLF001 - its own class
    across = sorted(x for x, _ in corners)
    along = sorted(y for _, y in corners)
    left, right = (across[0] + across[1]) / 2, (across[2] + across[3]) / 2
    found = min(CANVASES, key=lambda edges: abs(edges[0] - left) + abs(edges[1] - right))
    off = max(abs(along[0] - FAR_EDGE), abs(along[3] - NEAR_EDGE), abs(left - found[0]))
    if off > 20:
        raise RejectedError(
            f"homography.csv: the corners land {off:.0f} units off the court; not this match's?"
        )
    return Homography(matrix, *found)
