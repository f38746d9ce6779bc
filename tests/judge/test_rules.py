"""Hand-made answers: what a row is, what is equal, what is near enough, what is unreadable."""

from __future__ import annotations

import json

import pytest

from video_arena.judge.judge import BadReference, judge


@pytest.fixture
def score(chess, document):
    """Score a list of answer rows against a list of reference rows of chess."""
    return lambda answer, reference: judge(document(answer), document(reference), chess)


def counts(result):
    return result["tp"], result["fp"], result["fn"]


def test_oracle_is_one_and_empty_is_zero(score, move):
    rows = [move(2.0), move(9.0, "E5", "B", "B", "B"), move(9.0, "D4", swing="W", leader="W")]
    best, nothing = score(rows, rows), score([], rows)
    for key in ("t1", "t2", "t3"):
        figure = "f1" if key == "t1" else "score"
        assert best[key][figure] == 1.0
        assert nothing[key][figure] == 0.0
    assert best["reward"] == best["f1"] == best["precision"] == best["recall"] == 1.0
    assert nothing["reward"] == nothing["precision"] == nothing["recall"] == 0.0
    assert counts(nothing) == (0, 0, 3)


def test_no_references_and_no_rows_is_zero_not_an_error(score):
    result = score([], [])
    assert (result["f1"], result["t1"]["f1"], result["t2"]["score"]) == (0.0, 0.0, 0.0)
    assert result["status"] == "ok"


@pytest.mark.parametrize(
    ("reference", "predicted", "inside"),
    [
        (10.0, 13.0, True),
        (10.0, 7.0, True),
        (10.0, 13.001, False),
        (10.0, 6.999, False),
        (2.04, 5.04, True),
        (0.2, 3.2, True),
        (10, 13, True),
        (10.0, 13.0000004, True),  # less than half a microsecond is not a difference
        (10.0, 13.000001, False),
    ],
)
def test_the_tolerance_is_inclusive_and_exact(score, move, reference, predicted, inside):
    assert counts(score([move(predicted)], [move(reference)])) == (
        (1, 0, 0) if inside else (0, 1, 1)
    )


def test_float_noise_beyond_three_seconds_would_matter_without_rounding(score, move):
    # The reason for whole microseconds: these differences are more than 3.0 in binary.
    noisy = [t / 10 for t in range(1000) if (t + 30) / 10 - t / 10 > 3.0]
    assert noisy
    for t in noisy:
        assert counts(score([move(round(t + 3.0, 1))], [move(t)])) == (1, 0, 0)


def test_other_tolerances(chess, document, move):
    answer, reference = document([move(13.001)]), document([move(10.0)])
    for tolerance, tp in ((3.0, 0), (3.001, 1), (1.0, 0), (10.0, 1), (float("inf"), 1), (0.0, 0)):
        assert judge(answer, reference, chess, tolerance)["tp"] == tp
    assert judge(reference, reference, chess, 0.0)["f1"] == 1.0


@pytest.mark.parametrize("field", ["wr_swing", "leader_after"])
def test_a_wrong_label_costs_strict_f1_and_its_tier_only(score, move, field):
    reference = [move(5.0), move(15.0, "E5", "B")]
    answer = [move(5.0), {**reference[1], field: "W"}]
    result = score(answer, reference)
    assert counts(result) == (1, 1, 1)
    assert result["t1"]["f1"] == 1.0
    tiers = {"wr_swing": result["t2"]["score"], "leader_after": result["t3"]["score"]}
    assert tiers.pop(field) == 0.5
    assert list(tiers.values()) == [1.0]


def test_a_null_reference_tier_is_ignored_everywhere(score, move):
    reference = [
        move(5.0, swing=None, leader=None),
        move(15.0, "E5", "B", swing=None, leader="B"),
        move(25.0, swing="W", leader="W"),
    ]
    answer = [move(5.0, swing="W", leader=7), move(15.0, "E5", "B", swing=[], leader="B")]
    result = score(answer, reference)
    assert counts(result) == (2, 0, 1)
    assert result["t2"] == {
        "score": 0.0,
        "kind": "macro_accuracy",
        "n": 1,
        "correct": 0,
        "labelled": 1,
        "classes": {"W": {"n": 1, "correct": 0, "recall": 0.0}},
    }
    assert result["t3"]["classes"] == {
        "W": {"n": 1, "correct": 0, "recall": 0.0},
        "B": {"n": 1, "correct": 1, "recall": 1.0},
    }
    assert result["t3"]["score"] == 0.5


