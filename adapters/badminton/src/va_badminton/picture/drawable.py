"""A segment made ready for painting: outlines of everything, depth order, boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from va_badminton.picture.camera import CAMERA
from va_badminton.picture.shapes import Figure, box_of, capsule, figure_of, fixed, on_floor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_badminton.picture.segment import Segment

    Array = NDArray[np.float64]
    Polygons = NDArray[np.int32]

ENLARGED = (1.8, 2.15)
"""A shuttle is drawn so many times its size, near and far: the real one is 85 mm long, which is
4 pixels at the far base line."""
LENGTH, CORK_RADIUS, SKIRT_RADIUS = 0.085, 0.0135, 0.034


@dataclass(frozen=True, slots=True)
class DrawnShuttle:
    """The shuttle's outlines over n frames."""

    edge: Polygons
    skirt: Polygons
    cork: Polygons
    shadow: Polygons
    shade: Array
    beyond: NDArray[np.bool_]
    """On the far side of the net."""
    behind_near: NDArray[np.bool_]
    behind_far: NDArray[np.bool_]
    boxes: Polygons
    shadow_boxes: Polygons


@dataclass(frozen=True, slots=True)
class Drawable:
    """A whole segment in pixels."""

    start: int
    stop: int
    near: Figure
    far: Figure
    shuttle: DrawnShuttle


def drawable(segment: Segment) -> Drawable:
    """Project a segment."""
    near, far = segment.players
    return Drawable(segment.start, segment.stop, figure_of(near), figure_of(far), _shuttle(segment))


def _shuttle(segment: Segment) -> DrawnShuttle:
    place, cork = segment.shuttle, segment.cork
    _, scale = CAMERA.project(place)
    near_scale, far_scale = 90.0, 48.0
    share = np.clip((scale - far_scale) / (near_scale - far_scale), 0.0, 1.0)
    size = ENLARGED[1] + (ENLARGED[0] - ENLARGED[1]) * share
    tip = place + cork * (0.45 * LENGTH * size)[:, None]
    tail = place - cork * (0.55 * LENGTH * size)[:, None]
    tip_px, tip_scale = CAMERA.project(tip)
    tail_px, tail_scale = CAMERA.project(tail)
    small, wide = CORK_RADIUS * size * tip_scale, SKIRT_RADIUS * size * tail_scale
    edge = capsule(tail_px, tip_px, wide + 1.3, small + 1.3)
    skirt = capsule(tail_px, tip_px, wide, small)
    behind = tip_px + (tail_px - tip_px) * 0.12
    ball = capsule(behind, tip_px, small * 1.15, small * 1.1)
    floor, floor_scale = CAMERA.project(on_floor(place))
    height = place[:, 2]
    radius = floor_scale * (0.055 + 0.012 * height) * 1.3
    side = np.stack([radius, 0 * radius], axis=-1) * 0.6
    shadow = capsule(floor - side, floor + side, 0.5 * radius, 0.5 * radius)
    pelvis = [player.trunk.pelvis[:, 1] for player in segment.players]
    return DrawnShuttle(
        fixed(edge),
        fixed(skirt),
        fixed(ball),
        fixed(shadow),
        np.clip(0.50 - 0.05 * height, 0.16, 0.50),
        place[:, 1] > 0.0,
        place[:, 1] > pelvis[0],
        place[:, 1] > pelvis[1],
        box_of(edge),
        box_of(shadow, 4),
    )
