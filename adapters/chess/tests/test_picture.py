"""What is on the picture, and what is not."""

from __future__ import annotations

from dataclasses import replace

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_chess import picture
from va_chess.adapter import strip_hud
from va_chess.parse import read_game
from va_chess.select import Selection
from va_chess.spec import SPEC
from va_chess.split import GameText
from video_arena.match import Span

PGN = (
    '[Event "A cup"]\n[White "Anna"]\n[Black "Björn"]\n[WhiteElo "2000"]\n[BlackElo "1900"]\n'
    '[Result "1-0"]\n[TimeControl "60+0"]\n\n'
    "1. e4 {[%clk 0:01:00]} d5 {[%clk 0:01:00]} 2. exd5 {[%clk 0:00:57]} Qxd5 {[%clk 0:00:51]} "
    "3. Nc3 {[%clk 0:00:55]} Qd8 {[%clk 0:00:51]} 1-0"
)
MATCH = read_game(GameText(1, 1, PGN.encode()), "f", Selection())
ALL = frozenset(element.name for element in SPEC.hud)
PLAIN = frozenset()


def frames(match, span, hud=PLAIN):
    out = []
    for run in picture.render(match, span, hud):
        out += [run.picture] * run.count
    return out


def test_size_and_length_are_the_contract():
    shown = frames(MATCH, Span(0, MATCH.frames))
    assert len(shown) == MATCH.frames
    assert {image.shape for image in shown} == {(SPEC.media.height, SPEC.media.width, 3)}
    assert {image.dtype for image in shown} == {np.dtype(np.uint8)}


def test_the_start_stands_until_the_first_ply():
    # thinks: -, 0, 3, 9, 2, 0: frames 2, 3, 5, 14, 16, 17
    assert MATCH.shown == (2, 3, 5, 14, 16, 17)
    shown = frames(MATCH, Span(0, MATCH.frames))
    changes = [i for i in range(1, len(shown)) if not np.array_equal(shown[i], shown[i - 1])]
    assert tuple(changes) == MATCH.shown
    assert np.array_equal(shown[0], picture.draw_board(picture.codes_of(chess.Board())))


@given(st.integers(0, 25), st.integers(0, 25), st.booleans())
def test_any_span_is_that_part_of_the_whole(start, stop, people):
    hud = ALL if people else PLAIN
    whole = frames(MATCH, Span(0, MATCH.frames), hud)
    part = frames(MATCH, Span(start, stop), hud)
    expected = whole[start:stop]
    assert len(part) == len(expected)
    assert all(np.array_equal(a, b) for a, b in zip(part, expected, strict=True))


def test_neighbouring_runs_differ():
    runs = list(picture.render(MATCH, Span(0, MATCH.frames), PLAIN))
    assert [run.count for run in runs] == [2, 1, 2, 9, 2, 1, 4]


def square(image, name):
    at = chess.parse_square(name)
    top = picture.BORDER + (7 - chess.square_rank(at)) * picture.SQUARE
    left = picture.BORDER + chess.square_file(at) * picture.SQUARE
    return image[top : top + picture.SQUARE, left : left + picture.SQUARE]


def test_white_is_at_the_bottom_and_a1_is_dark():
    image = picture.draw_board(picture.codes_of(chess.Board()))
    assert tuple(square(image, "a1")[0, 0]) == picture.DARK
    assert tuple(square(image, "h1")[0, 0]) == picture.LIGHT
    assert tuple(square(image, "d4")[30, 30]) == picture.DARK
    # White's pieces are the bright ones, and they stand on the first two ranks.
    assert square(image, "e2").max(axis=2).mean() > square(image, "e7").max(axis=2).mean()


def test_a_move_changes_its_squares_and_no_other_pixel():
    before, after = chess.Board(), chess.Board()
    after.push_san("e4")
    a, b = (picture.draw_board(picture.codes_of(board)) for board in (before, after))
    for name in chess.SQUARE_NAMES:
        same = np.array_equal(square(a, name), square(b, name))
        assert same == (name not in {"e2", "e4"})


def test_every_piece_looks_different_on_every_square():
    tiles = picture._tiles()
    for shade in range(2):
        for i in range(13):
            for j in range(i):
                difference = np.abs(tiles[shade, i].astype(int) - tiles[shade, j]).max(axis=2)
                assert (difference > 60).sum() > 100, (shade, i, j)


def test_nothing_hidden_reaches_a_case():
    hidden = {
        **MATCH.hidden,
        "white": "Someone else",
        "black": "x" * 40,
        "white_rating": "1",
        "clocks": ["9:99"] * 6,
        "result": "0-1",
        "values": [0.0, 1.0] * 4,
    }
    other = replace(MATCH, hidden=hidden)
    span = Span(0, MATCH.frames)
    pairs = zip(frames(MATCH, span), frames(other, span), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)
    assert strip_hud(SPEC.hud) == frozenset()


@pytest.mark.parametrize("element", sorted(ALL))
def test_each_hud_element_draws_something_of_its_own(element):
    match = replace(MATCH, hidden={**MATCH.hidden, "values": [0.5, 0.6, 0.4, 0.5, 0.5, 0.9, 0.95]})
    last = Span(MATCH.frames - 1, MATCH.frames)
    (alone,) = frames(match, last, frozenset({element}))
    (rest,) = frames(match, last, ALL - {element})
    (everything,) = frames(match, last, ALL)
    assert alone.shape == everything.shape == (548, 548, 3)
    assert not np.array_equal(everything, rest)


def test_hud_without_what_it_would_show_is_left_out():
    bare = read_game(GameText(1, 1, b"1. e4 *"), "f", Selection())
    assert len(frames(bare, Span(0, bare.frames), ALL)) == bare.frames


def test_pictures_are_not_shared():
    first, *_ = picture.render(MATCH, Span(0, 5), PLAIN)
    first.picture[:] = 0
    again, *_ = picture.render(MATCH, Span(0, 5), PLAIN)
    assert again.picture.any()
