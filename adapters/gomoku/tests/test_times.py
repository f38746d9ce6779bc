"""When each move is seen."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from va_gomoku.times import LEAST, PACE_MS, START, TAIL, frames, thinks_of

from .conftest import psq


def test_the_real_pace_by_hand(one):
    """Thinks 900 (not counted) 1000 800 1500 2000 100 0 60 70: frames of 40 ms from 2.0 s on.

    Sums in ms: 0 1000 1800 3300 5300 5400 5400 5460 5530, in frames 25 45 82.5 132.5 135 ...;
    halves up, and never less than 25 after the move before.
    """
    game = one(psq())
    assert game.shown == (50, 75, 100, 133, 183, 208, 233, 258, 283)
    assert game.frames == 283 + 100
    assert game.source.notes == ("the record names no rule: taken for freestyle",)


def test_the_video_catches_up_after_a_burst():
    assert frames([0, 10, 10, 10, 5000, 1000], 30) == (50, 75, 100, 125, 176, 201)


def test_opening_stones_are_a_second_apart_and_cost_the_players_nothing():
    thinks, notes = thinks_of([0, 0, 0, 3000, 0, 2000], "f")
    assert thinks == [1000, 1000, 1000, 3000, 0, 2000]
    assert notes == ()
    assert frames(thinks, 30) == (50, 75, 100, 175, 200, 225)


def test_long_thinks_are_cut():
    assert frames([0, 90_000, 1000], 30) == (50, 50 + 750, 50 + 775)


def test_missing_times_are_the_median_of_the_known_ones():
    thinks, notes = thinks_of([0, None, 400, None, 1000, 600], "f")
    assert thinks == [1000, 1000, 400, 600, 1000, 600]
    assert notes == ("1 moves without a time are shown at the median pace",)


def test_without_times_the_pace_is_made_up_and_fixed():
    first, notes = thinks_of([0, 0, None], "a")
    assert notes == ("no move times: the pace is made up from the fingerprint",)
    assert first == thinks_of([0, 0, None], "a")[0]
    assert first != thinks_of([0, 0, None], "b")[0]
    low, high = PACE_MS
    assert all(low <= think <= high for think in first)


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=80), st.integers(1, 60))
def test_moves_are_in_order_and_far_enough_apart(thought, cap):
    shown = frames(thought, cap)
    assert shown[0] == START
    assert all(b - a >= LEAST for a, b in pairwise(shown))
    assert TAIL >= 75
