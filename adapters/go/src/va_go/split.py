"""A stream of SGF to the texts of its games, one at a time, whatever its length."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING, Final

from va_go.charset import UTF8, Charset, declared, sniffed

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK: Final = 1 << 16
LARGEST_GAME: Final = 16 << 20
"""Bytes; a longer game is given up."""
_START = re.compile(rb"\(\s*;")
_ROOT = re.compile(rb"\(\s*;\s*(?:FF|GM|CA|SZ)\s*\[")
"""What only the first node of a game begins with."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as it stands in the file."""

    number: int
    """From 1."""
    line: int
    """The line of the file, from 1, in which it begins."""
    raw: bytes
    """In `charset`; recoded to UTF-8 where the file was UTF-16."""
    charset: Charset
    problem: str | None = None
    """Why it is not worth reading."""


def split_games(stream: IO[bytes]) -> Iterator[GameText]:
    """Cut a stream at the ends of its game trees; text between games is passed over.

    A game whose brackets do not close ends where the next begins, if that can be seen by a first
    node with FF, GM, CA or SZ; so one damaged game costs the others nothing.
    """
    text = _Text(stream)
    number = 0
    while text.seek_start():
        number += 1
        line = text.line
        charset = declared(text.ahead(4096)) or text.fallback
        raw = text.take_game(charset)
        problem = f"a game of over {LARGEST_GAME >> 20} MiB" if len(raw) > LARGEST_GAME else None
        yield GameText(number, line, raw[:LARGEST_GAME], charset, problem)


class _Text:
    """The part of the stream that is in memory: `data[at:]` is not consumed yet."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._decoder: codecs.IncrementalDecoder | None = None
        self.data = b""
        self.at = 0
        self.line = 1
        self.ended = False
        self._more()
        if self.data.startswith(codecs.BOM_UTF8):
            self.at = len(codecs.BOM_UTF8)
        if self.data.startswith(_UTF16):
            self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
            self.data = self._decoder.decode(self.data).encode()
        self.fallback: Charset = UTF8 if self._decoder else sniffed(self.ahead(BLOCK))

    def _more(self) -> bool:
        """Read another block behind `data`; False at the end of the stream."""
        if self.ended:
            return False
        fresh = self._stream.read(BLOCK)
        self.ended = not fresh
        if self._decoder is not None:
            fresh = self._decoder.decode(fresh, self.ended).encode("utf-8", "replace")
        self.data = self.data[self.at :] + fresh
        self.at = 0
        return True

    def ahead(self, count: int) -> bytes:
        """The next `count` bytes, or what there is."""
        while len(self.data) - self.at < count and self._more():
            pass
        return self.data[self.at : self.at + count]

    def _step(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        self.at += count
        self.line += taken.count(b"\n")
        return taken

    def seek_start(self) -> bool:
        """Go to the next game's first bracket; False when there is none."""
        while True:
            found = _START.search(self.data, self.at)
            if found is not None:
                self._step(found.start() - self.at)
                return True
            # A bracket at the end may be the start, with its semicolon still to come.
            last = self.data.rfind(b"(", self.at)
            blank = last >= 0 and not self.data[last + 1 :].strip()
            self._step((last if blank else len(self.data)) - self.at)
            if not self._more():
                return False

    def take_game(self, charset: Charset) -> bytes:
        """The bytes up to the bracket that closes the game, or as far as it can be followed."""
        units = _units(charset.leads)
        depth = 0
        scanned = 0  # behind self.at
        while True:
            found = units.match(self.data, self.at + scanned)
            complete = found is not None and (found.end() < len(self.data) or self.ended)
            if found is None or not complete:
                if len(self.data) - self.at > LARGEST_GAME or not self._more():
                    return self._step(len(self.data) - self.at)
                continue
            unit = found.group()
            if unit == b"(":
                if depth and _ROOT.match(self.data, found.start()):
                    return self._step(scanned)
                depth += 1
            scanned = found.end() - self.at
            if unit == b")":
                depth -= 1
                if not depth:
                    return self._step(scanned)


@cache
def _units(leads: bytes) -> re.Pattern[bytes]:
    """What a game is made of: a property value, a bracket, or what lies between."""
    letter = rb"[%b]." % leads if leads else rb"(?!)"
    plain = rb"[^\\\]%b]" % leads
    value = rb"\[(?:%b|%b|\\(?:%b|.))*+\]" % (plain, letter, letter)
    return re.compile(value + rb"|[()]|[^()\[]++", re.DOTALL)
