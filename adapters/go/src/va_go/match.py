"""A game of Go that was read, checked and laid out in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from video_arena.match import Match

if TYPE_CHECKING:
    from va_go.rules import Ruleset


class Stone(NamedTuple):
    """A stone, or a pass."""

    colour: str
    """`B` or `W`"""
    point: str
    """`Q16`; `pass` for a pass"""


@dataclass(frozen=True, kw_only=True)
class GoMatch(Match):
    """One game of Go; a prefix is a move, passes counted."""

    size: int
    """Lines of the square board."""
    setup: tuple[Stone, ...]
    """The stones that stand before the first move, in the order of the board."""
    to_move: str
    """Who plays first."""
    moves: tuple[Stone, ...]
    handicap: int
    """So many of the first moves are handicap stones that Black placed freely, one by one."""
    rules: Ruleset
    komi: float
    """Points for White."""
    shown: tuple[int, ...]
    """The frame that first shows each move; a pass shows nothing in its own."""
    counted: float | None
    """V after the last of two final passes, where the record counts the game: 1, 0 or 0.5."""