def test_a_constant_answer_lands_on_chance(score, move):
    # Ten events, eight of them equal: majority share 0.8, macro accuracy one third.
    labels = ["equal"] * 8 + ["W", "B"]
    reference = [move(10.0 * i, swing=label) for i, label in enumerate(labels)]
    answer = [move(10.0 * i, swing="equal") for i in range(10)]
    assert score(answer, reference)["t2"]["score"] == pytest.approx(1 / 3)


def test_rows_are_used_once_and_shuffling_changes_nothing(score, move):
    reference = [move(10.0), move(14.0)]
    twice = [move(10.0), move(10.0), move(14.0)]
    assert counts(score(twice, reference)) == (2, 1, 0)
    assert score(twice[::-1], reference[::-1]) == score(twice, reference)


def test_nearest_pairs_first_then_earlier_reference_then_earlier_prediction(score, move):
    # |dt| 1 to both references: the earlier one, whose labels are right, gets the prediction.
    reference = [move(10.0, swing="W"), move(12.0, swing="B")]
    assert counts(score([move(11.0, swing="W")], reference)) == (1, 0, 1)
    # |dt| 1 from both predictions: the earlier one, whose labels are wrong, takes the reference.
    assert counts(score([move(9.0, swing="B"), move(11.0, swing="W")], reference[:1])) == (0, 2, 1)
    # The nearest pair (12.0, 12.1) goes first although the prediction could serve 10.0.
    result = score([move(12.1, swing="B"), move(13.0, swing="W")], reference)
    assert counts(result) == (2, 0, 0)


def test_greedy_is_not_the_largest_matching(score, move):
    # 12.9 is nearest to 13.0, which leaves 15.5 to nobody: 10.0 is 5.5 s away.
    result = score([move(12.9), move(15.5)], [move(10.0), move(13.0)])
    assert result["t1"]["matched"] == 1


def test_equal_identity_and_time_pair_by_their_labels(score, move):
    # Two rows of one identity at one time: the oracle must still be 1.0 in any order.
    rows = [move(10.0, swing="W"), move(10.0, swing="B"), move(10.0, swing=None)]
    for answer in (rows, rows[::-1], [rows[1], rows[2], rows[0]]):
        assert score(answer, rows)["f1"] == 1.0


@pytest.mark.parametrize(
    "change",
    [
        {"coord": " e4 "},
        {"color": "w"},
        {"type": "MOVE"},
        {"wr_swing": "EQUAL "},
        {"leader_after": "\tEqual"},
        {"game_clock_s": 10},
        {"idx": 99},
        {"comment": {"anything": [1, None]}},
    ],
)
def test_aliases_and_unscored_fields_do_not_matter(score, move, change):
    assert score([{**move(10.0), **change}], [move(10.0)])["f1"] == 1.0


@pytest.mark.parametrize(
    "row",
    [
        None,
        7,
        "move",
        [],
        ["move", "W", "E4", 10.0],
        {},
        {"type": "move", "color": "W", "game_clock_s": 10.0},
        {"type": "move", "color": "W", "coord": "E4"},
        {"type": "castle", "color": "W", "coord": "E4", "game_clock_s": 10.0},
        {"type": ["move"], "color": "W", "coord": "E4", "game_clock_s": 10.0},
        {"type": "move", "color": None, "coord": "E4", "game_clock_s": 10.0},
        {"type": "move", "color": "W", "coord": ["E", 4], "game_clock_s": 10.0},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": "10.0"},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": True},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": None},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": float("nan")},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": float("inf")},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": -1e300},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": 10**39},
        {"type": "move", "color": "W", "coord": "E4", "game_clock_s": 10**400},
    ],
)
def test_a_malformed_row_costs_that_row_only(score, move, row):
    reference = [move(10.0), move(20.0)]
    result = score([row, *reference], reference)
    assert result["status"] == "ok"
    assert counts(result) == (2, 1, 0)
    assert result["bad_rows"] == 1
    assert result["precision"] == pytest.approx(2 / 3)


