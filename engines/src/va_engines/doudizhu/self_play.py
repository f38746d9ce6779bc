"""Games that a policy plays against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.cards import COPIES, RANKS, pack
from va_engines.doudizhu.tables import Tables, choose

if TYPE_CHECKING:
    import random

    from va_engines.doudizhu.policy import Policy


def deal(chance: random.Random) -> tuple[str, str, str, str]:
    """A uniform deal: the landlord's 20 cards, both farmers' 17, and the three bottom cards."""
    deck = [card for card, count in zip(RANKS, COPIES, strict=True) for _ in range(count)]
    chance.shuffle(deck)
    hands = (deck[:20], deck[20:37], deck[37:], deck[17:20])
    landlord, down, up, bottom = ("".join(sorted(h, key=RANKS.index)) for h in hands)
    return landlord, down, up, bottom


def play(hands: tuple[str, str, str], policy: Policy) -> tuple[int, ...]:
    """The actions of a game, greedy (tau = 0), as rows of the table of combinations."""
    tables = Tables.dealt(np.array([[pack(hand) for hand in hands]], np.int64))
    actions = []
    while (tables.left > 0).all():
        rows = choose(tables, policy)
        actions.append(int(rows[0]))
        tables.act(rows)
    return tuple(actions)
