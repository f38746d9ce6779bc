"""What both formats give before anything is checked: a game as it was written down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from va_go.match import Stone


@dataclass(kw_only=True, slots=True)
class Record:
    """A game as its record has it; a reader fills it, `read.finish` makes a match of it."""

    size: int
    moves: list[Stone]
    setup: list[Stone] = field(default_factory=list)
    to_move: str | None = None
    """Who plays first, where the record says so."""
    handicap: int = 0
    free_handicap: int = 0
    """How many of the first moves are handicap stones."""
    rules: str = ""
    server: str = ""
    """`ogs` or `kgs`, whose Chinese rules forbid repetition."""
    komi: float | None = None
    result: str = ""
    """As in SGF: `B+3.5`, `W+R`, `0`, `?`."""
    thinks: list[int | None] = field(default_factory=list)
    """Milliseconds thought about each move; empty where the record has no times."""
    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    event: str = ""
    date: str = ""
    id: str | None = None
    url: str | None = None
    licence: str = "unknown"
    notes: list[str] = field(default_factory=list)
