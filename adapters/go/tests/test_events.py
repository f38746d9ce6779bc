"""Rows, and what KataGo is asked."""

from __future__ import annotations

import itertools
import json

import pytest

from va_go.events import events_of, value_after
from va_go.spec import SPEC
from video_arena.values import Terminal

KO = "(;SZ[5]KM[6.5]RU[Japanese]AB[bb][ac][bd]AW[cb][bc][dc][cd];B[cc];W[ea];B[];W[ee])"
# .....   row 5
# .XO..
# XO.O.   Black takes B3 by playing C3
# .XO..
# .....


def rows(match):
    return [(e.type, e.fields["color"], e.fields["coord"], e.prefix) for e in events_of(match)]


def test_a_capture_is_a_second_row_at_the_same_time(one):
    match = one(KO)
    assert rows(match) == [
        ("move", "B", "C3", 1),
        ("capture", "B", "C3", 1),
        ("move", "W", "E5", 2),
        # Black's pass is the third move and no row.
        ("move", "W", "E1", 4),
    ]
    events = list(events_of(match))
    assert events[0].frame == events[1].frame == match.shown[0]
    assert events[3].frame == match.shown[3]
    assert [e.labelled for e in events] == [True, False, True, True]
    assert list(events[0].fields) == ["idx", "color", "coord"]


def test_many_stones_taken_are_one_capture(one):
    # A5, B5 and A4 go at once.
    match = one("(;SZ[5]AB[ca][bb]AW[aa][ba][ab];B[ac])")
    assert rows(match) == [("move", "B", "A3", 1), ("capture", "B", "A3", 1)]


def test_a_suicide_captures_nothing(one):
    match = one("(;SZ[5]RU[NZ]AW[ad][bd][ce]AB[ae];B[be])")
    assert rows(match) == [("move", "B", "B1", 1)]


def request(match, prefix):
    query = value_after(match, prefix)
    assert (query.protocol, query.flipped) == ("katago", False)
    json.dumps(dict(query.request))
    return query.request


def test_a_query_is_the_whole_game_so_far(one):
    match = one(KO)
    first = request(match, 0)
    assert first["moves"] == []
    assert first["initialPlayer"] == "B"
    assert (first["komi"], first["boardXSize"], first["boardYSize"]) == (6.5, 5, 5)
    assert first["rules"]["score"] == "TERRITORY"
    assert first["initialStones"] == [
        ["B", "B2"],
        ["W", "C2"],
        ["B", "A3"],
        ["W", "B3"],
        ["W", "D3"],
        ["B", "B4"],
        ["W", "C4"],
    ]
    assert request(match, 4)["moves"] == [["B", "C3"], ["W", "E5"], ["B", "pass"], ["W", "E1"]]
    assert request(match, 2)["moves"] == [["B", "C3"], ["W", "E5"]]
    with pytest.raises(IndexError):
        value_after(match, 5)


def test_handicap_stones_that_are_placed_one_by_one_leave_black_to_move(one):
    game = {"width": 9, "height": 9, "komi": 0.5, "rules": "chinese", "handicap": 2}
    game |= {"moves": [[2, 2, 1], [6, 6, 1], [2, 6, 1], [6, 2, 1]]}
    match = one(json.dumps(game), "g.json")
    told = [
        (len(r["initialStones"]), r["initialPlayer"], len(r["moves"]))
        for r in (request(match, prefix) for prefix in range(5))
    ]
    assert told == [(0, "B", 0), (1, "B", 0), (2, "W", 0), (2, "W", 1), (2, "W", 2)]


def test_a_side_that_plays_twice_has_the_other_pass(one):
    match = one("(;SZ[9];B[aa];B[bb];W[cc];W[dd])")
    # After the first move Black is to move again, so White has passed.
    assert request(match, 1)["moves"] == [["B", "A9"], ["W", "pass"]]
    assert request(match, 2)["moves"] == [["B", "A9"], ["W", "pass"], ["B", "B8"]]
    assert request(match, 4)["moves"][-3:] == [["W", "C7"], ["B", "pass"], ["W", "D6"]]


def test_the_requests_of_a_game_go_on_from_each_other(one):
    match = one("(;SZ[9];B[aa];B[bb];W[cc];W[];B[dd];W[ee])")
    asked = [request(match, prefix)["moves"] for prefix in range(7)]
    for before, after in itertools.pairwise(asked):
        assert after[: len(before)] == before


def test_a_counted_end_is_not_asked(one):
    match = one("(;SZ[9]RE[W+4.5];B[aa];W[bb];B[];W[])")
    assert value_after(match, 4) == Terminal(0.0)
    assert request(match, 3)["moves"][-1] == ["B", "pass"]


def test_the_spec_is_the_contract():
    assert (SPEC.media.width, SPEC.media.height, SPEC.media.fps) == (612, 612, 25)
    assert SPEC.fields["color"].values == ("B", "W")
    coordinates = SPEC.fields["coord"].values
    assert len(coordinates) == 361
    assert {"A1", "H8", "J9", "T19", "K10"} < set(coordinates)
    assert not any(name.startswith("I") for name in coordinates)
    assert SPEC.labels.update_labels == ("B", "W", "equal")
    assert (SPEC.labels.update_band, SPEC.labels.state_band) == (0.10, 0.10)
