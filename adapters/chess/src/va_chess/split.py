"""A byte stream of PGN, cut into single-game texts without ever holding the whole file.

Two ways lead to the same cuts. The plain way recognises a well-formed game, as every game of a
Lichess dump is, by a handful of searches at C speed. Whatever it is not sure of goes the careful
way, line by line, with comments, variations, missing terminators and missing tags.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from va_chess.scan import ENDS_IN_RESULT, GameScan
from va_chess.stream import BOM, PgnStream

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 1 << 20
MAX_GAME = 4 << 20
"""A longer game text is no game but a comment that is never closed."""
_WINDOW = 1 << 16
"""How far the plain way looks for the end of a game."""

_PLAIN_TAGS = re.compile(rb'(?:\[[A-Za-z0-9_]+ "(?:[^"\\\n]|\\.)*"\]\n)+')
_PLAIN_END = re.compile(rb"[\s}](?:1-0|0-1|1/2-1/2|\*)\Z")
_ODD_MARK = re.compile(rb"[\xbd\x96]|\xe2\x80[\x90-\x95]|\xe2\x88\x92")
"""May be part of a terminator in other letters, which only the careful way knows."""


@dataclass(frozen=True, slots=True)
class GameText:
    """The text of one game, as it stands in the file but for line ends, which are all LF."""

    number: int
    """1 for the first game of the file."""
    line: int
    """The line of the file, from 1, on which the text begins."""
    raw: bytes
    problem: str | None = None
    """Why this is no game text at all; `raw` is then only its beginning."""


def split_games(stream: IO[bytes], block: int = BLOCK) -> Iterator[GameText]:
    """Cut a PGN stream into games; reads `block` bytes at a time.

    A game ends at its terminator, at the tag that begins the next one, at a tag that comes a
    second time after a blank line (tag blocks without movetext), or at a second move 1 after a
    blank line (games without tags and terminators). Comments and variations hide all of these;
    only a tag at the start of a line ends a variation that was left open.

    >>> import io
    >>> [game.raw for game in split_games(io.BytesIO(b"1. e4 e5 * 1. d4 1-0"))]
    [b'1. e4 e5 *', b'1. d4 1-0']
    """
    source = PgnStream(stream, block)
    if source.is_utf16():
        yield GameText(1, 1, b"", "the file is UTF-16; save it as UTF-8")
        return
    number = 0
    while source.skip_blanks():
        line = source.line_number
        raw, problem = _plain_game(source), None
        if raw is None:
            raw, problem = _careful_game(source)
        if raw is None:  # comments behind the last game
            break
        number += 1
        yield GameText(number, line, raw, problem)
    if number == 0:
        yield GameText(1, 1, b"", "the file holds no game")


def _plain_game(source: PgnStream) -> bytes | None:
    """The next game if it is beyond doubt one well-formed game, else None."""
    while len(source.data) - source.at < _WINDOW and source.more():
        pass
    if not source.data.startswith(b"[", source.at):
        return None
    end = source.data.find(b"\n\n[Event ", source.at, source.at + _WINDOW)
    if end < 0:
        if not source.ended or len(source.data) - source.at > _WINDOW:
            return None
        end = len(source.data)
    raw = source.data[source.at : end].rstrip()
    if not _is_plain(raw):
        return None
    source.step(raw)
    return raw


def _is_plain(raw: bytes) -> bool:
    head, gap, text = raw.partition(b"\n\n")
    if not gap or not _PLAIN_TAGS.fullmatch(head + b"\n"):
        return False
    ends = sum(text.count(end) for end in (b"1-0", b"0-1", b"1/2-1/2", b"*"))
    return (
        ends == 1
        and _PLAIN_END.search(b"\n" + text[-8:]) is not None
        and (text.isascii() or _ODD_MARK.search(text) is None)
        and text.rfind(b"}") >= text.rfind(b"{")
        and text.count(b"[") == text.count(b"[%")
        and not any(mark in text for mark in (b"(", b")", b";", b"\n%", b"\n\n", BOM))
        and not text.startswith(b"%")
    )


def _careful_game(source: PgnStream) -> tuple[bytes | None, str | None]:
    """The next game's text, and what is wrong with it; None where nothing but comments is left."""
    scan = GameScan()
    parts: list[bytes] = []
    size = 0
    while line := source.line():
        cut = scan.end_in(line)
        if cut is not None:
            source.unread(line[cut:])
            parts.append(line[:cut])
            break
        parts.append(line)
        size += len(line)
        if size > MAX_GAME:
            _skip_to_event(source)
            return b"".join(parts)[:200], "longer than 4 MiB: is a { comment never closed?"
    raw = b"".join(parts).rstrip()
    if scan.phase != "before" or ENDS_IN_RESULT.search(raw):
        return raw, None
    if scan.garbage:
        shown = scan.garbage[:40].decode("utf-8", "replace")
        return raw[:200], f"text that is no game: {shown!r}"
    return None, None


def _skip_to_event(source: PgnStream) -> None:
    while line := source.line():
        if line.startswith(b"[Event "):
            source.unread(line)
            return
