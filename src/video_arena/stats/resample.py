"""Resampling cases with replacement, the same on every machine and in every order of the cases."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

REPLICATES = 10_000
"""The paper's number of bootstrap replicates."""
LOW, HIGH = 2.5, 97.5
"""The percentiles that bound the 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate from all cases, and the 95 % interval of its replicates."""

    estimate: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From the lower bound to the upper one."""
        return self.high - self.low


def times_drawn(
    cases: int, seed: int, stream: str, replicates: int = REPLICATES
) -> NDArray[np.float64]:
    """How often each case is drawn in each replicate: shape (replicates, cases), rows sum to cases.

    Args:
        cases: how many cases there are, at least 1; they are drawn by their place, so the caller
            sorts them by id.
        seed: the calculation's fixed seed.
        stream: what is resampled, such as the game's name: each has draws of its own, so adding a
            game changes no other game's interval.
        replicates: how many times.

    Raises:
        ValueError: no cases.

    Only the bit generator is used, whose stream numpy promises to keep; the methods of its
    Generator may change from version to version. The modulo's bias is below 1e-15.
    """
    if cases < 1:
        raise ValueError("there are no cases to resample")
    mark = int.from_bytes(hashlib.sha256(f"{seed}\n{stream}".encode()).digest(), "big")
    raw = np.random.PCG64(mark).random_raw(replicates * cases)
    drawn = (raw % np.uint64(cases)).astype(np.int64).reshape(replicates, cases)
    cells = drawn + np.arange(replicates)[:, np.newaxis] * cases
    counts = np.bincount(cells.ravel(), minlength=replicates * cases)
    return counts.reshape(replicates, cases).astype(np.float64)


def interval(estimate: float, replicates: NDArray[np.float64]) -> Interval:
    """The percentile interval; replicates that are NaN (nothing was drawn) do not count."""
    known = replicates[~np.isnan(replicates)]
    if known.size == 0:
        return Interval(estimate, estimate, estimate)
    low, high = np.percentile(known, (LOW, HIGH))
    return Interval(estimate, float(low), float(high))
