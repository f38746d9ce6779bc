"""Games that a policy plays against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.cards import COPIES, RANKS, pack
from va_engines.doudizhu.rollouts import choose
from va_engines.doudizhu.tables import Tables

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

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
    return play_all([hands], policy)[0]


def play_all(deals: Sequence[tuple[str, str, str]], policy: Policy) -> list[tuple[int, ...]]:
    """The actions of many games, played in step."""
    packed = [[pack(hand) for hand in hands] for hands in deals]
    tables = Tables.dealt(np.array(packed, np.int64).reshape(-1, 3))
    number = np.arange(len(tables))
    actions: list[list[int]] = [[] for _ in deals]
    while len(tables):
        rows = choose(tables, policy)
        tables.act(rows)
        for game, row in zip(number.tolist(), rows.tolist(), strict=True):
            actions[game].append(row)
        live = np.flatnonzero((tables.left > 0).all(axis=1))
        tables, number = tables.chosen(live), number[live]
    return list(map(tuple, actions))
