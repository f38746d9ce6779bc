"""The record format `.ttt`, and the match that a line of it becomes.

A text file in UTF-8. Each line is a game: the players and a colon where they are known, then the
squares in the order they were taken, X first. Columns are a to c, rows 1 to 3 from the bottom.
Whatever follows a `#` is a comment. A game may be left unfinished.

    Ada - Brook: b2 a1 c3 a3 a2   # X to win, if O does not look
    b2 a1 c2 a2 a3 c1 b1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from va_tictactoe.board import EMPTY, SQUARES, played, winner, won_line
from va_tictactoe.spec import SPEC
from video_arena.canonical import digest
from video_arena.match import Match, RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from video_arena.records import RecordFile

FIRST_MOVE_S, MOVE_S, TAIL_S = 2, 2, 4
"""The empty board stands for two seconds, every move for two, the last position for four."""


@dataclass(frozen=True, kw_only=True)
class TicTacToe(Match):
    """A game as it was played: the squares in order, as indices into a position."""

    moves: tuple[int, ...]

    def position(self, prefix: int) -> str:
        """The position after `prefix` moves."""
        position = EMPTY
        for square in self.moves[:prefix]:
            position = played(position, square)
        return position

    def frame_of(self, prefix: int) -> int:
        """The first frame that shows the position after `prefix` moves; 0 for the empty board."""
        return 0 if prefix == 0 else (FIRST_MOVE_S + MOVE_S * (prefix - 1)) * int(SPEC.media.fps)


class BadGame(ValueError):
    """This line is no game; the message says where and why."""


def read_games(record: RecordFile, min_moves: int) -> Iterator[Match | RecordError | RecordSkipped]:
    """Every game of a file; a line that is none becomes a RecordError, and the next is read."""
    found = 0
    with record.open() as stream:
        for number, line in enumerate(stream, start=1):
            item = _read_line(line, record.name, f"line {number}")
            if isinstance(item, Match) and item.prefixes < min_moves:
                item = RecordSkipped(record.name, f"line {number}", "below --min-moves")
            if item is not None:
                found += 1
                yield item
    if not found:
        yield RecordError(record.name, "line 1", "the file holds no game")


def _read_line(line: bytes, file: str, place: str) -> Match | RecordError | RecordSkipped | None:
    try:
        text = line.decode().partition("#")[0].strip()
        return read_game(text, file, place) if text else None
    except (BadGame, UnicodeDecodeError) as error:
        return RecordError(file, place, str(error))


def read_game(text: str, file: str, place: str) -> TicTacToe:
    """Read one game.

    Raises:
        BadGame: an unknown or a taken square, a move after the end of the game, or no move.
    """
    names, _, words = text.rpartition(":")
    moves: list[int] = []
    position = EMPTY
    for number, word in enumerate(words.upper().split(), start=1):
        if word not in SQUARES:
            raise BadGame(f"move {number}: {word[:20]!r} is no square; write a1 to c3")
        if won_line(position):
            raise BadGame(f"move {number}: the game was won before it")
        square = SQUARES.index(word)
        if position[square] != ".":
            raise BadGame(f"move {number}: {word} is taken")
        position = played(position, square)
        moves.append(square)
    if not moves:
        raise BadGame("no move")
    x_name, _, o_name = names.partition(" - ")
    last_move_s = FIRST_MOVE_S + MOVE_S * (len(moves) - 1)
    return TicTacToe(
        source=Source(file=file, place=place),
        fingerprint=digest(moves),
        prefixes=len(moves),
        frames=(last_move_s + TAIL_S) * int(SPEC.media.fps),
        winner=winner(position),
        hidden={"x": x_name.strip() or "X", "o": o_name.strip() or "O"},
        record=f"{text}\n".encode(),
        record_suffix=".ttt",
        moves=tuple(moves),
    )
