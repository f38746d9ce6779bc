"""Times worked out by hand from clocks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_chess.clocks import Stage, clock_ms, frames, thinks, time_control
from video_arena.pace import known_thinks, made_up_thinks


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("300+3", (Stage(None, 300_000, 3_000),)),
        ("180", (Stage(None, 180_000, 0),)),
        (
            "40/7200:20/3600:900+30",
            (Stage(40, 7_200_000, 0), Stage(20, 3_600_000, 0), Stage(None, 900_000, 30_000)),
        ),
        ("40/3600:900+30", (Stage(40, 3_600_000, 0), Stage(None, 900_000, 30_000))),
        ("-", ()),
        ("?", ()),
        ("", ()),
        ("*180", ()),
        ("1 hour", ()),
        ("40/7200:", ()),
    ],
)
def test_time_controls(text, stages):
    assert time_control(text) == stages


@pytest.mark.parametrize(
    ("comment", "milliseconds"),
    [
        ("[%clk 0:01:00]", 60_000),
        ("[%clk 1:59:01] [%pgn4web x]", 7_141_000),
        ("[%eval 0.2] [%clk\n00:00:05]", 5_000),
        ("[%clk 0:00:09.3]", 9_300),
        ("[%clk 0:00:09.38]", 9_380),
        ("[%emt 0:00:05]", None),
        ("[%clk 1.55:05]", None),
        ("[%clk 0:15.16]", None),
        ("", None),
    ],
)
def test_clock_comments(comment, milliseconds):
    assert clock_ms(comment) == milliseconds


def ms(*seconds):
    return [int(second * 1000) for second in seconds]


def test_lichess_clocks_do_not_run_before_a_sides_second_move():
    # 180+2: W 180 -> 177 (thought 5), B 180 -> 181 (thought 1), W 177 -> 178.5 (thought 0.5)
    found = thinks(ms(180, 180, 177, 181, 178.5), time_control("180+2"))
    assert found == [0, 0, 5_000, 1_000, 500]


def test_an_over_the_board_clock_runs_from_the_start():
    # 90 minutes + 30 s: 5400 + 30 - 4486 = 944 s for the first move
    assert thinks(ms(4486, 5419), time_control("5400+30")) == [944_000, 11_000]


def test_berserk_is_no_think_and_ends_the_increment():
    # White berserks: 90 at first, then 85 and 80 without increments. Black keeps 2 s.
    found = thinks(ms(90, 180, 85, 176, 80, 177), time_control("180+2"))
    assert found == [0, 0, 5_000, 6_000, 5_000, 1_000]


def test_time_given_by_the_opponent_is_unknown_and_gets_the_median():
    found = thinks(ms(60, 60, 57, 75, 53, 70), time_control("60+0"))
    assert found == [0, 0, 3_000, None, 4_000, 5_000]
    assert known_thinks(found) == [0, 0, 3_000, 4_000, 4_000, 5_000]


def test_without_a_time_control_the_first_thinks_are_unknown_and_the_increment_is_none():
    found = thinks(ms(100, 90, 97, 80), ())
    assert found == [None, None, 3_000, 10_000]
    assert known_thinks(found) == [3_000, 3_000, 3_000, 10_000]
    assert known_thinks(thinks(ms(100, 90), ())) is None


def test_a_later_period_has_its_own_increment():
    # Two moves in 100 s, then 10 s more and 5 s a move. White's third move: 40 -> 52 after 10 s
    # were added is 3 s of thinking, but the clock shows only that time was added: unknown.
    control = time_control("2/100:10+5")
    found = thinks(ms(80, 90, 40, 70, 52, 60, 50, 61), control)
    assert found == [20_000, 10_000, 40_000, 20_000, None, 15_000, 7_000, 4_000]


def test_frames_keep_the_real_pace_and_catch_up_after_premoves():
    # Sums from the second ply on: 0, 0, 0, 10, 10.4, 12.5 s
    thought = [99_000, 0, 0, 0, 10_000, 400, 2_100]
    assert frames(thought, 120) == (2, 3, 4, 5, 12, 13, 15)


def test_long_thinks_are_cut():
    assert frames([0, 500_000, 119_000], 120) == (2, 122, 241)


@given(st.lists(st.integers(0, 400_000), min_size=1, max_size=60), st.integers(1, 200))
def test_frames_start_at_two_and_rise(thought, cap):
    found = frames(thought, cap)
    assert found[0] == 2
    assert all(b > a for a, b in pairwise(found))
    # Never ahead of the clocks, and never further behind than one frame a ply.
    total = 0
    for ply, (think, frame) in enumerate(zip(thought[1:], found[1:], strict=True), 1):
        total += min(think, cap * 1000)
        assert frame >= 2 + total / 1000 - 0.5
        assert frame <= 2 + total / 1000 + ply + 0.5


def test_the_made_up_pace_varies_within_its_bounds_and_depends_on_the_game():
    pace = made_up_thinks("a" * 64, 200)
    assert all(3_000 <= think <= 20_000 for think in pace)
    assert len(set(pace)) > 150
    assert pace == made_up_thinks("a" * 64, 200)
    assert pace != made_up_thinks("b" * 64, 200)
