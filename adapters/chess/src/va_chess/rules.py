"""Standard chess only: legal start, legal moves, and nothing after the game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from va_chess.errors import RejectedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_chess.movetext import Written

STANDARD_NAMES = frozenset({"", "standard", "normal", "chess", "orthodox", "from position", "?"})
"""Values of the Variant tag that mean ordinary chess, without regard to case and blanks."""


@dataclass(frozen=True, slots=True)
class Play:
    """What was played, in moves that need no reading."""

    start: str
    """FEN of the first position; `startpos` for the ordinary one."""
    moves: tuple[str, ...]
    """In UCI's notation: `e2e4`, `e1g1` for castling, `a7a8q`."""
    ending: str
    """How the rules ended the game: `checkmate`, `stalemate`, ...; `` where they did not."""
    side_to_move: str
    """`W` or `B`, in the last position."""


def check_variant(name: str) -> None:
    """Refuse everything but ordinary chess.

    Raises:
        RejectedError: another variant, or one that nobody knows.

    >>> check_variant(" Standard ")
    """
    if " ".join(name.split()).casefold() not in STANDARD_NAMES:
        raise RejectedError(f"unsupported variant: {name.strip()!r}")


def start_board(fen: str) -> chess.Board:
    """The first position; an empty FEN is the ordinary one.

    Raises:
        RejectedError: not a FEN, or a position that cannot arise in ordinary chess.
    """
    if not fen:
        return chess.Board()
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise RejectedError(f"illegal start position: {error}") from None
    status = board.status()
    if status != chess.STATUS_VALID:
        faults = [
            fault.name.lower().replace("_", " ")
            for fault in chess.Status
            if fault.name and fault in status and fault != chess.STATUS_VALID
        ]
        raise RejectedError(f"illegal start position: {', '.join(faults)} in {fen}")
    return board


def play(board: chess.Board, written: Sequence[Written]) -> Play:
    """Play the moves of a game from `board`, which is changed.

    Raises:
        RejectedError: no move at all, one that is illegal, ambiguous or not a move, or one that
            was played after the rules had ended the game; with its ply.
    """
    if not written:
        raise RejectedError("no moves")
    start = "startpos" if board.fen() == chess.STARTING_FEN else board.fen()
    moves = []
    for ply, word in enumerate(written, 1):
        if ending := _drawn(board):
            raise _after_the_end(word, ply, ending)
        move = _read_move(board, word, ply)
        moves.append(move.uci())
        board.push(move)
    return Play(start, tuple(moves), end_of(board), "W" if board.turn else "B")


def _read_move(board: chess.Board, word: Written, ply: int) -> chess.Move:
    try:
        return board.parse_san(word.san)
    except chess.IllegalMoveError:
        if ending := end_of(board):
            raise _after_the_end(word, ply, ending) from None
        reason = f"illegal move {word.san!r} for {'White' if board.turn else 'Black'}"
    except chess.AmbiguousMoveError:
        reason = f"ambiguous move {word.san!r}"
    except ValueError:
        reason = (
            f"{word.san!r} is not a move in algebraic notation with English letters (K Q R B N)"
        )
    raise RejectedError(f"{reason} in {board.fen()}", offset=word.offset, ply=ply)


def _after_the_end(word: Written, ply: int, ending: str) -> RejectedError:
    reason = f"a move after the end of the game: {word.san!r} after {ending}"
    return RejectedError(reason, offset=word.offset, ply=ply)


def end_of(board: chess.Board) -> str:
    """The rule that ended the game in this position, or an empty string.

    Checkmate, stalemate, a dead position by material, 75 moves and fivefold repetition end a game
    without anybody's claim (FIDE Laws 5.1.1, 5.2.1, 5.2.2, 9.6); threefold and 50 moves do not.
    """
    if not any(board.generate_legal_moves()):
        return "checkmate" if board.is_check() else "stalemate"
    return _drawn(board)


def _drawn(board: chess.Board) -> str:
    """The automatic draws that leave legal moves; cheap enough to ask before every move."""
    if board.is_insufficient_material():
        return "insufficient material"
    if board.is_seventyfive_moves():
        return "75 moves without capture or pawn move"
    # A position cannot stand five times before 16 reversible plies were played.
    if board.halfmove_clock >= 16 and board.is_fivefold_repetition():
        return "fivefold repetition"
    return ""
