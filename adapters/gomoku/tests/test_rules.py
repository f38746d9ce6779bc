"""Wins and fouls, on boards drawn by hand."""

from __future__ import annotations

import pytest

from va_gomoku.rules import Board


def board(rows, rule, size=15):
    """A board from its lines of text: X black, O white, * a black stone that was just placed."""
    made = Board(size, rule)
    last = None
    for y, row in enumerate(rows):
        for x, cell in enumerate(row.split()):
            if cell in "X*":
                made.stones[x, y] = "B"
            if cell == "O":
                made.stones[x, y] = "W"
            if cell == "*":
                last = (x, y)
    return made, last


def fouled(*rows):
    made, last = board(rows, "renju")
    before = dict(made.stones)
    foul = made.forbidden(last)
    assert made.stones == before
    return foul


@pytest.mark.parametrize(
    ("row", "freestyle", "standard", "renju"),
    [
        (". X X * X X .", True, True, True),
        ("X X * X X X .", True, False, False),
        (". X X * X . X", False, False, False),
        ("X X X X *", True, True, True),
    ],
)
def test_black_wins(row, freestyle, standard, renju):
    for rule, wins in (("freestyle", freestyle), ("standard", standard), ("renju", renju)):
        made, last = board([row], rule)
        assert made.wins_by(last) is wins


def test_white_wins_renju_by_an_overline():
    made = Board(15, "renju")
    for x in range(6):
        made.stones[x, 3] = "W"
    assert made.wins_by((2, 3))


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (1, 1), (1, -1)])
def test_every_direction_up_to_the_edge(step):
    made = Board(15, "freestyle")
    start = (10, 10) if step != (1, -1) else (10, 4)
    points = [(start[0] + k * step[0], start[1] + k * step[1]) for k in range(5)]
    for point in points:
        assert made.inside(point)
        made.stones[point] = "B"
    assert all(made.wins_by(point) for point in points)
    del made.stones[points[2]]
    made.stones[0, 14 if start[1] > 5 else 0] = "W"
    # Four stones and an odd number in all: the next is white's, who has no four.
    assert not made.completes_five() or made.to_move == "B"


def test_completing_five():
    made = Board(15, "freestyle", [(3, 3), (0, 0), (4, 3), (0, 2), (5, 3), (0, 4), (7, 3), (0, 6)])
    assert made.to_move == "B"
    assert made.completes_five()
    exact = Board(15, "standard", [*made.stones, (8, 3), (14, 14)])
    assert not exact.completes_five()


def test_two_threes():
    assert (
        fouled(
            ". . . . . . . .",
            ". . . . X . . .",
            ". . . . X . . .",
            ". . X X * . . .",
            ". . . . . . . .",
            ". . . . . . . .",
        )
        == "two threes"
    )


def test_a_three_that_cannot_become_an_open_four_is_none():
    """The upright three has the edge above and white below."""
    assert (
        fouled(
            ". . . . X . . .",
            ". . . . X . . .",
            ". . X X * . . .",
            ". . . . O . . .",
        )
        is None
    )


def test_a_split_three_counts():
    assert (
        fouled(
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . X X * . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        )
        == "two threes"
    )


def test_two_fours():
    assert (
        fouled(
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". X X X * . . . .",
            ". . . . . . . . .",
        )
        == "two fours"
    )


def test_two_fours_in_one_row():
    """Each gap completes a five of its own: columns 1 to 5, and 3 to 7."""
    assert fouled("X . X X * . X .") == "two fours"


def test_a_gap_that_makes_six_completes_nothing():
    """Only the gap at column 3 makes exactly five; the one at column 7 makes six."""
    assert fouled("O X . X X * . X X .") is None


def test_a_four_with_a_three_is_allowed():
    assert (
        fouled(
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            "O X X X * . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        )
        is None
    )


def test_five_is_no_foul_whatever_else_it_makes():
    assert (
        fouled(
            ". . . . . . . . .",
            ". . . . . X . . .",
            ". . . . . X . . .",
            ". X X X X * . . .",
            ". . . . . X . . .",
            ". . . . . X . . .",
            ". . . . . X . . .",
        )
        is None
    )


def test_an_overline_is_a_foul():
    assert fouled("X X X * X X") == "an overline"


def test_a_three_whose_open_four_would_be_a_foul_is_none():
    """The upright three's straight four needs the point above or below: both make an overline."""
    row = "X X X . X X X"  # through the point above: filling the gap makes seven
    rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        f". {row} .",
        ". . . . X . . . .",
        ". . . . X . . . .",
        ". . X X * . . . .",
        f". {row} .",
        ". . . . . . . . .",
    ]
    assert fouled(*rows) is None


def test_white_has_no_fouls():
    made, _ = board([". . . .", ". . O O O", ". . O", ". . O"], "renju")
    assert made.forbidden((2, 1)) is None
