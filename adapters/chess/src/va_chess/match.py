"""A chess game that was read, checked and laid out in time."""

from __future__ import annotations

from dataclasses import dataclass

from video_arena.match import Match


@dataclass(frozen=True, kw_only=True)
class ChessMatch(Match):
    """One game of standard chess; a prefix is a ply."""

    start: str
    """FEN of the first position; `startpos` for the ordinary one."""
    moves: tuple[str, ...]
    """In UCI's notation."""
    shown: tuple[int, ...]
    """The frame that first shows each ply."""
    ending: str
    """The rule that ended the game on the board (`checkmate`, ...), or an empty string."""