def test_an_unknown_place_or_wrong_labels_do_not_make_a_row_malformed(score, move):
    result = score([move(10.0, "Z9"), move(20.0, swing=1e999, leader={})], [move(20.0)])
    assert (result["bad_rows"], counts(result)) == (0, (0, 2, 1))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00\x01",
        b"\xff\xfe\xff",
        b"no json",
        b'{"events": [}',
        b'{"events": []} and more',
        b"[]",
        b"null",
        b'"events"',
        b"7",
        b"{}",
        b'{"rows": []}',
        b'{"Events": []}',
        b'{"events": null}',
        b'{"events": {}}',
        b'{"events": "[]"}',
        b'{"events": ' + b"[" * 70 + b"]" * 70 + b"}",
        b'{"events": ' + b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"events": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_an_unreadable_answer_is_a_format_error(chess, document, move, text):
    result = judge(text, document([move(1.0)]), chess)
    assert result["status"] == "format_error"
    assert result["reason"]
    assert (result["reward"], result["n_pred"], counts(result)) == (0.0, 0, (0, 0, 1))
    assert result["t2"]["score"] == result["t3"]["score"] == 0.0


def test_no_answer_file_is_a_format_error(chess, document, move):
    assert judge(None, document([move(1.0)]), chess)["status"] == "format_error"


def test_too_many_rows(chess, document, move):
    reference = document([move(1.0)])
    enough = judge(document([0] * 100_000), reference, chess)
    assert (enough["status"], enough["fp"]) == ("ok", 100_000)
    assert judge(document([0] * 100_001), reference, chess)["status"] == "format_error"


@pytest.mark.parametrize(
    "text",
    [
        '\ufeff{"events": [ROW]}'.encode(),
        '{"events": [ROW]}'.encode("utf-16"),
        b'{"events": [], "events": [ROW]}',
        (
            b'{"events": [{"type": "capture", "coord": "A1", "type": "move", "coord": "E4",'
            b' "color": "W", "game_clock_s": 99, "game_clock_s": 1.0, "wr_swing": "equal",'
            b' "leader_after": "equal"}]}'
        ),
        b'{"note": NaN, "events": [ROW]}',
        b'{"note": 1e999, "more": ' + b"9" * 10_000 + b', "events": [ROW]}',
        b'{"note": "\\ud800", "events": [ROW]}',
    ],
)
def test_odd_but_readable_answers_are_read(chess, document, move, text):
    row = json.dumps(move(1.0))
    if text.startswith(b"\xff\xfe"):
        text = text.decode("utf-16").replace("ROW", row).encode("utf-16")
    answer = text.replace(b"ROW", row.encode())
    assert judge(answer, document([move(1.0)]), chess)["f1"] == 1.0


def test_a_number_too_long_for_python_costs_its_row_only(chess, document, move):
    text = document([move(1.0), move(2.0)]).replace(b"2.0", b"9" * 10_000)
    result = judge(text, document([move(1.0)]), chess)
    assert (result["status"], counts(result), result["bad_rows"]) == ("ok", (1, 1, 0), 1)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"events": [7]}',
        b'{"events": [{"type": "move", "color": "W", "coord": "E4", "game_clock_s": null}]}',
        (
            b'{"events": [{"type": "move", "color": "W", "coord": "E4", "game_clock_s": 1,'
            b' "wr_swing": "green"}]}'
        ),
    ],
)
def test_a_broken_ground_truth_is_nobodys_zero(chess, text):
    with pytest.raises(BadReference, match="ground truth"):
        judge(b'{"events": []}', text, chess)


def test_whole_numbers_flags_and_names(specs, document):
    goal = {
        "type": "goal",
        "game_clock_s": 78.458,
        "scoring_side": "L",
        "scorer_name": "Blackwell",
        "own_goal": False,
        "impact": "taken",
        "score_after": [1, 0],
    }

    def tp(**change):
        return judge(document([goal | change]), document([goal]), specs["gfootball"])["tp"]

    assert tp() == tp(scorer_name="BLACKWELL") == tp(score_after=[1.0, 0]) == 1
    for wrong in ({"own_goal": 0}, {"own_goal": "false"}, {"scorer_name": "Black well"}):
        assert tp(**wrong) == 0
    for wrong in ([0, 1], ["1", "0"], [1, False], [1], [1, 0, 0], "1-0", {"L": 1, "R": 0}, None):
        assert tp(score_after=wrong) == 0


