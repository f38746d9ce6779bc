"""Where the text of a game ends: a scan that goes line by line and knows what hides what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from va_chess.stream import BOM

# The hyphen, its Unicode look-alikes (U+2010 to U+2015, U+2212) and Windows-1252's en dash.
_DASH = rb"(?:-|\xe2\x80[\x90-\x95]|\xe2\x88\x92|\x96)"
_HALF = rb"(?:1/2|\xc2\xbd|\xbd)"
TERMINATOR = rb"(?:1%b0|0%b1|%b%b%b)" % (_DASH, _DASH, _HALF, _DASH, _HALF)
MARK = re.compile(
    rb"[{;()\[*]|(?<![^\s{}()\[\];.*!?])" + TERMINATOR + rb"(?![\w/])",
)
_TAG = re.compile(rb'\[\s*([A-Za-z0-9_]+)\s*"(?:[^"\\\n]|\\.)*"\s*\]')
# An unclosed quote, quotes inside the value, no quotes at all: still a tag, for the reader to judge
_LOOSE_TAG = re.compile(rb"\[\s*([A-Za-z][A-Za-z0-9_]*)[^\n]*\][ \t]*$", re.MULTILINE)
_LIKE_A_MOVE = re.compile(
    rb"\d+\s*\.|(?<!\w)(?:[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8]|[O0]-[O0]|--|Z0)"
)
_MOVE_ONE = re.compile(rb"\s*1\s*\.\s*[^.\s]")

ENDS_IN_RESULT = re.compile(rb"(?:\*|" + TERMINATOR + rb")\Z")


@dataclass(slots=True)
class GameScan:
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
        while mark := MARK.search(line, at):
            self._words(line[at : mark.start()])
            at = mark.end()
            match mark.group():
                case b"{":
                    at = line.find(b"}", at) + 1
                    self.in_comment = at == 0
                case b";":
                    at = 0
                case b"(":
                    self.depth += self.phase != "before"
                case b")":
                    self.depth = max(0, self.depth - 1)
                case b"[":
                    tag = self._tag(line, mark.start())
                    if tag and self._begins_another(tag.group(1)):
                        return mark.start()
                    at = tag.end() if tag else at
                case _ if self.depth == 0:
                    return at
            if at == 0:  # the rest of the line is comment
                return None
        self._words(line[at:])
        return None

    def _tag(self, line: bytes, at: int) -> re.Match[bytes] | None:
        """The tag pair at `at`; inside a variation and in strange forms only in front of a line."""
        in_front = not line[:at].strip(b" \t" + BOM)
        tag = _TAG.match(line, at) if in_front or self.depth == 0 else None
        return tag or (_LOOSE_TAG.match(line, at) if in_front else None)

    def _begins_another(self, name: bytes) -> bool:
        if self.phase == "moves":
            return True
        if self.phase == "tags" and self.gap and (name in self.names or name == b"Event"):
            return True
        self.phase, self.gap, self.depth = "tags", False, 0
        self.names.add(name)
        return False

    def _words(self, text: bytes) -> None:
        text = text.replace(BOM, b"").strip()
        if not text:
            return
        if self.phase == "before" and not _LIKE_A_MOVE.search(text):
            self.garbage = self.garbage or text
            return
        self.phase, self.gap = "moves", False
        self.played = self.played or _LIKE_A_MOVE.search(text) is not None
