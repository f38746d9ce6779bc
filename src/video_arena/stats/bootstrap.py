"""Confidence intervals over cases: how a mean would move if other cases had been chosen.

The paper's Table 11. Intervals are of case sampling only: each system ran once on each case, so
nothing here tells how a second run would differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from video_arena.stats.resample import REPLICATES, Interval, interval, times_drawn

if TYPE_CHECKING:
    from numpy.typing import NDArray

Scores = Mapping[str, Mapping[str, float | None]]
"""One game's scores by system, then case id; None or no entry where the cell is missing."""


def game_interval(
    scores: Scores, *, game: str, seed: int = 0, replicates: int = REPLICATES
) -> Interval:
    """A game's mean and its 95 % interval.

    Case ids are drawn with replacement, and all systems' scores of a drawn case move together.
    Each system's mean over its cells among them counts the same. Missing cells are not filled in;
    a system without a cell in a replicate is not in that replicate's mean.

    Raises:
        ValueError: there is no score at all.
    """
    ids, table = _table(scores)
    drawn = times_drawn(len(ids), seed, game, replicates)
    estimate = float(_means(table, np.ones((1, len(ids))))[0])
    return interval(estimate, _means(table, drawn))


def paired_interval(
    agentic: Scores, video: Scores, *, game: str, seed: int = 0, replicates: int = REPLICATES
) -> Interval:
    """A game's mean difference agentic minus video, and its 95 % interval.

    The differences of all system-case pairs that were scored under both protocols are taken
    first; then the cases that have such a pair are drawn as in `game_interval`. Since only common
    cells count, the estimate need not be the difference of the two game means.

    Raises:
        ValueError: no cell was scored under both protocols.
    """
    return game_interval(differences(agentic, video), game=game, seed=seed, replicates=replicates)


def overall_interval(
    games: Mapping[str, Scores], *, seed: int = 0, replicates: int = REPLICATES
) -> Interval:
    """The macro-average of the games, and its 95 % interval: each game is resampled by itself.

    Raises:
        ValueError: no games, or one of them has no score.
    """
    if not games:
        raise ValueError("there are no games to average")
    estimates, samples = [], []
    for game in sorted(games):
        ids, table = _table(games[game])
        estimates.append(_means(table, np.ones((1, len(ids))))[0])
        samples.append(_means(table, times_drawn(len(ids), seed, game, replicates)))
    return interval(float(np.mean(estimates)), np.mean(samples, axis=0))


def differences(agentic: Scores, video: Scores) -> dict[str, dict[str, float | None]]:
    """Agentic minus video of every system-case pair; None where either is missing."""
    out: dict[str, dict[str, float | None]] = {}
    for system, cells in agentic.items():
        other = video.get(system, {})
        out[system] = {
            case: None if score is None or (before := other.get(case)) is None else score - before
            for case, score in cells.items()
        }
    return out


def _table(scores: Scores) -> tuple[list[str], NDArray[np.float64]]:
    """Case ids, sorted, that have a score, and scores of shape (cases, systems), NaN if missing."""
    systems = [name for name in sorted(scores) if any(v is not None for v in scores[name].values())]
    ids = sorted({c for name in systems for c, score in scores[name].items() if score is not None})
    if not ids:
        raise ValueError("no cell has a score")
    table = np.full((len(ids), len(systems)), np.nan)
    for column, name in enumerate(systems):
        for row, case in enumerate(ids):
            score = scores[name].get(case)
            if score is not None:
                table[row, column] = score
    return ids, table


def _means(table: NDArray[np.float64], drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of system means of each replicate; NaN where no cell of any system was drawn.

    Sums are of distances to each system's first score, and those to the first system's, so that
    equal scores give a mean that is equal to the last bit, and an interval of width zero.
    """
    present = ~np.isnan(table)
    first = np.array([column[mask][0] for column, mask in zip(table.T, present.T, strict=True)])
    distances = np.where(present, table - first, 0.0)
    cells = drawn @ present.astype(np.float64)
    means = drawn @ distances / np.maximum(cells, 1)
    seen = cells > 0
    systems = seen.sum(axis=1)
    total = np.where(seen, means + (first - first[0]), 0.0).sum(axis=1)
    return np.where(systems > 0, total / np.maximum(systems, 1) + first[0], np.nan)
