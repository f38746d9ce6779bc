"""`rule-v1`: a deterministic policy without weights, the embedded default.

It counts how many plays a hand still needs and prefers the move that leaves the fewest, at the
smallest price: low cards before high ones, twos, jokers and bombs kept for when they matter. It
lets its partner's trick stand and stops an opponent who is nearly out. All of it is integer
arithmetic, so every machine plays the same. Its weights are part of its name: who changes one
writes `rule-v2`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from va_engines.doudizhu.cards import CHAINED, counts_of
from va_engines.doudizhu.combinations import FAMILIES, KINDS, PASS, TYPES, table
from va_engines.doudizhu.tables import LANDLORD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from va_engines.doudizhu.moves import Moves
    from va_engines.doudizhu.tables import Tables
    from video_arena.canonical import Json

STEP: Final = 32
"""What one more play that a hand needs costs; all other prices are in this coin."""
CONTROL: Final = (0,) * 10 + (1, 3, 12, 18, 20)
"""The price of spending a card of each rank: king, ace, two and the jokers win tricks."""
BOMB_PRICE: Final = 40
LAST_TRICK: Final = 1 << 20
"""More than all prices together: to go out is to win."""


class RuleV1:
    """The policy; see the module."""

    name = "rule-v1"

    @property
    def observed(self) -> Mapping[str, Json]:
        """Nothing but its name: it has no weights."""
        return {"policy": self.name}

    def choose(self, tables: Tables, moves: Moves) -> NDArray[np.int64]:
        """The move of least price; of equals the first in the table of combinations."""
        price = _prices(tables, moves)
        best = np.minimum.reduceat(price, moves.start)
        at = np.flatnonzero(price == best[moves.hand])
        return at[np.searchsorted(moves.hand[at], np.arange(len(tables)))]


def plays_needed(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """About how many plays a hand needs to go out, its bombs counted as one each.

    A hand is one play for each rank that it holds, less what chains save, less the wings that its
    trios carry off.
    """
    sums = _of_quarter()
    total = sums[0][hands & 0xFFFF]
    for quarter in (1, 2, 3):
        total = total + sums[quarter][hands >> 16 * quarter & 0xFFFF]
    solos, pairs, planes = _savings()
    solo = solos[total & 0xFFFFF]
    pair = pairs[total >> 20 & 0xFFFFF]
    both = (solo & pair & 0xFFF) == 0
    saved_solo, saved_pair = solo >> 16, pair >> 16
    use_pair = ~both & (saved_pair > saved_solo)
    saved = np.where(both, saved_solo + saved_pair, np.maximum(saved_solo, saved_pair))
    taken = np.where(use_pair, 0, solo >> 12 & 15) + np.where(both | use_pair, pair >> 12 & 15, 0)
    trios = total >> 56 & 7
    loose = (total >> 52 & 15) - taken
    wings = np.minimum(trios, np.maximum(loose, 0))
    needed: NDArray[np.int64] = (total >> 59) - saved - planes[total >> 40 & 0xFFF] - wings
    return needed


def _prices(tables: Tables, moves: Moves) -> NDArray[np.int64]:
    rows = table()
    at, row = moves.hand, moves.row
    seat = tables.seat
    hand = tables.hands[:, seat]
    after = hand[at] - rows.cards[row]
    spent = _spent()[row]
    price = STEP * plays_needed(after) + spent
    price[after == 0] -= LAST_TRICK
    plays = row != PASS
    enemy = tables.left[:, 1:].min(axis=1) if seat == LANDLORD else tables.left[:, LANDLORD]
    leads = tables.lead == PASS
    _mind_the_near(price, tables, moves, leads, enemy)
    if seat == LANDLORD:
        _answer_enemy(price, moves, ~leads, enemy)
        return price
    partner = 3 - seat
    partners_trick = ~leads & (tables.leader == partner)
    _answer_enemy(price, moves, ~leads & ~partners_trick, enemy)
    # A cheap card may still go onto the partner's low one; a bomb or a break never does.
    low = rows.rank[tables.lead] < 7
    stand = np.where(low, STEP * 5 // 8, STEP * 2)
    price -= np.where(partners_trick[at] & ~plays, stand[at], 0)
    return price


def _mind_the_near(
    price: NDArray[np.int64],
    tables: Tables,
    moves: Moves,
    leads: NDArray[np.bool_],
    enemy: NDArray[np.int64],
) -> None:
    """Nothing that an opponent could go out on, or as high as can be; a partner gets it low."""
    rows = table()
    at, row = moves.hand, moves.row
    below = 14 - rows.rank[row].astype(np.int64)
    size = rows.size[row]
    for cards in (1, 2):
        near = enemy == cards
        fits = near[at] & (size == cards)
        price += np.where(fits, STEP // 2 * below + np.where(leads[at], STEP * 4, 0), 0)
    if tables.seat != LANDLORD:
        partner = tables.left[:, 3 - tables.seat]
        helps = leads & (partner <= 2) & ((tables.seat == 1) | (enemy > partner))
        fits = helps[at] & (size == partner[at])
        price -= np.where(fits, STEP * 2 + STEP // 4 * below, 0)


def _answer_enemy(
    price: NDArray[np.int64],
    moves: Moves,
    answers: NDArray[np.bool_],
    enemy: NDArray[np.int64],
) -> None:
    """The nearer an opponent is to going out, the dearer it is to let the trick pass."""
    fear = np.select([enemy <= 1, enemy <= 2, enemy <= 4, enemy <= 7], [12, 6, 4, 3], 2)
    urgent = np.where(answers, STEP // 2 * fear, 0)
    price += np.where(moves.row == PASS, urgent[moves.hand], 0)


@cache
def _spent() -> NDArray[np.int64]:
    """The price of each combination's cards, whatever hand they leave behind."""
    rows = table()
    control = counts_of(rows.cards) @ np.array(CONTROL, np.int64)
    family = np.array([*(kind.family for kind in KINDS), -1])[rows.kind]
    repeat = np.array([*(f.repeat for f in FAMILIES), 1])[family]
    bomb = np.isin(family, [TYPES.index("bomb"), TYPES.index("rocket")])
    spent: NDArray[np.int64] = control + rows.rank + np.where(bomb, BOMB_PRICE, 0) - 3 * repeat
    spent[family >= TYPES.index("four_two_solo")] += BOMB_PRICE // 2
    spent[PASS] = 0
    return spent


