"""What a spectator's client shows around the board; for people, never for a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from va_go.board import BLACK, COLOURS
from va_go.points import COLUMNS, PASS, index_of
from va_go.replay import placed_by, positions_of
from va_go.wood import SIDE, layout
from video_arena.video.lettering import writable, write, write_centred

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_go.match import GoMatch

    Picture = NDArray[np.uint8]
    Colour = tuple[int, int, int]

BOARD: Final = 516
"""The board shrinks so that the rest finds room; the picture stays 612x612."""
LEFT: Final = 56
TOP: Final = 48
GROUND: Final = (36, 34, 32)
TEXT: Final = (226, 220, 208)
QUIET: Final = (150, 144, 134)
CLOCK_GROUND: Final = (58, 55, 51)
EVALUATION_WHITE: Final = (240, 236, 228)
EVALUATION_BLACK: Final = (18, 17, 16)
MARK: Final = (214, 74, 52)


def draw_hud(board: Picture, match: GoMatch, prefix: int, hud: frozenset[str]) -> Picture:
    """The named elements around and upon a smaller board.

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
    if "last_move" in hud:
        _last_move(marked, match, prefix)
    picture = np.empty_like(board)
    picture[:] = GROUND
    picture[TOP : TOP + BOARD, LEFT : LEFT + BOARD] = cv2.resize(
        marked, (BOARD, BOARD), interpolation=cv2.INTER_AREA
    )
    if "coordinates" in hud:
        _coordinates(picture, match.size)
    if "evaluation_bar" in hud:
        _evaluation_bar(picture, match, prefix)
    for side, y in (("W", 18), ("B", SIDE - 14)):
        _player(picture, match, prefix, side, y, hud)
    if "komi" in hud:
        write(picture, f"komi {writable(match.hidden.get('komi'))}", (SIDE - 220, 18), 0.42, QUIET)
    if "result" in hud and prefix == match.prefixes:
        write(picture, writable(match.hidden.get("result")), (SIDE - 220, SIDE - 14), 0.5, TEXT)
    return picture


def _player(
    picture: Picture, match: GoMatch, prefix: int, side: str, y: int, hud: frozenset[str]
) -> None:
    right = LEFT
    if "names" in hud:
        right = _name(picture, match, side, y)
    if "captures" in hud:
        _captures(picture, match, prefix, side, (right, y))
    if "clocks" in hud:
        _clock(picture, match, prefix, side, y)


def _coordinates(picture: Picture, size: int) -> None:
    place = layout(size)
    for i in range(size):
        at = (place.first + i * place.spacing) * BOARD // SIDE
        write_centred(picture, COLUMNS[i], (LEFT + at, TOP + BOARD + 9), 0.36, QUIET)
        write_centred(picture, str(size - i), (LEFT - 12, TOP + at), 0.36, QUIET)


def _evaluation_bar(picture: Picture, match: GoMatch, prefix: int) -> None:
    values = match.hidden.get("values")
    if not isinstance(values, list) or prefix >= len(values):
        return
    value = values[prefix]
    if not isinstance(value, (int, float)):
        return
    bar = picture[TOP : TOP + BOARD, 10:26]
    bar[:] = EVALUATION_WHITE
    height = round(BOARD * min(1.0, max(0.0, float(value))))
    bar[BOARD - height :] = EVALUATION_BLACK
    bar[BOARD // 2 - 1 : BOARD // 2 + 1] = MARK


def _last_move(picture: Picture, match: GoMatch, prefix: int) -> None:
    import cv2  # noqa: PLC0415

    if not prefix or match.moves[prefix - 1].point == PASS:
        return
    place = layout(match.size)
    centre = place.pixel(index_of(match.moves[prefix - 1].point, match.size))
    cv2.circle(picture, centre, place.spacing // 4, MARK, 2, cv2.LINE_AA)


def _move_numbers(picture: Picture, match: GoMatch, prefix: int) -> None:
    """On every stone that stands, the number of the move that put it there."""
    cells = positions_of(match)[prefix]
    numbers = {}
    for number, stone in enumerate(match.moves[:prefix], 1):
        if stone.point != PASS:
            numbers[index_of(stone.point, match.size)] = (number, COLOURS[stone.colour])
    for point, (number, colour) in sorted(numbers.items()):
        if cells[point] == colour:
            ink = (225, 225, 225) if colour == BLACK else (30, 30, 30)
            x, y = layout(match.size).pixel(point)
            write_centred(picture, str(number), (x, y), 0.36, ink)


def _name(picture: Picture, match: GoMatch, side: str, y: int) -> int:
    key = "black" if side == "B" else "white"
    name = writable(match.hidden.get(key)) or key.capitalize()
    right = write(picture, name[:22], (LEFT, y), 0.5, TEXT)
    rank = writable(match.hidden.get(f"{key}_rank"))
    return write(picture, rank[:6], (right + 8, y), 0.42, QUIET) + 14 if rank else right + 14


def _captures(
    picture: Picture, match: GoMatch, prefix: int, side: str, at: tuple[int, int]
) -> None:
    """How many stones the side has taken."""
    played = zip(match.moves[:prefix], placed_by(match), strict=False)
    taken = sum(len(placed.captured) for stone, placed in played if stone.colour == side)
    write(picture, f"x{taken}", at, 0.42, QUIET)


def _clock(picture: Picture, match: GoMatch, prefix: int, side: str, y: int) -> None:
    """The time that the side had used after its last move."""
    import cv2  # noqa: PLC0415

    readings = match.hidden.get("clocks")
    text = "-:--"
    if isinstance(readings, list):
        own = [i for i in range(min(prefix, len(readings))) if match.moves[i].colour == side]
        text = writable(readings[own[-1]]) if own else "0:00"
    right = LEFT + BOARD
    cv2.rectangle(picture, (right - 78, y - 12), (right - 1, y + 12), CLOCK_GROUND, -1, cv2.LINE_AA)
    write_centred(picture, text, (right - 39, y), 0.5, TEXT)
