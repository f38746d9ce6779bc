"""A stroke on its way from a row to the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from va_badminton.court import Side
    from va_badminton.match import Place


@dataclass(slots=True)
class Draft:
    """A stroke before it has its time."""

    after: float
    """Seconds after the stroke before it."""
    side: Side
    shot: str
    contact: Place
    feet: Place
    other: Place
    backhand: bool
    around_head: bool
    low: bool