@cache
def _of_quarter() -> tuple[NDArray[np.int64], ...]:
    """What each quarter of a hand (four ranks, 16 bits) adds to a sum of small fields.

    From the lowest bit: 20 bits of ternary digits for chains of solos (none, one, more), 20 for
    chains of pairs (fewer, two, more), 12 bits for trios of chained ranks, 4 for loose solos and
    pairs, 3 for trios, then the ranks held.
    """
    counts = counts_of(np.arange(1 << 16))[:, :4]
    out = []
    for quarter in range(4):
        ranks = np.arange(4) + 4 * quarter
        chained = ranks < CHAINED
        digit = np.where(chained, 3 ** np.minimum(ranks, CHAINED), 0)
        solos = (np.minimum(counts, 2) * digit).sum(axis=1)
        pairs = (np.clip(counts - 1, 0, 2) * digit).sum(axis=1)
        trio = counts == 3
        planes = (trio * np.where(chained, 1 << np.minimum(ranks, CHAINED), 0)).sum(axis=1)
        loose = (((counts == 1) | (counts == 2)) & chained).sum(axis=1)
        held = (counts > 0).sum(axis=1)
        if quarter == 3:  # two, small joker, big joker: the rocket is one play
            held -= (counts[:, 1] > 0) & (counts[:, 2] > 0)
        fields = (solos, pairs << 20, planes << 40, loose << 52, trio.sum(axis=1) << 56)
        out.append(np.sum([*fields, held << 59], axis=0).astype(np.int64))
    return tuple(out)


@cache
def _savings() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """What chains save: for solos and pairs by ternary digits, for planes by their mask.

    An entry for solos and pairs is the plays saved (from bit 16), the ranks that leave the hand
    (bits 12 to 15) and the mask of the ranks that the chains run through (bits 0 to 11).
    """
    every = np.arange(3**CHAINED)
    digits = [every // 3**rank % 3 for rank in range(CHAINED)]
    planes = np.array([_plane_saving(mask) for mask in range(1 << CHAINED)], np.int64)
    return _chain_savings(digits, 5), _chain_savings(digits, 3), planes


def _chain_savings(digits: Sequence[NDArray[np.int64]], least: int) -> NDArray[np.int64]:
    total = np.zeros(len(digits[0]), np.int64)
    length, exact, mask = (np.zeros_like(total) for _ in range(3))
    for rank in range(CHAINED + 1):
        there = digits[rank] > 0 if rank < CHAINED else np.zeros(len(total), np.bool_)
        worth = ~there & (length >= least) & (exact > 1)
        total += np.where(worth, (exact - 1 << 16) + (exact << 12) + mask, 0)
        length = np.where(there, length + 1, 0)
        alone = there & (digits[min(rank, CHAINED - 1)] == 1)
        exact = np.where(there, exact + alone, 0)
        mask = np.where(there, mask | 1 << rank, 0)
    return total


def _plane_saving(mask: int) -> int:
    runs = f"{mask:b}".split("0")
    return sum(len(run) - 1 for run in runs if len(run) > 1)
