"""The moves of the main line as they are written, with the comments that belong to them.

python-chess's own reader passes over what it does not understand: it plays `Sf3` as the pawn move
f3. A label must not rest on that, so here every word is a move, a known annotation or an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from va_chess.errors import RejectedError

_TOKEN = re.compile(
    r"""
    (?P<blank>\s+)
    |(?P<comment>\{[^}]*\}?)
    |(?P<rest>;[^\n]*|^%[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<nag>\$\d+|[!?]+)
    |(?P<result>\*|(?:1DASH0|0DASH1|HALFDASHHALF)(?![\w/]))
    |(?P<number>\d+\s*\.+|(?!0000)\d+(?![\w/=@DASHES])|\.+)
    |(?P<word>[^\s{}();$!?*]+)
    |(?P<other>.)
    """.replace("DASHES", r"\-\u2010-\u2015\u2212")
    .replace("DASH", r"[\-\u2010-\u2015\u2212]")
    .replace("HALF", r"(?:1/2|½)"),
    re.VERBOSE | re.MULTILINE,
)
_DASHES = dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
_EN_PASSANT = re.compile(r"([a-h](?:[1-8]?x?[a-h])?[1-8][+#]*)e\.?p\.?\Z", re.IGNORECASE)
_NULL = frozenset({"--", "Z0", "0000", "@@@@", "null", "pass"})


@dataclass(frozen=True, slots=True)
class Written:
    """One move as it is written."""

    san: str
    """Without check marks, glyphs and `e.p.`; SAN, long algebraic or UCI."""
    offset: int
    """Where in the game's text."""


@dataclass(slots=True)
class Movetext:
    """The main line of one game."""

    moves: list[Written] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    """What was said after each move, blocks joined with a blank; as long as `moves`."""
    result: str | None = None
    """The terminator in plain letters: `1-0`, `0-1`, `1/2-1/2`, `*`, or None."""
    notes: list[str] = field(default_factory=list)


def plain_dashes(text: str) -> str:
    """The text with look-alikes of the hyphen and the half written plainly.

    >>> plain_dashes("½-½")
    '1/2-1/2'
    """
    return text.translate(_DASHES).replace("½", "1/2")


def read_movetext(text: str, start: int) -> Movetext:
    """Read the main line from `text[start:]`; variations are passed over.

    Raises:
        RejectedError: null moves, drops, or a comment or variation that is not closed.
    """
    out = Movetext()
    depth = 0
    opened = start
    for token in _TOKEN.finditer(text, start):
        match token.lastgroup:
            case "comment":
                _comment(out, token.group(), token.start(), depth)
            case "open":
                depth, opened = depth + 1, (token.start() if depth == 0 else opened)
            case "close" if depth == 0:
                out.notes.append("a closing parenthesis too many was passed over")
            case "close":
                depth -= 1
            case "result" if depth == 0:
                out.result = _plain(out, token.group())
            case "word" | "other" if depth == 0:
                _word(out, token.group(), token.start())
    if depth:
        raise RejectedError("a variation is not closed", offset=opened, ply=len(out.moves) or None)
    out.notes = list(dict.fromkeys(out.notes))
    return out


def _comment(out: Movetext, text: str, offset: int, depth: int) -> None:
    if not text.endswith("}"):
        raise RejectedError("a comment is not closed", offset=offset, ply=len(out.moves) or None)
    if depth == 0 and out.moves:
        out.comments[-1] = f"{out.comments[-1]} {text[1:-1]}".strip()


def _word(out: Movetext, word: str, offset: int) -> None:
    ply = len(out.moves) + 1
    word = _plain(out, word)
    if word in _NULL:
        raise RejectedError(f"null move {word!r}", offset=offset, ply=ply)
    if not any(letter.isalnum() for letter in word):
        return  # an Informant sign such as ⩱ or +=
    if word.lower().rstrip(".") in {"ep", "e.p"}:
        return
    if "@" in word:
        raise RejectedError(
            f"{word!r} drops a piece, which only variants of chess allow", offset=offset, ply=ply
        )
    if passant := _EN_PASSANT.fullmatch(word):
        word = passant.group(1)
    out.moves.append(Written(word.rstrip("+#"), offset))
    out.comments.append("")


def _plain(out: Movetext, word: str) -> str:
    if word.isascii():
        return word
    plain = plain_dashes(word)
    if plain != word:
        out.notes.append("Unicode dashes and halves were read as - and 1/2")
    return plain
