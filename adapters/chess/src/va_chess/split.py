"""A byte stream of PGN, cut into single-game texts without ever holding the whole file.

Two ways lead to the same cuts. The plain way recognises a well-formed game, as every game of a
Lichess dump is, by a handful of searches at C speed. Whatever it is not sure of goes the careful
way, line by line, with comments, variations, missing terminators and missing tags.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 1 << 20
MAX_GAME = 4 << 20
"""A longer game text is no game but a comment that is never closed."""
_WINDOW = 1 << 16
"""How far the plain way looks for the end of a game."""

_BOM = b"\xef\xbb\xbf"
# The hyphen, its Unicode look-alikes (U+2010 to U+2015, U+2212) and Windows-1252's en dash.
_DASH = rb"(?:-|\xe2\x80[\x90-\x95]|\xe2\x88\x92|\x96)"
_HALF = rb"(?:1/2|\xc2\xbd|\xbd)"
_TERMINATOR = rb"(?:1%b0|0%b1|%b%b%b)" % (_DASH, _DASH, _HALF, _DASH, _HALF)
_INTERESTING = re.compile(
    rb"[{;()\[*]|(?<![^\s{}()\[\];.*!?+#])" + _TERMINATOR + rb"(?![\w/])",
)
_TAG = re.compile(rb'\[\s*([A-Za-z0-9_]+)\s*"(?:[^"\\\n]|\\.)*"\s*\]')
# An unclosed quote, quotes inside the value, no quotes at all: still a tag, for the reader to judge
_LOOSE_TAG = re.compile(rb"\[\s*([A-Za-z][A-Za-z0-9_]*)[^\n]*\][ \t]*$", re.MULTILINE)
_LIKE_A_MOVE = re.compile(
    rb"\d+\s*\.|(?<!\w)(?:[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8]|[O0]-[O0]|--|Z0)"
)
_MOVE_ONE = re.compile(rb"\s*1\s*\.\s*[^.\s]")

_PLAIN_TAGS = re.compile(rb'(?:\[[A-Za-z0-9_]+ "(?:[^"\\\n]|\\.)*"\]\n)+')
_PLAIN_END = re.compile(rb"[\s}](?:1-0|0-1|1/2-1/2|\*)\Z")


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
    source = _Source(stream, block)
    if source.is_utf16():
        yield GameText(1, 1, b"", "the file is UTF-16; save it as UTF-8")
        return
    number = 0
    while source.skip_blanks():
        line = source.line_number
        raw, problem = source.plain_game(), None
        if raw is None:
            raw, problem = _careful_game(source)
        if raw is None:  # comments behind the last game
            break
        number += 1
        yield GameText(number, line, raw, problem)
    if number == 0:
        yield GameText(1, 1, b"", "the file holds no game")


class _Source:
    """The part of the stream that is in memory: `data[at:]` is not consumed yet."""

    def __init__(self, stream: IO[bytes], block: int) -> None:
        self._stream = stream
        self._block = block
        self._held = b""  # a CR at the end of a block: half a line end, or a whole one
        self.data = b""
        self.at = 0
        self.line_number = 1
        self.ended = False

    def is_utf16(self) -> bool:
        while len(self.data) < 2 and self._more():
            pass
        return self.data[:2] in {b"\xff\xfe", b"\xfe\xff"}

    def _more(self) -> bool:
        if self.ended:
            return False
        fresh = self._stream.read(self._block)
        self.ended = not fresh
        fresh = self._held + fresh
        self._held = b""
        if fresh.endswith(b"\r") and not self.ended:
            fresh, self._held = fresh[:-1], b"\r"
        if b"\r" in fresh:
            fresh = fresh.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self.data = self.data[self.at :] + fresh
        self.at = 0
        return True

    def skip_blanks(self) -> bool:
        """Go to the next byte that is neither blank nor part of a BOM; False at the end."""
        while True:
            rest = self.data[self.at : self.at + 64]
            found = rest.lstrip(b" \t\n\f\v")
            if found.startswith(_BOM):
                found = found[3:]
            elif found and not _BOM.startswith(found[:3]):
                self._step(rest[: len(rest) - len(found)])
                return True
            elif found and not self._more():
                self._step(rest[: len(rest) - len(found)])
                return True
            self._step(rest[: len(rest) - len(found)])
            if not rest and not self._more():
                return False

    def _step(self, text: bytes) -> None:
        self.at += len(text)
        self.line_number += text.count(b"\n")

    def line(self) -> bytes:
        """The next line with its LF, or what is left of it; empty at the end."""
        while True:
            end = self.data.find(b"\n", self.at)
            if end >= 0 or len(self.data) - self.at > MAX_GAME:
                break
            if not self._more():
                break
        end = len(self.data) if end < 0 else end + 1
        text = self.data[self.at : end]
        self._step(text)
        return text

    def unread(self, text: bytes) -> None:
        """Take back the last `len(text)` bytes of the last line."""
        self.at -= len(text)
        self.line_number -= text.count(b"\n")

    def plain_game(self) -> bytes | None:
        """The next game if it is beyond doubt one well-formed game, else None."""
        while len(self.data) - self.at < _WINDOW and self._more():
            pass
        if not self.data.startswith(b"[", self.at):
            return None
        end = self.data.find(b"\n\n[Event ", self.at, self.at + _WINDOW)
        if end < 0:
            if not self.ended or len(self.data) - self.at > _WINDOW:
                return None
            end = len(self.data)
        raw = self.data[self.at : end].rstrip()
        if not _is_plain(raw):
            return None
        self._step(raw)
        return raw


def _is_plain(raw: bytes) -> bool:
    head, gap, text = raw.partition(b"\n\n")
    if not gap or not _PLAIN_TAGS.fullmatch(head + b"\n"):
        return False
    ends = sum(text.count(end) for end in (b"1-0", b"0-1", b"1/2-1/2", b"*"))
    return (
        ends == 1
        and _PLAIN_END.search(b"\n" + text[-8:]) is not None
        # a terminator in other letters, which only the careful way knows
        and (text.isascii() or _INTERESTING_TERMINATOR.search(text) is None)
        and text.rfind(b"}") >= text.rfind(b"{")
        and text.count(b"[") == text.count(b"[%")
        and not any(mark in text for mark in (b"(", b")", b";", b"\n%", b"\n\n", _BOM))
        and not text.startswith(b"%")
    )


_INTERESTING_TERMINATOR = re.compile(
    rb"[\xbd\x96]|\xe2\x80[\x90-\x95]|\xe2\x88\x92",
)


def _careful_game(source: _Source) -> tuple[bytes | None, str | None]:
    """The next game's text, and what is wrong with it; None where nothing but comments is left."""
    scan = _Scan()
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
    if scan.phase != "before" or cut_by_terminator(raw):
        return raw, None
    if scan.garbage:
        shown = scan.garbage[:40].decode("utf-8", "replace")
        return raw[:200], f"text that is no game: {shown!r}"
    return None, None


