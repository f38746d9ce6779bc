"""What a corpus's cases look like in a text, whatever that text is.

On a board a case is the order of its squares, equal neighbours joined: a move and its capture are
one square, and so are a move and the recapture, in every notation alike. Elsewhere it is the order
of its times in seconds as the answer has them, such as 83.267; a whole second could be any number
and says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from video_arena.curate.play import board_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from video_arena.canonical import Json
    from video_arena.curate.corpora import Corpus
    from video_arena.curate.play import Board
    from video_arena.game import GameSpec

RUN = 8
"""So many steps of a case in a row, beyond what is common knowledge, are a finding."""
OPENING = 24
"""A case's first steps on a board are common knowledge: openings are in every book."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One case as words of a text, and how many of the first are common knowledge."""

    case: str
    board: Board | None
    """None where the words are times."""
    words: tuple[str, ...]
    common: int

    def telling(self, first: int, stop: int) -> int:
        """How many of the steps `first` to `stop` count, `stop` excluded.

        A case that is hardly longer than an opening counts if the whole of it is there.
        """
        if first == 0 and stop == len(self.words):
            return stop
        return max(0, stop - max(first, self.common))


@dataclass(slots=True)
class Traces:
    """All that is looked for."""

    run: int = RUN
    cases: list[Trace] = field(default_factory=list)
    seeds: dict[Board | None, dict[tuple[str, ...], list[tuple[int, int]]]] = field(
        default_factory=dict
    )
    """By board (None for times): where each run of `run` words begins, case and step."""
    canaries: dict[str, str] = field(default_factory=dict)
    """What a canary's identifier belongs to, by the identifier in lower case."""

    def add_corpus(self, spec: GameSpec, corpus: Corpus, opening: int = OPENING) -> None:
        """Look for a corpus's canary and for every case, the retired ones included."""
        board = board_of(spec)
        for truth in (*corpus.truths, *corpus.retired):
            self.canaries[truth.canary.rpartition(" ")[2].lower()] = corpus.name
            words = words_of(spec, board, truth.events)
            self._add(Trace(truth.case_id, board, words, opening if board else 0))

    def _add(self, trace: Trace) -> None:
        number = len(self.cases)
        self.cases.append(trace)
        seeds = self.seeds.setdefault(trace.board, {})
        for step in range(len(trace.words) - self.run + 1):
            seed = trace.words[step : step + self.run]
            seeds.setdefault(seed, []).append((number, step))


def words_of(
    spec: GameSpec, board: Board | None, rows: Sequence[Mapping[str, Json]]
) -> tuple[str, ...]:
    """A case's steps as the scanner reads them in a text."""
    if board is None:
        return _joined(time_word(row[spec.time_field]) for row in rows)
    squares = (board.square(str(row.get(board.field, ""))) for row in rows)
    return _joined(square_word(*square) for square in squares if square is not None)


def _joined(words: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(word for word, _ in groupby(words) if word is not None)


def square_word(column: int, row: int) -> str:
    """A square by its place, whatever letters the board has: `3,4`."""
    return f"{column},{row}"


def time_word(seconds: object) -> str | None:
    """A time as the ground truth prints it; None for a whole second."""
    number = float(str(seconds))
    return None if number.is_integer() else repr(number)
