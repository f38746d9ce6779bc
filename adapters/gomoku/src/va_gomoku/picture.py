"""The board as it is filmed: 504x504, wood and stones and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from va_gomoku.hud import draw_hud
from va_gomoku.spec import SIDE
from va_gomoku.stones import reach, shadow, stone
from va_gomoku.wood import centre, empty_board
from video_arena.match import FrameRun, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from va_gomoku.match import GomokuMatch


def draw_board(size: int, moves: Sequence[tuple[int, int]]) -> NDArray[np.uint8]:
    """The picture after `moves`, black's first; RGB, shape (504, 504, 3).

    It depends on which stones lie where and not on their order: shadows are merged by the darker,
    and no two stones touch.
    """
    picture = empty_board(size).copy()
    dark = np.zeros((SIDE, SIDE, 1))
    half = reach(size)
    for move in moves:
        part = _around(dark, centre(size, move), half)
        mask = _clipped(shadow(size), centre(size, move), half)
        np.maximum(part, mask, out=part)
    picture *= 1 - dark
    for number, move in enumerate(moves):
        stamp = stone(size, "W" if number % 2 else "B")
        at = centre(size, move)
        part = _around(picture, at, half)
        cover = _clipped(stamp.cover, at, half)
        part += (_clipped(stamp.colour, at, half) - part) * cover
    return np.floor(picture + 0.5).astype(np.uint8)


def _around(field: NDArray[np.float64], at: tuple[int, int], half: int) -> NDArray[np.float64]:
    """The part of a picture that a patch covers, as far as it lies inside."""
    x, y = at
    return field[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1]


def _clipped(patch: NDArray[np.float64], at: tuple[int, int], half: int) -> NDArray[np.float64]:
    """The part of a patch that lies inside the picture."""
    x, y = at
    left, top = max(half - x, 0), max(half - y, 0)
    right, bottom = max(x + half + 1 - SIDE, 0), max(y + half + 1 - SIDE, 0)
    side = 2 * half + 1
    return patch[top : side - bottom, left : side - right]


def render(match: GomokuMatch, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """The frames of `span`, one run a position; any span without drawing those before it."""
    edges = (*match.shown, match.frames)
    at = max(span.start, 0)
    stop = min(span.stop, match.frames)
    while at < stop:
        prefix = bisect_right(match.shown, at)
        end = min(edges[prefix], stop)
        picture = draw_board(match.size, match.moves[:prefix])
        if hud:
            picture = draw_hud(picture, match, prefix, hud)
        yield FrameRun(picture, end - at)
        at = end
