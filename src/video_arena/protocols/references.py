"""What ceilings and chance answers read of a corpus: each case's length and its event times."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from video_arena.corpus.score import CorpusError, load_judge
from video_arena.corpus.tree import CorpusTree, games_in
from video_arena.judge.judge import (
    BadReference,
    FormatError,
    Row,
    Rules,
    read_json,
    read_reference,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class CaseReference:
    """One case: the reference rows as its judge reads them, and how long the video is."""

    case_id: str
    duration: Fraction
    """D in seconds."""
    rows: tuple[Row, ...]

    @property
    def times_us(self) -> tuple[int, ...]:
        """When the events are, in microseconds of video."""
        return tuple(row.time for row in self.rows)


@dataclass(frozen=True, slots=True)
class GameReference:
    """One game of a corpus and its cases, in the order of cases.json."""

    game: str
    judge_spec: dict[str, Any]
    """The SPEC in the corpus's own judge.py."""
    cases: tuple[CaseReference, ...]


def corpus_references(root: Path, games: Sequence[str] = ()) -> tuple[GameReference, ...]:
    """Read a corpus, or the named games of it.

    Raises:
        CorpusError: no corpus, an unknown game, or a file that is missing or broken.
    """
    held = games_in(root)
    if not held:
        raise CorpusError(f"{root}: holds no corpus; expected tasks/<game>/cases.json below it")
    for game in games:
        if game not in held:
            raise CorpusError(f"{root}: has no game {game!r}, only {', '.join(held)}")
    return tuple(_game(CorpusTree(root, game)) for game in games or held)


def case_ids(tree: CorpusTree) -> list[str]:
    """The ids in cases.json.

    Raises:
        CorpusError: the file is missing, or not a list of ids.
    """
    ids = _json(tree.cases)
    if not isinstance(ids, list) or not all(isinstance(case, str) for case in ids):
        raise CorpusError(f"{tree.cases}: must be a list of case ids")
    return ids


def judge_spec(tree: CorpusTree) -> dict[str, Any]:
    """The SPEC of a game's judge.py.

    Raises:
        CorpusError: it does not run, or holds no SPEC.
    """
    spec = getattr(load_judge(tree.judge), "SPEC", None)
    if not isinstance(spec, dict) or "identity" not in spec:
        raise CorpusError(f"{tree.judge}: holds no SPEC of a game; build the corpus again")
    return spec


def _game(tree: CorpusTree) -> GameReference:
    spec = judge_spec(tree)
    rules = Rules(spec)
    cases = tuple(_case(tree.truth(case), case, rules) for case in case_ids(tree))
    return GameReference(tree.game, spec, cases)


def _case(path: Path, case_id: str, rules: Rules) -> CaseReference:
    try:
        rows = read_reference(_bytes(path), rules)
    except BadReference as error:
        raise CorpusError(f"{path}: {error}") from error
    return CaseReference(case_id, _duration(path, _json(path)), tuple(rows))


def _duration(path: Path, truth: Any) -> Fraction:  # noqa: ANN401 - any JSON
    """D from frames and rate, which are exact; from `duration_s` where they are not given."""
    video = truth.get("video")
    if not isinstance(video, dict):
        raise CorpusError(f"{path}: has no part `video`, which tells how long the video is")
    try:
        if "frames" in video and "fps" in video:
            duration = Fraction(video["frames"]) / Fraction(video["fps"])
        else:
            duration = Fraction(str(video["duration_s"]))
    except (KeyError, TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise CorpusError(f"{path}: video: needs frames and fps, or duration_s") from error
    if duration <= 0:
        raise CorpusError(f"{path}: video: is {float(duration)} s long")
    return duration


def _json(path: Path) -> Any:  # noqa: ANN401 - any JSON
    try:
        return read_json(_bytes(path))
    except FormatError as error:
        raise CorpusError(f"{path}: {error}") from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error
