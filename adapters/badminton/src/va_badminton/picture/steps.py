"""Where the feet go: planted while they carry, lifted one at a time when the body has moved on."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LEFT_BEHIND = 0.75
"""Metres that a planted foot may be off its place while the other one is in the air."""
RATE = 60
"""Steps are planned on a grid of so many moments a second."""


class Booking(NamedTuple):
    """A foot that must stand at a place from one time to another: a lunge, a stance."""

    foot: int
    """0 left, 1 right."""
    lands: float
    until: float
    x: float
    y: float
    toe: float
    takes: float = 0.24


@dataclass(slots=True)
class _Foot:
    x: float
    y: float
    toe: float
    start: float = 0.0
    lands: float = -1.0
    """It is in the air between these."""
    from_x: float = 0.0
    from_y: float = 0.0
    from_toe: float = 0.0
    to_x: float = 0.0
    to_y: float = 0.0
    to_toe: float = 0.0
    height: float = 0.0
    held_until: float = -1.0

    def lift(self, now: float, lands: float, x: float, y: float, toe: float) -> None:
        """Begin a step."""
        turn = (toe - self.toe + pi) % (2 * pi) - pi
        self.from_x, self.from_y, self.from_toe = self.x, self.y, self.toe
        self.to_x, self.to_y, self.to_toe = x, y, self.toe + turn
        self.start, self.lands = now, max(lands, now + 1 / RATE)
        self.height = min(0.11, 0.03 + 0.09 * hypot(x - self.x, y - self.y))

    def at(self, now: float) -> tuple[float, float, float, float]:
        """x, y, z and toe; puts the foot down when its step is over."""
        if self.lands < 0:
            return self.x, self.y, 0.0, self.toe
        share = (now - self.start) / (self.lands - self.start)
        if share >= 1:
            self.x, self.y, self.toe = self.to_x, self.to_y, self.to_toe
            self.lands = -1.0
            return self.x, self.y, 0.0, self.toe
        ease = share * share * (3 - 2 * share)
        self.x = self.from_x + (self.to_x - self.from_x) * ease
        self.y = self.from_y + (self.to_y - self.from_y) * ease
        self.toe = self.from_toe + (self.to_toe - self.from_toe) * ease
        return self.x, self.y, self.height * sin(pi * share), self.toe


def plan_steps(
    times: Array, root: Array, heading: Array, spread: Array, bookings: Sequence[Booking]
) -> tuple[Array, Array]:
    """Feet for a whole segment.

    Args:
        times: (n,) a grid of RATE.
        root: (n, 2) the floor under the pelvis.
        heading: (n,) of the pelvis.
        spread: (n,) metres from the pelvis to each foot, sideways.
        bookings: places that must be kept, in any order.

    Returns:
        Feet (n, 2, 3) and toe headings (n, 2). The first moment is the neutral stance.
    """
    feet = [_Foot(*neutral(root[0], heading[0], spread[0], side)) for side in (0, 1)]
    waiting = sorted(bookings, key=lambda booking: booking.lands - booking.takes)
    places, toes = np.zeros((len(times), 2, 3)), np.zeros((len(times), 2))
    speed = np.gradient(root, axis=0) * RATE
    last = len(times) - 1
    for i, now in enumerate(times.tolist()):
        while waiting and waiting[0].lands - waiting[0].takes <= now:
            _take(feet, waiting.pop(0), now)
        _walk(feet, waiting, times, root, heading, spread, speed, i, last)
        for side, foot in enumerate(feet):
            *places[i, side], toes[i, side] = foot.at(now)
    return places, toes


def neutral(root: Array, heading: float, spread: float, side: int) -> tuple[float, float, float]:
    """x, y and toe of a foot beside the pelvis, the left one a little ahead."""
    out = spread * (1 if side else -1)
    ahead = -0.03 if side else 0.03
    x = root[0] + out * cos(heading) + ahead * sin(heading)
    y = root[1] - out * sin(heading) + ahead * cos(heading)
    return float(x), float(y), float(heading + (0.25 if side else -0.25))


def _take(feet: list[_Foot], booking: Booking, now: float) -> None:
    foot = feet[booking.foot]
    foot.lift(now, booking.lands, booking.x, booking.y, booking.toe)
    foot.held_until = booking.until


def _walk(
    feet: list[_Foot],
    waiting: list[Booking],
    times: Array,
    root: Array,
    heading: Array,
    spread: Array,
    speed: Array,
    i: int,
    last: int,
) -> None:
    """Lift the foot that lags, unless it is booked; who runs may have both feet in the air."""
    now = float(times[i])
    flying = any(foot.lands >= 0 for foot in feet)
    fast = float(hypot(*speed[min(i + 6, last)]))
    takes = 0.34 - 0.05 * min(3.4, fast)
    lead = min(last, i + round((takes + 0.42 * takes) * RATE))
    best, most = -1, 0.07 if fast < 0.25 else 0.10 + 0.03 * fast
    if flying:
        most = LEFT_BEHIND
    target = (0.0, 0.0, 0.0)
    for side, foot in enumerate(feet):
        soon = any(b.foot == side and b.lands - b.takes < now + takes for b in waiting)
        if foot.lands >= 0 or foot.held_until > now or soon:
            continue
        x, y, toe = neutral(root[lead], float(heading[lead]), float(spread[lead]), side)
        off = hypot(x - foot.x, y - foot.y) + 0.12 * abs((toe - foot.toe + pi) % (2 * pi) - pi)
        if off > most:
            best, most, target = side, off, (x, y, toe)
    if best >= 0:
        feet[best].lift(now, now + takes, *target)
