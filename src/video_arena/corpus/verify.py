"""Everything in a corpus that can be checked without engines and without the records."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from pydantic import ValidationError

from video_arena.canonical import pretty
from video_arena.corpus import canary
from video_arena.corpus.checks import case_problems
from video_arena.corpus.instruction import check_prompts, compose_instruction
from video_arena.corpus.release import ANSWER_SEED, case_types
from video_arena.corpus.tree import CASE_ID, CorpusTree, games_in
from video_arena.corpus.truth import GroundTruth, read_truth
from video_arena.files import PARTIAL_SUFFIX
from video_arena.judge.emit import emit_judge
from video_arena.plugins import AdapterError, load_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.game import GameSpec

STAGE = "verify"


@dataclass(slots=True)
class Verification:
    """What was checked and what was found; a corpus holds when there are no problems."""

    problems: list[str] = field(default_factory=list)
    """One sentence each, the file first."""
    cases: int = 0
    checks: int = 0
    """How many single facts were compared."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found in at least one case."""
        return not self.problems and self.cases > 0


def verify(root: Path, reporter: Reporter, workers: int | None = None) -> Verification:
    """Check every game of a corpus.

    Args:
        root: the corpus.
        reporter: told of every case.
        workers: cases looked at at once, by threads: decoding, which takes the time, runs beside
            other Python. None: one for each core.

    Raises:
        FileNotFoundError: the folder holds no `tasks/`.
    """
    games = games_in(root)
    if not games:
        raise FileNotFoundError(f"{root}: no tasks/<game> folder below it")
    found = Verification()
    with _threads(workers or os.cpu_count() or 1) as pool:
        for game in games:
            tree = CorpusTree(root, game)
            found.problems.extend(_game_problems(tree, found, reporter, pool))
    return found


@contextmanager
def _threads(count: int) -> Iterator[ThreadPoolExecutor]:
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _game_problems(
    tree: CorpusTree, found: Verification, reporter: Reporter, pool: ThreadPoolExecutor
) -> Iterator[str]:
    spec, problem = _spec_of(tree.game)
    if problem:
        yield f"tasks/{tree.game}: {problem}; the game's own contract was not checked"
    try:
        ids = json.loads(tree.cases.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        yield f"{tree.cases.name}: cannot be read: {error}"
        return
    yield from _id_problems(tree, ids)
    reporter.start(STAGE, len(ids))
    truths = []
    for truth, problems in pool.map(partial(_checked, tree, spec), ids):
        if truth is not None:
            truths.append(truth)
            found.cases += 1
        yield from problems
        reporter.advance(STAGE)
    yield from _corpus_problems(tree, spec, truths)
    yield from _stray_files(tree, ids)
    found.checks += sum(len(truth.events) for truth in truths)


def _spec_of(game: str) -> tuple[GameSpec | None, str]:
    try:
        return load_game(game).spec, ""
    except AdapterError as error:
        return None, str(error)


def _checked(
    tree: CorpusTree, spec: GameSpec | None, case: str
) -> tuple[GroundTruth | None, list[str]]:
    truth, problem = _truth_of(tree, case)
    if truth is None:
        return None, [problem]
    return truth, [f"{case}: {problem}" for problem in case_problems(tree, case, truth, spec)]


def _truth_of(tree: CorpusTree, case: str) -> tuple[GroundTruth | None, str]:
    try:
        return read_truth(tree.truth(case)), ""
    except OSError as error:
        return None, f"{case}: its ground truth is missing: {error}"
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return None, f"{case}: {tree.truth(case).name}: {where}: {first['msg']}"


def _id_problems(tree: CorpusTree, ids: object) -> Iterator[str]:
    if not isinstance(ids, list) or not ids:
        yield f"{tree.cases.name}: must be a list of case ids"
        return
    for case in ids:
        shape = CASE_ID.match(str(case))
        if shape is None or shape["game"] != tree.game:
            yield f"{tree.cases.name}: {case!r} is no case id of {tree.game}"
    if len(set(ids)) != len(ids):
        yield f"{tree.cases.name}: an id stands twice"


def _corpus_problems(
    tree: CorpusTree, spec: GameSpec | None, truths: list[GroundTruth]
) -> Iterator[str]:
    canaries = {truth.canary for truth in truths}
    if len(canaries) != 1:
        yield f"gt: {len(canaries)} different canaries in one corpus"
        return
    (mark,) = canaries
    if not canary.PATTERN.match(mark):
        yield f"gt: {mark!r} is no canary"
    if len({truth.source.fingerprint for truth in truths}) != len(truths):
        yield "gt: two cases are the same match"
    missing = [
        path.name
        for path in (tree.instruction, tree.judge, tree.answer_seed, tree.case_types)
        if not path.is_file()
    ]
    if missing:
        yield f"missing: {', '.join(missing)}"
        return
    yield from _instruction_problems(tree, mark)
    if spec is None or {truth.spec.digest for truth in truths} != {spec.digest()}:
        yield "gt: built to another version of the game's contract than the installed one"
        return
    expected = {
        tree.instruction: compose_instruction(spec, mark),
        tree.judge: emit_judge(spec),
        tree.case_types: pretty(case_types(spec, mark, truths)),
    }
    if spec.attribution:
        expected[tree.attribution] = spec.attribution
    for path, content in expected.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            yield f"{path.name}: differs from what this corpus's cases and contract give"


def _instruction_problems(tree: CorpusTree, mark: str) -> Iterator[str]:
    text = tree.instruction.read_text(encoding="utf-8")
    if mark not in text:
        yield f"{tree.instruction.name}: does not carry the corpus's canary"
    for problem in check_prompts(text):
        yield f"{tree.instruction.name}: {problem}"
    if json.loads(tree.answer_seed.read_text(encoding="utf-8")) != ANSWER_SEED:
        yield f"{tree.answer_seed.name}: is not the empty answer"


def _stray_files(tree: CorpusTree, ids: list[str]) -> Iterator[str]:
    named = {path for case in ids for path in (tree.media(case), tree.truth(case))}
    named |= {tree.instruction, tree.judge, tree.answer_seed, tree.cases, tree.case_types}
    named.add(tree.attribution)
    for path in sorted(tree.task.rglob("*")):
        if path.is_dir() or path in named:
            continue
        kind = "left by a killed build" if path.name.endswith(PARTIAL_SUFFIX) else "unknown"
        if path.parent.name != "__pycache__":
            yield f"{path.relative_to(tree.root)}: {kind}"
