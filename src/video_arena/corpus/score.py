"""Score answers with the corpus's own judges: per case, per game, overall."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from video_arena.corpus.tree import CorpusTree, games_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from video_arena.canonical import Json

Tier = Literal["f1", "t1", "t2", "t3"]
TIERS: tuple[Tier, ...] = ("f1", "t1", "t2", "t3")

AnswerSource = Callable[[CorpusTree, str], "bytes | None"]
"""Gives the answer file's bytes for a case; None where there is no answer file."""


class CorpusError(Exception):
    """The corpus cannot be scored; the message names the file and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One system's one case."""

    game: str
    case_id: str
    status: Literal["ok", "format_error", "missing"]
    """`missing`: never ran; it is not scored and not in any mean."""
    figures: dict[str, Any] | None
    """What the judge wrote (reward.json); None for a missing cell."""

    def score(self, tier: Tier) -> float | None:
        """Strict F1, T1 F1, T2 or T3, in [0, 1].

        None for a missing cell, and for a tier of which the case's reference has no label: such a
        case does not enter that tier's mean.
        """
        if self.figures is None:
            return None
        if tier == "f1":
            return float(self.figures["f1"])
        if tier == "t1":
            return float(self.figures["t1"]["f1"])
        part = self.figures[tier]
        return float(part["score"]) if part["labelled"] else None


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game's cells and their means, each case counting the same."""

    game: str
    cells: tuple[Cell, ...]

    @property
    def n_cases(self) -> int:
        """Cases in the corpus."""
        return len(self.cells)

    @property
    def n_scored(self) -> int:
        """Cells that ran; one that left no usable answer is among them with 0.0."""
        return sum(cell.figures is not None for cell in self.cells)

    def mean(self, tier: Tier) -> float | None:
        """The mean over scored cells; None where there is none."""
        return _mean(cell.score(tier) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """All games of a corpus."""

    games: tuple[GameScore, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, by game and in the order of cases.json."""
        return tuple(cell for game in self.games for cell in game.cells)

    def overall(self, tier: Tier) -> float | None:
        """The macro-average: the mean of the game means, each game counting the same."""
        return _mean(game.mean(tier) for game in self.games)

    def to_json(self) -> dict[str, Json]:
        """What `va score --json` prints; each cell holds the judge's own figures."""
        return {
            "overall": {tier: self.overall(tier) for tier in TIERS},
            "n_scored": sum(game.n_scored for game in self.games),
            "n_cases": sum(game.n_cases for game in self.games),
            "games": {game.game: _game_json(game) for game in self.games},
        }


def score_corpus(root: Path, answers: AnswerSource, games: Sequence[str] = ()) -> CorpusScore:
    """Judge every case of a corpus (or of the named games) with that corpus's own judge.py.

    Raises:
        CorpusError: no corpus, an unknown game, a broken cases.json, judge.py or ground truth.
    """
    held = games_in(root)
    if not held:
        raise CorpusError(f"{root}: holds no corpus; expected tasks/<game>/cases.json below it")
    for game in games:
        if game not in held:
            raise CorpusError(f"{root}: has no game {game!r}, only {', '.join(held)}")
    return CorpusScore(tuple(_score_game(CorpusTree(root, g), answers) for g in games or held))


def oracle(tree: CorpusTree, case_id: str) -> bytes:
    """The ground truth fed back: it has the same root key, and judges ignore the rest."""
    return _read(tree.truth(case_id))


def empty(tree: CorpusTree, case_id: str) -> bytes:  # noqa: ARG001 - the same seed for every case
    """The empty seed."""
    return _read(tree.answer_seed)


def answers_in(folder: Path) -> AnswerSource:
    """The answers of a run, at `<folder>/<game>/<case_id>.json`."""

    def answer(tree: CorpusTree, case_id: str) -> bytes | None:
        path = folder / tree.game / f"{case_id}.json"
        return path.read_bytes() if path.is_file() else None

    return answer


def all_equal(score: CorpusScore, expected: float) -> bool:
    """Whether every cell, and every tier that the case has labels of, scores exactly that."""
    return all(cell.score(tier) in {expected, None} for cell in score.cells for tier in TIERS)


def load_judge(path: Path) -> ModuleType:
    """A judge.py as a module, run from its text so that no cache is written beside it.

    Raises:
        CorpusError: it cannot be read or run, or it is not a judge.
    """
    module = ModuleType(f"judge_of_{path.parent.name}")
    try:
        code = compile(_read(path), str(path), "exec")
        exec(code, module.__dict__)  # noqa: S102 - the released judge itself is what must score
    except Exception as error:
        raise CorpusError(f"{path}: does not run as a judge: {error!r}") from error
    if not callable(getattr(module, "judge", None)):
        raise CorpusError(f"{path}: has no function judge(); build the corpus again")
    return module


def _score_game(tree: CorpusTree, answers: AnswerSource) -> GameScore:
    module = load_judge(tree.judge)
    cells = []
    for case_id in _case_ids(tree):
        answer = answers(tree, case_id)
        if answer is None:
            cells.append(Cell(tree.game, case_id, "missing", None))
            continue
        truth = tree.truth(case_id)
        try:
            figures = module.judge(answer, _read(truth))
        except module.BadReference as error:
            raise CorpusError(f"{truth}: {error}") from error
        cells.append(Cell(tree.game, case_id, figures["status"], figures))
    return GameScore(tree.game, tuple(cells))


def _case_ids(tree: CorpusTree) -> list[str]:
    try:
        ids = json.loads(_read(tree.cases))
    except ValueError as error:
        raise CorpusError(f"{tree.cases}: not JSON: {error}") from error
    if not isinstance(ids, list) or not all(isinstance(case_id, str) for case_id in ids):
        raise CorpusError(f"{tree.cases}: must be a list of case ids")
    return ids


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _game_json(game: GameScore) -> dict[str, Json]:
    return {
        "mean": {tier: game.mean(tier) for tier in TIERS},
        "n_scored": game.n_scored,
        "n_cases": game.n_cases,
        "cases": {
            cell.case_id: {"status": cell.status, "figures": cell.figures} for cell in game.cells
        },
    }
