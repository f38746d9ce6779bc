"""The choice as a small integer programme.

Cases that are alike in every group are exchangeable, so the unknowns are how many cases come from
each *cell* (a combination of groups). Objectives are minimised one after another, each among the
optima of all before it, for the families of quotas in their order of priority:

1. the number of quotas that are missed, first family, second family, ...;
2. the number of cases that are missing from quotas, in the same order;
3. unevenness: the squares of all shortages and surpluses, in the same order;
4. last, more cases from the cell whose first candidate has the smaller fingerprint.

By 1, no other selection meets all the quotas that this one meets and one more. By 4 there is
exactly one optimum, so it does not matter on which way the solver (HiGHS) finds it. All numbers
are small integers, and each optimum is rounded to one before it becomes a constraint.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

QuotaKey = tuple[int, str]
"""Which family, by its place, and which group."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Candidates that are alike in every group."""

    groups: tuple[str, ...]
    """One group a family."""
    available: int


@dataclass(slots=True)
class _Model:
    """A linear programme in the making: columns, rows, and the objectives fixed so far."""

    upper: list[float] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)

    def column(self, upper: float, *, whole: bool = True) -> int:
        """A new unknown from 0 to `upper`."""
        self.upper.append(upper)
        self.whole.append(int(whole))
        return len(self.upper) - 1

    def row(self, terms: Mapping[int, float], low: float, high: float) -> None:
        """Demand low <= sum of terms <= high."""
        self.rows.append((dict(terms), low, high))

    def minimise(self, terms: Mapping[int, float]) -> tuple[int, NDArray[np.float64]] | None:
        """The least sum of terms, a whole number, and where it is; None if nothing is feasible."""
        # Slow to import, and only curation needs it.
        from scipy import optimize  # type: ignore[import-untyped]  # noqa: PLC0415

        matrix = np.zeros((len(self.rows), len(self.upper)))
        for i, (entries, _, _) in enumerate(self.rows):
            matrix[i, list(entries)] = list(entries.values())
        cost = np.zeros(len(self.upper))
        cost[list(terms)] = list(terms.values())
        found = optimize.milp(
            cost,
            integrality=self.whole,
            bounds=optimize.Bounds(0, self.upper),
            constraints=optimize.LinearConstraint(
                matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows]
            ),
            options={"presolve": True, "mip_rel_gap": 0.0},
        )
        if found.x is None:
            return None
        return round(found.fun), found.x

    def settle(self, terms: Mapping[int, float]) -> NDArray[np.float64]:
        """Minimise, and hold all that follows to the optimum; return where it is."""
        optimum = self.minimise(terms)
        assert optimum is not None, "shortages make every programme feasible"
        value, where = optimum
        # Objectives are whole numbers: half a unit of slack lets rounding in, and nothing else.
        self.row(terms, -np.inf, value + 0.5)
        return where


def choose_counts(
    cells: Sequence[Cell], least: Sequence[Mapping[str, int]], n: int
) -> tuple[int, ...]:
    """How many cases come from each cell.

    Args:
        cells: all cells, in the order of their smallest fingerprints.
        least: each family's quotas by group, first priority first.
        n: how many cases in all; no more than are available.
    """
    model = _Model()
    counts = [model.column(cell.available) for cell in cells]
    model.row(dict.fromkeys(counts, 1.0), n, n)
    missed: list[dict[int, float]] = []
    short: list[dict[int, float]] = []
    uneven: list[dict[int, float]] = []
    for place, quotas in enumerate(least):
        for objectives in (missed, short, uneven):
            objectives.append({})
        for group, quota in quotas.items():
            inside = {
                column: 1.0
                for column, cell in zip(counts, cells, strict=True)
                if cell.groups[place] == group
            }
            lacking = model.column(quota)
            is_missed = model.column(1)
            model.row({**inside, lacking: 1.0}, quota, np.inf)
            model.row({lacking: 1.0, is_missed: -float(quota)}, -np.inf, 0.0)
            missed[place][is_missed] = short[place][lacking] = 1.0
            uneven[place] |= _squares(model, {lacking: 1.0}, 0, quota)
            uneven[place] |= _squares(model, inside, quota, n - quota)
    for terms in (*missed, *short, *uneven):
        if terms:
            model.settle(terms)
    where = np.zeros(len(model.upper))
    for column in counts:
        where = model.settle({column: -1.0})
    return tuple(round(float(where[column])) for column in counts)


def _squares(
    model: _Model, terms: Mapping[int, float], beyond: int, reach: int
) -> dict[int, float]:
    """Objective terms that come to the square of how far `terms` exceed `beyond`.

    A square is a sum of odd numbers: the i-th unit costs 2i - 1, and cheap units fill up first.
    """
    units = {model.column(1, whole=False): 2.0 * i - 1 for i in range(1, reach + 1)}
    model.row({**terms, **dict.fromkeys(units, -1.0)}, -np.inf, beyond)
    return units


def feasible(cells: Sequence[Cell], demands: Mapping[QuotaKey, int], n: int) -> bool:
    """Whether some n cases meet all of these quotas."""
    model = _Model()
    counts = [model.column(cell.available) for cell in cells]
    model.row(dict.fromkeys(counts, 1.0), n, n)
    for (place, group), quota in demands.items():
        inside = {
            column: 1.0
            for column, cell in zip(counts, cells, strict=True)
            if cell.groups[place] == group
        }
        if not inside and quota:
            return False
        model.row(inside, quota, np.inf)
    return model.minimise({counts[0]: 0.0}) is not None
