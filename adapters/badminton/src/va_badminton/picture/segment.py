"""A segment: from the moment both stand ready for a service to the next such moment.

Segments are independent of each other, because they meet in a stance that both know. So any frame
costs no more than its own segment: 20 to 60 seconds of keys, evaluated for all frames at once.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from va_badminton.match import FPS, frame_at
from va_badminton.picture.arms import Arms, arms_of
from va_badminton.picture.body import Stance, Trunk, trunk_of
from va_badminton.picture.cast import READY_BEFORE, Role
from va_badminton.picture.pauses import after_the_last, pause_between
from va_badminton.picture.play import play_rally
from va_badminton.picture.shuttle import resting_place, shuttle_of
from va_badminton.picture.steps import RATE, plan_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from va_badminton.match import BadmintonMatch, Rally

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Player:
    """One figure, frame by frame."""

    trunk: Trunk
    arms: Arms
    racket_right: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """All that moves, for the frames `start` to `stop` (excluded)."""

    start: int
    stop: int
    players: tuple[Player, Player]
    """Near, far."""
    shuttle: Array
    """(n, 3)"""
    cork: Array
    """(n, 3)"""


def starts_of(rallies: Sequence[Rally]) -> list[int]:
    """The first frame of each segment."""
    later = [frame_at(rally.strokes[0].time - READY_BEFORE) for rally in rallies[1:]]
    return [0, *later]


def segment_at(match: BadmintonMatch, frame: int) -> Segment:
    """The segment that holds a frame."""
    starts = starts_of(match.rallies)
    return make_segment(match, bisect_right(starts, frame) - 1)


def make_segment(match: BadmintonMatch, number: int) -> Segment:
    """Segment `number`, from 0: the rally of that number and the pause behind it."""
    starts = [*starts_of(match.rallies), match.frames]
    start, stop = starts[number], starts[number + 1]
    rally = match.rallies[number]
    following = match.rallies[number + 1] if number + 1 < len(match.rallies) else None
    roles = (Role("near", match.left_handed[0]), Role("far", match.left_handed[1]))
    play_rally(roles, rally)
    handing = None
    if following is None:
        after_the_last(roles, rally, stop / FPS)
    else:
        rests = resting_place(rally)
        handing = pause_between(roles, rally, following, rests, stop / FPS)
    # One frame more than is drawn: the stance at the boundary, which keys refer to.
    times = np.arange(start, stop + 1) / FPS
    _hold_shuttle(roles, rally, following, times)
    bodies = [_body(role, times, start, stop) for role in roles]
    players = []
    for role, (trunk, pace) in zip(roles, bodies, strict=True):
        players.append(Player(trunk, arms_of(role, trunk, times, pace), role.hand > 0))
    near, far = players
    shuttle = shuttle_of(rally, handing, (near.arms, far.arms), times)
    return Segment(start, stop, (near, far), shuttle.place, shuttle.cork)


def _hold_shuttle(
    roles: tuple[Role, Role], rally: Rally, following: Rally | None, times: Array
) -> None:
    """A short server's free hand holds the shuttle where it will be hit."""
    from va_badminton.assemble import contact_height  # noqa: PLC0415
    from va_badminton.shots import SHORT_SERVICE  # noqa: PLC0415

    holds = [(rally, [float(times[0]), rally.strokes[0].time])]
    if following is not None:
        holds.append((following, [float(times[-1])]))
    for held, moments in holds:
        service = held.strokes[0]
        if service.shot == SHORT_SERVICE:
            role = roles[0 if service.side == "near" else 1]
            place = (service.contact.x, service.contact.y, contact_height(service) + 0.055)
            role.reaches += [(moment, place) for moment in moments]


def _body(role: Role, times: Array, start: int, stop: int) -> tuple[Trunk, Array]:
    """Trunk and legs at the frame times, and the speed of the body."""
    per_frame = RATE // FPS
    fine = np.arange(start * per_frame, stop * per_frame + 1) / RATE
    root, heading = role.root.at(fine), role.heading().at(fine)[:, 0]
    spread = role.spread.at(fine)[:, 0]
    feet, toes = plan_steps(fine, root, heading, spread, role.bookings)
    pace = np.hypot(*np.gradient(root, axis=0).T) * RATE
    at_frames = slice(None, None, per_frame)
    stance = Stance(
        root=root[at_frames],
        heading=heading[at_frames],
        twist=role.twist.at(times)[:, 0],
        crouch=role.crouch.at(times)[:, 0] + _alive(role, times),
        lean=role.lean.at(times),
        jump=_jump(role, times),
        feet=feet[at_frames],
        toes=toes[at_frames],
    )
    return trunk_of(stance), pace[at_frames]


def _alive(role: Role, times: Array) -> Array:
    """Breathing, told by the video's clock so that segments agree."""
    phase = 0.0 if role.side == "near" else 1.3
    return np.asarray(0.006 * np.sin(2 * np.pi * 0.45 * times + phase))


def _jump(role: Role, times: Array) -> Array:
    height = np.zeros(len(times))
    for time, high in role.jumps:
        share = (times - time) / (2 * high / 9.81) ** 0.5 / 1.15
        height = np.maximum(height, high * np.clip(1 - share**2, 0.0, None))
    return height
