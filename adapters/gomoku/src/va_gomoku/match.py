"""A game of gomoku that was read, checked and laid out in time."""

from __future__ import annotations

from dataclasses import dataclass

from video_arena.match import Match


@dataclass(frozen=True, kw_only=True)
class GomokuMatch(Match):
    """One game from the empty board; a prefix is a move."""

    size: int
    """Points a side."""
    rule: str
    """`freestyle`, `standard` or `renju`."""
    moves: tuple[tuple[int, int], ...]
    """Column from the left and row from the top, from 0; black first, taking turns."""
    shown: tuple[int, ...]
    """The frame that first shows each move."""
