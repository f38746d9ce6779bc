"""Where each card lies in the sheets that `tools/draw_cards.py` draws."""

from __future__ import annotations

from typing import Final

CARD: Final = (88, 124)
"""A card's width and height in pixels."""
BACK: Final = (64, 90)
"""A farmer's card, which is only seen from behind."""
SHADOW: Final = 8
"""Room for the shadow around a card, on every side."""
CELL: Final = (CARD[0] + 2 * SHADOW, CARD[1] + 2 * SHADOW)
SUITS: Final = "SHCD"
"""The rows of `faces.png`: spades, hearts, clubs, diamonds; 13 columns, 3 to 2."""
EXTRA_COLUMN: Final = 13
"""The column of small joker, big joker and back, from the top."""

FAN_STEP: Final = 4.5
"""Degrees between two neighbouring backs of a fan."""
FAN_MOST: Final = 17
FAN_CELL: Final = 130
"""Side of a square cell of `backs.png`: one back at each half step, from the topmost on."""

PLATE: Final = (150, 34)
"""A cell of `plates.png`: one row for each seat and one for PASS, dark and lit."""
PLATES: Final = ("LANDLORD", "FARMER DOWN", "FARMER UP", "PASS")
