"""What a spectator's client shows around the board; for people, never for a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from video_arena.video.lettering import writable, write, write_centred

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_chess.match import ChessMatch

    Picture = NDArray[np.uint8]
    Colour = tuple[int, int, int]

BOARD = 464
"""The board shrinks so that the rest finds room; the picture stays 548x548."""
LEFT, TOP = 50, 40
GROUND = (38, 36, 33)
TEXT = (226, 220, 208)
QUIET = (150, 144, 134)
CLOCK_GROUND = (58, 55, 51)
EVALUATION_WHITE = (240, 236, 228)
EVALUATION_BLACK = (20, 19, 18)

_FULL_SET = {1: 8, 2: 2, 3: 2, 4: 2, 5: 1}
_WORTH = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9}
_LETTERS = {1: "P", 2: "N", 3: "B", 4: "R", 5: "Q"}


def draw_hud(
    board: Picture,
    match: ChessMatch,
    ply: int,
    codes: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    hud: frozenset[str],
) -> Picture:
    """The named elements around a smaller board.

    Args:
        board: the picture of the position, which is not changed.
        match: where names, clocks, result and values come from.
        ply: plies played so far.
        codes: the first position and this one, as `picture.codes_of` gives them.
        hud: the elements to draw.
    """
    import cv2  # noqa: PLC0415 - cases never need it

    picture = np.empty_like(board)
    picture[:] = GROUND
    picture[TOP : TOP + BOARD, LEFT : LEFT + BOARD] = cv2.resize(
        board, (BOARD, BOARD), interpolation=cv2.INTER_AREA
    )
    if "coordinates" in hud:
        _coordinates(picture)
    if "evaluation_bar" in hud:
        _evaluation_bar(picture, match, ply)
    for black, y in ((True, 20), (False, 531)):
        right = LEFT
        if "names" in hud:
            right = _name(picture, match, black=black, y=y)
        if "captured_tray" in hud:
            _tray(picture, codes, black=black, at=(right, y))
        if "clocks" in hud:
            _clock(picture, match, ply, black=black, y=y)
    if "move_numbers" in hud and ply:
        _move_number(picture, match, ply)
    if "result" in hud and ply == len(match.moves):
        _result(picture, match)
    return picture


def _coordinates(picture: Picture) -> None:
    step = BOARD // 8
    for i in range(8):
        write_centred(picture, str(8 - i), (LEFT - 9, TOP + step * i + step // 2), 0.4, QUIET)
        file = chr(ord("a") + i)
        write_centred(picture, file, (LEFT + step * i + step // 2, TOP + BOARD + 8), 0.4, QUIET)


def _evaluation_bar(picture: Picture, match: ChessMatch, ply: int) -> None:
    values = match.hidden.get("values")
    if not isinstance(values, list) or ply >= len(values):
        return
    value = values[ply]
    if not isinstance(value, (int, float)):
        return
    bar = picture[TOP : TOP + BOARD, 12:28]
    bar[:] = EVALUATION_BLACK
    height = round(BOARD * min(1.0, max(0.0, float(value))))
    bar[BOARD - height :] = EVALUATION_WHITE
    bar[BOARD // 2 - 1 : BOARD // 2 + 1] = (196, 84, 58)


def _name(picture: Picture, match: ChessMatch, *, black: bool, y: int) -> int:
    side = "black" if black else "white"
    name = writable(match.hidden.get(side)) or side.capitalize()
    right = write(picture, name[:24], (LEFT, y), 0.5, TEXT)
    rating = writable(match.hidden.get(f"{side}_rating"))
    return write(picture, rating[:6], (right + 8, y), 0.42, QUIET) + 14 if rating else right + 14


def _tray(
    picture: Picture,
    codes: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    *,
    black: bool,
    at: tuple[int, int],
) -> None:
    """The enemy's pieces that are gone, and the lead in pawns where there is one."""
    first, now = (np.bincount(board.ravel(), minlength=13) for board in codes)
    enemy, own = (0, 6) if black else (6, 0)
    gone = {kind: max(0, int(first[kind + enemy] - now[kind + enemy])) for kind in _FULL_SET}
    text = " ".join(_LETTERS[kind] * count for kind, count in gone.items() if count)
    lead = sum(_WORTH[k] * int(now[k + own] - now[k + enemy]) for k in _FULL_SET)
    right = write(picture, text, at, 0.38, QUIET)
    if lead > 0:
        write(picture, f"+{lead}", (right + 6, at[1]), 0.38, TEXT)


def _clock(picture: Picture, match: ChessMatch, ply: int, *, black: bool, y: int) -> None:
    """The side's clock as it was after its last move."""
    import cv2  # noqa: PLC0415

    readings = match.hidden.get("clocks")
    if not isinstance(readings, list):
        return
    black_first = match.start.split()[1:2] == ["b"]
    last = ply - 1 if (ply - 1) % 2 == (black != black_first) else ply - 2
    text = writable(readings[last]) if 0 <= last < len(readings) else "-:--"
    right = LEFT + BOARD
    cv2.rectangle(picture, (right - 78, y - 13), (right - 1, y + 13), CLOCK_GROUND, -1, cv2.LINE_AA)
    write_centred(picture, text, (right - 39, y), 0.52, TEXT)


def _move_number(picture: Picture, match: ChessMatch, ply: int) -> None:
    parts = match.start.split()
    black_first = parts[1:2] == ["b"]
    number = int(parts[5]) if len(parts) == 6 else 1
    half = ply - 1 + black_first
    text = f"{number + half // 2}{'...' if half % 2 else '.'}"
    write_centred(picture, text, (LEFT + BOARD + 17, TOP + BOARD // 2), 0.38, QUIET)


def _result(picture: Picture, match: ChessMatch) -> None:
    text = writable(match.hidden.get("result")).replace("1/2-1/2", "1/2")
    write_centred(picture, text, (LEFT + BOARD + 17, TOP + BOARD // 2 + 24), 0.42, TEXT)
