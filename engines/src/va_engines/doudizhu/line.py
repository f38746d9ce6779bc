"""A game as the landlord has seen it: his hand and all actions, replayed under the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.cards import DECK, NotCards, contains, pack, size_of, text_of
from va_engines.doudizhu.combinations import PASS, table
from va_engines.doudizhu.moves import legal_moves
from va_engines.doudizhu.tables import DOWN, LANDLORD, SEATS, UP, Tables
from va_engines.doudizhu.worlds import Hidden

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASSED = "pass"


class BadLine(ValueError):
    """The actions cannot follow from the hands; the message names the action and the rule."""


def action_text(row: int) -> str:
    """An action as records write it: its cards in ascending order, or `pass`."""
    return text_of(int(table().cards[row])) or PASSED


def action_row(text: str) -> int:
    """The action of a text.

    Raises:
        BadLine: the cards are no combination.
    """
    if text == PASSED:
        return PASS
    try:
        row = table().number_of.get(pack(text))
    except NotCards as error:
        raise BadLine(str(error)) from error
    if row is None or row == PASS:
        raise BadLine(f"{text!r} is no combination; a pass is written `{PASSED}`")
    return row


@dataclass(frozen=True)
class Line:
    """The landlord's 20 cards and the actions so far, in order, the landlord's first."""

    landlord: int
    actions: tuple[int, ...]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return len(self.actions) % 3

    @cached_property
    def _replayed(self) -> Tables:
        """One table on which the farmers hold nothing: their hands count what they played."""
        tables = Tables.dealt(np.array([[self.landlord, 0, 0]], np.int64))
        tables.left[:] = (20, 17, 17)
        for row in self.actions:
            tables.act(np.array([row]))
        return tables

    @cached_property
    def hidden(self) -> Hidden:
        """What the landlord does not know."""
        played = self._replayed.played[0]
        unseen = DECK - self.landlord - int(played[DOWN]) - int(played[UP])
        return Hidden(self.landlord, unseen, int(self._replayed.left[0, DOWN]))

    def check_cards(self) -> None:
        """See that the actions can be paid from one deck.

        Raises:
            BadLine: the hand is not of 20 cards, or somebody played what he cannot have held.
        """
        if size_of(self.landlord) != 20:
            raise BadLine(f"the landlord has {size_of(self.landlord)} cards, not 20")
        own, down, up = ([table().cards[r] for r in self.actions[seat::3]] for seat in range(3))
        for name, there, cards in (
            ("the landlord", self.landlord, own),
            ("the farmers", DECK - self.landlord, [*down, *up]),
        ):
            left = there
            for played in map(int, cards):
                if not contains(left, played):
                    raise BadLine(f"{name} cannot have played {text_of(played)}")
                left -= played

    @property
    def finished(self) -> bool:
        """Whether a hand is empty."""
        return bool((self._replayed.left == 0).any())

    @property
    def landlord_won(self) -> bool:
        """Whether it is the landlord's that is empty."""
        return bool(self._replayed.left[0, LANDLORD] == 0)

    def tables(self, farmers: NDArray[np.int64]) -> Tables:
        """The present moment in many worlds: packed hands of down and up, shape (W, 2)."""
        tables = self._replayed.chosen(np.zeros(len(farmers), np.int64))
        tables.hands[:, (DOWN, UP)] = farmers
        return tables


def check_line(hands: tuple[int, int, int], actions: tuple[int, ...]) -> int | None:
    """Replay a whole game under the rules; the seat that went out, or None if none has yet.

    Raises:
        BadLine: an action that its hand does not hold or that the trick does not allow.
    """
    left = list(hands)
    lead, leader, seat = PASS, LANDLORD, LANDLORD
    for number, row in enumerate(actions, start=1):
        here = f"action {number} ({SEATS[seat]}, {action_text(row)})"
        if not all(left):
            raise BadLine(f"{here}: the game was over before it")
        if lead != PASS and leader == seat:
            lead = PASS
        cards = int(table().cards[row])
        if not contains(left[seat], cards):
            raise BadLine(f"{here}: the hand is {text_of(left[seat])}")
        if not _is_legal(left[seat], lead, cards):
            told = "a pass is not allowed when leading" if row == PASS else "it does not beat"
            over = "" if lead == PASS else f" {action_text(lead)}"
            raise BadLine(f"{here}: {told}{over}")
        left[seat] -= cards
        if row != PASS:
            lead, leader = row, seat
        seat = (seat + 1) % 3
    out = [i for i, hand in enumerate(left) if hand == 0]
    return out[0] if out else None


def _is_legal(hand: int, lead: int, cards: int) -> bool:
    legal = legal_moves(np.array([hand], np.int64), np.array([lead], np.int64)).row
    return bool((table().cards[legal] == cards).any())
