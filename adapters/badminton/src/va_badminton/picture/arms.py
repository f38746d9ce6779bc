"""Arms and racket over a segment: swings that meet the shuttle, poses at rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from va_badminton.picture.body import (
    ARM,
    FOREARM,
    GRIP_TO_SWEET,
    UP,
    UPPER_ARM,
    held_within,
    joint_between,
    unit,
)
from va_badminton.picture.curves import Track
from va_badminton.picture.swings import CARRY, FACE, READY, SWINGS, THROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_badminton.picture.body import Trunk
    from va_badminton.picture.cast import Hit, Role

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Arms:
    """Joints of both arms and the racket, (n, 3) each."""

    elbow: Array
    """Of the racket arm."""
    fist: Array
    racket: Array
    """Unit vector from the fist to the racket's head."""
    face: Array
    """Unit normal of the strings."""
    free_elbow: Array
    free_fist: Array


def arms_of(role: Role, trunk: Trunk, times: Array, pace: Array) -> Arms:
    """The arms of one player.

    Args:
        role: hits, rests, throws and reaches.
        trunk: the rest of the body at `times`.
        times: (n,) frame times; every hit is at one of them.
        pace: (n,) m/s of the body, for arms that swing with the steps.
    """
    racket_side = 1 if role.hand > 0 else 0
    shoulder = trunk.shoulders[:, racket_side]
    free_shoulder = trunk.shoulders[:, 1 - racket_side]
    frame = np.stack([trunk.facing, trunk.sideways * role.hand, UP + 0 * trunk.facing], axis=1)
    free_frame = frame * np.array([1.0, -1.0, 1.0])[:, None]
    hand, racket, face, free = Track(), Track(), Track(), Track()
    _rest_keys(role, hand, racket, free)
    face.add(float(times[0]), 1.0, 0.0, 0.0)
    hits = sorted(role.hits, key=lambda hit: hit.time)
    for i, hit in enumerate(hits):
        gap_before = hit.time - hits[i - 1].time if i else 9.0
        gap_after = hits[i + 1].time - hit.time if i + 1 < len(hits) else 9.0
        _swing_keys(hit, gap_before, gap_after, hand, racket, free, face)
        k = int(np.argmin(np.abs(times - hit.time)))
        offset, way = _contact(hit, shoulder[k], frame[k])
        hand.add(hit.time, *offset)
        racket.add(hit.time, *way)
        if i + 1 < len(hits) and gap_after > 1.15:
            middle = (hit.time + 0.5, hits[i + 1].time - 0.5)
            for moment in {middle[0], max(middle)}:
                hand.add(moment, *READY.hand)
                racket.add(moment, *READY.racket)
                free.add(moment, *READY.free)
    for time in role.throws:
        for key in THROW:
            if key.free is not None:
                free.add(time + key.time, *key.free)
    for time, place in role.reaches:
        k = int(np.argmin(np.abs(times - time)))
        free.add(time, *(free_frame[k] @ (np.array(place) - free_shoulder[k])))
    fist = held_within(shoulder, _placed(shoulder, frame, hand.at(times)), ARM)
    swung = _placed(free_shoulder, free_frame, _with_steps(free.at(times), times, pace))
    free_fist = held_within(free_shoulder, swung, ARM)
    way = unit(_placed(0 * shoulder, frame, racket.at(times)))
    strings = _placed(0 * shoulder, frame, face.at(times))
    strings = unit(strings - (strings * way).sum(axis=1, keepdims=True) * way + 1e-9)
    out = frame[:, 1]
    bend = 0.8 * out - 0.9 * UP - 0.35 * frame[:, 0]
    free_bend = -0.7 * out - 0.9 * UP - 0.4 * frame[:, 0]
    return Arms(
        elbow=joint_between(shoulder, fist, UPPER_ARM, FOREARM, _raised(bend, shoulder, fist, out)),
        fist=fist,
        racket=way,
        face=strings,
        free_elbow=joint_between(free_shoulder, free_fist, UPPER_ARM, FOREARM, free_bend),
        free_fist=free_fist,
    )


def _placed(origin: Array, frame: Array, offsets: Array) -> Array:
    return np.asarray(origin + (offsets[:, :, None] * frame).sum(axis=1))


def _raised(bend: Array, shoulder: Array, fist: Array, out: Array) -> Array:
    """The elbow of a raised arm points outward, not down."""
    lift = np.clip((fist - shoulder)[:, 2:] * 2.5, 0.0, 1.0)
    return np.asarray(bend * (1 - lift) + (out + 0.15 * UP) * lift)


def _with_steps(free: Array, times: Array, pace: Array) -> Array:
    """Let the free arm swing to and fro where the body walks."""
    swung = free.copy()
    amount = np.clip(pace / 1.4, 0.0, 1.0) * np.clip(-free[:, 2] * 2.5, 0.0, 1.0)
    swung[:, 0] += 0.13 * amount * np.sin(2 * np.pi * 0.95 * times)
    return swung


def _rest_keys(role: Role, hand: Track, racket: Track, free: Track) -> None:
    for rest in role.rests:
        if not rest.free_only:
            hand.add(rest.time, *rest.pose.hand)
            racket.add(rest.time, *rest.pose.racket)
        free.add(rest.time, *rest.pose.free)
    if not role.rests:
        hand.add(0.0, *CARRY.hand)
        racket.add(0.0, *CARRY.racket)
        free.add(0.0, *CARRY.free)


def _swing_keys(
    hit: Hit,
    gap_before: float,
    gap_after: float,
    hand: Track,
    racket: Track,
    free: Track,
    face: Track,
) -> None:
    """The keys of one swing, as far as the swings beside it leave time."""
    mirror = -1.0 if hit.backhand and hit.swing in {"flat", "under", "net"} else 1.0
    for key in SWINGS[hit.swing]:
        if not -0.6 * gap_before < key.time < 0.4 * gap_after:
            continue
        moment = hit.time + key.time
        forward, out, up = key.hand
        hand.add(moment, forward, out * mirror - (0.10 if mirror < 0 else 0.0), up)
        racket.add(moment, key.racket[0], key.racket[1] * mirror, key.racket[2])
        if key.free is not None:
            free.add(moment, *key.free)
    forward, out, up = FACE[hit.swing]
    face.add(hit.time - 0.08, forward, out, up)
    face.add(hit.time + 0.08, forward, out, up)
    face.add(hit.time - 0.45, 0.5, 0.8, 0.0)
    face.add(hit.time + 0.45, 0.5, 0.8, 0.0)


def _contact(hit: Hit, shoulder: Array, frame: Array) -> tuple[Array, Array]:
    """Hand offset and racket direction that put the strings at the shuttle."""
    at = np.array(hit.at)
    way = at - shoulder
    far = float(np.linalg.norm(way))
    arm = min(ARM, max(0.30, far - 0.40))
    low = at[2] < 1.35
    bend = UP - 0.2 * frame[0] if low else -0.5 * frame[1] - 0.4 * frame[0] - 0.2 * UP
    if hit.swing in {"overhead", "backhand overhead"}:
        bend = -0.7 * frame[0] + 0.3 * frame[1]
    fist = joint_between(shoulder[None], at[None], arm, GRIP_TO_SWEET, np.asarray(bend)[None])[0]
    return frame @ (fist - shoulder), frame @ unit(at - fist)
