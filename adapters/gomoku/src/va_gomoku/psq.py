"""PSQ and REC: the text of one game as Piskvork and the tools around Gomocup write it.

    Piskvorky 15x15, 11:11, 0        columns x rows, a level for each player, who begins
    8,7,1250                         column from the left, row from the top, from 1; milliseconds
    ...
    first.zip                        names, in tournaments; player 1 is black unless who begins is 1
    second.zip
    0                                how it ended; GomocupJudge writes -1, and a line behind it
    0,Freestyle15_1                  with the division, which tells the rule

The older `.rec` has the names first, the one that begins above, counts from 0, and does not say
the board. (Piskvork, source/game.cpp: openPsq, savePsq.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from va_gomoku.errors import RejectedError

REC_SIZE: Final = 20
"""The board that Piskvork assumes for a `.rec`."""
MOST_BYTES: Final = 1 << 20
"""A longer text is no game: the largest board has room for 9,600 moves."""

_HEADER = re.compile(r"Piskvorky\s+(\d+)\s*x\s*(\d+)\s*,\s*(\d+)\s*:\s*(\d+)\s*,\s*(\d+)\Z")
_MOVE = re.compile(r"(-?\d+)\s*,\s*(-?\d+)\s*(?:,\s*(-?\d+))?\Z")
_CODE = re.compile(r"-?\d+\Z")
_DIVISION = re.compile(r"(-?\d+)\s*,\s*(\D.*)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """What a record says, before anything is checked against the rules."""

    width: int
    height: int
    moves: tuple[tuple[int, int], ...]
    """Column and row from 0."""
    thinks: tuple[int | None, ...]
    """Milliseconds of each move; None where the record gives none."""
    black: str
    white: str
    code: int | None
    """How it ended; 0 by itself, -1 unsaid. None where the line is missing."""
    division: str
    """GomocupJudge's name of the division, such as `Freestyle15_1`; or empty."""
    notes: tuple[str, ...]


def read_psq(raw: bytes) -> GameText:
    """Read a `.psq`.

    Raises:
        RejectedError: the first line is no header, or a line says what no game can.
    """
    lines, notes = _lines(raw)
    header = _HEADER.match(lines[0]) if lines else None
    if header is None:
        first = lines[0][:60] if lines else ""
        raise RejectedError(
            f"not a PSQ record: its first line is {first!r}, not `Piskvorky 15x15, 0:0, 0`",
            "line 1",
        )
    width, height, _, _, begins = map(int, header.groups())
    if begins not in {0, 1}:
        raise RejectedError(f"the header lets player {begins} begin: 0 or 1 can", "line 1")
    moves, thinks, end = _moves(lines, 1, base=1)
    names, code, division, more = _trailer(lines[end:])
    black, white = (names[1], names[0]) if begins else names
    return GameText(
        width=width,
        height=height,
        moves=moves,
        thinks=thinks,
        black=black,
        white=white,
        code=code,
        division=division,
        notes=(*notes, *more),
    )


def read_rec(raw: bytes) -> GameText:
    """Read a `.rec`.

    Raises:
        RejectedError: there are no two names with moves behind them.
    """
    lines, notes = _lines(raw)
    if len(lines) < 3 or _MOVE.match(lines[2]) is None:
        raise RejectedError("not a REC record: two names and then moves are expected", "line 1")
    moves, thinks, end = _moves(lines, 2, base=0)
    _, code, _, more = _trailer(lines[end:])
    return GameText(
        width=REC_SIZE,
        height=REC_SIZE,
        moves=moves,
        thinks=thinks,
        black=lines[0],
        white=lines[1],
        code=code,
        division="",
        notes=(*notes, *more),
    )


def _lines(raw: bytes) -> tuple[list[str], tuple[str, ...]]:
    """The lines that hold something, stripped; blank ones are passed over as Piskvork does."""
    if len(raw) > MOST_BYTES:
        raise RejectedError(f"{len(raw)} bytes are no game of gomoku")
    if b"\0" in raw:
        raise RejectedError("not text: it holds zero bytes")
    notes: tuple[str, ...] = ()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
        notes = ("the text is not UTF-8 and was read as Windows-1252",)
    return [line.strip() for line in text.splitlines() if line.strip()], notes


def _moves(
    lines: list[str], start: int, *, base: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int | None, ...], int]:
    """The moves from line `start` on, their times, and the line behind them."""
    moves: list[tuple[int, int]] = []
    thinks: list[int | None] = []
    at = start
    while at < len(lines) and (found := _MOVE.match(lines[at])) is not None:
        x, y, ms = found.groups()
        moves.append((int(x) - base, int(y) - base))
        thinks.append(int(ms) if ms is not None and int(ms) >= 0 else None)
        at += 1
    return tuple(moves), tuple(thinks), at


def _trailer(lines: list[str]) -> tuple[tuple[str, str], int | None, str, tuple[str, ...]]:
    """Names, code, division, and notes, from the lines behind the moves."""
    names = ("", "")
    rest = lines
    # Outside tournaments the code stands alone.
    if len(lines) >= 2 and not _DIVISION.match(lines[1]):
        names, rest = (lines[0], lines[1]), lines[2:]
    code, division = None, ""
    if rest and _CODE.match(rest[0]):
        code, rest = int(rest[0]), rest[1:]
    if rest and (found := _DIVISION.match(rest[0])):
        division, rest = found[2], rest[1:]
    notes = [] if code is not None else ["the record does not say how the game ended"]
    if rest:
        notes.append(f"not understood at the end of the record: {' / '.join(rest)[:100]!r}")
    return names, code, division, tuple(notes)
