"""Building sampled cases a second time, engines and all, and comparing every byte."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from video_arena.build.case import CaseFailure, CaseJob, build_case
from video_arena.build.evaluate import ChosenEngine, Evaluator, demand_of
from video_arena.build.plan import with_defaults
from video_arena.corpus.tree import CASE_ID, CorpusTree
from video_arena.corpus.truth import read_truth
from video_arena.match import Match
from video_arena.plugins import find_pin, load_game
from video_arena.records import RecordFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.build.report import Reporter
    from video_arena.canonical import Json
    from video_arena.corpus.truth import GroundTruth
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
        match = _source_match(game, tree, case, truth, options)
        if match is None:
            yield f"{case}: sources/ does not hold its record, or it reads differently now"
            continue
        with tempfile.TemporaryDirectory(prefix="va-rebuild-") as folder:
            yield from _compare(game, tree, truth, match, Path(folder), workers, reporter)


def _source_match(
    game: Game, tree: CorpusTree, case: str, truth: GroundTruth, options: Mapping[str, Json]
) -> Match | None:
    folder = tree.source(case, "").parent
    for path in sorted(folder.glob(f"{case}.*")) if folder.is_dir() else []:
        for item in game.parse(RecordFile(path), with_defaults(game.spec, options)):
            if isinstance(item, Match) and item.fingerprint == truth.source.fingerprint:
                # The record is read from a file of its own now; its place in the old one stands.
                source = replace(item.source, file=truth.source.file, place=truth.source.place)
                return replace(item, source=source)
    return None


def _compare(
    game: Game,
    tree: CorpusTree,
    truth: GroundTruth,
    match: Match,
    folder: Path,
    workers: int,
    reporter: Reporter,
) -> Iterator[str]:
    case = truth.case_id
    chosen = None
    if truth.engine is not None:
        driver, pin = find_pin(truth.engine.pin)
        pin = pin.with_budget(truth.engine.budget)
        if pin.digest() != truth.engine.pin_digest:
            yield f"{case}: the pin {pin.name} is not what it was when the case was built"
            return
        chosen = ChosenEngine(driver, pin, truth.engine.substituted_for)
    evaluator = Evaluator(chosen, folder / "cache.sqlite", workers, reporter)
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
        engine=None if truth.engine is None else truth.engine.model_dump(),
        canary=truth.canary,
        out=folder / "corpus",
    )
    try:
        build_case(job)
    except CaseFailure as failure:
        yield f"{case}: cannot be built again: {failure}"
        return
    again = CorpusTree(folder / "corpus", game.name)
    for old, new in ((tree.media(case), again.media(case)), (tree.truth(case), again.truth(case))):
        if old.read_bytes() != new.read_bytes():
            yield f"{case}: {old.name} has other bytes when it is built again"
