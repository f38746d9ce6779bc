"""Reading texts of any size for traces: one pass, in pieces, with a memory of a few words.

A word is a square if it ends in one: `e4`, `Nxe4+`, `exd8=Q`, UCI's `e2e4` and `e7e8q` are all
their last square; so are the answer's `"coord": "E4"` and a GTP `play b q16`. SGF's `B[pd]` is
read as well. Letter case, punctuation, move numbers and line breaks do not matter; between two
squares of one run there are at most `GAP` characters. A run that has begun goes on over a step
that the text leaves out or has too many: castling is written without a square.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.contamination.traces import square_word, time_word
from video_arena.records import RecordFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

    from video_arena.contamination.traces import Traces
    from video_arena.curate.play import Board

PIECE = 1 << 20
GAP = 500
"""A row of an answer is about 120 characters, a commented PGN move rarely more than 200."""
_TAIL = 256
"""A word that ends a piece is read again with the next piece, if it is no longer than this."""

_SQUARE = rb"(?P<square>[a-z]\d{1,2})[a-z]?(?![a-z0-9])|[bw]\[(?P<sgf>[a-z]{2})\]"
_TIME = rb"(?<![a-z0-9.])(?P<time>\d{1,6}\.\d{1,3})(?![a-z0-9.])"
_INSIDE = re.compile(rb"[a-z0-9.\[-]+\Z")


@dataclass(frozen=True, slots=True)
class Finding:
    """A trace in a text."""

    file: str
    line: int
    """Where it begins, from 1."""
    case: str
    """The case; for a canary the corpus's name."""
    kind: str
    """`canary`, `moves` or `times`."""
    length: int
    """How many steps of the case are there in a row; 1 for a canary."""
    first_step: int = 0
    """Which step of the case the run begins with, from 1; 0 for a canary."""


@dataclass(slots=True)
class _Run:
    """A case's steps being found in the text."""

    case: int
    first: int
    step: int
    """The step that was found last."""
    found: int
    line: int
    """Where in the text it begins."""
    strays: int = 0
    """Words since then that are not the next step."""


def scan(folder: Path, traces: Traces) -> Iterator[Finding | tuple[str, str]]:
    """Scan every file below a folder, or one file; packed ones (`.gz`, `.bz2`, `.zst`) too.

    Yields:
        Findings; and for a file that cannot be read its name and why.
    """
    base = folder if folder.is_dir() else folder.parent
    files = sorted(p for p in folder.rglob("*") if p.is_file()) if folder.is_dir() else [folder]
    for path in files:
        name = str(path.relative_to(base))
        try:
            with RecordFile(path).open() as stream:
                yield from scan_stream(stream, name, traces)
        except (OSError, EOFError, ValueError) as error:
            yield name, str(error)


def scan_stream(stream: IO[bytes], name: str, traces: Traces) -> Iterator[Finding]:
    """Scan one text."""
    reader = _Reader(name, traces)
    carry, before, line = b"", 0, 1
    while piece := stream.read(PIECE):
        text = carry + piece.lower()
        keep = _unfinished(text)
        yield from reader.read(text, len(text) - keep, before, line)
        done = len(text) - keep
        line += text.count(b"\n", 0, done)
        before += done
        carry = text[done:]
    yield from reader.read(carry, len(carry), before, line)
    yield from reader.finish()


def _unfinished(text: bytes) -> int:
    """How many bytes at the end may belong to a word that goes on."""
    found = _INSIDE.search(text, max(0, len(text) - _TAIL))
    return 0 if found is None else len(text) - found.start()


