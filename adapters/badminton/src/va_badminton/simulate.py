"""A made-up rally: who hits what from where to where, as plausible as a plain model makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from va_badminton.court import (
    HALF_LENGTH,
    HALF_SINGLES,
    Side,
    other,
    receiving_place,
    service_place,
    toward_net,
)
from va_badminton.match import Place
from va_badminton.shots import INTO_NET, LANDED, LONG_SERVICE, OUT, SHORT_SERVICE, SHOTS

if TYPE_CHECKING:
    from random import Random

Choices = tuple[tuple[str, float], ...]

AT_NET: Choices = (
    ("net shot", 0.42),
    ("lob", 0.38),
    ("push", 0.12),
    ("cross-court net shot", 0.08),
)
IN_MID: Choices = (("drive", 0.30), ("push", 0.25), ("lob", 0.30), ("return net", 0.15))
AGAINST_SMASH: Choices = (
    ("return net", 0.45),
    ("defensive return lob", 0.33),
    ("defensive return drive", 0.22),
)
FROM_BACK: Choices = (
    ("smash", 0.26),
    ("wrist smash", 0.14),
    ("clear", 0.26),
    ("drop", 0.28),
    ("passive drop", 0.06),
)
DEPTHS = {
    "net shot": (0.6, 1.5),
    "cross-court net shot": (0.6, 1.6),
    "return net": (0.7, 1.9),
    "lob": (4.9, 6.3),
    "defensive return lob": (4.6, 6.2),
    "clear": (5.2, 6.4),
    "push": (3.6, 5.6),
    "drive": (2.6, 4.6),
    "defensive return drive": (2.6, 4.6),
    "smash": (2.2, 4.6),
    "wrist smash": (2.2, 4.8),
    "drop": (1.1, 2.2),
    "passive drop": (1.2, 2.4),
    SHORT_SERVICE: (2.1, 2.7),
    LONG_SERVICE: (5.3, 6.3),
}
"""Metres from the net at which the opponent meets or misses the shuttle."""
HIGH = {"lob", "defensive return lob", "clear", LONG_SERVICE}


@dataclass(frozen=True, slots=True)
class Made:
    """One stroke of a made-up rally."""

    side: Side
    shot: str
    seconds: float
    """After the service."""
    contact: Place
    landing: Place
    feet: Place
    other: Place
    backhand: bool
    around_head: bool
    low: bool


@dataclass(frozen=True, slots=True)
class MadeRally:
    """A rally with its end: LANDED, OUT or INTO_NET."""

    strokes: tuple[Made, ...]
    ending: str


def make_rally(
    random: Random,
    server: Side,
    winner: Side,
    points: int,
    left: tuple[bool, bool],
    most_strokes: int,
) -> MadeRally:
    """Play a rally that `winner` wins.

    Args:
        random: the only source of chance.
        server: who serves, from the right court when `points` are even.
        winner: who must win it.
        points: of the server.
        left: whether near and far hold the racket in the left hand.
        most_strokes: rallies are no longer than this.
    """
    length = min(most_strokes, 1 + int(random.expovariate(1 / 7.0)))
    hitter = server if length % 2 else other(server)
    if hitter == winner and length == 1 and random.random() < 0.8:
        length, hitter = 2, other(server)
    ending = LANDED if hitter == winner else random.choices((OUT, INTO_NET), (0.45, 0.55))[0]
    feet = {
        server: Place(*service_place(server, points)),
        other(server): Place(*receiving_place(other(server), points)),
    }
    strokes: list[Made] = []
    now = 0.0
    shot = SHORT_SERVICE if random.random() < 0.72 else LONG_SERVICE
    contact = Place(feet[server].x, feet[server].y + 0.5 * toward_net(server))
    side = server
    for i in range(length):
        last = i + 1 == length
        landing = _landing(random, side, shot, i, points, ending if last else "")
        stroke = _stroke(random, side, shot, now, contact, landing, feet, left, i)
        strokes.append(stroke)
        feet[side] = stroke.feet
        feet[other(side)] = _coming(stroke.other, landing, other(side))
        now += SHOTS[shot].flight_s * random.uniform(0.9, 1.15)
        contact, side, previous = landing, other(side), shot
        shot = _choice(random, _answers(previous, abs(contact.y)))
    return MadeRally(tuple(strokes), ending)


def _choice(random: Random, choices: Choices) -> str:
    words, weights = zip(*choices, strict=True)
    return str(random.choices(words, weights)[0])


def _answers(previous: str, depth: float) -> Choices:
    if previous in {"smash", "wrist smash"}:
        return AGAINST_SMASH
    if depth > 4.4 and previous in HIGH:
        return FROM_BACK
    return AT_NET if depth < 2.9 else IN_MID


def _landing(random: Random, side: Side, shot: str, number: int, points: int, ending: str) -> Place:
    """Where the stroke goes: to the opponent's racket, or to its end."""
    toward = toward_net(side)
    if ending == INTO_NET:
        return Place(round(random.uniform(-2.2, 2.2), 2), round(0.03 * toward, 2))
    depth = random.uniform(*DEPTHS[shot])
    across = random.uniform(-2.2, 2.2)
    if number == 0:
        across = toward * (-1 if points % 2 == 0 else 1) * random.uniform(0.3, 1.6)
    if ending == OUT:
        beyond = random.uniform(0.12, 0.45)
        if depth > 4.2 or random.random() < 0.5:
            depth = HALF_LENGTH + beyond
        else:
            across = random.choice((-1, 1)) * (HALF_SINGLES + beyond)
    if ending == LANDED:
        depth = min(depth + random.uniform(0.0, 0.5), HALF_LENGTH - 0.08)
    return Place(round(across, 2), round(depth * toward, 2))


def _stroke(
    random: Random,
    side: Side,
    shot: str,
    now: float,
    contact: Place,
    landing: Place,
    feet: dict[Side, Place],
    left: tuple[bool, bool],
    number: int,
) -> Made:
    toward = toward_net(side)
    hand = (-1 if left[0 if side == "near" else 1] else 1) * toward
    over = SHOTS[shot].swing == "overhead"
    backhand = number == 0 and shot == SHORT_SERVICE
    around = False
    stand = feet[side]
    if number:
        # Towards the middle of the court is where the body is; the hand decides the rest.
        inner = -1 if contact.x > 0 else 1
        if over:
            around = inner == hand and abs(contact.x) > 0.8
            stand = Place(contact.x + 0.15 * inner, contact.y - 0.25 * toward)
        else:
            backhand = inner == hand if abs(contact.x) > 0.5 else random.random() < 0.4
            aside = -hand if not backhand else hand
            stand = Place(contact.x + 0.55 * aside, contact.y - 0.55 * toward)
    stand = Place(round(stand.x, 2), round(stand.y, 2))
    return Made(
        side=side,
        shot=shot,
        seconds=round(now, 3),
        contact=contact,
        landing=landing,
        feet=stand,
        other=feet[other(side)],
        backhand=backhand,
        around_head=around,
        low=not over and shot not in {"drive", "push"},
    )


def _coming(place: Place, landing: Place, side: Side) -> Place:
    """Part of the way back to the base and on to the shuttle."""
    base = (0.0, -3.3 * toward_net(side))
    x = 0.35 * place.x + 0.45 * base[0] + 0.2 * landing.x
    y = 0.35 * place.y + 0.45 * base[1] + 0.2 * landing.y
    y = min(y, -0.8) if side == "near" else max(y, 0.8)
    return Place(round(x, 2), round(y, 2))
