"""The board as it is filmed: 548x548, White at the bottom, squares and pieces and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import chess
import numpy as np

from va_chess.hud import draw_hud
from video_arena.match import FrameRun, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from va_chess.match import ChessMatch

SQUARE = 68
"""Pixels; eight squares and the border on both sides make 548."""
BORDER = 2
SIDE = 8 * SQUARE + 2 * BORDER

LIGHT = (238, 223, 194)
DARK = (166, 122, 86)
FRAME = (72, 50, 36)
PIECES = "PNBRQKpnbrqk"
"""The order of the sheet `pieces.png`; a code is 1 + the index, 0 is an empty square."""


@cache
def _tiles() -> NDArray[np.uint8]:
    """Every content on both colours of square: shape (2, 13, 68, 68, 3), 0 = light."""
    import cv2  # noqa: PLC0415 - only to decode one picture

    packed = np.frombuffer((files("va_chess") / "pieces.png").read_bytes(), np.uint8)
    decoded = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED)
    assert decoded is not None, "pieces.png is damaged"
    sheet = decoded[..., [2, 1, 0, 3]].astype(np.uint32)
    out = np.empty((2, 13, SQUARE, SQUARE, 3), np.uint8)
    for shade, ground in enumerate((LIGHT, DARK)):
        out[shade] = ground
        for i in range(12):
            piece = sheet[:, i * SQUARE : (i + 1) * SQUARE]
            alpha = piece[..., 3:]
            blended = piece[..., :3] * alpha + np.array(ground, np.uint32) * (255 - alpha)
            out[shade, i + 1] = (blended + 127) // 255
    out.setflags(write=False)
    return out


@cache
def _empty_board() -> NDArray[np.uint8]:
    picture = np.empty((SIDE, SIDE, 3), np.uint8)
    picture[:] = FRAME
    tiles = _tiles()
    for row in range(8):
        for column in range(8):
            _square(picture, row, column)[:] = tiles[(row + column) % 2, 0]
    picture.setflags(write=False)
    return picture


def _square(picture: NDArray[np.uint8], row: int, column: int) -> NDArray[np.uint8]:
    top, left = BORDER + row * SQUARE, BORDER + column * SQUARE
    return picture[top : top + SQUARE, left : left + SQUARE]


def codes_of(board: chess.Board) -> NDArray[np.uint8]:
    """What stands where: shape (8, 8), row 0 = rank 8, column 0 = file a."""
    codes = np.zeros(64, np.uint8)
    for square, piece in board.piece_map().items():
        codes[square ^ 56] = 1 + PIECES.index(piece.symbol())
    return codes.reshape(8, 8)


def draw_board(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture of a position, RGB, shape (548, 548, 3)."""
    picture = _empty_board().copy()
    tiles = _tiles()
    for row, column in zip(*np.nonzero(codes), strict=True):
        _square(picture, row, column)[:] = tiles[(row + column) % 2, codes[row, column]]
    return picture


@lru_cache(maxsize=8)
def positions(start: str, moves: tuple[str, ...]) -> tuple[NDArray[np.uint8], ...]:
    """The codes of every position of a game, the first one included."""
    board = chess.Board() if start == "startpos" else chess.Board(start)
    out = [codes_of(board)]
    for move in moves:
        board.push_uci(move)
        out.append(codes_of(board))
    return tuple(out)


def render(match: ChessMatch, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """The frames of `span`, one run a position; any span without drawing those before it."""
    boards = positions(match.start, match.moves)
    edges = (*match.shown, match.frames)
    at = max(span.start, 0)
    stop = min(span.stop, match.frames)
    while at < stop:
        ply = bisect_right(match.shown, at)
        end = min(edges[ply], stop)
        picture = draw_board(boards[ply])
        if hud:
            picture = draw_hud(picture, match, ply, (boards[0], boards[ply]), hud)
        yield FrameRun(picture, end - at)
        at = end
