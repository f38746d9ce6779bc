"""How a rally ends: the winner is proved, the picture must show why.

The winner stands (module `score`). `lose_reason` says what became of the last stroke, and its
landing says where. Where these contradict the winner, the least that makes the picture true is
changed and noted:

* a landing on the wrong side of a line it is less than a metre from is moved over the line
  (places were clicked into a broadcast picture: a pixel is up to 6 cm there);
* a last stroke whose player cannot have ended the rally so was not the last one: the other
  player's is missing, and a plain one stands in for it;
* a fault cannot be seen in a drawn picture, so it becomes a shuttle in the net.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from va_badminton.court import HALF_LENGTH, HALF_SINGLES, Side, inside, toward_net
from va_badminton.match import Place
from va_badminton.shots import FAULT, INTO_NET, LANDED, OUT

if TYPE_CHECKING:
    from random import Random

NUDGE = 1.0
"""Metres that a landing may be moved to agree with the umpire."""
MARGIN = 0.06
"""Metres past the line that a moved landing comes to lie; a line is 4 cm wide."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the last stroke comes to."""

    kind: str
    """LANDED, OUT or INTO_NET."""
    place: Place | None
    """The landing; None for the net, where the flight decides."""
    reply: bool
    """A stroke of the other player stands in after the last recorded one, and ends so."""
    note: str = ""


def ending_of(
    hitter: Side, winner: Side, reason: str | None, landing: Place | None, random: Random
) -> Ending:
    """The end of a rally whose last recorded stroke was played at `hitter`'s end.

    Args:
        hitter: the half of the last recorded stroke.
        winner: the half of the player who won the rally.
        reason: what the record says became of that stroke; None: nothing.
        landing: where it landed by the record, in metres.
        random: of this rally alone; decides what no record tells.
    """
    depth = None if landing is None else landing.y * toward_net(hitter)
    if winner == hitter:
        return _won(hitter, reason, landing, depth, random)
    return _lost(hitter, reason, landing, depth, random)


def _won(
    hitter: Side, reason: str | None, landing: Place | None, depth: float | None, random: Random
) -> Ending:
    """The hitter's rally: the stroke lands in."""
    if landing is not None and depth is not None and depth > 0.05:
        moved = pulled_in(landing)
        shift = _distance(moved, landing)
        if shift == 0:
            note = "" if reason in {LANDED, None} else f"reason {reason} although the hitter won"
            return Ending(LANDED, landing, reply=False, note=note)
        if reason in {LANDED, None} and shift <= NUDGE:
            return Ending(LANDED, moved, reply=False, note=_moved(shift, "in"))
    if reason in {OUT, INTO_NET, FAULT}:
        kind = OUT if reason == OUT and landing is not None else INTO_NET
        place = any_out(random, -toward_net(hitter)) if kind == OUT else None
        return Ending(kind, place, reply=True, note=f"{reason}, but the hitter won")
    place = any_in(random, toward_net(hitter))
    return Ending(LANDED, place, reply=False, note="no landing that fits; made up")


def _lost(
    hitter: Side, reason: str | None, landing: Place | None, depth: float | None, random: Random
) -> Ending:
    """The other player's rally: the stroke goes out or does not cross the net."""
    if reason in {INTO_NET, FAULT}:
        note = "" if reason == INTO_NET else "a fault, drawn as into the net"
        return Ending(INTO_NET, None, reply=False, note=note)
    away = depth is not None and depth > 0.05
    if landing is not None and away and (reason == OUT or not inside(*landing)):
        moved = pushed_out(landing)
        shift = _distance(moved, landing)
        if shift <= NUDGE:
            notes = [_moved(shift, "out") if shift > 2 * MARGIN else "", reason_note(reason)]
            return Ending(OUT, moved, reply=False, note="; ".join(n for n in notes if n))
    if reason == OUT:
        place = any_out(random, toward_net(hitter))
        return Ending(OUT, place, reply=False, note="out, but its landing is not; made up")
    if depth is not None and depth <= 0.15:
        return Ending(INTO_NET, None, reply=False, note=reason_note(reason))
    if landing is not None:
        place = any_in(random, -toward_net(hitter))
        return Ending(LANDED, place, reply=True, note="landed in, but the hitter lost")
    missed = None if random.random() < 0.5 else any_out(random, toward_net(hitter))
    kind = OUT if missed else INTO_NET
    return Ending(kind, missed, reply=False, note="no end recorded; made up")


def reason_note(reason: str | None) -> str:
    """What is odd about a lost stroke of this reason."""
    return "reason landed although the hitter lost" if reason == LANDED else ""


def pulled_in(place: Place) -> Place:
    """The nearest place that is in; the same one where it is."""
    if inside(*place):
        return place
    x, y = HALF_SINGLES - MARGIN, HALF_LENGTH - MARGIN
    return Place(
        round(place.x if abs(place.x) <= HALF_SINGLES else (x if place.x > 0 else -x), 3),
        round(place.y if abs(place.y) <= HALF_LENGTH else (y if place.y > 0 else -y), 3),
    )


def pushed_out(place: Place) -> Place:
    """The nearest place that is out by MARGIN, so that it can be seen; the same one where it is."""
    over_side, over_back = abs(place.x) - HALF_SINGLES, abs(place.y) - HALF_LENGTH
    if max(over_side, over_back) >= MARGIN:
        return place
    if over_side > over_back:
        x = HALF_SINGLES + MARGIN
        return Place(round(x if place.x > 0 else -x, 3), place.y)
    y = HALF_LENGTH + MARGIN
    return Place(place.x, round(y if place.y > 0 else -y, 3))


def any_in(random: Random, toward: int) -> Place:
    """A plain place well inside the half at `toward` (+1 far, -1 near)."""
    return Place(round(random.uniform(-2.1, 2.1), 3), round(random.uniform(2.6, 5.4) * toward, 3))


def any_out(random: Random, toward: int) -> Place:
    """A plain place well outside that half."""
    if random.random() < 0.5:
        x = random.uniform(-2.2, 2.2)
        return Place(round(x, 3), round((HALF_LENGTH + random.uniform(0.15, 0.5)) * toward, 3))
    side = random.choice((-1, 1)) * (HALF_SINGLES + random.uniform(0.15, 0.4))
    return Place(round(side, 3), round(random.uniform(2.5, 5.8) * toward, 3))


def _distance(a: Place, b: Place) -> float:
    return hypot(a.x - b.x, a.y - b.y)


def _moved(shift: float, where: str) -> str:
    return f"the landing moved {shift:.2f} m, because it was {where}"