def cut_by_terminator(raw: bytes) -> bool:
    """Whether the text ends in a result, so that it is a game, if one without moves."""
    return re.search(rb"(?:\*|" + _TERMINATOR + rb")\Z", raw) is not None


def _skip_to_event(source: _Source) -> None:
    while line := source.line():
        if line.startswith(b"[Event "):
            source.unread(line)
            return


@dataclass(slots=True)
class _Scan:
    """Where a scan for the end of a game stands."""

    phase: str = "before"
    """`before` any tag or move, in the `tags`, in the `moves`"""
    names: set[bytes] = field(default_factory=set)
    gap: bool = False
    """a blank line since the last tag or word"""
    played: bool = False
    """a move was seen"""
    in_comment: bool = False
    depth: int = 0
    """of variations"""
    garbage: bytes = b""

    def end_in(self, line: bytes) -> int | None:
        """Where in this line the game ends; None when it goes on."""
        at = 0
        if self.in_comment:
            at = line.find(b"}") + 1
            if at == 0:
                return None
            self.in_comment = False
        elif line.startswith(b"%"):
            return None
        elif not line.strip():
            self.gap = True
            return None
        elif self.gap and self.played and self.depth == 0 and _MOVE_ONE.match(line):
            return 0
        return self._walk(line, at)

    def _walk(self, line: bytes, at: int) -> int | None:
        while token := _INTERESTING.search(line, at):
            self._words(line[at : token.start()])
            at = token.end()
            match token.group():
                case b"{":
                    end = line.find(b"}", at)
                    if end < 0:
                        self.in_comment = True
                        return None
                    at = end + 1
                case b";":
                    return None
                case b"(":
                    self.depth += self.phase != "before"
                case b")":
                    self.depth = max(0, self.depth - 1)
                case b"[":
                    at_start = not line[: token.start()].strip(b" \t" + _BOM)
                    tag = _TAG.match(line, token.start())
                    if tag is None and at_start:
                        tag = _LOOSE_TAG.match(line, token.start())
                    if tag and (self.depth == 0 or at_start):
                        if self._begins_another(tag.group(1)):
                            return token.start()
                        at = tag.end()
                case _ if self.depth == 0:
                    return at
        self._words(line[at:])
        return None

    def _begins_another(self, name: bytes) -> bool:
        if self.phase == "moves":
            return True
        if self.phase == "tags" and self.gap and (name in self.names or name == b"Event"):
            return True
        self.phase, self.gap, self.depth = "tags", False, 0
        self.names.add(name)
        return False

    def _words(self, text: bytes) -> None:
        text = text.replace(_BOM, b"").strip()
        if not text:
            return
        if self.phase == "before" and not _LIKE_A_MOVE.search(text):
            self.garbage = self.garbage or text
            return
        self.phase, self.gap = "moves", False
        self.played = self.played or _LIKE_A_MOVE.search(text) is not None
