"""The second stage: V after every prefix of every match, from rules, records, cache or engine."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.build.evaluations import EvaluationCache
from video_arena.build.fleet import Fleet
from video_arena.engines import EngineFailed
from video_arena.labels import Uncertainty
from video_arena.values import EngineQuery, Recorded

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.canonical import Json
    from video_arena.engines import EngineDriver, EnginePin
    from video_arena.labels import Change
    from video_arena.match import Match
    from video_arena.plugins import Game
    from video_arena.values import Evaluation, PrefixValue

STAGE = "evaluations"
_COMMIT_EVERY = 64


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """The engine of a build: its driver, its pin, and the pin it stands in for, if it does."""

    driver: EngineDriver
    pin: EnginePin
    substituted_for: str | None = None


@dataclass(slots=True)
class _Waiting:
    """A match whose trajectory is not complete yet."""

    values: list[PrefixValue]
    known: dict[int, float] = field(default_factory=dict)
    states: dict[int, Json] = field(default_factory=dict)
    errors: dict[int, float] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    failure: str | None = None

    @property
    def complete(self) -> bool:
        return self.failure is not None or len(self.known) == len(self.values)


@dataclass(frozen=True, slots=True)
class Trajectory:
    """V of one match after every prefix, or why there is none."""

    index: int
    """Which match."""
    values: tuple[float, ...] = ()
    states: tuple[Json, ...] | None = None
    """The exact states, where the record holds one for every prefix."""
    uncertainty: Uncertainty | None = None
    """How well V is known, where the engine samples."""
    failure: str | None = None


@dataclass(slots=True)
class Demand:
    """All that is to be asked, before anything is asked: what `--dry-run` prints."""

    waiting: list[_Waiting] = field(default_factory=list)
    queries: dict[str, EngineQuery] = field(default_factory=dict)
    """Distinct queries by digest, in case order."""
    users: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Which (match, prefix) each query is for."""


def demand_of(game: Game, matches: Sequence[Match]) -> Demand:
    """Ask the adapter about every prefix of every match; nothing is evaluated yet."""
    demand = Demand()
    for index, match in enumerate(matches):
        values = [game.value(match, prefix) for prefix in range(match.prefixes + 1)]
        waiting = _Waiting(values)
        for prefix, value in enumerate(values):
            if isinstance(value, EngineQuery):
                key = value.digest()
                demand.queries.setdefault(key, value)
                demand.users.setdefault(key, []).append((index, prefix))
            else:
                waiting.known[prefix] = value.value
                if isinstance(value, Recorded) and value.state is not None:
                    waiting.states[prefix] = value.state
        demand.waiting.append(waiting)
    return demand


