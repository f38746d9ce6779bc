"""The evaluator against what is known about the game."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from va_tictactoe.board import EMPTY, free, played, winner
from va_tictactoe.solver import PIN, driver, game_value, reachable
from video_arena.engines import EngineMismatch
from video_arena.values import EngineQuery


@cache
def games(position: str) -> Counter[str | None]:
    """Every way to play on from a position, by who wins."""
    squares = free(position)
    if not squares:
        return Counter([winner(position)])
    return sum((games(played(position, square)) for square in squares), Counter())


def test_the_whole_game_has_its_known_numbers_of_positions_and_games():
    assert reachable() == 5478
    assert games(EMPTY) == {"X": 131_184, "O": 77_904, None: 46_080}


@pytest.mark.parametrize(
    ("position", "value"),
    [
        (EMPTY, 0.5),  # a draw, as everybody knows
        ("....X....", 0.5),  # so is the centre
        ("X.......O", 1.0),  # corner, opposite corner: X takes a third corner and has two threats
        ("XX..O.O..", 1.0),  # X closes its row before O closes its diagonal
        ("XX..O....", 0.5),  # O must and does close the row
        ("X.X.O...O", 1.0),  # X closes its row at once
        ("XOXOOXXXO", 0.5),  # full
        ("OOOXX.X..", 0.0),  # over
    ],
)
def test_values_that_are_known_by_hand(position, value):
    assert game_value(position) == value


def test_a_session_answers_by_index_and_refuses_a_budget():
    session = driver.open(PIN)
    queries = [EngineQuery(PIN.driver, {"position": p}) for p in ("X.......O", EMPTY)]
    assert [(i, answer.value) for i, answer in session.evaluate(queries)] == [(0, 1.0), (1, 0.5)]
    with pytest.raises(EngineMismatch, match="no budget"):
        driver.open(PIN.with_budget({"depth": 3}))
