"""Where the shuttle is: gravity and quadratic drag, from one contact to the next.

A shuttle falls at no more than about 6.8 m/s (terminal velocity; Cohen et al., "The physics of
badminton", New J. Phys. 17, 2015), so drag is g/6.8^2 times speed squared. The start of each
flight is solved for so that the shuttle is at the next contact at the recorded time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from va_badminton.court import net_height

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

GRAVITY = 9.81
DRAG = GRAVITY / 6.8**2
STEPS = 48
ROUNDS = 14
TOLERANCE = 1e-3
"""Metres; what is left is spread over the flight."""
CLEARANCE = 0.09
"""Metres between the tape and a shuttle that crosses it."""
FASTEST = 110.0
"""m/s; a smash leaves the racket of the strongest at about that."""


def fly(start: Array, end: Array, seconds: Array) -> Array:
    """Fly n shuttles from `start` to `end` (n, 3) in `seconds` (n,): places (n, STEPS + 1, 3).

    The places are at equal steps of time. The last one is `end` exactly: what the solver leaves
    (nothing, where nature allows the flight at all) is spread over the way.
    """
    flat = end[:, :2] - start[:, :2]
    reach = np.hypot(flat[:, 0], flat[:, 1])
    rise = end[:, 2] - start[:, 2]
    along, up = _solve(reach, rise, seconds)
    share = np.linspace(0.0, 1.0, STEPS + 1)
    along += (reach - along[:, -1])[:, None] * share
    up += (rise - up[:, -1])[:, None] * share
    progress = along / np.maximum(reach, 1e-9)[:, None]
    path = np.empty((len(reach), STEPS + 1, 3))
    path[:, :, :2] = start[:, None, :2] + progress[:, :, None] * flat[:, None, :]
    path[:, :, 2] = np.maximum(start[:, None, 2] + up, 0.03)
    path[:, -1] = end
    return path


def lift_over_net(path: Array) -> Array:
    """The same flights, bent upwards where one would pass through the net."""
    lifted = path.copy()
    turn = np.sin(np.linspace(0.0, np.pi, STEPS + 1))
    for i, way in enumerate(path):
        crossing = height_at_net(way)
        if crossing is None:
            continue
        step, lack = crossing
        if lack > 0:
            lifted[i, :, 2] += min(lack / max(turn[step], 0.25), 2.0) * turn
    return lifted


def height_at_net(way: Array) -> tuple[int, float] | None:
    """The step of a flight before it crosses the net, and how much too low it is there."""
    sides = np.sign(way[:, 1])
    crossings = np.flatnonzero(sides[:-1] * sides[1:] < 0)
    if len(crossings) == 0:
        return None
    step = int(crossings[0])
    before, after = way[step], way[step + 1]
    share = before[1] / (before[1] - after[1])
    x, _, z = before + share * (after - before)
    return step, float(net_height(float(x)) + CLEARANCE - z)


def seconds_to_floor(start: Array, end: Array, usual: Array) -> Array:
    """How long the last shots of n rallies fly, which no record tells: (n,) seconds.

    The usual time of such a shot and what it needs to fall on from a racket's height to the
    floor; longer where it would not cross the net or would leave the racket too fast.
    """
    reach = np.hypot(*(end - start)[:, :2].T)
    fastest = np.expm1(DRAG * reach) / (DRAG * FASTEST)
    seconds = np.maximum(np.maximum(usual * 0.9 + 0.12, 0.25), fastest)
    low = np.arange(len(seconds))
    for _ in range(9):
        crossings = [height_at_net(way) for way in fly(start[low], end[low], seconds[low])]
        low = low[[crossing is not None and crossing[1] > 0 for crossing in crossings]]
        if not len(low):
            break
        seconds[low] *= 1.18
    return np.asarray(seconds)


def _solve(reach: Array, rise: Array, seconds: Array) -> tuple[Array, Array]:
    """Newton's method on the speed (its logarithm) and the climb of all flights at once."""
    speed = np.log((np.expm1(DRAG * reach) + 0.05) / (DRAG * seconds) * (1 + 0.25 * seconds))
    climb = rise / seconds + GRAVITY * seconds / 2 * (1 + 0.15 * seconds)
    step = 1e-4
    for _ in range(ROUNDS):
        along, up = _integrate(np.exp(speed), climb, seconds)
        off = np.stack([along[:, -1] - reach, up[:, -1] - rise])
        if np.abs(off).max() < TOLERANCE:
            break
        faster = _integrate(np.exp(speed + step), climb, seconds)
        steeper = _integrate(np.exp(speed), climb + step, seconds)
        a = (faster[0][:, -1] - along[:, -1]) / step
        b = (steeper[0][:, -1] - along[:, -1]) / step
        c = (faster[1][:, -1] - up[:, -1]) / step
        d = (steeper[1][:, -1] - up[:, -1]) / step
        det = a * d - b * c
        det = np.where(np.abs(det) < 1e-9, 1e-9, det)
        speed -= np.clip((d * off[0] - b * off[1]) / det, -0.6, 0.6)
        climb -= np.clip((a * off[1] - c * off[0]) / det, -4.0, 4.0)
        speed = np.clip(speed, -4.0, np.log(FASTEST * 1.5))
        climb = np.clip(climb, -80.0, 45.0)
    return _integrate(np.exp(speed), climb, seconds)


def _integrate(speed: Array, climb: Array, seconds: Array) -> tuple[Array, Array]:
    """Distance and height over time, (n, STEPS + 1) each; the midpoint rule."""
    n = len(speed)
    dt = seconds / STEPS
    along, up = np.zeros((n, STEPS + 1)), np.zeros((n, STEPS + 1))
    u, w = speed.copy(), climb.copy()
    for i in range(STEPS):
        drag = DRAG * np.hypot(u, w)
        mid_u = u - 0.5 * dt * drag * u
        mid_w = w - 0.5 * dt * (GRAVITY + drag * w)
        drag = DRAG * np.hypot(mid_u, mid_w)
        along[:, i + 1] = along[:, i] + dt * mid_u
        up[:, i + 1] = up[:, i] + dt * mid_w
        u = u - dt * drag * mid_u
        w = w - dt * (GRAVITY + drag * mid_w)
    return along, up