@dataclass(slots=True)
class Evaluator:
    """Fills a demand, case by case, through the cache."""

    chosen: ChosenEngine | None
    cache: Path
    workers: int
    reporter: Reporter
    observed: Mapping[str, Json] = field(default_factory=dict)
    """What the engine says it is; known once `trajectories` has begun."""
    stage: str = STAGE
    """What the reporter calls this work."""

    def cached(self, demand: Demand) -> int:
        """How many of the distinct queries the cache can answer."""
        if self.chosen is None:
            return 0
        with EvaluationCache(self.cache, self.chosen.pin) as cache:
            return sum(cache.get(key) is not None for key in demand.queries)

    def facts(self) -> dict[str, Json] | None:
        """EngineFacts as a mapping, once `trajectories` has begun; None where no engine is used."""
        if self.chosen is None:
            return None
        pin = self.chosen.pin
        return {
            "pin": pin.name,
            "pin_digest": pin.digest(),
            "engine": pin.engine,
            "networks": list(pin.networks),
            "options": dict(pin.options),
            "budget": dict(pin.budget),
            "reproducible": pin.reproducible,
            "substituted_for": self.chosen.substituted_for,
            "observed": dict(self.observed),
        }

    def trajectories(self, demand: Demand) -> Iterator[Trajectory]:
        """Yield every match's trajectory as soon as it is complete.

        Raises:
            EngineError: an engine is needed and is missing or is not its pin's.
        """
        with self.at_work(demand) as trajectories:
            yield from trajectories

    @contextmanager
    def at_work(self, demand: Demand) -> Iterator[Iterator[Trajectory]]:
        """Start the engines and give trajectories, as `trajectories` does; stop them at the end."""
        self.reporter.start(self.stage, len(demand.queries))
        if self.chosen is None or not demand.queries:
            yield _complete_already(demand)
            return
        with EvaluationCache(self.cache, self.chosen.pin) as cache:
            fleet = Fleet(self.chosen.driver, self.chosen.pin, self.workers)
            answered = ((key, cache.get(key)) for key in demand.queries)
            known = {key: evaluation for key, evaluation in answered if evaluation is not None}
            missing = {key: query for key, query in demand.queries.items() if key not in known}
            keys = list(missing)
            with fleet.at_work(list(missing.values())) as answers:
                found = ((keys[index], answer) for index, answer in answers)
                # Closed before the cache is: it keeps the last answers.
                with closing(self._evaluated(demand, cache, fleet, known, found)) as trajectories:
                    yield trajectories

    def _evaluated(
        self,
        demand: Demand,
        cache: EvaluationCache,
        fleet: Fleet,
        known: Mapping[str, Evaluation],
        found: Iterator[tuple[str, Evaluation | EngineFailed]],
    ) -> Generator[Trajectory, None, None]:
        yield from _complete_already(demand)
        for key, evaluation in known.items():
            self._note_observed(cache, fleet)
            yield from self._deliver(demand, key, evaluation)
        unsaved: list[tuple[str, Evaluation]] = []
        try:
            for key, answer in found:
                self._note_observed(cache, fleet)
                if not isinstance(answer, EngineFailed):
                    unsaved.append((key, answer))
                if len(unsaved) >= (_COMMIT_EVERY if fleet.driver.in_process else 1):
                    cache.put(unsaved)
                    unsaved = []
                yield from self._deliver(demand, key, answer)
        finally:
            cache.put(unsaved)

    def _note_observed(self, cache: EvaluationCache, fleet: Fleet) -> None:
        """Learn what the engine says it is, once, before the first value is used or kept."""
        if self.observed:
            return
        if cache.observed() is None:
            cache.remember(fleet.observe())
        # Read back even when just written: a resumed build must get it in the same form.
        self.observed = cache.observed() or {}

    def _deliver(
        self, demand: Demand, key: str, answer: Evaluation | EngineFailed
    ) -> Iterator[Trajectory]:
        self.reporter.advance(self.stage)
        for index, prefix in demand.users[key]:
            waiting = demand.waiting[index]
            if waiting.complete:
                continue
            if isinstance(answer, EngineFailed):
                waiting.failure = f"no value after prefix {prefix}: {answer}"
            else:
                # The flip belongs to the asking match's query, not to the first one that asked.
                asked = waiting.values[prefix]
                assert isinstance(asked, EngineQuery)
                waiting.known[prefix] = asked.value(answer)
                if (error := asked.error(answer)) is not None:
                    waiting.errors[prefix] = error
                if (change := asked.change(answer)) is not None:
                    waiting.changes[prefix] = change
            if waiting.complete:
                yield _finished(index, waiting)


def _complete_already(demand: Demand) -> Iterator[Trajectory]:
    for index, waiting in enumerate(demand.waiting):
        if waiting.complete:
            yield _finished(index, waiting)


def _finished(index: int, waiting: _Waiting) -> Trajectory:
    if waiting.failure is not None:
        return Trajectory(index, failure=waiting.failure)
    prefixes = range(len(waiting.values))
    states = None
    if waiting.states:
        states = tuple(waiting.states.get(i) for i in prefixes)
    uncertainty = None
    if waiting.errors:
        uncertainty = Uncertainty(
            tuple(waiting.errors.get(i, 0.0) for i in prefixes),
            tuple(waiting.changes.get(i) for i in prefixes),
        )
    return Trajectory(index, tuple(waiting.known[i] for i in prefixes), states, uncertainty)
