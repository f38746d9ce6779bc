"""A fresh match for every place, found with as few evaluations as the order of trying allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from video_arena.build.evaluate import demand_of
from video_arena.build.plan import check_protocols
from video_arena.labels import smooth
from video_arena.match import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.build.evaluate import Evaluator, Trajectory
    from video_arena.curate.harvest import Fresh
    from video_arena.curate.stratum import Target
    from video_arena.plugins import Game

_IMPOSSIBLE = 10**9


@dataclass(frozen=True, slots=True)
class Found:
    """A fresh match with its values and so its shape."""

    fresh: Fresh
    trajectory: Trajectory
    shape: str


@dataclass(slots=True)
class Search:
    """Evaluates candidates round by round until every place is filled or none is left.

    A round takes for each empty place the match that is closest in length. Places are filled by
    an assignment that leaves as few empty as possible and then comes closest in length.
    """

    game: Game
    evaluator: Evaluator
    targets: Sequence[Target]
    within: float
    known: dict[str, Found] = field(default_factory=dict)
    """Evaluated matches by fingerprint."""
    failed: list[RecordError] = field(default_factory=list)

    def run(self, fresh: Sequence[Fresh], excluded: Mapping[str, str]) -> list[Found | None]:
        """The match for each place, None where there is none.

        Args:
            fresh: candidates in the order of fingerprints.
            excluded: fingerprints of matches that cannot be built, with the reason.
        """
        open_ = {f.match.fingerprint: f for f in fresh if f.match.fingerprint not in excluded}
        for mark in excluded:
            self.known.pop(mark, None)
        for mark in self.known:
            open_.pop(mark, None)
        while True:
            filled = self._assigned()
            batch = self._next(filled, open_)
            if not batch:
                return filled
            self._evaluate(batch)
            for one in batch:
                del open_[one.match.fingerprint]

    def _next(self, filled: Sequence[Found | None], open_: Mapping[str, Fresh]) -> list[Fresh]:
        batch: dict[str, Fresh] = {}
        for target, found in zip(self.targets, filled, strict=True):
            if found is not None:
                continue
            fitting = [
                (target.miss(fresh.duration_ms), mark)
                for mark, fresh in open_.items()
                if mark not in batch and self._fits(target, fresh)
            ]
            if fitting:
                mark = min(fitting)[1]
                batch[mark] = open_[mark]
        return list(batch.values())

    def _fits(self, target: Target, fresh: Fresh) -> bool:
        return target.fits(fresh.match.winner, fresh.duration_ms, self.within)

    def _evaluate(self, batch: Sequence[Fresh]) -> None:
        spec = self.game.spec
        demand = demand_of(self.game, [fresh.match for fresh in batch])
        check_protocols(demand, self.evaluator.chosen)
        done = sorted(self.evaluator.trajectories(demand), key=lambda trajectory: trajectory.index)
        for trajectory in done:
            match = batch[trajectory.index].match
            if trajectory.failure is not None:
                source = match.source
                self.failed.append(RecordError(source.file, source.place, trajectory.failure))
                continue
            won_by_up = None if match.winner is None else match.winner == spec.labels.up
            values = smooth(trajectory.values, spec.labels.smoothing)
            shape = spec.shapes.classify(values, won_by_up)
            self.known[match.fingerprint] = Found(batch[trajectory.index], trajectory, shape)

    def _assigned(self) -> list[Found | None]:
        # Slow to import.
        from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]  # noqa: PLC0415

        found = [self.known[mark] for mark in sorted(self.known)]
        out: list[Found | None] = [None] * len(self.targets)
        if not found:
            return out
        costs = np.full((len(self.targets), len(found)), _IMPOSSIBLE, dtype=np.int64)
        for i, target in enumerate(self.targets):
            for j, one in enumerate(found):
                if one.shape == target.shape and self._fits(target, one.fresh):
                    costs[i, j] = target.miss(one.fresh.duration_ms)
        for i, j in zip(*linear_sum_assignment(costs), strict=True):
            if costs[i, j] < _IMPOSSIBLE:
                out[i] = found[j]
        return out
