"""Building sampled cases a second time, engines and all, and comparing every byte."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from video_arena.build.case import CaseFailure, CaseJob
from video_arena.build.draw import DrawingRoom
from video_arena.build.evaluate import Evaluator, demand_of
from video_arena.build.origin import OriginError, labelling_engine, source_match
from video_arena.corpus.tree import CASE_ID, CorpusTree
from video_arena.corpus.truth import read_truth
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.build.report import Reporter
    from video_arena.canonical import Json
    from video_arena.corpus.truth import GroundTruth
    from video_arena.match import Match
    from video_arena.plugins import Game


def sample_cases(cases: Sequence[str], count: int) -> tuple[str, ...]:
    """Which `count` cases are rebuilt: the smallest by sha256 of the id, so always the same."""
    ranked = sorted(cases, key=lambda case: hashlib.sha256(case.encode()).digest())
    return tuple(sorted(ranked[:count]))


def rebuild_problems(
    tree: CorpusTree,
    cases: Sequence[str],
    options: Mapping[str, Json],
    *,
    workers: int,
    reporter: Reporter,
) -> Iterator[str]:
    """Rebuild cases from `sources/` with a fresh engine and an empty cache; yield differences.

    Args:
        tree: the corpus.
        cases: which ones.
        options: the record options of the build, from `build.json`.
        workers: engines at once.
        reporter: told of the evaluations.

    Raises:
        EngineError: the engine of a case is not there or is not its pin's.
    """
    game = load_game(tree.game)
    for case in cases:
        truth = read_truth(tree.truth(case))
        try:
            match = source_match(game, tree, truth, options)
            chosen = labelling_engine(truth)
        except OriginError as error:
            yield f"{case}: {error}"
            continue
        with tempfile.TemporaryDirectory(prefix="va-rebuild-") as folder:
            evaluator = Evaluator(chosen, Path(folder) / "cache.sqlite", workers, reporter)
            yield from _compare(game, tree, truth, match, Path(folder), evaluator)


def _compare(
    game: Game,
    tree: CorpusTree,
    truth: GroundTruth,
    match: Match,
    folder: Path,
    evaluator: Evaluator,
) -> Iterator[str]:
    case = truth.case_id
    (trajectory,) = evaluator.trajectories(demand_of(game, [match]))
    if trajectory.failure is not None:
        yield f"{case}: {trajectory.failure}"
        return
    shape = CASE_ID.match(case)
    assert shape is not None
    job = CaseJob(
        game=game.name,
        number=int(shape["number"]),
        match=match,
        values=trajectory.values,
        states=trajectory.states,
        uncertainty=trajectory.uncertainty,
        engine=None if truth.engine is None else truth.engine.model_dump(),
        canary=truth.canary,
        out=folder / "corpus",
    )
    with DrawingRoom(1, evaluator.workers) as room:
        room.put(job)
        ((_, outcome),) = room.rest()
    if isinstance(outcome, CaseFailure):
        yield f"{case}: cannot be built again: {outcome}"
        return
    again = CorpusTree(folder / "corpus", game.name)
    for old, new in ((tree.media(case), again.media(case)), (tree.truth(case), again.truth(case))):
        if old.read_bytes() != new.read_bytes():
            yield f"{case}: {old.name} has other bytes when it is built again"
