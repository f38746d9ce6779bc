"""When things are seen. All times of a game follow from its number of actions.

Twelve seconds of dealing, then six seconds for every action, passes included. The seat whose turn
it is is marked at the beginning of its six seconds; its cards land, or its pass appears, in their
middle. So the time of a play is both the midpoint of its window and the first moment that shows
it, and any answer inside the window is within the tolerance of three seconds.
"""

from __future__ import annotations

from typing import Final

FPS: Final = 24
DEALING_S: Final = 12
WINDOW_S: Final = 6
AFTER_S: Final = 1
"""The last picture stands so long beyond the last window."""

DEAL_EVERY: Final = FPS // 2
"""One round of cards, a card to each seat, every half second: 17 rounds."""
BOTTOM_SHOWN: Final = 9 * FPS
"""The three bottom cards are turned over ..."""
BOTTOM_TAKEN: Final = 21 * FPS // 2
"""... and the landlord takes them into his hand; they stay on view."""


def turn_frame(action: int) -> int:
    """The frame in which the seat of an action (from 1) is marked."""
    return (DEALING_S + WINDOW_S * (action - 1)) * FPS


def landing_frame(action: int) -> int:
    """The first frame that shows an action (from 1)."""
    return turn_frame(action) + WINDOW_S * FPS // 2


def length(actions: int) -> int:
    """Frames of a whole video."""
    return turn_frame(actions + 1) + AFTER_S * FPS
