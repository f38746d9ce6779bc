"""Keys between two rallies: fetch the shuttle, bring it to who serves next, walk to the places.

Nothing marks a pause but what players do in it. The one in whose half the shuttle lies picks it
up; where the other one serves next, both come to the net and it is thrown over by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from va_badminton.picture.cast import Rest, bearing, root_at_hit, serving_stance, swing_of
from va_badminton.picture.steps import Booking, neutral
from va_badminton.picture.swings import CARRY, READY, SERVE_LONG, SERVE_SHORT, STOOP

if TYPE_CHECKING:
    from va_badminton.match import Rally
    from va_badminton.picture.cast import Role

WALK = 1.35
"""m/s; faster where the pause is short."""
SLUMP = 0.7
"""Seconds in which the players see that the rally is over."""
STOOPING = 0.9
SETTLE = 1.0
"""Seconds before the segment's end in which both already stand at their places."""
THROW_SECONDS = 0.95
Place2 = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Handing:
    """What becomes of the shuttle in a pause; None: that does not happen."""

    fetcher: int
    """0 near, 1 far"""
    picked: float
    thrown: float | None
    caught: float | None
    server: int


@dataclass(slots=True)
class _Walker:
    """A player's way through a pause."""

    role: Role
    place: Place2
    time: float

    def go(self, place: Place2, until: float) -> None:
        """Walk there and arrive at that time."""
        role = self.role
        away = hypot(place[0] - self.place[0], place[1] - self.place[1])
        role.stand(self.time, self.place)
        role.stand(until, place)
        if away > 0.6:
            way = bearing(self.place, place)
            span = until - self.time
            role.turn(self.time + min(0.35, 0.3 * span), way)
            role.turn(until - min(0.35, 0.3 * span), way)
        self.place, self.time = place, until

    def stay(self, until: float) -> None:
        """Stand."""
        self.role.stand(self.time, self.place)
        self.role.stand(until, self.place)
        self.time = until


def pause_between(
    roles: tuple[Role, Role], rally: Rally, following: Rally, rests: Place2, boundary: float
) -> Handing:
    """Add the keys from a rally's end to the next stance.

    Args:
        roles: near and far, with the rally's own keys.
        rally: that has just ended.
        following: the next one.
        rests: where the shuttle lies.
        boundary: when both stand ready for the next service.
    """
    start = rally.end.time + SLUMP
    walkers = [_slump(role, start) for role in roles]
    fetcher = 0 if rests[1] < 0 else 1
    server = 0 if following.strokes[0].side == "near" else 1
    goals = [_goal(role, following) for role in roles]
    handing = _plan(walkers, fetcher, server, rests, goals, boundary - SETTLE)
    for i, (role, walker) in enumerate(zip(roles, walkers, strict=True)):
        if i not in {handing.fetcher, handing.server} or (
            handing.thrown is None and i != handing.fetcher
        ):
            _stroll(walker, goals[i], boundary - SETTLE)
        walker.stay(boundary)
        _settle(role, following, goals[i], boundary)
    return handing


def after_the_last(roles: tuple[Role, Role], rally: Rally, until: float) -> None:
    """The set is over: both walk to the net."""
    for role in roles:
        walker = _slump(role, rally.end.time + SLUMP)
        goal = (0.25 * walker.place[0], -1.1 * role.sign)
        walker.go(goal, max(until - 0.5, walker.time + 2.0))
        role.turn(until, role.front)
        role.rests.append(Rest(until, CARRY))


def _slump(role: Role, time: float) -> _Walker:
    """Out of the crouch."""
    times, places = role.root.arrays()
    place = (float(places[-1][0]), float(places[-1][1]))
    role.stand(max(time, float(times[-1]) + 0.3), place)
    role.turn(time - 0.25, role.front)
    role.crouch.add(time, 0.01)
    role.tip(time, 0.0, 0.02)
    role.twist.add(time, 0.0)
    role.spread.add(time, 0.10)
    role.rests.append(Rest(time, CARRY))
    return _Walker(role, place, max(time, float(times[-1]) + 0.3))


def _goal(role: Role, following: Rally) -> Place2:
    service = following.strokes[0]
    if service.side == role.side:
        return root_at_hit(service, swing_of(service))
    place, _ = serving_stance(following, role.side)
    return place.x, place.y


