"""Scoring a corpus folder with its own judges, and the command around it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from video_arena.cli.score import command
from video_arena.corpus import score as scoring
from video_arena.judge.emit import emit_from_spec


def spec_of(game):
    return {
        "game": game,
        "version": "1",
        "root_key": "events",
        "time_field": "t",
        "type_field": "type",
        "identity": {"move": {"coord": "choice"}, "capture": {"coord": "choice"}},
        "update": {"field": "u", "labels": ["W", "B", "equal"]},
        "state": {"field": "s", "labels": ["W", "B", "equal"], "kind": "class"},
        "conditional": False,
        "tolerance_s": 3.0,
    }


def event(time, coord="E4", label="equal", kind="move"):
    return {"type": kind, "coord": coord, "t": time, "u": label, "s": label}


CASES = {
    "chess": {
        "chess-01": [event(2.0), event(10.0, "E5", "W")],
        "chess-02": [event(2.0), event(10.0, "E5", "W"), event(10.0, "E5", None, "capture")],
        "chess-03": [event(2.0, "A1", None)],  # nothing is labelled here
    },
    "go": {"go-01": [event(2.0, "Q16", "B")]},
}


@pytest.fixture
def corpus(tmp_path):
    for game, cases in CASES.items():
        folder = tmp_path / "corpus" / "tasks" / game
        (folder / "gt").mkdir(parents=True)
        (folder / "judge.py").write_text(emit_from_spec(spec_of(game)), encoding="utf-8")
        (folder / "answer_seed.json").write_text('{"events": []}')
        (folder / "cases.json").write_text(json.dumps(list(cases)))
        for case, rows in cases.items():
            truth = {"_canary": "x", "case_id": case, "events": rows}
            (folder / "gt" / f"{case}_gt.json").write_text(json.dumps(truth))
    return tmp_path / "corpus"


@pytest.fixture
def answers(tmp_path):
    """One case right, one left empty, one missing, and half of go right."""
    folder = tmp_path / "answers"
    (folder / "chess").mkdir(parents=True)
    (folder / "go").mkdir()
    (folder / "chess" / "chess-01.json").write_text(
        json.dumps({"events": CASES["chess"]["chess-01"]})
    )
    (folder / "chess" / "chess-02.json").write_text("")
    rows = [*CASES["go"]["go-01"], event(50.0, "K10")]
    (folder / "go" / "go-01.json").write_text(json.dumps({"events": rows}))
    return folder


def test_oracle_is_one_and_empty_is_zero_in_every_cell(corpus):
    best = scoring.score_corpus(corpus, scoring.oracle)
    nothing = scoring.score_corpus(corpus, scoring.empty)
    assert [cell.case_id for cell in best.cells] == ["chess-01", "chess-02", "chess-03", "go-01"]
    assert scoring.all_equal(best, 1.0)
    assert scoring.all_equal(nothing, 0.0)
    assert not scoring.all_equal(best, 0.0)
    assert not scoring.all_equal(nothing, 1.0)
    assert [best.overall(tier) for tier in scoring.TIERS] == [1.0] * 4


def test_a_missing_cell_is_in_no_mean_and_an_empty_one_is_zero(corpus, answers):
    result = scoring.score_corpus(corpus, scoring.answers_in(answers))
    chess, go = result.games
    assert [cell.status for cell in chess.cells] == ["ok", "format_error", "missing"]
    assert (chess.n_scored, chess.n_cases, go.n_scored, go.n_cases) == (2, 3, 1, 1)
    assert chess.mean("f1") == 0.5
    assert go.mean("f1") == 2 / 3
    # The mean of the game means, not of the cells.
    assert result.overall("f1") == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_a_case_without_labels_of_a_tier_is_not_in_that_tiers_mean(corpus):
    best = scoring.score_corpus(corpus, scoring.oracle, ["chess"])
    unlabelled = best.cells[2]
    assert (unlabelled.score("f1"), unlabelled.score("t2"), unlabelled.score("t3")) == (
        1,
        None,
        None,
    )
    assert best.overall("t2") == 1.0


def test_the_corpus_judge_decides_and_leaves_no_cache_behind(corpus):
    judge = corpus / "tasks" / "go" / "judge.py"
    judge.write_text(judge.read_text(encoding="utf-8").replace('"t"', '"game_clock_s"'))
    with pytest.raises(scoring.CorpusError, match="lacks the field game_clock_s"):
        scoring.score_corpus(corpus, scoring.oracle)
    assert not list(corpus.rglob("__pycache__"))


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("tasks/go/judge.py", "import nothing_like_this", "does not run as a judge"),
        ("tasks/go/judge.py", "x = 1", "has no function judge"),
        ("tasks/go/cases.json", "{", "not JSON"),
        ("tasks/go/cases.json", "[1]", "list of case ids"),
        ("tasks/go/gt/go-01_gt.json", "[]", "ground truth cannot be read"),
    ],
)
def test_a_broken_corpus_is_named(corpus, path, content, message):
    (corpus / path).write_text(content)
    with pytest.raises(scoring.CorpusError, match=message) as caught:
        scoring.score_corpus(corpus, scoring.oracle)
    assert path in str(caught.value)


def test_a_missing_truth_and_an_unknown_game_are_named(corpus, tmp_path):
    with pytest.raises(scoring.CorpusError, match="sc2"):
        scoring.score_corpus(corpus, scoring.oracle, ["sc2"])
    (corpus / "tasks" / "go" / "gt" / "go-01_gt.json").unlink()
    with pytest.raises(scoring.CorpusError, match=r"go-01_gt\.json: cannot be read"):
        scoring.score_corpus(corpus, scoring.oracle)
    with pytest.raises(scoring.CorpusError, match="no corpus"):
        scoring.score_corpus(tmp_path / "nowhere", scoring.oracle)


def run(*words):
    return CliRunner().invoke(command, [str(word) for word in words])


def test_the_command_prints_cells_and_means(corpus, answers):
    done = run(corpus, "--answers", answers)
    assert done.exit_code == 0, done.output
    for text in ("chess-03", "missing", "format_error", "0.5833", "3/4", "2/3"):
        assert text in done.output


def test_the_command_prints_json(corpus, answers):
    done = run(corpus, "--answers", answers, "--json")
    said = json.loads(done.stdout)
    assert said["overall"]["f1"] == pytest.approx(7 / 12)
    assert (said["n_scored"], said["n_cases"]) == (3, 4)
    assert said["games"]["chess"]["cases"]["chess-03"] == {"status": "missing", "figures": None}
    assert said["games"]["go"]["cases"]["go-01"]["figures"]["tp"] == 1


@pytest.mark.parametrize("flag", ["--oracle", "--empty"])
def test_self_checks_exit_zero(corpus, flag):
    assert run(corpus, flag).exit_code == 0
    assert run(corpus, flag, "--game", "go", "--json").exit_code == 0


def test_the_oracle_check_fails_on_a_judge_that_is_wrong(corpus):
    judge = corpus / "tasks" / "go" / "judge.py"
    text = judge.read_text(encoding="utf-8")
    judge.write_text(text.replace("f1 = ratio(2 * tp, n_ref + n_pred)", "f1 = 0.5"))
    for flag in ("--oracle", "--empty"):
        done = run(corpus, flag)
        assert done.exit_code == 1
        assert f"not every cell of {flag}" in done.stderr


def test_an_empty_seed_that_is_not_empty_fails_the_empty_check(corpus):
    (corpus / "tasks" / "go" / "answer_seed.json").write_text(
        json.dumps({"events": CASES["go"]["go-01"]})
    )
    assert run(corpus, "--empty").exit_code == 1


def test_wrong_use_is_two_and_a_broken_corpus_is_one(corpus, answers):
    assert run(corpus).exit_code == 2
    assert run(corpus, "--oracle", "--answers", answers).exit_code == 2
    assert run(corpus / "tasks", "--oracle").exit_code == 2
    assert run(corpus, "--answers", corpus / "nowhere").exit_code == 2
    (corpus / "tasks" / "go" / "cases.json").unlink()
    done = run(corpus, "--oracle")
    assert done.exit_code == 1
    assert "cases.json" in done.stderr
