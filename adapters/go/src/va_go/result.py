"""SGF's RE: who won, and whether the board was counted."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RESULT = re.compile(r"([BW])\s*\+\s*(.*)\Z", re.IGNORECASE | re.DOTALL)
_POINTS = re.compile(r"\d+(?:[.,]\d+)?")
_DRAWS = {"0", "draw", "jigo", "drawn"}


@dataclass(frozen=True, slots=True)
class Result:
    """What a record says of the end."""

    known: bool
    winner: str | None
    """`B` or `W`; None for a draw, and where nothing is known."""
    counted: bool
    """Whether the score decided, and no resignation, clock or referee."""


UNKNOWN = Result(known=False, winner=None, counted=False)


def read_result(text: str) -> Result:
    """Read RE; what is neither a draw nor begins with `B+` or `W+` tells nothing.

    >>> read_result("W+56.5")
    Result(known=True, winner='W', counted=True)
    >>> read_result("B+R").counted, read_result("?").known
    (False, False)
    """
    plain = text.strip()
    if plain.casefold() in _DRAWS:
        return Result(known=True, winner=None, counted=True)
    found = _RESULT.match(plain)
    if found is None:
        return UNKNOWN
    counted = bool(_POINTS.match(found.group(2)))
    return Result(known=True, winner=found.group(1).upper(), counted=counted)
