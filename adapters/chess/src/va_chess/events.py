"""T1 rows of a game, and what is asked about V after each of its plies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from video_arena.match import Event
from video_arena.values import EngineQuery, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_chess.match import ChessMatch
    from video_arena.values import PrefixValue


def events_of(match: ChessMatch) -> Iterator[Event]:
    """One `move` a ply and, where it takes something, one `capture` at the same time.

    Both name the mover's colour and the square on which the mover's piece comes to stand: the
    king's in castling, the pawn's in en passant and promotion. A `capture` carries no labels.
    """
    board = first_board(match)
    for ply, (uci, frame) in enumerate(zip(match.moves, match.shown, strict=True), 1):
        move = chess.Move.from_uci(uci)
        fields = {
            "idx": ply,
            "color": "W" if board.turn else "B",
            "coord": chess.square_name(move.to_square).upper(),
        }
        yield Event("move", fields, frame, ply)
        if board.is_capture(move):
            yield Event("capture", dict(fields), frame, ply, labelled=False)
        board.push(move)


def first_board(match: ChessMatch) -> chess.Board:
    """The first position."""
    return chess.Board() if match.start == "startpos" else chess.Board(match.start)


def value_after(match: ChessMatch, prefix: int) -> PrefixValue:
    """White's expected score after `prefix` plies: decided by the rules, or an engine's to say.

    Only the last position can be decided: a game that goes on after its end is no record. UCI
    engines answer for the side to move, so that the answer is turned round for Black.

    Raises:
        IndexError: the game has fewer plies.
    """
    if not 0 <= prefix <= match.prefixes:
        raise IndexError(f"prefix {prefix} of a game of {match.prefixes} plies")
    black_first = match.start != "startpos" and match.start.split()[1] == "b"
    black_to_move = (prefix % 2 == 1) != black_first
    if prefix == match.prefixes and match.ending:
        mated = match.ending == "checkmate"
        return Terminal((1.0 if black_to_move else 0.0) if mated else 0.5)
    return EngineQuery(
        "uci", {"start": match.start, "moves": list(match.moves[:prefix])}, flipped=black_to_move
    )
