"""Legal moves of many hands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from va_engines.doudizhu.cards import holds
from va_engines.doudizhu.combinations import BOMB, NO_KIND, PASS, ROCKET, Combinations, table

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Moves(NamedTuple):
    """Legal moves of W hands, joined into one list of P, hand by hand."""

    hand: NDArray[np.int64]
    """Which hand each move belongs to, ascending: shape (P,)."""
    row: NDArray[np.int64]
    """Its row of the table of combinations, ascending within a hand: shape (P,)."""
    start: NDArray[np.int64]
    """Where each hand's moves begin; every hand has one at least: shape (W,)."""


def legal_moves(hands: NDArray[np.int64], lead: NDArray[np.int64]) -> Moves:
    """All legal moves.

    Args:
        hands: packed cards, shape (W,); no hand is empty.
        lead: the row of the combination to beat, `PASS` where the hand leads: shape (W,).
    """
    rows = table()
    shown = rows.shown[lead]
    pieces = []
    free = np.flatnonzero(lead == PASS)
    if len(free):
        pieces.append(_leads(rows, free, hands[free]))
    behind = np.flatnonzero(lead != PASS)
    if len(behind):
        pieces.append((behind, np.zeros(len(behind), np.int64)))  # who follows may pass
        for kind in np.unique(shown[behind]).tolist():
            among = behind[shown[behind] == kind]
            if kind not in {BOMB, ROCKET, NO_KIND}:
                above = rows.rank[lead[among]]
                pieces.append(_of_kind(rows, kind, among, hands[among], above))
            if kind != ROCKET:
                above = rows.rank[lead[among]] if kind == BOMB else np.full(len(among), -1)
                pieces.append(_of_kind(rows, BOMB, among, hands[among], above))
                nothing = np.full(len(among), -1)
                pieces.append(_of_kind(rows, ROCKET, among, hands[among], nothing))
    hand = np.concatenate([piece[0] for piece in pieces])
    row = np.concatenate([piece[1] for piece in pieces])
    if len(pieces) > 1:
        order = np.argsort(hand * len(rows.cards) + row)
        hand, row = hand[order], row[order]
    return Moves(hand, row, np.searchsorted(hand, np.arange(len(hands))))


_Pairs = tuple["NDArray[np.int64]", "NDArray[np.int64]"]


def _leads(rows: Combinations, among: NDArray[np.int64], hands: NDArray[np.int64]) -> _Pairs:
    at, core = np.nonzero(holds(hands[:, None], rows.core_cards))
    at, row = _with_wings(rows, at, core, hands)
    keep = rows.canonical[row]
    return among[at[keep]], row[keep]


def _of_kind(
    rows: Combinations,
    kind: int,
    among: NDArray[np.int64],
    hands: NDArray[np.int64],
    above: NDArray[np.int8] | NDArray[np.int64],
) -> _Pairs:
    first, last = np.searchsorted(rows.core_kind, [kind, kind + 1]).tolist()
    at, core = np.nonzero(holds(hands[:, None], rows.core_cards[first:last]))
    at, row = _with_wings(rows, at, core + first, hands)
    keep = rows.rank[row] > above[at]
    return among[at[keep]], row[keep]


def _with_wings(
    rows: Combinations,
    at: NDArray[np.int64],
    core: NDArray[np.int64],
    hands: NDArray[np.int64],
) -> _Pairs:
    """The rows of each core that the hand holds whole; a core without wings is one row."""
    start = rows.core_start[core].astype(np.int64)
    count = rows.core_start[core + 1] - start
    if (count == 1).all():
        return at, start
    total = int(count.sum())
    before = np.cumsum(count) - count
    row = np.arange(total) + np.repeat(start - before, count)
    at = np.repeat(at, count)
    keep = holds(hands[at], rows.cards[row])
    return at[keep], row[keep]
