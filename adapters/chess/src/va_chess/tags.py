"""The tag pairs at the head of a game's text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from va_chess.errors import RejectedError

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]*)[ \t]*([^\n]*)\][ \t]*$", re.MULTILINE)
_SKIPPED = re.compile(r"\s+|\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_ANY_TAG_LINE = re.compile(r'^[ \t]*\[\s*[A-Za-z0-9_]+\s*"', re.MULTILINE)
_LIKE_A_MOVE = re.compile(
    r"\d+\s*\.|(?<!\w)(?:[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8]|[O0]-[O0]|--|Z0)"
)
_PLAIN_HEAD = re.compile(r'(?:\[[A-Za-z0-9_]+ "[^"\\\n]*"\]\n)+\n')
_PLAIN_TAG = re.compile(r'\[([A-Za-z0-9_]+) "([^"\\\n]*)"\]')
_DECISIVE = frozenset({"FEN", "Variant", "Result", "SetUp"})
"""Tags that change what the game is: they must be well-formed and mean one thing."""


@dataclass(frozen=True, slots=True)
class Tags:
    """What stands before the moves."""

    values: dict[str, str]
    """By name, stripped of blanks at both ends; the last of a name that is there twice."""
    notes: tuple[str, ...]
    end: int
    """Where in the text the moves begin."""

    def get(self, name: str) -> str:
        """The value, or an empty string."""
        return self.values.get(name, "")


def read_tags(text: str) -> Tags:
    r"""Read the tag pairs of one game; comments among and before them are passed over.

    Raises:
        RejectedError: a malformed or contradictory FEN, Variant, Result or SetUp.

    >>> read_tags('[Site "?"]\n[Result " 1-0 "]\n\n1. e4').values
    {'Site': '?', 'Result': '1-0'}
    """
    if head := _PLAIN_HEAD.match(text):  # as every game of a dump has it
        pairs = _PLAIN_TAG.findall(head.group())
        plain = {name: value.strip() for name, value in pairs}
        if len(plain) == len(pairs):
            return Tags(plain, (), head.end())
    values: dict[str, str] = {}
    notes: list[str] = []
    at = _preamble_end(text)
    if text[:at].strip():
        notes.append(f"text before the tags was passed over: {_short(text[:at])}")
    while True:
        while skipped := _SKIPPED.match(text, at):
            at = skipped.end()
        if tag := _TAG.match(text, at):
            value = re.sub(r"\\(.)", r"\1", tag.group(2)).strip()
        elif tag := _LOOSE_TAG.match(text, at):
            value = tag.group(2).strip().strip('"').strip()
            if tag.group(1) in _DECISIVE:
                raise RejectedError(f"malformed tag: {_short(tag.group())}", offset=at)
            notes.append(f"a malformed tag was read as well as possible: {_short(tag.group())}")
        else:
            return Tags(values, tuple(notes), at)
        _add(values, notes, tag.group(1), value, at)
        at = tag.end()


def _add(values: dict[str, str], notes: list[str], name: str, value: str, at: int) -> None:
    if values.get(name, value) != value:
        if name in _DECISIVE:
            both = f"{values[name]!r} and {value!r}"
            raise RejectedError(f"contradictory tags: {name} is both {both}", offset=at)
        notes.append(f"the tag {name} is there twice; the last one was taken")
    values[name] = value


def _preamble_end(text: str) -> int:
    """Where the tags begin when something that is not a move stands before them, else 0."""
    if text.startswith("["):
        return 0
    blank = _SKIPPED.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text[:4000])
    first = _ANY_TAG_LINE.search(blank)
    if first is None or _LIKE_A_MOVE.search(blank[: first.start()]):
        return 0
    return first.start() if blank[: first.start()].strip() else 0


def _short(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= 60 else words[:57] + "...")
