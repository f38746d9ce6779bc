"""Rows worked out by hand, and the same rows told from the boards alone."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_chess.events import events_of, value_after
from va_chess.parse import read_game
from va_chess.select import Selection
from va_chess.split import GameText
from video_arena.values import EngineQuery, Terminal


def match_of(pgn):
    return read_game(GameText(1, 1, pgn.encode()), "f", Selection())


def rows(pgn):
    return [
        (event.type, event.fields["idx"], event.fields["color"], event.fields["coord"])
        for event in events_of(match_of(pgn))
    ]


def fen(position, moves):
    return f'[FEN "{position}"]\n\n{moves} *'


GOLDEN = {
    "the reference's example": ("1. e4 *", [("move", 1, "W", "E4")]),
    "castling short": (
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *",
        [
            ("move", 1, "W", "E4"),
            ("move", 2, "B", "E5"),
            ("move", 3, "W", "F3"),
            ("move", 4, "B", "F6"),
            ("move", 5, "W", "C4"),
            ("move", 6, "B", "C5"),
            ("move", 7, "W", "G1"),
            ("move", 8, "B", "G8"),
        ],
    ),
    "castling long": (
        fen("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "1. O-O-O O-O-O"),
        [("move", 1, "W", "C1"), ("move", 2, "B", "C8")],
    ),
    "en passant by White": (
        "1. e4 a6 2. e5 d5 3. exd6 *",
        [
            ("move", 1, "W", "E4"),
            ("move", 2, "B", "A6"),
            ("move", 3, "W", "E5"),
            ("move", 4, "B", "D5"),
            ("move", 5, "W", "D6"),
            ("capture", 5, "W", "D6"),
        ],
    ),
    "en passant by Black": (
        fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "1. e4 dxe3"),
        [("move", 1, "W", "E4"), ("move", 2, "B", "E3"), ("capture", 2, "B", "E3")],
    ),
    "promotion": (
        fen("7k/P7/8/8/8/8/8/7K w - - 0 1", "1. a8=Q+"),
        [("move", 1, "W", "A8")],
    ),
    "promotion by taking": (
        fen("1n5k/P7/8/8/8/8/8/7K w - - 0 1", "1. axb8=R+"),
        [("move", 1, "W", "B8"), ("capture", 1, "W", "B8")],
    ),
    "Black begins": (
        fen("4k3/8/8/8/8/8/r7/4K3 b - - 0 40", "40... Re2+ 41. Kxe2"),
        [("move", 1, "B", "E2"), ("move", 2, "W", "E2"), ("capture", 2, "W", "E2")],
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_rows(name):
    pgn, expected = GOLDEN[name]
    assert rows(pgn) == expected


def test_a_capture_stands_beside_its_move_without_labels():
    _, _, move, capture = events_of(match_of("1. e4 d5 2. exd5 *"))
    assert (move.type, move.labelled, move.prefix) == ("move", True, 3)
    assert (capture.type, capture.labelled, capture.prefix) == ("capture", False, 3)
    assert move.frame == capture.frame
    assert list(move.fields) == list(capture.fields) == ["idx", "color", "coord"]


def test_values_are_asked_for_the_side_to_move():
    match = match_of("1. e4 e5 *")
    assert value_after(match, 0) == EngineQuery("uci", {"start": "startpos", "moves": []})
    assert value_after(match, 1) == EngineQuery(
        "uci", {"start": "startpos", "moves": ["e2e4"]}, flipped=True
    )
    assert value_after(match, 2).flipped is False
    with pytest.raises(IndexError):
        value_after(match, 3)
    with pytest.raises(IndexError):
        value_after(match, -1)


def test_a_game_that_black_begins_is_turned_the_other_way():
    start = "4k3/8/8/8/8/8/r7/4K3 b - - 0 40"
    match = match_of(fen(start, "40... Kd7"))
    assert value_after(match, 0) == EngineQuery("uci", {"start": start, "moves": []}, flipped=True)
    assert value_after(match, 1).flipped is False


@pytest.mark.parametrize(
    ("pgn", "value"),
    [
        ("1. f3 e5 2. g4 Qh4# 0-1", 0.0),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", 1.0),
        (fen("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "1. Qg6"), 0.5),
        (fen("7k/8/8/8/8/8/6p1/7K w - - 0 1", "1. Kxg2"), 0.5),
        (fen("4k3/8/8/8/8/8/8/R3K3 w - - 149 100", "1. Ra2"), 0.5),
        ("Nf3 Nf6 Ng1 Ng8 " * 4 + "1/2-1/2", 0.5),
    ],
)
def test_finished_games_have_the_value_of_the_rules(pgn, value):
    match = match_of(pgn)
    assert value_after(match, match.prefixes) == Terminal(value)
    assert isinstance(value_after(match, match.prefixes - 1), EngineQuery)


def test_a_claimable_repetition_is_not_the_end():
    match = match_of("Nf3 Nf6 Ng1 Ng8 " * 2 + "1/2-1/2")
    assert isinstance(value_after(match, 8), EngineQuery)


@given(st.integers(), st.integers(1, 150))
def test_rows_agree_with_what_changed_on_the_board(seed, plies):
    choose = random.Random(seed)
    board = chess.Board()
    while len(board.move_stack) < plies and not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
    uci = " ".join(move.uci() for move in board.move_stack)
    match = match_of(uci + " *")
    told = {}
    for event in events_of(match):
        told.setdefault(event.prefix, {})[event.type] = event
    board = chess.Board()
    for ply, move in enumerate(match.moves, 1):
        before = board.piece_map()
        board.push_uci(move)
        after = board.piece_map()
        colour = ply % 2 == 1
        # The mover's pieces that stand where they did not stand, the king's square in castling.
        fresh = {
            square: piece
            for square, piece in after.items()
            if piece.color == colour and before.get(square) != piece
        }
        kings = [s for s, p in fresh.items() if p.piece_type == chess.KING]
        (target,) = kings or fresh
        taken = sum(p.color != colour for p in before.values()) > sum(
            p.color != colour for p in after.values()
        )
        assert sorted(told[ply]) == (["capture", "move"] if taken else ["move"])
        for event in told[ply].values():
            assert event.fields["coord"] == chess.SQUARE_NAMES[target].upper()
            assert event.fields["color"] == ("W" if colour else "B")
            assert event.frame == match.shown[ply - 1]
