"""Rows, values and the contract."""

from __future__ import annotations

import pytest

from va_gomoku.events import events_of, value_after
from va_gomoku.spec import coord, make_spec
from video_arena.labels import standings
from video_arena.plugins import load_game
from video_arena.values import EngineQuery, Recorded, Terminal

from .conftest import WIN, psq

FOURS = "8,8 1,1 9,8 1,3 10,8 1,5 11,8 2,8 12,8"


def test_rows(one):
    rows = list(events_of(one(psq())))
    assert [row.type for row in rows] == ["move"] * 9
    assert rows[0].fields == {"idx": 1, "color": "B", "coord": "H8"}
    assert rows[1].fields == {"idx": 2, "color": "W", "coord": "A15"}
    assert rows[-1].fields == {"idx": 9, "color": "B", "coord": "L8"}
    assert [row.prefix for row in rows] == list(range(1, 10))


def test_columns_have_an_i_and_rows_count_from_the_bottom():
    assert [coord(15, (x, 0)) for x in (0, 7, 8, 14)] == ["A15", "H15", "I15", "O15"]
    assert coord(15, (0, 14)) == "A1"
    assert coord(20, (19, 19)) == "T1"


def test_values(one):
    game = one(psq())
    assert value_after(game, 0) == Recorded(0.5)
    query = value_after(game, 3)
    assert query == EngineQuery(
        "gomocup",
        {"size": 15, "rule": "freestyle", "moves": [[7, 7], [0, 0], [8, 7]]},
        flipped=True,
    )
    assert not value_after(game, 4).flipped
    assert value_after(game, 9) == Terminal(1.0)
    with pytest.raises(IndexError):
        value_after(game, 10)


def test_one_move_before_five_the_rules_decide(one):
    """After White's 2,8 Black completes five at 12,8: no engine is asked."""
    assert value_after(one(psq(FOURS)), 8) == Terminal(1.0)


def test_white_about_to_win_is_zero(one):
    moves = "8,8 " + " ".join(
        f"{a} {b}"
        for a, b in zip(
            ("1,1", "2,1", "3,1", "4,1", "5,1"), ("9,14", "3,9", "12,2", "14,6", ""), strict=True
        )
    )
    game = one(psq(moves.strip()))
    assert game.winner == "W"
    assert value_after(game, 9) == Terminal(0.0)
    assert value_after(game, 10) == Terminal(0.0)


@pytest.mark.parametrize("before", [0.0, 0.5, 1.0])
def test_the_last_smoothed_value_is_the_winner_whatever_the_engine_says(one, before):
    """Terminal consistency: of the last two values both come from the rules."""
    game = one(psq())
    values = [
        value.value if isinstance(value, (Recorded, Terminal)) else before
        for value in (value_after(game, prefix) for prefix in range(10))
    ]
    rule = make_spec(15).labels
    steps = standings(rule, values)
    assert steps[-1].value == 1.0
    assert rule.label(steps[-2], steps[-1]).state == "B"


def test_a_full_board_is_a_draw(one):
    """Rows of pairs, shifted by one in every other pair of rows: nowhere three in a row."""
    size = 15
    colours = {(x, y): "BW"[(x // 2 + y) % 2] for x in range(size) for y in range(size)}
    sides = {side: [p for p, c in sorted(colours.items()) if c == side] for side in "BW"}
    black, white = sorted(sides.values(), key=len, reverse=True)
    while len(black) > len(white) + 1:
        white.append(black.pop())
    order = [p for pair in zip(black, [*white, None], strict=True) for p in pair if p]
    game = one(psq(" ".join(f"{x + 1},{y + 1}" for x, y in order)))
    assert (game.winner, game.prefixes) == (None, 225)
    assert value_after(game, 225) == Terminal(0.5)
    assert value_after(game, 224) == Terminal(0.5)


def test_the_spec_by_its_entry_points():
    small, large = load_game("gomoku").spec, load_game("gomoku20").spec
    assert (len(small.fields["coord"].values), len(large.fields["coord"].values)) == (225, 400)
    assert (small.media.width, small.media.height, small.media.fps) == (504, 504, 25)
    assert small.labels.smoothing == "trailing2_movepair"
    assert (small.labels.update_labels, small.labels.state_labels) == (
        ("B", "W", "equal"),
        ("B", "W", "equal"),
    )
    assert small.engine == "rapfi-300k-nodes"
    assert small.digest() != large.digest()


def test_the_rule_is_part_of_the_game(one):
    standard = one(psq(WIN), rule="standard")
    assert standard.fingerprint != one(psq(WIN)).fingerprint
    assert value_after(standard, 1).request["rule"] == "standard"
