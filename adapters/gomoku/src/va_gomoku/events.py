"""T1 rows of a game, and what is asked about V after each of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from va_engines.gomocup_session import gomocup_query
from va_gomoku.rules import BLACK, WHITE, Board
from va_gomoku.spec import coord
from video_arena.match import Event
from video_arena.values import Recorded, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_gomoku.match import GomokuMatch
    from video_arena.values import PrefixValue


def events_of(match: GomokuMatch) -> Iterator[Event]:
    """One `move` a stone."""
    for number, (move, frame) in enumerate(zip(match.moves, match.shown, strict=True), 1):
        fields = {
            "idx": number,
            "color": BLACK if number % 2 else WHITE,
            "coord": coord(match.size, move),
        }
        yield Event("move", fields, frame, number)


def value_after(match: GomokuMatch, prefix: int) -> PrefixValue:
    """Black's win probability after `prefix` moves.

    0.5 before the first one, by definition: engines give the empty board no value. The rules
    decide it where the game is over, and one move before: a side that completes five with its next
    stone has won, and the last free point of a board ends the game as it will. So after smoothing
    the last value is that of the result, 1, 0 or 0.5, whatever the engine: (1 + 1) / 2.

    Raises:
        IndexError: the game has fewer moves.
    """
    if not 0 <= prefix <= match.prefixes:
        raise IndexError(f"prefix {prefix} of a game of {match.prefixes} moves")
    if prefix == 0:
        return Recorded(0.5)
    if prefix == match.prefixes and match.winner is not None:
        return Terminal(1.0 if match.winner == BLACK else 0.0)
    board = Board(match.size, match.rule, match.moves[:prefix])
    black_moves = board.to_move == BLACK
    if board.completes_five():
        return Terminal(1.0 if black_moves else 0.0)
    if board.empty <= 1:
        return Terminal(0.5)
    return gomocup_query(match.size, match.rule, match.moves[:prefix], flipped=not black_moves)
