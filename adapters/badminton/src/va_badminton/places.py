"""Who plays at which end, and where everybody is when a stroke is played."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from va_badminton.court import Side, other, receiving_place, service_place, toward_net
from va_badminton.errors import RejectedError
from va_badminton.match import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_badminton.homography import Homography
    from va_badminton.rows import Pixel, Player
    from va_badminton.score import Proved

REACH = 1.45
"""Metres from a player's feet to the point under a shuttle that a racket still meets."""
DEEPEST = 7.3
"""Metres from the net; further back the near player would leave the picture."""
BASE = 3.3
"""Metres from the net to the place that a player returns to."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The players' ends in one set. Where they change in mid-set the court is turned instead."""

    near: Player
    """Who plays at the near end, for the whole set as it is drawn."""
    change_at: int | None
    """Points of the leader at which the players changed ends in the real match; None: never."""

    def side(self, player: Player) -> Side:
        """The end at which a player is drawn."""
        return "near" if player == self.near else "far"

    def turned(self, rally: Proved) -> bool:
        """Whether the broadcast showed this rally the other way round."""
        return self.change_at is not None and max(rally.before) >= self.change_at


def ends_of(downcourt: str, number: int, game_to: int) -> Ends:
    """The ends by the rules.

    Args:
        downcourt: of match.csv: 0 when A plays the near half in the first set, 1 when B does.
        number: which set of the match; ends change after each one, and in the third at 11.
        game_to: points of a set; the third changes ends when the leader has half of them.

    Raises:
        RejectedError: downcourt is neither 0 nor 1.
    """
    known = {"0": True, "0.0": True, "1": False, "1.0": False}
    if downcourt.strip() not in known:
        raise RejectedError(f"match.csv: downcourt is {downcourt!r}, expected 0 or 1")
    a_is_near = known[downcourt.strip()] == (number % 2 == 1)
    return Ends("A" if a_is_near else "B", (game_to + 1) // 2 if number >= 3 else None)


def check_ends(ends: Ends, rallies: Sequence[Proved], camera: Homography) -> tuple[Ends, list[str]]:
    """The same ends, or the others where the players' places say so.

    Raises:
        RejectedError: the places agree with neither.
    """
    agreed = seen = 0
    for rally in rallies:
        for row in rally.rows:
            if row.feet is not None:
                at_near = (camera.place(row.feet).y < 0) != ends.turned(rally)
                agreed += at_near == (ends.side(row.player) == "near")
                seen += 1
    if not seen or agreed >= 0.8 * seen:
        return ends, []
    if agreed <= 0.2 * seen:
        near: Player = "B" if ends.near == "A" else "A"
        note = f"ends by the players' places, which contradict downcourt in {seen - agreed} strokes"
        return Ends(near, ends.change_at), [note]
    raise RejectedError(
        f"{seen - agreed} of {seen} strokes are hit in the half where the other player stands"
    )


def left_handed(rallies: Sequence[Proved], camera: Homography, player: Player) -> bool:
    """Whether the player holds the racket in the left hand.

    The record does not say. Forehands are hit on the racket's side and backhands on the other,
    so the strokes vote; around-the-head ones have no say.
    """
    votes = 0
    for rally in rallies:
        for row in rally.rows:
            if row.player != player or row.around_head or not row.feet or not row.hit:
                continue
            feet, hit = camera.place(row.feet), camera.place(row.hit)
            across = (hit.x - feet.x) * (1 if feet.y < 0 else -1)
            if abs(across) > 0.15:
                votes += 1 if (across > 0) != row.backhand else -1
    return votes < 0


@dataclass(slots=True)
class Spot:
    """Where a stroke is played; None where it is not known yet."""

    side: Side
    contact: Place | None
    feet: Place | None
    other: Place | None


def spots_of(rally: Proved, ends: Ends, camera: Homography) -> list[Spot]:
    """The recorded places of a rally's strokes, as far as they can be true."""
    turned = ends.turned(rally)

    def place(pixel: Pixel | None) -> Place | None:
        if pixel is None:
            return None
        x, y = camera.place(pixel)
        return Place(-x, -y) if turned else Place(x, y)

    spots = []
    previous: Place | None = None
    for row in rally.rows:
        side = ends.side(row.player)
        feet, opponent = place(row.feet), place(row.other)
        if feet and opponent and not _stands(side, feet) and not _stands(other(side), opponent):
            feet, opponent = opponent, feet  # written down the wrong way round
        contact = place(row.hit) or previous
        if contact is not None and contact.y * toward_net(side) > 0.3:
            contact = None
        previous = place(row.landing)
        spots.append(
            Spot(
                side,
                contact,
                feet if feet and _stands(side, feet) else None,
                opponent if opponent and _stands(other(side), opponent) else None,
            )
        )
    return spots


def _stands(side: Side, place: Place) -> bool:
    return -0.2 < -place.y * toward_net(side) < 9.0 and abs(place.x) < 5.0


def fill(spots: list[Spot], points: int) -> list[tuple[Place, Place, Place]]:
    """Contact, feet and opponent of every stroke, unknown ones by the rules and by sense.

    Args:
        spots: of one rally; the first is the service.
        points: of the server, who serves from the right court when they are even.
    """
    filled = []
    for i, spot in enumerate(spots):
        sign = toward_net(spot.side)
        if i == 0:
            feet = spot.feet or Place(*service_place(spot.side, points))
            opponent = spot.other or Place(*receiving_place(other(spot.side), points))
            contact = spot.contact or Place(feet.x + 0.25 * sign, feet.y + 0.5 * sign)
        else:
            opponent = spot.other or _recovering(spots[i - 1], other(spot.side))
            feet = spot.feet or _behind(spot.contact, sign) or Place(0.0, -BASE * sign)
            contact = spot.contact or Place(feet.x + 0.3 * sign, feet.y + 0.5 * sign)
        contact = _clipped(contact, spot.side, 0.12, 7.1)
        feet = _within_reach(_clipped(feet, spot.side, 0.45, DEEPEST), contact)
        opponent = _clipped(opponent, other(spot.side), 0.45, DEEPEST)
        filled.append((contact, feet, opponent))
    return filled


def _recovering(spot: Spot, side: Side) -> Place:
    """On the way back to the base from the stroke before."""
    base = Place(0.0, -BASE * toward_net(side))
    if spot.feet is None:
        return base
    return Place(round((spot.feet.x + base.x) / 2, 3), round((spot.feet.y + base.y) / 2, 3))


def _behind(contact: Place | None, sign: int) -> Place | None:
    return None if contact is None else Place(contact.x, contact.y - 0.55 * sign)


def _clipped(place: Place, side: Side, least: float, most: float) -> Place:
    sign = toward_net(side)
    depth = min(most, max(least, -place.y * sign))
    return Place(round(min(4.2, max(-4.2, place.x)), 3), round(-depth * sign, 3))


def _within_reach(feet: Place, contact: Place) -> Place:
    away = hypot(contact.x - feet.x, contact.y - feet.y)
    if away <= REACH:
        return feet
    share = REACH / away
    return Place(
        round(contact.x + (feet.x - contact.x) * share, 3),
        round(contact.y + (feet.y - contact.y) * share, 3),
    )