def _apart(a: Place2, b: Place2) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _plan(
    walkers: list[_Walker],
    fetcher: int,
    server: int,
    rests: Place2,
    goals: list[Place2],
    stop: float,
) -> Handing:
    """The ways of the fetcher and, where it is the other, of the server."""
    fetch = walkers[fetcher]
    sign = fetch.role.sign
    beside = _short_of(fetch.place, rests)
    to_shuttle = _apart(fetch.place, beside)
    hand_over = fetcher != server
    at_net = (0.45 * rests[0], -1.5 * sign)
    back = goals[fetcher]
    walked = to_shuttle + (
        _apart(beside, at_net) + _apart(at_net, back) if hand_over else _apart(beside, back)
    )
    fixed = STOOPING + (1.6 if hand_over else 0.4)
    pace = max(WALK, walked / max(1.0, stop - fetch.time - fixed))
    picked = fetch.time + to_shuttle / pace + STOOPING / 2
    fetch.go(beside, fetch.time + to_shuttle / pace)
    _stoop(fetch.role, picked, bearing(beside, rests), rests)
    fetch.stay(picked + STOOPING / 2)
    if not hand_over:
        _stroll(fetch, back, stop, pace)
        return Handing(fetcher, picked, None, None, server)
    thrown = fetch.time + _apart(beside, at_net) / pace + 0.5
    caught = thrown + THROW_SECONDS
    fetch.go(at_net, thrown - 0.35)
    fetch.role.turn(thrown - 0.1, fetch.role.front)
    fetch.role.throws.append(thrown)
    fetch.stay(thrown + 0.45)
    _stroll(fetch, back, stop, pace)
    take = walkers[server]
    meets = (0.35 * rests[0], 1.9 * sign)
    leave = max(take.time, caught - 0.6 - _apart(take.place, meets) / WALK)
    take.stay(leave)
    take.go(meets, caught - 0.5)
    take.role.turn(caught - 0.3, take.role.front)
    take.role.reaches.append((caught, (meets[0], meets[1] - 0.42 * sign, 1.22)))
    take.role.rests.append(Rest(caught - 0.8, CARRY))
    take.role.rests.append(Rest(caught + 0.7, CARRY))
    take.stay(caught + 0.3)
    _stroll(take, goals[server], stop)
    return Handing(fetcher, picked, thrown, caught, server)


def _short_of(start: Place2, end: Place2) -> Place2:
    """A place 0.4 m before `end`."""
    away = _apart(start, end)
    if away < 0.4:
        return start
    share = (away - 0.4) / away
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _stoop(role: Role, time: float, heading: float, rests: Place2) -> None:
    place = _short_of((rests[0], rests[1] - 0.4 * role.sign), rests)
    role.turn(time - 0.15, heading)
    role.turn(time + 0.15, heading)
    lean = (rests[0] - place[0], rests[1] - place[1])
    for offset, depth in ((-0.42, 0.01), (-0.06, 0.40), (0.06, 0.40), (0.45, 0.01)):
        role.crouch.add(time + offset, depth)
        role.tip(time + offset, 1.6 * depth * lean[0], 1.6 * depth * lean[1] + 0.02)
    for offset in (-0.08, 0.08):
        role.rests.append(Rest(time + offset, STOOP))
    role.reaches.append((time, (rests[0], rests[1], 0.08)))
    role.rests.append(Rest(time - 0.5, CARRY))
    role.rests.append(Rest(time + 0.5, CARRY))


def _stroll(walker: _Walker, goal: Place2, stop: float, pace: float = WALK) -> None:
    """Walk to the goal; where there is time, by way of the back of the court."""
    spare = stop - walker.time - _apart(walker.place, goal) / pace
    sign = walker.role.sign
    back = (0.5 * goal[0] + 0.4 * walker.place[0], -5.4 * sign)
    round_trip = (_apart(walker.place, back) + _apart(back, goal) - _apart(walker.place, goal)) / (
        0.85 * pace
    )
    if spare > round_trip + 1.5:
        walker.go(back, walker.time + _apart(walker.place, back) / (0.85 * pace))
        walker.stay(walker.time + min(4.0, spare - round_trip - 1.0))
        spare = stop - walker.time - _apart(walker.place, goal) / pace
    walker.stay(walker.time + max(0.0, 0.35 * spare))
    walker.go(goal, max(walker.time + 0.2, stop - 0.3 * max(0.0, spare)))


def _settle(role: Role, following: Rally, goal: Place2, boundary: float) -> None:
    """Take up the stance that the next segment begins with."""
    service = following.strokes[0]
    serves = service.side == role.side
    _, heading = serving_stance(following, role.side)
    role.crouch.add(boundary - SETTLE, 0.01)
    role.tip(boundary - SETTLE, 0.0, 0.02)
    role.spread.add(boundary - SETTLE - 0.2, 0.10)
    spread = 0.13 if serves else 0.25
    for moment in (boundary - 0.35, boundary):
        role.stand(moment, goal)
        role.turn(moment, heading)
        role.crouch.add(moment, 0.035 if serves else 0.15)
        role.tip(moment, 0.0, (0.06 if serves else 0.16) * role.sign)
        role.twist.add(moment, 0.0)
        role.spread.add(moment, spread)
    role.rests.append(Rest(boundary - SETTLE, CARRY))
    pose = READY
    if serves:
        pose = SERVE_LONG if swing_of(service) == "long" else SERVE_SHORT
    role.rests.append(Rest(boundary, pose))
    for foot, lands in ((0, boundary - 0.42), (1, boundary - 0.14)):
        x, y, toe = neutral(goal, heading, spread, foot)  # type: ignore[arg-type]
        role.bookings.append(Booking(foot, lands, boundary + 1.0, x, y, toe))
