"""How far two labellings of the same rows agree: the paper's sensitivity figures.

Rows of all cases are pooled. A null label is an abstention: coverage tells how many rows of the
first labelling that have a label have one in the second, too; agreement and kappa are over those.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from video_arena.canonical import compact
from video_arena.stats.resample import REPLICATES, Interval, interval, times_drawn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from video_arena.canonical import Json

Z95 = 1.959963984540054
"""The normal distribution's 97.5th percentile."""

Labelling = Mapping[str, "Sequence[Json]"]
"""One tier's labels, row by row, by case id; None is a null label."""


class Flip(NamedTuple):
    """One row whose label changed."""

    case_id: str
    row: int
    """Its place among the case's rows, from 0."""
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two labellings side by side. Labels are words; a score is its JSON text."""

    labelled: int
    """Rows with a label in the first labelling."""
    joint: int
    """Rows with a label in both."""
    agreed: int
    table: dict[tuple[str, str], int]
    """How many jointly labelled rows by first and second label, in sorted order."""
    flips: tuple[Flip, ...]
    """The joint rows that differ, by case id and row."""
    kappa: Interval | None
    """Cohen's kappa over the joint rows, with a bootstrap interval over cases; None for no rows."""

    @property
    def raw(self) -> Interval | None:
        """Raw agreement with its Wilson interval; None for no joint rows."""
        return wilson(self.agreed, self.joint)

    @property
    def coverage(self) -> Interval | None:
        """Joint rows of the labelled ones, with Wilson's interval; None for no labelled rows."""
        return wilson(self.joint, self.labelled)

    @property
    def classes(self) -> dict[str, tuple[int, int]]:
        """Joint rows of each first label, and how many of them flipped."""
        out: dict[str, tuple[int, int]] = {}
        for (before, after), count in self.table.items():
            rows, flipped = out.get(before, (0, 0))
            out[before] = (rows + count, flipped + (before != after) * count)
        return out


def wilson(part: int, of: int) -> Interval | None:
    """A share with Wilson's 95 % score interval, which stays in [0, 1]; None of nothing.

    >>> found = wilson(10, 10)
    >>> found.estimate, round(found.low, 4), found.high
    (1.0, 0.7225, 1.0)
    """
    if not of:
        return None
    share, z2 = part / of, Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = Z95 * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if part == 0 else max(0.0, middle - reach)
    high = 1.0 if part == of else min(1.0, middle + reach)
    return Interval(share, low, high)


def cohen_kappa(table: Mapping[tuple[str, str], int]) -> float | None:
    """Agreement beyond chance: (p_o - p_e) / (1 - p_e), in whole numbers up to the last division.

    Both labellings of one class only: p_e is 1, nothing can be beyond chance, and the formula is
    0/0. They are equal then, so kappa is 1 by convention. None for an empty table.

    >>> cohen_kappa({("W", "W"): 20, ("W", "B"): 5, ("B", "W"): 10, ("B", "B"): 15})
    0.4
    """
    total = sum(table.values())
    if not total:
        return None
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (before, after), count in table.items():
        first[before] += count
        second[after] += count
    agreed = sum(count for (before, after), count in table.items() if before == after)
    chance = sum(first[label] * second[label] for label in first)
    if chance == total * total:
        return 1.0
    return (total * agreed - chance) / (total * total - chance)


def agreement(
    first: Labelling, second: Labelling, *, seed: int = 0, replicates: int = REPLICATES
) -> Agreement:
    """Compare two labellings of the same cases.

    Raises:
        ValueError: they are not of the same cases, or a case differs in its number of rows.
    """
    if first.keys() != second.keys():
        odd = ", ".join(sorted(first.keys() ^ second.keys()))
        raise ValueError(f"only one of the two labellings has {odd}")
    labelled = 0
    flips: list[Flip] = []
    tables: list[Counter[tuple[str, str]]] = []
    for case in sorted(first):
        if len(first[case]) != len(second[case]):
            raise ValueError(f"{case}: {len(first[case])} rows against {len(second[case])}")
        table: Counter[tuple[str, str]] = Counter()
        for row, (old, new) in enumerate(zip(first[case], second[case], strict=True)):
            labelled += old is not None
            if old is None or new is None:
                continue
            before, after = _word(old), _word(new)
            table[before, after] += 1
            if before != after:
                flips.append(Flip(case, row, before, after))
        tables.append(table)
    pooled: Counter[tuple[str, str]] = sum(tables, Counter())
    return Agreement(
        labelled=labelled,
        joint=pooled.total(),
        agreed=pooled.total() - len(flips),
        table=dict(sorted(pooled.items())),
        flips=tuple(flips),
        kappa=_kappa_interval(tables, pooled, seed, replicates),
    )


def _kappa_interval(
    tables: Sequence[Mapping[tuple[str, str], int]],
    pooled: Mapping[tuple[str, str], int],
    seed: int,
    replicates: int,
) -> Interval | None:
    """Kappa of the pooled rows; its interval by drawing cases, whose rows hang together.

    A replicate without joint rows does not count.
    """
    estimate = cohen_kappa(pooled)
    if estimate is None:
        return None
    labels = sorted({label for pair in pooled for label in pair})
    place = {label: i for i, label in enumerate(labels)}
    counts = np.zeros((len(tables), len(labels), len(labels)))
    for i, table in enumerate(tables):
        for (before, after), count in table.items():
            counts[i, place[before], place[after]] = count
    drawn = times_drawn(len(tables), seed, "kappa", replicates)
    flat = drawn @ counts.reshape(len(tables), -1)
    return interval(estimate, _kappas(flat.reshape(-1, len(labels), len(labels))))


def _kappas(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kappa of each table of shape (classes, classes); NaN for an empty one."""
    total = tables.sum(axis=(1, 2))
    agreed = np.trace(tables, axis1=1, axis2=2)
    chance = (tables.sum(axis=2) * tables.sum(axis=1)).sum(axis=1)
    room = total * total - chance
    kappas = np.where(room > 0, (total * agreed - chance) / np.where(room > 0, room, 1.0), 1.0)
    return np.where(total > 0, kappas, np.nan)


def _word(label: Json) -> str:
    return label if isinstance(label, str) else compact(label)
