"""Thinking times and frames, worked out by hand."""

from __future__ import annotations

import json

import pytest

from va_go.read import LEAST, TAIL
from va_go.times import Reading, byoyomi, reading, thinks
from video_arena.pace import made_up_thinks


def test_readings():
    assert reading("87.00", "9") == Reading(87_000, 9)
    assert reading("13.2", "") == Reading(13_200, None)
    assert reading("", "") is None
    assert reading("soon", "1") is None
    assert reading("inf", "") is None


def test_overtime():
    assert byoyomi("5x30 byo-yomi") == (5, 30_000)
    assert byoyomi("3x60 byo-yomi") == (3, 60_000)
    assert byoyomi("3x60 sec") == (3, 60_000)
    assert byoyomi("25/600 Canadian") is None
    assert byoyomi("86400 fischer") is None


def test_main_time():
    clocks = [("B", Reading(595_000, None)), ("W", Reading(580_000, None))]
    clocks += [("B", Reading(590_500, None)), ("W", Reading(585_000, None))]
    # White's clock rose: time was given, or an increment; nothing is known.
    assert thinks(clocks, 600_000, "") == [5_000, 20_000, 4_500, None]
    assert thinks(clocks, None, "") == [None, None, 4_500, None]


def test_byoyomi():
    clocks = [
        ("B", Reading(4_000, None)),  # 6 s of 10
        ("B", Reading(21_000, 3)),  # the last 4 s, then 9 s of the first period
        ("B", Reading(30_000, 3)),  # at once
        ("B", Reading(18_000, 2)),  # one whole period, then 12 s of the next
    ]
    assert thinks(clocks, 10_000, "3x30 byo-yomi") == [6_000, 13_000, 0, 42_000]


def test_canadian():
    clocks = [
        ("B", Reading(13_000, 2)),
        ("B", Reading(2_000, 1)),
        ("B", Reading(596_000, 25)),  # a new period
        ("B", Reading(590_000, 24)),
    ]
    assert thinks(clocks, None, "25/600 Canadian") == [None, 11_000, None, 6_000]


def test_a_side_without_readings_is_unknown():
    clocks = [("B", Reading(9_000, None)), ("W", None), ("B", Reading(8_000, None)), ("W", None)]
    assert thinks(clocks, 10_000, "") == [1_000, None, 1_000, None]


def test_frames_of_an_sgf_with_clocks(one):
    nodes = ";B[aa]BL[50];W[bb]WL[57.5];B[cc]BL[49.9];W[dd]WL[57.5];B[ee]BL[9.9]"
    match = one(f"(;SZ[9]TM[60]OT[none]{nodes})", max_think=30)
    # thinks 10, 2.5, 0.1, 0, 40 s; the first is not waited for, the last is cut to 30:
    # 2.0, 4.5, 4.6 but 0.4 s after that, 0.4 s after that, 2 + 2.5 + 0.1 + 30 = 34.6
    assert match.shown == (50, 112 + 1, 123, 133, 865)
    assert match.frames == 865 + TAIL
    assert match.hidden["clocks"] == ["0:10", "0:02", "0:10", "0:02", "0:50"]


def ogs(moves, **more):
    game = {"width": 9, "height": 9, "komi": 6.5, "rules": "japanese", "moves": moves}
    return json.dumps({**game, "phase": "finished", **more})


def test_frames_of_an_ogs_game(one):
    moves = [[2, 2, 99_000], [6, 6, 1_000], [2, 6, 20], [6, 2, 2_000]]
    match = one(ogs(moves), "game.json")
    # 2.0; 3.0; 3.02 but 0.4 s later; 2 + 1 + 0.02 + 2 = 5.02 s, frame 125.5
    assert match.shown == (50, 75, 75 + LEAST, 126)


def test_correspondence_gets_a_pace_of_its_own(one):
    moves = [[i % 9, i // 9 * 2, 86_400_000] for i in range(12)]
    moves[3][2] = 4_000
    match = one(ogs(moves), "game.json")
    thought = made_up_thinks(match.fingerprint, 12)
    assert match.shown[1] == 50 + round(thought[1] / 40)
    assert "most thinks are over 60 s: the pace is made up" in match.source.notes
    assert match.hidden["clocks"] is None


def test_a_game_without_times(one):
    match = one("(;SZ[9];B[aa];W[bb];B[cc])")
    gaps = [b - a for a, b in zip(match.shown, match.shown[1:], strict=False)]
    assert all(75 <= gap <= 500 for gap in gaps)
    assert match.source.notes[-1] == "no usable times: the pace is made up from the fingerprint"


def test_the_video_ends_four_seconds_after_the_last_stone_whatever_is_passed(one):
    match = one(ogs([[0, 0, 0], [1, 1, 3_000], [-1, -1, 50_000], [-1, -1, 1_000]]), "game.json")
    assert match.prefixes == 4
    assert match.frames == match.shown[1] + TAIL == 125 + 100


@pytest.mark.parametrize("think", [None, "x", -5, True, 1e400])
def test_odd_milliseconds_are_unknown(one, think):
    moves = [[0, 0, 1_000], [1, 1, 1_000], [2, 2, 6_000], [3, 3, think], [4, 4, 7_000]]
    match = one(ogs(moves), "game.json")
    # the lower median of the known thinks from the third move on: 6 s
    assert match.shown[3] - match.shown[2] == 150
