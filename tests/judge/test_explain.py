"""Every row says what became of it: with what, how far off, which field, or the nearest miss."""

from __future__ import annotations

import pytest

from video_arena.judge.judge import judge, sentence


@pytest.fixture
def explain(chess, document):
    def both(answer, reference):
        result = judge(document(answer), document(reference), chess, explain=True)
        return result["explain"]["reference"], result["explain"]["predicted"]

    return both


def test_matched_rows_name_their_partner_and_the_missed_fields(explain, move):
    refs, preds = explain(
        [move(20.5, "E5", "B", swing="W"), move(9.0)], [move(10.0), move(20.0, "E5", "B")]
    )
    assert refs[0] == {
        "row": 0,
        "time_s": 10.0,
        "t1": {"type": "move", "color": "w", "coord": "e4"},
        "outcome": "correct",
        "with": 1,
        "dt_s": -1.0,
        "missed": [],
    }
    assert (refs[1]["outcome"], refs[1]["with"], refs[1]["dt_s"]) == ("wrong_label", 0, 0.5)
    assert refs[1]["missed"] == preds[0]["missed"] == ["wr_swing"]
    assert (preds[0]["with"], preds[0]["dt_s"]) == (1, 0.5)
    assert preds[1]["outcome"] == "correct"


def test_too_far_names_the_nearest_row_and_the_distance(explain, move):
    refs, preds = explain([move(13.001), move(60.0)], [move(10.0)])
    for line in (refs[0], preds[0]):
        assert (line["outcome"], line["reason"], line["dt_s"]) == ("unmatched", "too_far", 3.001)
        assert line["nearest"] == 0
    assert (preds[1]["reason"], preds[1]["dt_s"]) == ("too_far", 50.0)


def test_taken_names_the_better_row(explain, move):
    _, preds = explain([move(10.5), move(10.1)], [move(10.0)])
    assert preds[1]["outcome"] == "correct"
    assert preds[0] == {
        "row": 0,
        "time_s": 10.5,
        "t1": {"type": "move", "color": "w", "coord": "e4"},
        "outcome": "unmatched",
        "reason": "taken",
        "nearest": 0,
        "dt_s": 0.5,
        "taken_by": 1,
    }


def test_no_such_identity_names_the_fields_that_differ(explain, move):
    refs, preds = explain([move(10.5, "E5"), move(12.0, "A1", "B")], [move(10.0)])
    assert (refs[0]["reason"], refs[0]["nearest"], refs[0]["differs"]) == (
        "no_such_identity",
        0,
        ["coord"],
    )
    assert preds[1]["differs"] == ["color", "coord"]


def test_nothing_near_says_so(explain, move):
    refs, _ = explain([move(100.0, "E5")], [move(10.0)])
    assert refs[0]["reason"] == "no_such_identity"
    assert "nearest" not in refs[0]


def test_bad_rows_stand_in_their_place(explain, move):
    _, preds = explain([7, move(10.0), {**move(1.0), "coord": 5}, {"type": "move"}], [move(10.0)])
    assert [line["row"] for line in preds] == [0, 1, 2, 3]
    assert preds[0]["reason"] == "it is not an object"
    assert preds[2]["reason"] == "its coord is not a choice"
    assert preds[3]["reason"] == "it lacks the field color"


def test_the_sentences(explain, move):
    answer = [move(10.5, leader="B"), move(11.0), move(20.0), None, move(30.0, "E5")]
    refs, preds = explain(answer, [move(10.0), move(30.0)])
    said = [sentence("reference", line) for line in refs]
    said += [sentence("predicted", line) for line in preds]
    assert said == [
        "reference 0: move w e4 at 10.000 s: wrong leader_after; with predicted 0, dt +0.500 s",
        "reference 1: move w e4 at 30.000 s: too far in time; nearest is predicted 2, dt -10.000 s",
        "predicted 0: move w e4 at 10.500 s: wrong leader_after; with reference 0, dt +0.500 s",
        (
            "predicted 1: move w e4 at 11.000 s: nearest is reference 0, dt +1.000 s, "
            "taken by predicted 0"
        ),
        "predicted 2: move w e4 at 20.000 s: too far in time; nearest is reference 0, dt +10.000 s",
        "predicted 3: wrong row: it is not an object",
        (
            "predicted 4: move w e5 at 30.000 s: no reference row has this identity; nearest is "
            "reference 1, dt +0.000 s, differs in coord"
        ),
    ]


def test_explaining_changes_no_figure(chess, document, move):
    answer, reference = document([move(10.5), move(20.0, "E5")]), document([move(10.0)])
    explained = judge(answer, reference, chess, explain=True)
    del explained["explain"]
    assert explained == judge(answer, reference, chess)
