"""The fixed camera: behind the near base line, high enough to see the far half from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole. World and court coordinates are the same (see `court`)."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    focus: float
    """Pixels for a metre at a distance of a metre."""
    centre: tuple[float, float] = (WIDTH / 2, HEIGHT / 2)

    def axes(self) -> tuple[Array, Array, Array]:
        """Right, down and forward, unit vectors."""
        forward = np.subtract(self.target, self.eye)
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 0.0, 1.0))
        right = right / np.linalg.norm(right)
        return right, np.cross(forward, right), forward

    def project(self, points: Array) -> tuple[Array, Array]:
        """Points (..., 3) to pixels (..., 2) and pixels a metre there (...,)."""
        right, down, forward = self.axes()
        away = points - np.asarray(self.eye)
        scale = self.focus / (away @ forward)
        x = self.centre[0] + scale * (away @ right)
        y = self.centre[1] + scale * (away @ down)
        return np.stack([x, y], axis=-1), scale


CAMERA = Camera(
    eye=(0.0, -17.2, 10.2), target=(0.0, -0.55, 0.35), focus=1180.0, centre=(WIDTH / 2, 388.0)
)
"""The picture's lower edge shows the floor 0.8 m behind the near base line, its upper one a shuttle
8 m above the middle of the near half. Higher ones leave the picture, as in a broadcast."""
