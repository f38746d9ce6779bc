"""A sweep from beginning to end: read the corpus, ask under every setting, compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.evaluate import Evaluator, demand_of
from video_arena.build.evaluations import EvaluationCache
from video_arena.build.fleet import Fleet
from video_arena.build.plan import check_protocols
from video_arena.sweep.compare import Comparison, compare
from video_arena.sweep.reference import Reference, open_reference
from video_arena.sweep.settings import Setting, settings_of

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.build.report import Reporter

EXIT_DONE, EXIT_UNSTABLE, EXIT_USAGE, EXIT_FAILURES = 0, 1, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPlan:
    """One call of `va sweep`. Only the fields above `workers` may change what comes out."""

    corpus: Path
    game: str | None = None
    """Which game of the corpus; may be None where it holds one."""
    settings: tuple[str, ...] = ()
    """As typed: `depth=16`, `engine=stockfish-15.1,depth=12`."""
    repeats: int = 0
    """How many repeat-run controls."""
    workers: int
    cache: Path
    """The evaluation cache file that builds use; repeats have files beside it."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A setting and what came of it."""

    setting: Setting
    comparison: Comparison
    asked: int
    """Positions that the engine was asked about in this run; not part of the report's files."""
    known: int
    """Positions whose answers an earlier run had left in the cache."""

    @property
    def unstable(self) -> bool:
        """True for a repeat of a reproducible pin in which some value came out otherwise."""
        is_control = self.setting.repeat is not None and self.setting.pin.reproducible
        return is_control and self.comparison.shift.changed > 0


@dataclass(frozen=True, slots=True)
class Sweep:
    """A finished sweep."""

    reference: Reference
    arms: tuple[Arm, ...]
    """The repeats first, then the settings in the order in which they were asked for."""

    @property
    def exit_code(self) -> int:
        """0 done, 1 a repeat of a reproducible pin differs, 3 cases without values."""
        if any(arm.unstable for arm in self.arms):
            return EXIT_UNSTABLE
        return EXIT_FAILURES if any(arm.comparison.failures for arm in self.arms) else EXIT_DONE


def sweep(plan: SweepPlan, reporter: Reporter) -> Sweep:
    """Carry out a plan. Run again after any kind of end, it asks nothing that was answered.

    Raises:
        PlanError: the request is wrong, or the corpus cannot be relabelled here.
        AdapterError, EngineError: the game or an engine cannot be used; every engine is tried
            before the first position is asked.
    """
    reference = open_reference(plan.corpus, plan.game)
    settings = settings_of(plan.settings, plan.repeats, reference.own)
    for setting in settings:
        _prove(setting, reference, _cache_of(setting, plan.cache))
    arms = (_relabel(setting, reference, plan, reporter) for setting in settings)
    return Sweep(reference, tuple(arms))


def repeat_cache(cache: Path, number: int) -> Path:
    """Where a repeat keeps its answers: never where it could read those that it repeats.

    >>> from pathlib import PurePosixPath
    >>> repeat_cache(PurePosixPath("x/evaluations.sqlite"), 2).name
    'evaluations.repeat-2.sqlite'
    """
    return cache.with_name(f"{cache.stem}.repeat-{number}{cache.suffix}")


def _cache_of(setting: Setting, cache: Path) -> Path:
    return cache if setting.repeat is None else repeat_cache(cache, setting.repeat)


def _prove(setting: Setting, reference: Reference, path: Path) -> None:
    """Find out now, not hours later, that an engine is missing or refuses its budget."""
    matches = [case.match for case in reference.cases]
    check_protocols(demand_of(reference.game, matches), setting.chosen)
    with EvaluationCache(path, setting.pin) as cache:
        if cache.observed() is None:
            cache.remember(Fleet(setting.chosen.driver, setting.pin, 1).observe())


def _relabel(setting: Setting, reference: Reference, plan: SweepPlan, reporter: Reporter) -> Arm:
    cache = _cache_of(setting, plan.cache)
    evaluator = Evaluator(setting.chosen, cache, plan.workers, reporter, stage=setting.name)
    demand = demand_of(reference.game, [case.match for case in reference.cases])
    known = evaluator.cached(demand)
    trajectories = {found.index: found for found in evaluator.trajectories(demand)}
    return Arm(setting, compare(reference, trajectories), len(demand.queries) - known, known)
