"""What lies on the table at a moment, before anything is drawn."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class _Table:
    """The table while it is played at."""

    bottom: tuple[Card, ...]
    hand: tuple[Card, ...]
    left: list[int] = field(default_factory=lambda: [20, 17, 17])
    laid: list[tuple[Card, ...] | None] = field(default_factory=lambda: [None, None, None])
    leader: int = LANDLORD
    newest: int | None = None

    def begin(self, seat: int) -> None:
        """It is a seat's turn: what it played goes, and everything when it leads again."""
        if seat == self.leader:
            self.laid = [None, None, None]
            self.newest = None
        self.laid[seat] = None

    def lay(self, seat: int, cards: tuple[Card, ...]) -> None:
        """A seat plays cards, or none: it passes."""
        self.laid[seat] = cards
        self.left[seat] -= len(cards)
        self.newest = seat if cards else None
        if cards:
            self.leader = seat
        if seat == LANDLORD:
            self.hand = tuple(card for card in self.hand if card not in cards)

    def scene(self, start: int, stop: int, turn: int, prefix: int) -> Scene:
        """The table as it is now."""
        backs, laid = (self.left[1], self.left[2]), tuple(self.laid)
        return Scene(start, stop, self.hand, backs, self.bottom, laid, turn, self.newest, prefix)


def scenes(match: DoudizhuMatch) -> Iterator[Scene]:
    """The scenes of a video, without gaps."""
    yield from _dealing(match)
    seen = suited(match.landlord, match.bottom, match.actions)
    table = _Table(seen.bottom, seen.landlord)
    for number, cards in enumerate(seen.actions, start=1):
        seat = (number - 1) % 3
        table.begin(seat)
        yield table.scene(turn_frame(number), landing_frame(number), seat, number - 1)
        table.lay(seat, cards)
        stop = match.frames if number == match.prefixes else turn_frame(number + 1)
        yield table.scene(landing_frame(number), stop, seat, number)


def _dealing(match: DoudizhuMatch) -> Iterator[Scene]:
    """Seventeen rounds of a card for each seat, then the bottom cards are shown and taken."""
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
