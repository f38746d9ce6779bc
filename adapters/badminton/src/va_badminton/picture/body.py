"""A figure's joints from where it stands, how it leans, and where its feet and hands are.

All arrays run over frames first. Proportions are those of a person 1.80 m tall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

HIP_HEIGHT, HIP_HALF = 0.93, 0.095
THIGH, SHIN, ANKLE = 0.45, 0.44, 0.075
SPINE, SHOULDER_HALF, NECK_TO_HEAD = 0.50, 0.185, 0.20
UPPER_ARM, FOREARM = 0.30, 0.30
"""The forearm reaches to the middle of the fist."""
GRIP_TO_SWEET, HEAD_LONG, HEAD_WIDE = 0.50, 0.145, 0.115
"""Racket: fist to the middle of the strings, and half axes of the head (Law 4.1: the frame is
at most 680 x 230 mm, the strung area at most 280 x 220 mm)."""
ARM = UPPER_ARM + FOREARM - 0.02
LEG = THIGH + SHIN - 0.012
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class Stance:
    """What a figure does below the shoulders; n frames."""

    root: Array
    """(n, 2) the floor under the pelvis."""
    heading: Array
    """(n,) radians from the far direction (+y), growing to the right (+x)."""
    twist: Array
    """(n,) radians that the chest is turned further than the pelvis."""
    crouch: Array
    """(n,) metres that the pelvis is lowered."""
    lean: Array
    """(n, 2) how far the trunk tips, as a part of its height, in world x and y."""
    jump: Array
    """(n,) metres above the floor."""
    feet: Array
    """(n, 2, 3) left and right ankle's place on the floor, z lifted."""
    toes: Array
    """(n, 2) heading of each foot."""


@dataclass(frozen=True, slots=True)
class Trunk:
    """Joints that are known without the arms; (n, 3) each, pairs (n, 2, 3) left first."""

    pelvis: Array
    neck: Array
    head: Array
    hips: Array
    knees: Array
    ankles: Array
    toes: Array
    shoulders: Array
    forward: Array
    """(n, 3) where the chest looks."""
    facing: Array
    """(n, 3) where the pelvis looks; the arms' keys are told in its frame."""
    sideways: Array
    """(n, 3) to the right of `facing`."""


def trunk_of(stance: Stance) -> Trunk:
    """Pelvis, legs, spine, head and shoulders."""
    facing, sideways = directions(stance.heading)
    forward, chest_right = directions(stance.heading + stance.twist)
    feet = stance.feet + stance.jump[:, None, None] * UP
    ankles = feet + ANKLE * UP
    pelvis = np.concatenate([stance.root, _pelvis_height(stance, ankles)[:, None]], axis=1)
    hips = pelvis[:, None, :] + HIP_HALF * np.stack([-sideways, sideways], axis=1)
    toe_ways = np.stack([directions(stance.toes[:, i])[0] for i in (0, 1)], axis=1)
    bend = toe_ways + 0.35 * facing[:, None, :]
    knees = np.stack(
        [joint_between(hips[:, i], ankles[:, i], THIGH, SHIN, bend[:, i]) for i in (0, 1)], axis=1
    )
    toes = feet + 0.17 * toe_ways + 0.03 * UP
    tip = np.concatenate([stance.lean, np.ones((len(stance.lean), 1))], axis=1)
    spine = unit(tip)
    neck = pelvis + SPINE * spine
    low = (neck - 0.06 * spine)[:, None, :]
    shoulders = low + SHOULDER_HALF * np.stack([-chest_right, chest_right], axis=1)
    head = neck + NECK_TO_HEAD * unit(spine + 0.6 * UP) + 0.035 * forward
    return Trunk(
        pelvis, neck, head, hips, knees, ankles, toes, shoulders, forward, facing, sideways
    )


def _pelvis_height(stance: Stance, ankles: Array) -> Array:
    """As high as the crouch says, or as the longer reaching leg allows."""
    wanted = HIP_HEIGHT - stance.crouch + stance.jump
    side = directions(stance.heading)[1][:, None, :2] * HIP_HALF
    hips = stance.root[:, None, :] + np.concatenate([-side, side], axis=1)
    away = np.hypot(*(hips - ankles[:, :, :2]).transpose(2, 0, 1))
    most = ankles[:, :, 2] + np.sqrt(np.maximum(LEG**2 - away**2, 0.12))
    return np.asarray(np.minimum(wanted, most.min(axis=1)))


def directions(heading: Array) -> tuple[Array, Array]:
    """Unit vectors forward and to the right of headings (n,): (n, 3) each."""
    sin, cos, none = np.sin(heading), np.cos(heading), np.zeros_like(heading)
    return np.stack([sin, cos, none], axis=-1), np.stack([cos, -sin, none], axis=-1)


def unit(vectors: Array) -> Array:
    """The same directions (..., 3) with length 1."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9))


def joint_between(start: Array, end: Array, first: float, second: float, bend: Array) -> Array:
    """Where the knee or elbow of a limb is that reaches from `start` to `end`.

    Args:
        start: hip or shoulder, (n, 3).
        end: ankle or fist, (n, 3); further than the limb is long, the limb is straight.
        first: length of the part next to `start`.
        second: length of the other part.
        bend: where the joint points, (n, 3).
    """
    way = end - start
    far = np.clip(np.linalg.norm(way, axis=1), 1e-6, None)
    reach = np.clip(far, abs(first - second) + 1e-3, first + second - 1e-3)
    along = (first**2 - second**2 + reach**2) / (2 * reach)
    out = np.sqrt(np.maximum(first**2 - along**2, 0.0))
    axis = way / far[:, None]
    side = bend - (bend * axis).sum(axis=1, keepdims=True) * axis
    return np.asarray(start + along[:, None] * axis + out[:, None] * unit(side))


def held_within(start: Array, end: Array, length: float) -> Array:
    """`end`, drawn nearer where a limb of that length does not reach it."""
    way = end - start
    far = np.linalg.norm(way, axis=1, keepdims=True)
    return np.asarray(start + way * np.minimum(1.0, length / np.maximum(far, 1e-9)))
