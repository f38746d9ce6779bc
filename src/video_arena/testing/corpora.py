"""Conformance: the corpus that comes out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.corpus.score import all_equal, empty, oracle, score_corpus
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.truth import UNRESOLVED, read_truth
from video_arena.corpus.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from video_arena.corpus.truth import GroundTruth
    from video_arena.game import GameSpec
    from video_arena.match import Match
    from video_arena.plugins import Game


def build_corpus(case: type, records: tuple[Path, ...], folder: Path, *, workers: int) -> Path:
    """Build what a conformance class asks for; every build has an evaluation cache of its own."""
    plan = BuildPlan(
        game=case.game,  # type: ignore[attr-defined]
        records=tuple(str(path) for path in records),
        out=folder / "corpus",
        options=case.options,  # type: ignore[attr-defined]
        limit=case.limit,  # type: ignore[attr-defined]
        engine=case.engine,  # type: ignore[attr-defined]
        budget=case.budget,  # type: ignore[attr-defined]
        workers=workers,
        cache=folder / "evaluations.sqlite",
    )
    build(plan, Silent())
    return plan.out


def files_of(root: Path) -> dict[str, bytes]:
    """Every file below a folder by its relative path."""
    paths = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


def _is_label(spec: GameSpec, field: str, label: object, words: tuple[str, ...]) -> bool:
    """Whether a label is one of the words or, where T3 is a score, as many whole numbers."""
    kind = spec.labels.state_kind if field == spec.state_field else "class"
    if kind == "class":
        return label in words
    if kind == "pair":
        points = label if isinstance(label, list) else []
    else:
        points = (
            list(label.values()) if isinstance(label, dict) and set(label) == set(words) else []
        )
    return len(points) == len(words) and all(type(p) is int and p >= 0 for p in points)


def _truths(game: Game, corpus: Path) -> Iterator[GroundTruth]:
    tree = CorpusTree(corpus, game.name)
    for case in json.loads(tree.cases.read_text(encoding="utf-8")):
        yield read_truth(tree.truth(case))


class CorpusChecks:
    """A corpus that verifies, scores and comes out the same every time."""

    def test_every_match_becomes_a_case(
        self, va_game: Game, va_matches: tuple[Match, ...], va_corpus: Path
    ) -> None:
        """None was rejected while it was evaluated, drawn and audited."""
        tree = CorpusTree(va_corpus, va_game.name)
        rejected = tree.rejections.read_text(encoding="utf-8")
        cases = sorted(tree.truth("x").parent.glob("*_gt.json"))
        assert len(cases) == len(va_matches), f"rejected while building: {rejected}"

    def test_the_corpus_holds(self, va_corpus: Path) -> None:
        """`va verify` finds no problem."""
        found = verify(va_corpus, Silent())
        assert found.holds, "va verify: " + "; ".join(found.problems)

    def test_the_oracle_scores_one(self, va_corpus: Path) -> None:
        """The ground truth fed back to the corpus's own judge."""
        score = score_corpus(va_corpus, oracle)
        assert all_equal(score, 1.0), f"the oracle does not score 1: {score.to_json()}"

    def test_the_empty_answer_scores_nought(self, va_corpus: Path) -> None:
        """The answer seed fed to the corpus's own judge."""
        score = score_corpus(va_corpus, empty)
        assert all_equal(score, 0.0), f"the empty answer does not score 0: {score.to_json()}"

    def test_labels_lie_in_their_spaces(self, va_game: Game, va_corpus: Path) -> None:
        """T2 and T3 are the spec's words; null only in rows that are unlabelled by design."""
        spec = va_game.spec
        spaces = {
            spec.update_field: spec.labels.update_labels,
            spec.state_field: spec.labels.state_labels,
        }
        for truth in _truths(va_game, va_corpus):
            for number, row in enumerate(truth.events, start=1):
                kind = spec.event_type(row.get(spec.type_field or "", spec.events[0].name))
                may_be_null = {
                    field
                    for field, flag in zip(spaces, UNRESOLVED, strict=True)
                    if not kind.labelled or row.get(flag)
                }
                for field, words in spaces.items():
                    fits = _is_label(spec, field, row[field], words)
                    fits = fits or (row[field] is None and field in may_be_null)
                    assert fits, f"{truth.case_id}, row {number}: {field} = {row[field]!r}"

    def test_two_workers_give_the_same_bytes(
        self, va_records: tuple[Path, ...], va_corpus: Path, tmp_path: Path
    ) -> None:
        """A rebuild, with an empty cache and in other processes, is byte-identical."""
        again = build_corpus(type(self), va_records, tmp_path, workers=2)
        first, second = files_of(va_corpus), files_of(again)
        assert sorted(first) == sorted(second), "the second build has other files"
        differing = [name for name, content in first.items() if second[name] != content]
        assert not differing, f"other bytes when built again: {', '.join(differing)}"
