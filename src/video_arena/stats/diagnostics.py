"""Where answers lose: the relaxation ladder and the confusion matrices, by the judge's matching."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from video_arena.corpus.score import (
    TIERS,
    AnswerSource,
    Cell,
    CorpusError,
    CorpusScore,
    GameScore,
    Tier,
)
from video_arena.corpus.tree import CorpusTree, games_in
from video_arena.judge.judge import (
    BadReference,
    FormatError,
    Row,
    Rules,
    judge,
    match,
    read_answer,
    read_reference,
)
from video_arena.protocols.references import case_ids, judge_spec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from video_arena.canonical import Json

Spec = dict[str, Any]
"""The SPEC of a judge."""

OTHER = "other"
"""The column of predicted labels that are null or no label of the game."""


class Rung(NamedTuple):
    """One step of the ladder: what still has to be right for a row to match."""

    name: str
    tolerance_s: float
    entities: bool
    """Whether the T1 fields beside the type must be equal."""


LADDER = (
    Rung("1 s", 1.0, entities=True),
    Rung("3 s", 3.0, entities=True),
    Rung("10 s", 10.0, entities=True),
    Rung("any time", inf, entities=True),
    Rung("3 s, any entities", 3.0, entities=False),
    Rung("type only", inf, entities=False),
)
"""The paper's relaxations: time tolerance, then entities, then both. The second is the headline."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """One tier's labels over matched rows, all cases of a game together."""

    labels: tuple[str, ...]
    counts: Counter[tuple[str, str]]
    """Rows by reference label and predicted label (or OTHER)."""

    def matrix(self) -> list[list[int]]:
        """Counts: a row for each reference label, a column for each label and OTHER."""
        columns = (*self.labels, OTHER)
        return [[self.counts[true, said] for said in columns] for true in self.labels]

    def to_json(self) -> dict[str, Json]:
        """Labels of the rows, labels of the columns, counts."""
        return {
            "reference": list(self.labels),
            "predicted": [*self.labels, OTHER],
            "counts": self.matrix(),
        }


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What an answers folder gets on every rung, and what it takes for what."""

    ladder: dict[str, CorpusScore]
    """By the rung's name, in the order of LADDER."""
    confusions: dict[str, dict[str, Confusion]]
    """By game, then `t2` and `t3`; a T3 that is a score has none."""

    def to_json(self) -> dict[str, Json]:
        """Means by rung, game and tier in [0, 1], and the matrices."""
        headline = next(iter(self.ladder.values()))
        games = [game.game for game in headline.games]
        return {
            "scored": {game.game: game.n_scored for game in headline.games},
            "ladder": {
                name: {
                    "overall": {tier: score.overall(tier) for tier in TIERS},
                    "games": {
                        game.game: {tier: game.mean(tier) for tier in TIERS} for game in score.games
                    },
                }
                for name, score in self.ladder.items()
            },
            "confusions": {
                game: {tier: found.to_json() for tier, found in self.confusions[game].items()}
                for game in games
            },
        }


@dataclass(frozen=True, slots=True)
class AnsweredCase:
    """One case: its answer, if there is one, and its ground truth, as bytes."""

    case_id: str
    answer: bytes | None
    truth: bytes


def diagnose(root: Path, answers: AnswerSource, games: Sequence[str] = ()) -> Diagnosis:
    """Diagnose the answers to a corpus, or to the named games of it; missing answers do not count.

    Raises:
        CorpusError: no corpus, an unknown game, or a broken file of it.
    """
    held = games_in(root)
    unknown = [game for game in games if game not in held]
    if not held or unknown:
        wanted = unknown[0] if unknown else "any game"
        raise CorpusError(f"{root}: has no tasks/ folder of {wanted}")
    scores: dict[str, list[GameScore]] = {rung.name: [] for rung in LADDER}
    confusions: dict[str, dict[str, Confusion]] = {}
    for game in games or held:
        tree = CorpusTree(root, game)
        spec = judge_spec(tree)
        cases = list(answered_cases(tree, answers))
        try:
            for rung in LADDER:
                scores[rung.name].append(rung_score(rung, spec, cases))
            confusions[game] = confusions_of(spec, cases)
        except BadReference as error:
            raise CorpusError(f"{tree.task}: {error}") from error
    return Diagnosis({name: CorpusScore(tuple(s)) for name, s in scores.items()}, confusions)


def answered_cases(tree: CorpusTree, answers: AnswerSource) -> Iterator[AnsweredCase]:
    """Each case of a game with its answer.

    Raises:
        CorpusError: a ground-truth file cannot be read.
    """
    for case in case_ids(tree):
        path = tree.truth(case)
        try:
            truth = path.read_bytes()
        except OSError as error:
            raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error
        yield AnsweredCase(case, answers(tree, case), truth)


def rung_score(rung: Rung, spec: Spec, cases: Sequence[AnsweredCase]) -> GameScore:
    """The game's score when no more than the rung asks has to be right for a row to match.

    T2 and T3 keep their definitions on the matches of the rung.

    Raises:
        BadReference: a ground truth is broken.
    """
    asked = spec if rung.entities else without_entities(spec)
    cells = []
    for case in cases:
        status: Literal["ok", "format_error", "missing"] = "missing"
        figures = None
        if case.answer is not None:
            figures = judge(case.answer, case.truth, asked, rung.tolerance_s)
            status = "ok" if figures["status"] == "ok" else "format_error"
        cells.append(Cell(spec["game"], case.case_id, status, figures))
    return GameScore(spec["game"], tuple(cells))


def without_entities(spec: Spec) -> Spec:
    """The game with events that nothing but their type identifies."""
    return {**spec, "identity": {kind: {} for kind in spec["identity"]}}


def confusions_of(spec: Spec, cases: Sequence[AnsweredCase]) -> dict[str, Confusion]:
    """The confusion matrices of T2, and of T3 where it is a class, over the headline's matches.

    Raises:
        BadReference: a ground truth is broken.
    """
    rules = Rules(spec)
    found = {"t2": Confusion(tuple(spec["update"]["labels"]), Counter())}
    if rules.state_kind == "class":
        found["t3"] = Confusion(tuple(spec["state"]["labels"]), Counter())
    for case in cases:
        for reference, predicted in matched(rules, case):
            for tier, confusion in found.items():
                true, said = label_of(reference, tier), label_of(predicted, tier)
                if true is not None:
                    confusion.counts[true, OTHER if said is None else said] += 1
    return found


def matched(rules: Rules, case: AnsweredCase) -> list[tuple[Row, Row]]:
    """The judge's pairs of reference and predicted row at the game's own tolerance."""
    references = read_reference(case.truth, rules)
    if case.answer is None:
        return []
    try:
        rows, _ = read_answer(case.answer, rules)
    except FormatError:
        return []
    return match(references, rows, round(rules.spec["tolerance_s"] * 1e6))


def label_of(row: Row, tier: Tier | str) -> Any:  # noqa: ANN401 - the judge's own labels
    """A row's label of T2 or T3, None where it has none."""
    return row.update if tier == "t2" else row.state
