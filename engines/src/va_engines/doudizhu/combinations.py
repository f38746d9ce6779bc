"""Every combination of cards that may be played, once, in a table.

The convention is DouZero's (`move_generator.py`, `move_detector.py`, `move_selector.py` of its
1.1.0), because its released networks were trained under it:

- The wings of a plane (trio chain) are any cards of other ranks, both jokers and whole trios or
  bombs included; those of four with two are any two cards, or two pairs of different rank.
- A follower must play the same kind, of the same length and a higher rank; a bomb beats every
  kind but the rocket and a higher bomb, the rocket beats everything.
- Planes with single wings compare by their highest rank that is there exactly three times, even
  if that is a wing: 333444555777 is a 7.
- Cards on the table are what they look like. 333444555666 is a chain of four trios, though who
  follows a plane of three may play it as 444555666 with 333. A plane that is hidden among its
  wings (four or more trios with another trio or a bomb in the wings) is no kind at all: only a
  bomb beats it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from va_engines.doudizhu.cards import BIG_JOKER, CHAINED, COPIES, SMALL_JOKER, counts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

PASS: Final = 0
"""The table's first row: no card."""


class Family(NamedTuple):
    """A family of kinds: one kind for each length of its core."""

    name: str
    repeat: int
    """How many cards of each rank the core has; 0 for the rocket."""
    lengths: range
    wing: int = 0
    """How many equal cards each wing has: none, a single card or a pair."""
    wings: int = 0
    """How many wings a rank of the core carries."""


FAMILIES: Final = (
    Family("solo", 1, range(1, 2)),
    Family("pair", 2, range(1, 2)),
    Family("trio", 3, range(1, 2)),
    Family("bomb", 4, range(1, 2)),
    Family("rocket", 0, range(1, 2)),
    Family("trio_solo", 3, range(1, 2), 1, 1),
    Family("trio_pair", 3, range(1, 2), 2, 1),
    Family("solo_chain", 1, range(5, 13)),
    Family("pair_chain", 2, range(3, 11)),
    Family("trio_chain", 3, range(2, 7)),
    Family("trio_solo_chain", 3, range(2, 6), 1, 1),
    Family("trio_pair_chain", 3, range(2, 5), 2, 1),
    Family("four_two_solo", 4, range(1, 2), 1, 2),
    Family("four_two_pair", 4, range(1, 2), 2, 2),
)
"""The families; a hand of 20 cards bounds the lengths."""
TYPES: Final = tuple(family.name for family in FAMILIES)
"""What T1 calls `move_type`."""


class Kind(NamedTuple):
    """What must agree for one combination to beat another."""

    family: int
    length: int

    @property
    def name(self) -> str:
        """As RLCard names it: `solo_chain_7`, `pair`."""
        family = FAMILIES[self.family]
        return family.name if len(family.lengths) == 1 else f"{family.name}_{self.length}"


KINDS: Final = tuple(Kind(i, n) for i, family in enumerate(FAMILIES) for n in family.lengths)
"""All 37, in the order of the families."""
BOMB: Final = KINDS.index(Kind(TYPES.index("bomb"), 1))
ROCKET: Final = KINDS.index(Kind(TYPES.index("rocket"), 1))
NO_KIND: Final = len(KINDS)
"""What the table calls a plane hidden among its wings, and a pass."""
_TRIO_CHAIN = TYPES.index("trio_chain")
_TRIO_SOLO_CHAIN = TYPES.index("trio_solo_chain")


@dataclass(frozen=True, slots=True)
class Combinations:
    """The table: a row for each kind and set of cards; row 0 is the pass. Sorted by kind and core.

    A set of cards that two kinds know (333444555666) has a row in each; `canonical` is the one
    that it is played as when it leads, and whose name it has.
    """

    cards: NDArray[np.int64]
    """The packed cards."""
    kind: NDArray[np.int8]
    """The kind it is played as."""
    rank: NDArray[np.int8]
    """By which it compares with its kind, 0 (a 3) to 14."""
    shown: NDArray[np.int8]
    """The kind that it is once it lies on the table: what a follower must match."""
    size: NDArray[np.int8]
    canonical: NDArray[np.bool_]
    core: NDArray[np.int32]
    """Which core it belongs to."""
    core_cards: NDArray[np.int64]
    """The packed cards of each core, without wings."""
    core_kind: NDArray[np.int8]
    core_start: NDArray[np.int32]
    """The first row of each core; one more entry than cores."""
    number_of: Mapping[int, int]
    """The canonical row of each set of packed cards."""

    def name(self, row: int) -> str:
        """The kind's name: `trio_solo_chain_3`; `pass` for row 0."""
        return "pass" if row == PASS else KINDS[self.kind[row]].name

    def type(self, row: int) -> str:
        """The family's name: `trio_solo_chain`; `pass` for row 0."""
        return "pass" if row == PASS else TYPES[KINDS[self.kind[row]].family]


