"""What lies on the table at a moment, before anything is drawn."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from va_doudizhu.suits import Card, suited
from va_doudizhu.times import (
    BOTTOM_SHOWN,
    BOTTOM_TAKEN,
    DEAL_EVERY,
    landing_frame,
    turn_frame,
)
from va_engines.doudizhu.line import PASSED
from va_engines.doudizhu.tables import LANDLORD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_doudizhu.match import DoudizhuMatch


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is seen from one frame to another."""

    start: int
    stop: int
    hand: tuple[Card, ...]
    """The landlord's cards, from high to low."""
    backs: tuple[int, int]
    """How many cards farmer_down and farmer_up hold."""
    bottom: tuple[Card, ...] | int
    """The bottom cards, or how many of them lie there face down."""
    laid: tuple[tuple[Card, ...] | None, ...]
    """What lies before each seat: cards, () for a pass, None for nothing."""
    turn: int | None
    """The seat whose plate is lit."""
    newest: int | None
    """The seat whose cards landed last."""
    prefix: int
    """How many actions are over."""


def scenes(match: DoudizhuMatch) -> Iterator[Scene]:
    """The scenes of a video, without gaps."""
    yield from _dealing(match)
    seen = suited(match.landlord, match.bottom, match.actions)
    hand = list(seen.landlord)
    left = [20, 17, 17]
    laid: list[tuple[Card, ...] | None] = [None, None, None]
    leader: int | None = LANDLORD
    newest = None
    for number, action in enumerate(match.actions, start=1):
        seat = (number - 1) % 3
        if seat == leader:
            laid = [None, None, None]
        laid[seat] = None
        if newest == seat or laid == [None, None, None]:
            newest = None

        def scene(start: int, stop: int, turn: int | None, prefix: int) -> Scene:
            backs = (left[1], left[2])
            return Scene(
                start, stop, tuple(hand), backs, seen.bottom, tuple(laid), turn, newest, prefix
            )

        yield scene(turn_frame(number), landing_frame(number), seat, number - 1)
        cards = seen.actions[number - 1]
        laid[seat] = cards
        left[seat] -= len(cards)
        newest = None
        if action != PASSED:
            leader = newest = seat
        if seat == LANDLORD:
            hand = [card for card in hand if card not in cards]
        last = number == match.prefixes
        stop = match.frames if last else turn_frame(number + 1)
        yield scene(landing_frame(number), stop, seat, number)


def _dealing(match: DoudizhuMatch) -> Iterator[Scene]:
    """Seventeen rounds of one card a seat, the bottom cards turned over, the landlord takes them."""
    seen = suited(match.landlord, match.bottom, match.actions)
    own = [card for card in seen.landlord if card not in seen.bottom]
    order = sorted(own, key=lambda card: hashlib.sha256("".join(card).encode()).digest())
    starts = [DEAL_EVERY * round_ for round_ in range(18)]
    for round_, (start, stop) in enumerate(pairwise([*starts, BOTTOM_SHOWN])):
        dealt = set(order[:round_])
        hand = tuple(card for card in seen.landlord if card in dealt)
        nothing = (None, None, None)
        yield Scene(start, stop, hand, (round_, round_), 3, nothing, None, None, 0)
    for start, stop, hand in (
        (BOTTOM_SHOWN, BOTTOM_TAKEN, tuple(card for card in seen.landlord if card in set(own))),
        (BOTTOM_TAKEN, turn_frame(1), seen.landlord),
    ):
        nothing = (None, None, None)
        yield Scene(start, stop, hand, (17, 17), seen.bottom, nothing, None, None, 0)