class _Reader:
    """Turns a text into words, each for the games that may mean it."""

    def __init__(self, name: str, traces: Traces) -> None:
        self._name = name
        self._canaries = {mark.encode(): owner for mark, owner in traces.canaries.items()}
        self._boards = [_Lane(name, traces, board) for board in traces.seeds if board is not None]
        self._times = [_Lane(name, traces, None)] if None in traces.seeds else []
        patterns = [_SQUARE] * bool(self._boards) + [_TIME] * bool(self._times)
        self._word = re.compile(b"|".join(patterns)) if patterns else None

    def read(self, text: bytes, stop: int, before: int, line: int) -> Iterator[Finding]:
        """Read the words that begin before `stop`."""
        breaks = [m.start() for m in re.finditer(rb"\n", text[:stop])]
        for start, owner in self._marks(text, stop):
            yield Finding(self._name, line + bisect_left(breaks, start), owner, "canary", 1)
        if self._word is None:
            return
        for match in self._word.finditer(text):
            if match.start() >= stop:
                break
            for lane in self._boards if match.lastgroup != "time" else self._times:
                word = lane.word(match)
                if word is not None:
                    here = line + bisect_left(breaks, match.start())
                    yield from lane.step(word, here, before + match.end())

    def _marks(self, text: bytes, stop: int) -> list[tuple[int, str]]:
        found = []
        for mark, owner in self._canaries.items():
            start = text.find(mark, 0, stop)
            while start >= 0:
                found.append((start, owner))
                start = text.find(mark, start + 1, stop)
        return sorted(found)

    def finish(self) -> Iterator[Finding]:
        """The text ends, and all runs with it."""
        for lane in (*self._boards, *self._times):
            yield from lane.finish()


class _Lane:
    """Turns the words of one board, or the times, into runs."""

    def __init__(self, name: str, traces: Traces, board: Board | None) -> None:
        self._name = name
        self._run = traces.run
        self._cases = traces.cases
        self._board = board
        self._squares: dict[bytes, str | None] = {}
        """What each word that was seen means: there are few of them."""
        self._seeds = traces.seeds[board]
        self._window: deque[str] = deque(maxlen=traces.run)
        self._lines: deque[int] = deque(maxlen=traces.run)
        """The line of each word in the window."""
        self._end = 0
        """Where the last word ended."""
        self._runs: list[_Run] = []

    def word(self, match: re.Match[bytes]) -> str | None:
        """What a match means on this board."""
        if self._board is None:
            return time_word(match["time"].decode())
        text = match[match.lastgroup or 0]
        if text not in self._squares:
            self._squares[text] = _square(self._board, text)
        return self._squares[text]

    def step(self, word: str, line: int, end: int) -> Iterator[Finding]:
        """Take one more word; yield the runs that it ends."""
        if end - self._end > GAP:
            self._window.clear()
            self._lines.clear()
            yield from self.finish()
        self._end = end
        if self._window and word == self._window[-1]:
            return
        self._window.append(word)
        self._lines.append(line)
        yield from self._go_on(word)
        self._begin()

    def finish(self) -> Iterator[Finding]:
        """End all runs."""
        yield from self._report(self._runs)
        self._runs = []

    def _go_on(self, word: str) -> Iterator[Finding]:
        alive: list[_Run] = []
        ended: list[_Run] = []
        for run in self._runs:
            ahead = self._cases[run.case].words[run.step + 1 : run.step + 3]
            if word in ahead:
                run.step += 1 + ahead.index(word)
                run.found, run.strays = run.found + 1, 0
            else:
                run.strays += 1
            (alive if run.strays < 2 else ended).append(run)
        self._runs = alive
        yield from self._report(ended)

    def _begin(self) -> None:
        if len(self._window) < self._run:
            return
        for case, first in self._seeds.get(tuple(self._window), ()):
            last = first + self._run - 1
            if not any(r.case == case and r.first <= first and r.step >= last for r in self._runs):
                self._runs.append(_Run(case, first, last, self._run, self._lines[0]))

    def _report(self, runs: list[_Run]) -> Iterator[Finding]:
        kind = "times" if self._board is None else "moves"
        for run in runs:
            trace = self._cases[run.case]
            if trace.telling(run.first, run.step + 1) >= self._run:
                yield Finding(self._name, run.line, trace.case, kind, run.found, run.first + 1)


def _square(board: Board, text: bytes) -> str | None:
    """`e4`, or SGF's two letters: both count from `a`, the second from the top."""
    if text[1:].isdigit():
        square = board.square(text.decode())
        return None if square is None else square_word(*square)
    column, row = (byte - ord("a") for byte in text)
    if column < len(board.columns) and row < board.rows:
        return square_word(column, board.rows - 1 - row)
    return None
