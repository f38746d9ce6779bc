"""A build from beginning to end: select, claim the folder, evaluate, draw, write the release."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from video_arena.build.case import BuiltCase, CaseJob
from video_arena.build.chunk import chunks_of
from video_arena.build.draw import DrawingRoom
from video_arena.build.evaluate import Demand, Evaluator, Trajectory, demand_of
from video_arena.build.manifest import claim, manifest_of
from video_arena.build.plan import PlanError, check_protocols, with_defaults
from video_arena.build.selection import Selection, select
from video_arena.canonical import Json, pretty
from video_arena.corpus.canary import canary_of
from video_arena.corpus.release import shortcut_warning, write_release
from video_arena.corpus.tree import CorpusTree
from video_arena.files import sweep_partials, write_whole
from video_arena.match import RecordError
from video_arena.plugins import load_game
from video_arena.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from video_arena.build.draw import Outcome
    from video_arena.build.plan import BuildPlan
    from video_arena.build.report import Reporter
    from video_arena.curate.likeness import UsedMatches
    from video_arena.plugins import Game

STAGE = "cases"
CHUNK_STAGE = "chunks"
"""Of moving videos, ten seconds each as a rule: what takes the time."""
EXIT_ALL, EXIT_NOTHING, EXIT_USAGE, EXIT_SOME_REJECTED = 0, 1, 2, 3


@dataclass(slots=True)
class BuildResult:
    """What a build did. Lists are in case order and record order."""

    out: Path
    cases: list[BuiltCase] = field(default_factory=list)
    rejected: list[RecordError] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    queries: int = 0
    cached: int = 0
    matches: int = 0
    """How many matches were chosen; with `dry_run` nothing was built from them."""
    engine: str | None = None
    substituted_for: str | None = None
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """0 all built, 3 some rejected, 1 nothing."""
        if not (self.matches if self.dry_run else self.cases):
            return EXIT_NOTHING
        return EXIT_SOME_REJECTED if self.rejected else EXIT_ALL


def build(plan: BuildPlan, reporter: Reporter) -> BuildResult:
    """Carry out a plan. Running it again after any kind of end completes it to the same bytes.

    Raises:
        PlanError: the request is wrong, or the folder holds another build.
        AdapterError, EngineError: the game or the engine cannot be used.
    """
    game = load_game(plan.game)
    chosen = plan.choose_engine(game.spec)
    options = with_defaults(game.spec, plan.options)
    try:
        records = list(find_records(plan.records, game.spec.suffixes))
    except FileNotFoundError as error:
        raise PlanError(str(error)) from error
    selection = select(
        game,
        records,
        options,
        limit=plan.limit,
        sample_seed=plan.sample_seed,
        reporter=reporter,
        used=_used(plan, game),
    )
    result = BuildResult(
        plan.out,
        rejected=list(selection.rejected),
        matches=len(selection.matches),
        skipped=dict(sorted(selection.skipped.items())),
        dry_run=plan.dry_run,
    )
    if chosen is not None:
        result.engine, result.substituted_for = chosen.pin.name, chosen.substituted_for
    evaluator = Evaluator(chosen, plan.cache, plan.workers, reporter)
    demand = demand_of(game, selection.matches)
    check_protocols(demand, chosen)
    result.queries, result.cached = len(demand.queries), evaluator.cached(demand)
    if plan.dry_run or not selection.matches:
        return result
    canary = canary_of(
        game.name, (match.fingerprint for match in selection.matches), plan.canary_seed
    )
    tree = CorpusTree(plan.out, game.name)
    with alone_in(plan.out):
        claim(tree, manifest_of(plan, game.spec, selection, chosen, options, canary))
        sweep_partials(plan.out)
        try:
            _Build(plan, game, selection, canary, reporter, evaluator, result).run(demand)
        finally:
            sweep_partials(plan.out)  # of workers that were killed, or stopped by Ctrl-C
        _write_corpus_files(tree, game, canary, result)
        if warning := shortcut_warning(game.spec, [case.truth for case in result.cases]):
            reporter.note(warning)
    return result


def _used(plan: BuildPlan, game: Game) -> UsedMatches | None:
    if not plan.against:
        return None
    from video_arena.curate.used import used_in  # noqa: PLC0415 - only for who needs it

    return used_in(game.spec, plan.against)


@dataclass(slots=True)
class _Build:
    """The two middle stages, run side by side: a case is drawn as soon as its values are known."""

    plan: BuildPlan
    game: Game
    selection: Selection
    canary: str
    reporter: Reporter
    evaluator: Evaluator
    result: BuildResult

    def run(self, demand: Demand) -> None:
        total = len(self.selection.matches)
        self.reporter.start(STAGE, total)
        failures: dict[int, RecordError] = {}
        media = self.game.spec.media
        chunks = sum(len(chunks_of(match, media)) for match in self.selection.matches)
        if chunks:
            self.reporter.start(CHUNK_STAGE, chunks)
        drew = partial(self.reporter.advance, CHUNK_STAGE)
        with DrawingRoom(total, self.plan.workers, drew) as room:
            for trajectory in self.evaluator.trajectories(demand):
                if trajectory.failure is not None:
                    failures[trajectory.index] = self._rejected(
                        trajectory.index, trajectory.failure
                    )
                else:
                    room.put(self._job(trajectory))
                self._collect(room.ready(), failures)
            self._collect(room.rest(), failures)
        self.result.cases.sort(key=lambda case: case.number)
        self.result.rejected += [failures[index] for index in sorted(failures)]

    def _job(self, trajectory: Trajectory) -> CaseJob:
        return CaseJob(
            game=self.game.name,
            number=self.plan.first_number + trajectory.index,
            match=self.selection.matches[trajectory.index],
            values=trajectory.values,
            states=trajectory.states,
            uncertainty=trajectory.uncertainty,
            engine=self.evaluator.facts(),
            canary=self.canary,
            out=self.plan.out,
        )

    def _collect(self, outcomes: Iterator[Outcome], failures: dict[int, RecordError]) -> None:
        for job, outcome in outcomes:
            self.reporter.advance(STAGE)
            if isinstance(outcome, BuiltCase):
                self.result.cases.append(outcome)
            else:
                index = job.number - self.plan.first_number
                failures[index] = self._rejected(index, str(outcome))

    def _rejected(self, index: int, reason: str) -> RecordError:
        source = self.selection.matches[index].source
        error = RecordError(source.file, source.place, reason)
        self.reporter.note(f"rejected {error.file}, {error.place}: {error.reason}")
        self.game.manager.hook.record_rejected(game=self.game.name, error=error)
        return error


def _write_corpus_files(tree: CorpusTree, game: Game, canary: str, result: BuildResult) -> None:
    rejections: list[Json] = [
        {"file": error.file, "place": error.place, "reason": error.reason}
        for error in result.rejected
    ]
    write_whole(tree.rejections, pretty(rejections))
    if result.cases:
        write_release(tree, game.spec, canary, [case.truth for case in result.cases])


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder against a second build; the lock leaves no file and dies with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise PlanError(f"another build is writing to {folder}: wait for it to end") from error
    try:
        yield
    finally:
        os.close(handle)
