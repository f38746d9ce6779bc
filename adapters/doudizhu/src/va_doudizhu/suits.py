"""Suits for cards that records tell without: drawn, because a card has one, and decided by chance.

A suit never depends on a card that is still hidden. For each rank a chance that hangs on the
landlord's hand alone orders the four suits; he holds the first ones, and the cards that farmers
play take the next ones as they come.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from va_doudizhu.sheet import SUITS
from va_engines.doudizhu.cards import RANKS
from va_engines.doudizhu.line import PASSED
from va_engines.doudizhu.tables import LANDLORD

if TYPE_CHECKING:
    from collections.abc import Sequence

JOKERS = "BR"


class Card(NamedTuple):
    """A card that can be drawn."""

    rank: str
    suit: str
    """`S`, `H`, `C`, `D`; empty for jokers."""


class Suited(NamedTuple):
    """A game's visible cards."""

    landlord: tuple[Card, ...]
    """His 20 cards from high to low."""
    bottom: tuple[Card, ...]
    """The three bottom cards, from high to low."""
    actions: tuple[tuple[Card, ...], ...]
    """The cards of each action, the widest group first, as people lay them; none for a pass."""


@lru_cache(maxsize=32)
def suited(landlord: str, bottom: str, actions: Sequence[str]) -> Suited:
    """Give every card that is ever seen a suit."""
    given: Counter[str] = Counter()
    hand = [_card(landlord, rank, given) for rank in landlord]
    left = list(hand)
    shown = []
    for number, action in enumerate(actions):
        cards = []
        for rank in action if action != PASSED else "":
            if number % 3 == LANDLORD:
                card = next(held for held in left if held.rank == rank)
                left.remove(card)
            else:
                card = _card(landlord, rank, given)
            cards.append(card)
        shown.append(_laid_out(cards))
    wanted = Counter(bottom)
    taken = []
    for card in hand:
        if wanted[card.rank]:
            wanted[card.rank] -= 1
            taken.append(card)
    return Suited(_high_to_low(hand), _high_to_low(taken), tuple(shown))


def _card(landlord: str, rank: str, given: Counter[str]) -> Card:
    if rank in JOKERS:
        return Card(rank, "")
    order = sorted(SUITS, key=lambda suit: _chance(landlord, rank + suit))
    given[rank] += 1
    return Card(rank, order[given[rank] - 1])


def _chance(landlord: str, what: str) -> bytes:
    return hashlib.sha256(f"{landlord}:{what}".encode()).digest()


def _high_to_low(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (-RANKS.index(card.rank), SUITS.find(card.suit))))


def _laid_out(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Trios before their wings; a chain from low to high."""
    many = Counter(card.rank for card in cards)
    return tuple(
        sorted(
            cards,
            key=lambda card: (-many[card.rank], RANKS.index(card.rank), SUITS.find(card.suit)),
        )
    )