@cache
def table() -> Combinations:
    """The table, made once a process in a few tenths of a second."""
    rows: list[tuple[int, int, int]] = [(0, NO_KIND, -1)]  # cards, kind, core
    cores: list[tuple[int, int, int]] = []  # cards, kind, first row
    seen: dict[int, int] = {0: PASS}
    canonical = [True]
    for number, kind in enumerate(KINDS):
        of_kind: set[int] = set()
        for core, made in _of_kind(kind):
            cores.append((core, number, len(rows)))
            for cards in made:
                if cards not in of_kind:
                    of_kind.add(cards)
                    canonical.append(cards not in seen)
                    seen.setdefault(cards, len(rows))
                    rows.append((cards, number, len(cores) - 1))
    packed, kinds, core_of = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    core_cards, core_kind, core_start = (
        np.array(column, np.int64) for column in zip(*cores, strict=True)
    )
    counts = counts_of(packed)
    return Combinations(
        cards=packed,
        kind=kinds.astype(np.int8),
        rank=_ranks(counts, kinds, core_cards, core_of).astype(np.int8),
        shown=_shown(counts, kinds).astype(np.int8),
        size=counts.sum(axis=1).astype(np.int8),
        canonical=np.array(canonical),
        core=core_of.astype(np.int32),
        core_cards=core_cards,
        core_kind=core_kind.astype(np.int8),
        core_start=np.append(core_start, len(rows)).astype(np.int32),
        number_of=seen,
    )


def _of_kind(kind: Kind) -> Iterator[tuple[int, Iterator[int]]]:
    """Each core of a kind, and the combinations that it makes with its wings."""
    family = FAMILIES[kind.family]
    if family.repeat == 0:
        rocket = 1 << 4 * SMALL_JOKER | 1 << 4 * BIG_JOKER
        yield rocket, iter([rocket])
        return
    ranks = CHAINED if kind.length > 1 else 15
    for low in range(ranks - kind.length + 1):
        run = range(low, low + kind.length)
        if COPIES[low] >= family.repeat:
            core = sum(family.repeat << 4 * rank for rank in run)
            yield core, (core + wings for wings in _wings(family, run))


def _wings(family: Family, run: range) -> Iterator[int]:
    count = family.wings * len(run)
    others = [r for r in range(15) if r not in run and COPIES[r] >= family.wing]
    choose = combinations_with_replacement if family.wing == 1 else combinations
    for ranks in choose(others, count):
        if all(ranks.count(rank) <= COPIES[rank] for rank in ranks):
            yield sum(family.wing << 4 * rank for rank in ranks)


def _ranks(
    counts: NDArray[np.int64],
    kinds: NDArray[np.int64],
    core_cards: NDArray[np.int64],
    core_of: NDArray[np.int64],
) -> NDArray[np.int64]:
    first = counts_of(core_cards[core_of]).argmax(axis=1)
    highest_trio = 14 - (counts[:, ::-1] == 3).argmax(axis=1)
    is_plane = np.isin(kinds, _numbers(_TRIO_SOLO_CHAIN))
    ranks: NDArray[np.int64] = np.where(is_plane, highest_trio, first)
    return ranks


def _numbers(family: int) -> list[int]:
    return [i for i, kind in enumerate(KINDS) if kind.family == family]


def _shown(counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    shown = kinds.copy()
    for row in np.flatnonzero(np.isin(kinds, _numbers(_TRIO_SOLO_CHAIN))):
        shown[row] = _plane_shown(counts[row].tolist(), KINDS[kinds[row]].length)
    return shown


def _plane_shown(counts: Sequence[int], length: int) -> int:
    """What DouZero's `get_move_type` calls a plane with single wings."""
    trios = [rank for rank, count in enumerate(counts) if count == 3]
    if 4 in counts:
        return NO_KIND
    if _is_run(trios):
        if len(trios) * 3 == sum(counts):
            return KINDS.index(Kind(_TRIO_CHAIN, len(trios)))
        return KINDS.index(Kind(_TRIO_SOLO_CHAIN, length)) if len(trios) == length else NO_KIND
    if len(trios) == 4 and (_is_run(trios[1:]) or _is_run(trios[:-1])):
        return KINDS.index(Kind(_TRIO_SOLO_CHAIN, 3))
    return NO_KIND


def _is_run(ranks: Sequence[int]) -> bool:
    # DouZero's codes leave a gap between ace and two: no run goes past the ace.
    return all(b - a == 1 and b < CHAINED for a, b in pairwise(ranks))
