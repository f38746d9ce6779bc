"""The relaxation ladder, confusions, shortcuts and `va diagnose` on a small hand-made corpus."""

from __future__ import annotations

import json
import struct

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from video_arena.cli.main import va
from video_arena.corpus.score import answers_in
from video_arena.protocols.references import corpus_references
from video_arena.stats.diagnostics import LADDER, AnsweredCase, diagnose, rung_score
from video_arena.stats.shortcuts import shortcuts

CHESS = {
    "game": "chess",
    "root_key": "events",
    "time_field": "game_clock_s",
    "type_field": "type",
    "identity": {
        "move": {"color": "choice", "coord": "choice"},
        "capture": {"color": "choice", "coord": "choice"},
    },
    "update": {"field": "wr_swing", "labels": ["W", "B", "equal"]},
    "state": {"field": "leader_after", "labels": ["W", "B", "equal"], "kind": "class"},
    "conditional": False,
    "tolerance_s": 3.0,
}
GFOOTBALL = {
    **CHESS,
    "game": "gfootball",
    "identity": {"goal": {"scoring_side": "choice"}},
    "update": {"field": "impact", "labels": ["taken", "extended", "levelled", "narrowed"]},
    "state": {"field": "score_after", "labels": ["L", "R"], "kind": "pair"},
}


def row(time, color, coord, swing, leader, kind="move"):
    return {
        "type": kind,
        "color": color,
        "coord": coord,
        "game_clock_s": time,
        "wr_swing": swing,
        "leader_after": leader,
    }


TRUTH = [
    row(10, "W", "E4", "W", "W"),
    row(20, "B", "E5", "B", "equal"),
    row(30, "W", "D4", "equal", "equal"),
    row(30, "W", "D4", None, None, "capture"),
    row(60, "B", "C5", "equal", "B"),
]
ANSWER = [
    row(10.5, "W", "E4", "W", "W"),  # right within 1 s
    row(22.5, "B", "E5", "B", "B"),  # within 3 s, T3 wrong
    row(38, "W", "D4", "equal", "equal"),  # within 10 s
    row(90, "W", "D4", "W", "W", "capture"),  # right some time; its reference has no labels
    row(61, "B", "C6", "equal", "who knows"),  # another square
    {"type": "move", "game_clock_s": 200},  # no entities at all
]


def goal(time, side, impact, score):
    return {
        "type": "goal",
        "scoring_side": side,
        "game_clock_s": time,
        "impact": impact,
        "score_after": score,
    }


@pytest.fixture
def corpus(tmp_path, plant):
    plant(tmp_path / "corpus", CHESS, {"chess-01": (120, TRUTH), "chess-02": (120, TRUTH)})
    goals = [goal(50, "L", "taken", [1, 0]), goal(90, "R", "levelled", [1, 1])]
    return plant(tmp_path / "corpus", GFOOTBALL, {"gfootball-01": (120, goals)})


@pytest.fixture
def answers(tmp_path):
    folder = tmp_path / "answers"
    for game, case, rows in (
        ("chess", "chess-01", ANSWER),  # chess-02 is missing
        ("gfootball", "gfootball-01", [goal(51, "L", "taken", [1, 0])]),
    ):
        (folder / game).mkdir(parents=True)
        (folder / game / f"{case}.json").write_text(json.dumps({"events": rows}))
    return folder


def run(*words):
    return CliRunner().invoke(va, [str(word) for word in words])


def test_the_ladder_by_hand(corpus, answers):
    """2 matched / (5 references + 6 rows), rung by rung."""
    found = diagnose(corpus, answers_in(answers))
    chess = {name: score.games[0] for name, score in found.ladder.items()}
    assert chess["3 s"].n_scored == 1
    assert chess["3 s"].n_cases == 2
    matched = {"1 s": 1, "3 s": 2, "10 s": 3, "any time": 4}
    # Entities aside: 10.5, 22.5 and 61 lie within 3 s of a move, 38 and 200 of none, the capture
    # of none; of the types, four of five moves and the one capture.
    matched |= {"3 s, any entities": 3, "type only": 5}
    assert list(chess) == list(matched)
    assert {name: game.mean("t1") for name, game in chess.items()} == {
        name: pytest.approx(2 * count / 11) for name, count in matched.items()
    }
    strict = {name: chess[name].mean("f1") for name in ("1 s", "3 s", "10 s", "any time")}
    # E4; E5 has a wrong T3; D4 from 10 s on; the capture has no labels to miss.
    assert strict == {
        "1 s": pytest.approx(2 / 11),
        "3 s": pytest.approx(2 / 11),
        "10 s": pytest.approx(4 / 11),
        "any time": pytest.approx(6 / 11),
    }


def test_the_rung_of_three_seconds_is_what_va_score_prints(corpus, answers):
    shown = json.loads(run("score", corpus, "--answers", answers, "--json").stdout)
    found = json.loads(run("diagnose", corpus, "--answers", answers, "--json").stdout)
    assert found["ladder"]["3 s"]["overall"] == shown["overall"]
    for game in ("chess", "gfootball"):
        assert found["ladder"]["3 s"]["games"][game] == shown["games"][game]["mean"]


