"""What a spectator's client shows on and around the board; for people, never for a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from va_gomoku.spec import LETTERS, SIDE
from va_gomoku.wood import SPACING, centre, first_line
from video_arena.video.lettering import writable, write, write_centred

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_gomoku.match import GomokuMatch

    Picture = NDArray[np.uint8]
    Colour = tuple[int, int, int]

BOARD: Final = 420
"""The board shrinks so that the rest finds room; the picture stays 504x504."""
LEFT: Final = 56
TOP: Final = 40
GROUND: Final = (38, 36, 33)
TEXT: Final = (226, 220, 208)
QUIET: Final = (150, 144, 134)
BAR_WHITE: Final = (240, 236, 228)
BAR_BLACK: Final = (20, 19, 18)
MARK: Final = (214, 70, 48)


def draw_hud(board: Picture, match: GomokuMatch, prefix: int, hud: frozenset[str]) -> Picture:
    """The named elements on and around a smaller board.

    Args:
        board: the picture of the position, which is not changed.
        match: where moves, names, clocks, result and values come from.
        prefix: moves played so far.
        hud: the elements to draw.
    """
    import cv2  # noqa: PLC0415 - cases never need it

    marked = board.copy()
    if "move_numbers" in hud:
        _move_numbers(marked, match, prefix)
    if "last_move" in hud and prefix:
        ring = SPACING[match.size] * 3 // 8
        cv2.circle(marked, centre(match.size, match.moves[prefix - 1]), ring, MARK, 2, cv2.LINE_AA)
    picture = np.empty_like(board)
    picture[:] = GROUND
    picture[TOP : TOP + BOARD, LEFT : LEFT + BOARD] = cv2.resize(
        marked, (BOARD, BOARD), interpolation=cv2.INTER_AREA
    )
    if "coordinates" in hud:
        _coordinates(picture, match.size)
    if "engine_annotations" in hud:
        _evaluation(picture, match, prefix)
    for side, name, y in ((1, "white", 20), (0, "black", SIDE - 16)):
        if "names" in hud:
            write(picture, writable(match.hidden.get(name))[:28] or name, (LEFT, y), 0.48, TEXT)
        if "clocks" in hud:
            _clock(picture, match, prefix, side, y)
    if "result" in hud and prefix == match.prefixes:
        write_centred(
            picture, writable(match.hidden.get("result")), (LEFT + BOARD // 2, 20), 0.46, TEXT
        )
    return picture


def _move_numbers(board: Picture, match: GomokuMatch, prefix: int) -> None:
    size = 0.36 if SPACING[match.size] > 28 else 0.28
    for number, move in enumerate(match.moves[:prefix], 1):
        colour = (235, 235, 235) if number % 2 else (25, 25, 25)
        write_centred(board, str(number), centre(match.size, move), size, colour)


def _coordinates(picture: Picture, size: int) -> None:
    first, step = first_line(size) * BOARD / SIDE, SPACING[size] * BOARD / SIDE
    for number in range(size):
        at = round(first + step * number)
        write_centred(picture, LETTERS[number], (LEFT + at, TOP + BOARD + 10), 0.36, QUIET)
        write_centred(picture, str(size - number), (LEFT - 12, TOP + at), 0.36, QUIET)


def _evaluation(picture: Picture, match: GomokuMatch, prefix: int) -> None:
    """A bar of Black's share, Black below."""
    values = match.hidden.get("values")
    value = values[prefix] if isinstance(values, list) and prefix < len(values) else None
    if not isinstance(value, (int, float)):
        return
    bar = picture[TOP : TOP + BOARD, 12:26]
    bar[:] = BAR_WHITE
    bar[BOARD - round(BOARD * min(1.0, max(0.0, float(value)))) :] = BAR_BLACK
    bar[BOARD // 2 - 1 : BOARD // 2 + 1] = MARK


def _clock(picture: Picture, match: GomokuMatch, prefix: int, side: int, y: int) -> None:
    """The time of the side's last move."""
    thinks = match.hidden.get("thinks")
    last = prefix - 1 if (prefix - 1) % 2 == side else prefix - 2
    if isinstance(thinks, list) and 0 <= last < len(thinks):
        write(picture, writable(thinks[last]), (LEFT + BOARD - 70, y), 0.48, TEXT)
