"""A small corpus with open labels: what is written down, and that verification sees changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.corpus.score import all_equal, score_corpus
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify

CASE = "doudizhu-01"


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    plan = BuildPlan(
        game="doudizhu",
        records=(str(Path(__file__).parent / "games.jsonl"),),
        out=folder / "out",
        limit=1,
        engine="pimc-rule-v1",
        # With a hundred worlds an error is a twentieth: many labels stay open, not all.
        budget={"min_worlds": 100, "max_worlds": 100},
        workers=1,
        cache=folder / "cache.sqlite",
    )
    assert build(plan, Silent()).exit_code == 0
    return folder / "out"


@pytest.fixture
def tree(original, tmp_path):
    shutil.copytree(original, tmp_path / "out")
    return CorpusTree(tmp_path / "out", "doudizhu")


def truth_of(tree):
    return json.loads(tree.truth(CASE).read_text())


def edit(tree, change):
    truth = truth_of(tree)
    change(truth)
    tree.truth(CASE).write_text(json.dumps(truth))
    return verify(tree.root, Silent()).problems


def test_open_labels_are_null_and_say_so(original):
    truth = truth_of(CorpusTree(original, "doudizhu"))
    rows, value = truth["events"], truth["value"]
    assert any(row.get("t2_unresolved") for row in rows)
    for row, prefix in zip(rows, value["row_prefix"], strict=True):
        assert (row["impact"] is None) == (row.get("t2_unresolved") is True)
        assert (row["leader_after"] is None) == (row.get("t3_unresolved") is True)
        # By hand: two standard errors from 0.034 and from 0.05.
        error = value["errors"][prefix]
        lead = abs(abs(value["trajectory"][prefix] - 0.5) - 0.05)
        assert (row["leader_after"] is None) == (error > 0 and lead <= 2 * error + 1e-9)
        if value["changes"][prefix] is not None:
            change, error = value["changes"][prefix]
            near = abs(abs(change) - 0.034) <= 2 * error + 1e-9
            assert (row["impact"] is None) == (error > 0 and near)
    assert truth["counts"]["impact"]["null"] == sum(row["impact"] is None for row in rows)
    last = rows[-1]
    assert last["leader_after"] == truth["winner"]
    assert len(value["errors"]) == len(value["changes"]) == len(value["trajectory"])


def test_the_corpus_tells_how_far_counting_gets(original):
    types = json.loads(CorpusTree(original, "doudizhu").case_types.read_text())
    assert types["shortcut"].keys() == {"rule", "tier", "macro", "limit"}
    assert 0 <= types["shortcut"]["macro"] <= 1


def test_an_open_row_must_be_answered_and_any_label_is_right(original):
    def answers(tree, case):
        rows = json.loads(tree.truth(case).read_text())["events"]
        fields = ("player", "move_type", "num_cards", "game_clock_s")
        said = [
            {
                **{field: row[field] for field in fields},
                "impact": row["impact"] or "farmers",
                "leader_after": row["leader_after"] or "equal",
            }
            for row in rows
        ]
        return json.dumps({"events": said}).encode()

    assert all_equal(score_corpus(original, answers), 1.0)


def test_an_open_label_cannot_be_closed_by_hand(tree):
    def close(truth):
        row = next(row for row in truth["events"] if row.get("t2_unresolved"))
        row["impact"] = "neutral"
        del row["t2_unresolved"]

    assert any("do not follow from V" in problem for problem in edit(tree, close))


def test_a_label_cannot_be_opened_by_hand(tree):
    def open_(truth):
        row = next(row for row in truth["events"] if row["impact"] is not None)
        row["impact"] = None

    problems = edit(tree, open_)
    assert any("impact = None is not one of" in problem for problem in problems)


def test_errors_cannot_be_dropped(tree):
    def drop(truth):
        truth["value"]["errors"].pop()

    assert any("differ in length" in problem for problem in edit(tree, drop))
