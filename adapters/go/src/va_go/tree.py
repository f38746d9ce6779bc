"""The text of one SGF game to the properties of its main line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from va_go.errors import RejectedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOVE_VALUE: Final = re.compile(rb"\s*(?:[A-Za-z]{2})?\s*\Z")


@dataclass(frozen=True, slots=True)
class MainLine:
    """The nodes from the first to the end of the first branch everywhere."""

    nodes: tuple[Mapping[str, Sequence[str]], ...]
    """By property name, upper case: the raw values, brackets off and escapes left in."""
    problem: RejectedError | None
    """What is wrong with the game's text behind the main line."""


def read_main_line(text: str) -> MainLine:
    """Read one game; any depth of variations costs no recursion.

    Names lose their lower-case letters, so that FF1's `White` is `W`. Variations are checked for
    their form and not replayed.

    Raises:
        RejectedError: the main line itself cannot be read.
    """
    raw = text.encode("utf-8", "replace")
    tokens, end = sgf_grammar.tokenise(raw)
    nodes: list[dict[str, list[str]]] = []
    problem = _syntax_problem(raw, tokens, end)
    for kind, token in tokens:
        if kind == "D":
            if token == b")":
                break
            if token == b";":
                nodes.append({})
            continue
        if not nodes:
            raise RejectedError("a property stands outside any node")
        if kind == "I":
            values = nodes[-1].setdefault(token.decode("ascii"), [])
        else:
            values.append(token.decode("utf-8", "replace"))
    else:  # the main line is not closed: what is wrong is wrong within it
        if problem is not None:
            raise problem
    return MainLine(tuple(nodes), problem or _form_problem(tokens))


def _syntax_problem(
    raw: bytes, tokens: Sequence[tuple[str, bytes]], end: int
) -> RejectedError | None:
    """What sgfmill's grammar has against the text."""
    depth = sum((token == b"(") - (token == b")") for kind, token in tokens if kind == "D")
    if depth:
        rest = raw[end:].strip()
        line = raw.count(b"\n", 0, end + len(raw[end:]) - len(raw[end:].lstrip()))
        if rest:
            found = rest[:20].decode("utf-8", "replace")
            return RejectedError(f"unreadable SGF at {found!r}", line=line)
        return RejectedError(f"unbalanced: {depth} closing brackets are missing")
    try:
        sgf_grammar.parse_sgf_game(raw)
    except ValueError as error:
        return RejectedError(f"unreadable SGF: {error}")
    return None


def _form_problem(tokens: Sequence[tuple[str, bytes]]) -> RejectedError | None:
    """A move in a variation that is no point: the file is damaged."""
    name = b""
    for kind, token in tokens:
        if kind == "I":
            name = token
        elif kind == "V" and name in {b"B", b"W"} and not _MOVE_VALUE.match(token):
            value = token.decode("utf-8", "replace")
            return RejectedError(f"a variation has the move {value[:20]!r}, which is no point")
    return None


def simple_text(value: str) -> str:
    """A value's text on one line, escapes undone."""
    plain: bytes = sgf_grammar.simpletext_value(value.encode("utf-8", "replace"))
    return plain.decode("utf-8", "replace").strip()
