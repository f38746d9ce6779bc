"""A build from beginning to end: select, claim the folder, evaluate, draw, write the release."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.build.evaluate import Evaluator, demand_of
from video_arena.build.manifest import claim, manifest_of
from video_arena.build.plan import PlanError, check_protocols, with_defaults
from video_arena.build.selection import select
from video_arena.corpus.canary import canary_of
from video_arena.corpus.tree import CorpusTree
from video_arena.files import sweep_partials
from video_arena.plugins import load_game
from video_arena.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from video_arena.build.case import BuiltCase
    from video_arena.build.plan import BuildPlan
    from video_arena.build.report import Reporter
    from video_arena.curate.likeness import UsedMatches
    from video_arena.match import RecordError
    from video_arena.plugins import Game

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
    budget: Mapping[str, int] = field(default_factory=dict)
    """What the engine was given for a position; empty without an engine."""
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
        result.budget = chosen.pin.budget
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
            with evaluator.at_work(demand) as trajectories:
                from video_arena.build.cases import CaseWork  # noqa: PLC0415 - while engines start

                work = CaseWork(plan, game, selection, canary, reporter, evaluator)
                work.run(trajectories)
            result.cases, result.rejected = work.cases, result.rejected + work.rejected
            work.write_release(tree, result.rejected)
        finally:
            sweep_partials(plan.out)  # of workers that were killed, or stopped by Ctrl-C
    return result


def _used(plan: BuildPlan, game: Game) -> UsedMatches | None:
    if not plan.against:
        return None
    from video_arena.curate.used import used_in  # noqa: PLC0415 - only for who needs it

    return used_in(game.spec, plan.against)


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
