"""Labels by fixed bands, worked by hand from contracts and the ground-truth document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.labels import (
    Change,
    DeadBand,
    ScoreTransition,
    Standing,
    Uncertainty,
    bands_of,
    smooth,
    standings,
)

CHESS = DeadBand(up="W", down="B", update_band=0.10, state_band=0.10)
LANDLORD = DeadBand(
    up="landlord", down="farmers", update_band=0.034, state_band=0.05, neutral_update="neutral"
)
hundredths = st.integers(0, 1000).map(lambda n: n / 1000)


@pytest.mark.parametrize(
    ("before", "after", "update", "state"),
    [
        (0.5, 0.5, "equal", "equal"),
        (0.5, 0.601, "W", "W"),
        (0.5, 0.6, "equal", "equal"),  # exactly on both edges: neutral
        (0.35, 0.45, "equal", "equal"),  # 0.45 - 0.35 > 0.1 in binary floating point
        (0.7, 0.6, "equal", "equal"),
        (0.75, 0.64, "B", "W"),
        (0.05, 0.3, "W", "B"),
        (0.55, 0.4, "B", "equal"),
        (0.9, 1.0, "equal", "W"),
        (0.9, 0.5, "B", "equal"),  # a stalemate from a won position
        (0.2, 0.0, "B", "B"),
    ],
)
def test_chess_bands(before, after, update, state):
    assert CHESS.label(Standing(before), Standing(after)) == (update, state)


@pytest.mark.parametrize(
    ("before", "after", "update", "state"),
    [
        (0.5, 0.534, "neutral", "equal"),
        (0.5, 0.535, "landlord", "equal"),
        (0.52, 0.55, "neutral", "equal"),
        (0.52, 0.551, "neutral", "landlord"),
        (0.5, 0.449, "farmers", "farmers"),
    ],
)
def test_doudizhu_bands(before, after, update, state):
    assert LANDLORD.label(Standing(before), Standing(after)) == (update, state)


@given(hundredths, hundredths)
def test_sides_are_symmetric(before, after):
    swap = {"W": "B", "B": "W", "equal": "equal"}
    mirrored = CHESS.label(Standing(round(1 - before, 3)), Standing(round(1 - after, 3)))
    assert mirrored == tuple(
        swap[str(label)] for label in CHESS.label(Standing(before), Standing(after))
    )


@given(hundredths, hundredths)
def test_labels_stay_in_their_spaces(before, after):
    update, state = CHESS.label(Standing(before), Standing(after))
    assert update in CHESS.update_labels
    assert state in CHESS.state_labels


def test_move_pair_smoothing_follows_the_document():
    assert smooth([0.5, 0.9, 0.1, 0.9], "trailing2_movepair") == (0.5, 0.7, 0.5, 0.5)
    assert smooth([0.5, 0.9], "none") == (0.5, 0.9)
    assert smooth([], "trailing2_movepair") == ()


@pytest.mark.parametrize(
    ("before", "after", "update"),
    [
        ([0, 0], [1, 0], "taken"),
        ([1, 0], [2, 0], "extended"),
        ([2, 0], [2, 1], "narrowed"),
        ([2, 1], [2, 2], "levelled"),
        ([2, 2], [2, 3], "taken"),
        ([2, 3], [2, 4], "extended"),
        ([2, 4], [3, 4], "narrowed"),
        ([3, 4], [4, 4], "levelled"),
    ],
)
def test_a_score_is_told_from_the_scorers_side(before, after, update):
    rule = ScoreTransition(up="near", down="far")
    standings = [Standing(score[0] - score[1], score) for score in (before, after)]
    assert rule.label(*standings) == (update, after)


def test_no_point_has_no_label():
    with pytest.raises(ValueError, match="no point"):
        ScoreTransition(up="near", down="far").label(Standing(0, [1, 1]), Standing(0, [1, 1]))


ESTIMATED = DeadBand(
    up="landlord",
    down="farmers",
    update_band=0.034,
    state_band=0.05,
    neutral_update="neutral",
    abstain_sigma=2.0,
)


@pytest.mark.parametrize(
    ("before", "after", "update", "state"),
    [
        # Exact values have labels, on the edge too.
        (Standing(0.5), Standing(0.55), "landlord", "equal"),
        # 0.55 is 0.05 above the middle: on the edge. 0.6 is 0.05 past it, 2.5 errors of 0.02.
        (Standing(0.3), Standing(0.55, error=0.001), "landlord", None),
        (Standing(0.3), Standing(0.6, error=0.02), "landlord", "landlord"),
        (Standing(0.3), Standing(0.6, error=0.025), "landlord", None),  # exactly two errors away
        (Standing(0.3), Standing(0.5, error=0.024), "landlord", "equal"),
        (Standing(0.3), Standing(0.5, error=0.026), "landlord", None),  # equal, but not surely
        # The errors of two values add up as squares: 0.003, 0.004 -> 0.005. 0.054 is 0.02 away.
        (Standing(0.8, error=0.003), Standing(0.854, error=0.004), "landlord", "landlord"),
        (Standing(0.8, error=0.006), Standing(0.854, error=0.008), None, "landlord"),
        # A change that was estimated by itself decides alone.
        (Standing(0.8), Standing(0.8, None, 0.01, Change(0.06, 0.012)), "landlord", "landlord"),
        (Standing(0.8), Standing(0.9, None, 0.01, Change(0.06, 0.014)), None, "landlord"),
        (Standing(0.8), Standing(0.9, None, 0.01, Change(-0.01, 0.002)), "neutral", "landlord"),
        (Standing(0.8), Standing(0.9, None, 0.01, Change(-0.06, 0.002)), "farmers", "landlord"),
    ],
)
def test_an_estimate_near_an_edge_has_no_label(before, after, update, state):
    assert ESTIMATED.label(before, after) == (update, state)


def test_without_abstention_errors_decide_nothing():
    assert CHESS.label(Standing(0.5), Standing(0.65, error=0.3)) == ("W", "W")
    assert "abstain_sigma" not in bands_of(CHESS)
    assert bands_of(ESTIMATED)["abstain_sigma"] == 2.0


def test_a_trajectory_carries_its_errors_and_changes():
    sure = Uncertainty((0.0, 0.01, 0.0), (None, Change(0.1, 0.02), None))
    course = standings(ESTIMATED, (0.5, 0.61, 1.0), None, sure)
    assert course == (
        Standing(0.5),
        Standing(0.61, None, 0.01, Change(0.1, 0.02)),
        Standing(1.0),
    )
