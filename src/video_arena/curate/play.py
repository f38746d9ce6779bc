"""A match as the sequence of what happened, in words that no name and no clock enters.

Two records of the same play have the same sequence, whoever is said to have played it, whenever,
and whatever V was. It is read off the rows of a ground-truth file or off the events of a match,
so that a corpus can be compared with records without its own records.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from video_arena.canonical import compact
from video_arena.game import Choice, Name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from video_arena.canonical import Json
    from video_arena.game import GameSpec
    from video_arena.match import Event

Square = tuple[int, int]
"""Column and row of a board, from 0, from the bottom left."""
Token = str | Square
Play = tuple[Token, ...]

_SQUARE = re.compile(r"([A-Z])(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Board:
    """A field whose vocabulary is every square of a board, such as A1 to H8."""

    field: str
    columns: str
    """The letters from left to right; go leaves out I."""
    rows: int

    def square(self, word: str) -> Square | None:
        """Column and row of a square's name, in either case; None if it is no square.

        >>> Board("coord", "ABC", 3).square("c1")
        (2, 0)
        """
        found = _SQUARE.fullmatch(word.strip().upper())
        if found is None or found[1] not in self.columns or not 1 <= int(found[2]) <= self.rows:
            return None
        return self.columns.index(found[1]), int(found[2]) - 1

    def images(self, play: Play) -> list[Play]:
        """The sequence seen in every mirror and turn of the board: 8 of a square one, else 4.

        The game's rules may allow fewer of them; a picture of a match that no rule allows is
        like no other match, so the others do no harm.
        """
        width, height = len(self.columns), self.rows
        out = []
        for swap, flip_x, flip_y in product((False, True), repeat=3):
            if swap and width != height:
                continue
            image: list[Token] = []
            for token in play:
                assert not isinstance(token, str)
                x, y = token
                x, y = (width - 1 - x if flip_x else x), (height - 1 - y if flip_y else y)
                image.append((y, x) if swap else (x, y))
            out.append(tuple(image))
        return out


def board_of(spec: GameSpec) -> Board | None:
    """The board that the game is played on: its first field that names every square of one."""
    for name, vocabulary in spec.fields.items():
        if not isinstance(vocabulary, Choice):
            continue
        found = [_SQUARE.fullmatch(word.upper()) for word in vocabulary.values]
        squares = {(word[1], int(word[2])) for word in found if word is not None}
        columns = "".join(sorted({column for column, _ in squares}))
        rows = max((row for _, row in squares), default=0)
        if len(squares) == len(found) == len(columns) * rows and min(len(columns), rows) > 1:
            return Board(name, columns, rows)
    return None


def play_of_rows(spec: GameSpec, rows: Iterable[Mapping[str, Json]]) -> Play:
    """The sequence of a case, from the rows of its ground truth.

    On a board a token is the square alone: the side follows from the order, and without it the
    same play with the colours exchanged is the same sequence. Elsewhere it is every identity
    field but names. Rows that T1 alone scores repeat another row's play and are left out.
    """
    kinds = {event.name: event for event in spec.events}
    labelled = any(event.labelled for event in spec.events)
    board = board_of(spec)
    out: list[Token] = []
    for row in rows:
        kind = str(row.get(spec.type_field or "", spec.events[0].name))
        event = kinds.get(kind)
        if event is None or (labelled and not event.labelled):
            continue
        square = board.square(str(row.get(board.field, ""))) if board else None
        if board is not None:
            if square is not None:
                out.append(square)
            continue
        fields = {
            name: _plain(row.get(name))
            for name in event.identity
            if not isinstance(spec.fields[name], Name)
        }
        out.append(compact([kind, fields]))
    return tuple(out)


def play_of_events(spec: GameSpec, events: Sequence[Event]) -> Play:
    """The sequence of a match, from its events; equal to that of the case built from it."""
    name = spec.type_field or ""
    return play_of_rows(spec, ({name: event.type, **event.fields} for event in events))


def _plain(value: Json) -> Json:
    return value.strip().casefold() if isinstance(value, str) else value
