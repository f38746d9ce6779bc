"""The picture: what is where, and nothing else."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from va_gomoku.picture import draw_board, render
from va_gomoku.wood import centre, star_points
from video_arena.match import Span

from .conftest import psq


@pytest.mark.parametrize("size", [15, 20])
def test_stones_stand_on_their_points(size):
    """Black in the corner and at the centre's left, white beside: told apart by brightness."""
    moves = [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1), (7, 7), (8, 7)]
    picture = draw_board(size, moves).astype(int)
    assert picture.shape == (504, 504, 3)
    for number, move in enumerate(moves):
        x, y = centre(size, move)
        light = picture[y - 3 : y + 4, x - 3 : x + 4].mean()
        assert light > 200 if number % 2 else light < 90, (number, light)


def test_only_the_neighbourhood_of_a_new_stone_changes():
    before, after = draw_board(15, [(7, 7)]), draw_board(15, [(7, 7), (3, 11)])
    ys, xs = np.nonzero((before != after).any(axis=2))
    x, y = centre(15, (3, 11))
    assert abs(xs - x).max() <= 24
    assert abs(ys - y).max() <= 24
    assert len(xs) > 600


def test_the_order_of_play_is_not_in_the_picture():
    """No marker of the last move: the same stones in any order are the same picture."""
    moves = [(7, 7), (8, 7), (7, 8), (8, 8), (9, 9), (6, 6)]
    first = draw_board(15, moves)
    for black in itertools.permutations(moves[::2]):
        for white in itertools.permutations(moves[1::2]):
            mixed = [p for pair in zip(black, white, strict=True) for p in pair]
            assert np.array_equal(first, draw_board(15, mixed))


def test_star_points():
    assert set(star_points(15)) == {(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)}
    assert len(star_points(20)) == 4


def test_runs_follow_the_moves(one):
    game = one(psq())
    runs = list(render(game, Span(0, game.frames), frozenset()))
    assert [run.count for run in runs] == [50, 25, 25, 33, 50, 25, 25, 25, 25, 100]
    assert sum(run.count for run in runs) == game.frames
    (alone,) = render(game, Span(120, 121), frozenset())
    assert np.array_equal(alone.picture, runs[3].picture)


def test_the_hud_draws_every_element(one):
    import dataclasses

    from va_gomoku.spec import make_spec

    game = one(psq())
    values = [0.5 + i / 20 for i in range(10)]
    shown = dataclasses.replace(game, hidden={**game.hidden, "values": values})
    span = Span(game.frames - 1, game.frames)
    names = [element.name for element in make_spec(15).hud]
    # Any element shrinks the board; beyond that each draws something of its own.
    (base,) = render(shown, span, frozenset({"none of them"}))
    for name in names:
        (run,) = render(shown, span, frozenset({name}))
        assert (run.picture != base.picture).any(), name