def test_an_integral_float_is_an_integer_and_true_is_not_one(specs, document):
    kill = {
        "type": "kill",
        "video_ts": 49.812,
        "side": "CT",
        "number": 1,
        "round_winner": "CT",
        "score_after": {"A": 0, "B": 1},
    }

    def tp(**change):
        return judge(document([kill | change]), document([kill]), specs["cs2"])["tp"]

    assert tp() == tp(number=1.0) == tp(side="ct") == tp(score_after={"b": 1.0, "A": 0}) == 1
    for number in ("1", True, 1.5, None, 2):
        assert tp(number=number) == 0
    for wrong in ({"A": 0}, {"A": 0, "B": 1, "C": 0}, {"A": 1, "B": 0}, [0, 1], {"A": 0, "a": 1}):
        assert tp(score_after=wrong) == 0


def test_exact_fraction_and_exact_pair_are_shares_of_labelled_rows(specs, document):
    rows = [
        {
            "type": "elimination",
            "video_ts": 100.0 * i,
            "winner_side": "T",
            "round_winner": "T",
            "score_after": {"A": i, "B": 0},
        }
        for i in range(1, 5)
    ]
    # One early mistake shifts every later score: T1 and T2 stay, T3 falls to one of four.
    answer = [
        rows[0],
        *({**r, "score_after": {"A": r["score_after"]["A"] - 1, "B": 0}} for r in rows[1:]),
    ]
    result = judge(document(answer), document(rows), specs["cs2"])
    assert (result["t1"]["f1"], result["t2"]["score"], result["t3"]["score"]) == (1.0, 1.0, 0.25)
    assert result["t3"]["kind"] == "exact_fraction"
    assert result["t3"]["classes"] == {}
    assert result["f1"] == 0.25


@pytest.mark.parametrize(("game", "t2", "n"), [("dota2", 1.0, 1), ("chess", 0.5, 2)])
def test_conditional_games_count_matched_events_only(specs, document, move, game, t2, n):
    if game == "chess":
        rows = [move(10.0, swing="W"), move(20.0, "E5", "B", swing="equal")]
    else:
        rows = [
            {
                "type": "firstblood",
                "killer_side": side,
                "video_ts": 17.0,
                "minute_gain": gain,
                "leader_after": "even",
            }
            for side, gain in (("dire", "dire"), ("radiant", "even"))
        ]
    result = judge(document(rows[:1]), document(rows), specs[game])
    assert result["t2"]["score"] == t2
    assert (result["t2"]["n"], result["t2"]["labelled"]) == (n, 2)
    assert result["recall"] == 0.5
    nothing = judge(document([]), document(rows), specs[game])
    assert nothing["t2"]["score"] == nothing["t3"]["score"] == 0.0
    assert judge(document(rows), document(rows), specs[game])["t2"]["score"] == 1.0


def test_rows_without_a_type(specs, document):
    play = {
        "idx": 1,
        "game_clock_s": 15.0,
        "player": "landlord",
        "move_type": "pair",
        "num_cards": 2,
        "impact": "neutral",
        "leader_after": "farmers",
    }
    spec = specs["doudizhu"]
    assert judge(document([play]), document([play]), spec)["f1"] == 1.0
    assert judge(document([{**play, "num_cards": 3}]), document([play]), spec)["t1"]["f1"] == 0.0
    assert judge(document([{**play, "type": 5}]), document([play]), spec)["f1"] == 1.0


def test_ten_thousand_rows_at_one_instant_pair_completely(chess, document, move):
    # All pairs would be 10^8: this test ends because they are never listed.
    rows = document([move(5.0, swing=("W", "B", "equal")[i % 3]) for i in range(10_000)])
    result = judge(rows, rows, chess)
    assert (result["f1"], result["t1"]["matched"]) == (1.0, 10_000)
