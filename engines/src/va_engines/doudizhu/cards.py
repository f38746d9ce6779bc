"""Cards as text and as one integer.

A card is a rank: suits do not matter in doudizhu. A set of cards is written in ascending order,
`334TJQKA2BR` (B is the small joker, R the big one), and packed into an int64 with four bits for
the number of cards of each rank, `3` in the lowest. So sets add and subtract as integers.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANKS: Final = "3456789TJQKA2BR"
CHAINED: Final = 12
"""The first so many ranks, 3 to A, can stand in chains."""
TWO, SMALL_JOKER, BIG_JOKER = 12, 13, 14
COPIES: Final = (4,) * 13 + (1, 1)
"""How many cards of each rank the deck has: 54 in all."""
ONE: Final[NDArray[np.int64]] = np.int64(1) << np.arange(0, 60, 4, dtype=np.int64)
"""One card of each rank, packed."""
GUARDS: Final = int(8 * ONE.sum())
"""The top bit of every rank's four: free, because no rank has more than four cards."""


class NotCards(ValueError):
    """A text is not a set of cards of one deck; the message says why."""


def pack(text: str) -> int:
    """Text to integer; the order of the text does not matter.

    Raises:
        NotCards: an unknown letter, or more cards of a rank than the deck has.

    >>> pack("334")
    18
    """
    packed = 0
    for card, count in sorted(Counter(text).items()):
        rank = RANKS.find(card)
        if rank < 0:
            raise NotCards(f"{card!r} is no card; write {RANKS}")
        if count > COPIES[rank]:
            raise NotCards(f"{count} cards {card!r}; the deck has {COPIES[rank]}")
        packed += count << (4 * rank)
    return packed


def text_of(packed: int) -> str:
    """Integer to text, in ascending order.

    >>> text_of(pack("R3A3"))
    '33AR'
    """
    return "".join(card * (packed >> (4 * rank) & 15) for rank, card in enumerate(RANKS))


DECK: Final = pack("".join(card * count for card, count in zip(RANKS, COPIES, strict=True)))


def counts_of(packed: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Numbers of cards by rank: shape (..., 15)."""
    shifts = np.arange(0, 60, 4, dtype=np.int64)
    counts: NDArray[np.int64] = np.asarray(packed, np.int64)[..., None] >> shifts & 15
    return counts


def size_of(packed: int) -> int:
    """How many cards there are."""
    return sum(packed >> (4 * rank) & 15 for rank in range(15))


def contains(hand: int, cards: int) -> bool:
    """Whether the hand holds the cards."""
    return ((hand | GUARDS) - cards) & GUARDS == GUARDS


def holds(hands: NDArray[np.int64], cards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """`contains`, for arrays that broadcast against each other."""
    enough: NDArray[np.bool_] = ((hands | GUARDS) - cards) & GUARDS == GUARDS
    return enough