def test_confusions_are_over_matched_rows_with_a_label(corpus, answers):
    found = diagnose(corpus, answers_in(answers)).confusions
    assert found["chess"]["t2"].matrix() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    # E4: W as W; E5: equal as B.
    assert found["chess"]["t3"].matrix() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]
    assert list(found["gfootball"]) == ["t2"]  # its T3 is a score
    assert found["gfootball"]["t2"].to_json() == {
        "reference": ["taken", "extended", "levelled", "narrowed"],
        "predicted": ["taken", "extended", "levelled", "narrowed", "other"],
        "counts": [[1, 0, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5],
    }


def test_no_label_is_other():
    said = [{**TRUTH[0], "wr_swing": None, "leader_after": "nobody"}]
    files = [json.dumps({"events": rows}).encode() for rows in (said, TRUTH)]
    from video_arena.stats.diagnostics import confusions_of

    found = confusions_of(CHESS, [AnsweredCase("chess-01", *files)])
    assert found["t2"].matrix()[0] == found["t3"].matrix()[0] == [0, 0, 0, 1]


def test_an_answer_that_cannot_be_read_scores_zero_on_every_rung(corpus, answers):
    (answers / "chess" / "chess-02.json").write_text("{")
    found = diagnose(corpus, answers_in(answers), ["chess"])
    for score in found.ladder.values():
        assert score.games[0].cells[1].status == "format_error"
        assert score.games[0].cells[1].score("t1") == 0.0


def test_shortcuts_by_hand(corpus):
    """T2 is W, B, equal, equal; T3 is W, equal, equal, B; the movers are W, B, W, B."""
    chess = next(ref for ref in corpus_references(corpus) if ref.game == "chess")
    found = {(s.tier, s.name): (s.share, s.macro, s.mean) for s in shortcuts(chess)}
    third = pytest.approx(1 / 3)
    assert found == {
        ("t2", "always equal"): (0.5, third, third),
        ("t2", "the mover"): (0.5, pytest.approx(2 / 3), pytest.approx(2 / 3)),
        ("t2", "the other side"): (0.0, 0.0, 0.0),
        ("t3", "always equal"): (0.5, third, third),
        ("t3", "the mover"): (0.5, pytest.approx(2 / 3), pytest.approx(2 / 3)),
        ("t3", "the other side"): (0.0, 0.0, 0.0),
    }


def test_a_constant_answer_lands_on_chance_and_not_on_the_majoritys_share(tmp_path, plant):
    """Go's T2: 4,481 of 5,138 labelled rows are equal, 0.87; macro accuracy is a third."""
    labels = ["equal"] * 4481 + ["W"] * 300 + ["B"] * 357
    truth = [row(10.0 * i, "W", "E4", label, "W") for i, label in enumerate(labels)]
    plant(tmp_path, CHESS, {"chess-01": (60_000, truth)})
    (reference,) = corpus_references(tmp_path)
    always = next(s for s in shortcuts(reference) if s.tier == "t2")
    assert always.name == "always equal"
    assert f"{always.share:.2f}" == "0.87"
    assert f"{always.macro:.3f}" == "0.333"


def test_move_parity_is_caught(tmp_path, plant):
    """The square wave that gomoku's smoothing removes: who leads is who has just moved."""
    sides = "WB" * 20
    truth = [row(10.0 * i, s, "E4", s, s) for i, s in enumerate(sides)]
    plant(tmp_path, CHESS, {"chess-01": (500, truth)})
    found = {(s.tier, s.name): s.macro for s in shortcuts(corpus_references(tmp_path)[0])}
    assert found["t3", "the mover"] == 1.0
    assert found["t3", "the other side"] == 0.0


def test_a_game_whose_rows_name_no_side_has_no_parity_rule(tmp_path, plant):
    spec = {**CHESS, "identity": {"battle": {"entity": "choice"}}}
    truth = [{**row(10, "", "", "W", "W", "battle"), "entity": "r0c0"}]
    plant(tmp_path, spec, {"chess-01": (60, truth)})
    names = {s.name for s in shortcuts(corpus_references(tmp_path)[0])}
    assert names == {"always W"}


times = st.integers(0, 40).map(float)
rows_of = st.lists(
    st.builds(
        row,
        times,
        st.sampled_from("WB"),
        st.sampled_from(["E4", "E5"]),
        st.sampled_from(["W", "equal"]),
        st.sampled_from(["B", "equal"]),
        st.sampled_from(["move", "capture"]),
    ),
    max_size=8,
)


@given(rows_of, rows_of)
def test_more_time_never_matches_less(truth, answer):
    """With equal identities the greedy order only goes on; and nothing matches beyond the types."""
    files = [json.dumps({"events": rows}).encode() for rows in (answer, truth)]
    case = AnsweredCase("chess-01", *files)
    t1 = {rung.name: rung_score(rung, CHESS, [case]).mean("t1") for rung in LADDER}
    assert t1["1 s"] <= t1["3 s"] <= t1["10 s"] <= t1["any time"] <= t1["type only"]
    assert t1["3 s, any entities"] <= t1["type only"]


def test_the_command_prints_and_draws(corpus, answers, tmp_path):
    pytest.importorskip("matplotlib")
    pictures = [tmp_path / "one.png", tmp_path / "two.png"]
    for picture in pictures:
        done = run("diagnose", corpus, "--answers", answers, "--figure", picture)
        assert done.exit_code == 0, done.output
    data = pictures[0].read_bytes()
    assert data == pictures[1].read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (12 * 110, round(2 * 2.9 * 110))
    assert b"tEXt" not in data  # no date, no version
    for word in ("any entities", "always equal", "chess, T3 over matched rows"):
        assert word in done.stdout


def test_wrong_use_is_told_in_one_line(corpus, answers, tmp_path):
    done = run("diagnose", tmp_path, "--answers", answers)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    done = run("diagnose", corpus, "--answers", answers, "--game", "go")
    assert "go" in done.stderr
    (corpus / "tasks" / "chess" / "judge.py").write_text("x = 1\n")
    done = run("diagnose", corpus, "--answers", answers)
    assert "judge.py" in done.stderr
