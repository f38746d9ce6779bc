"""A game of doudizhu that was read, checked and laid out in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from video_arena.match import Match


class Hands(NamedTuple):
    """Who was dealt what; cards as text, in ascending order."""

    landlord: str
    """20 cards, the three bottom cards among them."""
    farmer_down: str
    """Plays after the landlord."""
    farmer_up: str
    """Plays before the landlord."""


@dataclass(frozen=True, kw_only=True)
class DoudizhuMatch(Match):
    """One game; a prefix is an action, be it a play or a pass.

    The farmers' hands are in `hidden`: neither V nor a case's picture may know them.
    """

    landlord: str
    """His 20 cards."""
    bottom: str
    """The three cards that were turned over for him."""
    actions: tuple[str, ...]
    """Cards in ascending order, or `pass`; landlord, farmer_down, farmer_up, and round again."""
