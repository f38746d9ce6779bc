"""The board as it is filmed: 612x612, wood, lines and stones and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from va_go.board import EMPTY, WHITE
from va_go.hud import draw_hud
from va_go.replay import positions_of
from va_go.wood import (
    SHELLS,
    SIDE,
    Sprite,
    empty_board,
    layout,
    shadow_sprite,
    stone_sprite,
)
from video_arena.match import Box, FrameRun, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from va_go.match import GoMatch

    Picture = NDArray[np.uint8]

EVERYTHING = Box(0, 0, SIDE, SIDE)


def draw_board(cells: bytes, size: int) -> Picture:
    """The picture of a position, RGB, shape (612, 612, 3).

    Args:
        cells: one byte a point, row by row from the bottom left: 0 empty, 1 black, 2 white.
        size: lines of the board.
    """
    picture = empty_board(size).copy()
    _paint(picture, cells, size, EVERYTHING)
    return picture


def redraw(picture: Picture, cells: bytes, size: int, changed: Iterable[int]) -> None:
    """Make the picture of one position that of another, which differs at the `changed` points.

    The result is `draw_board`'s to the last bit.
    """
    for point in changed:
        box = _box_of(point, size)
        rows, columns = slice(box.y, box.y + box.height), slice(box.x, box.x + box.width)
        picture[rows, columns] = empty_board(size)[rows, columns]
        _paint(picture, cells, size, box)


def _box_of(point: int, size: int) -> Box:
    """The pixels that a stone and its shadow can touch."""
    x, y = layout(size).pixel(point)
    reach = shadow_sprite(size).reach
    left, top = max(0, x - reach), max(0, y - reach)
    right, bottom = min(SIDE, x + reach + 1), min(SIDE, y + reach + 1)
    return Box(left, top, right - left, bottom - top)


def _paint(picture: Picture, cells: bytes, size: int, box: Box) -> None:
    """Lay all shadows, then all stones, so far as they touch the box; the board is clean there."""
    stones = _stones_near(cells, size, box)
    for point in stones:
        _blend(picture, shadow_sprite(size), layout(size).pixel(point), box)
    for point in stones:
        # Shell patterns are spread so that neighbours differ.
        pattern = (point * 5 + point // size) % SHELLS if cells[point] == WHITE else 0
        sprite = stone_sprite(size, cells[point], pattern)
        _blend(picture, sprite, layout(size).pixel(point), box)


def _stones_near(cells: bytes, size: int, box: Box) -> list[int]:
    if box == EVERYTHING:
        return [point for point, content in enumerate(cells) if content != EMPTY]
    place = layout(size)
    reach = shadow_sprite(size).reach

    def touched(start: int, length: int) -> range:
        low = -((place.first + reach - start) // place.spacing)
        high = (start + length - 1 - place.first + reach) // place.spacing
        return range(max(0, low), min(size - 1, high) + 1)

    rows = touched(box.y, box.height)
    columns = touched(box.x, box.width)
    near = ((size - 1 - row) * size + column for row in reversed(rows) for column in columns)
    return [point for point in near if cells[point] != EMPTY]


def _blend(picture: Picture, sprite: Sprite, centre: tuple[int, int], box: Box) -> None:
    x, y = centre[0] - sprite.reach, centre[1] - sprite.reach
    side = 2 * sprite.reach + 1
    left, right = max(x, box.x), min(x + side, box.x + box.width)
    top, bottom = max(y, box.y), min(y + side, box.y + box.height)
    if left >= right or top >= bottom:
        return
    part = (slice(top - y, bottom - y), slice(left - x, right - x))
    target = picture[top:bottom, left:right]
    target[:] = (sprite.colour[part] + sprite.rest[part] * target + 127) // 255


def render(match: GoMatch, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """The frames of `span`, one run a position; any span without drawing those before it."""
    boards = positions_of(match)
    picture: Picture | None = None
    drawn = b""
    for prefix, count in _stretches(match, span, join=not hud):
        cells = boards[prefix]
        if picture is None:
            picture = draw_board(cells, match.size)
        else:
            changed = [i for i, (a, b) in enumerate(zip(drawn, cells, strict=True)) if a != b]
            redraw(picture, cells, match.size, changed)
        drawn = cells
        shown = draw_hud(picture, match, prefix, hud) if hud else picture.copy()
        yield FrameRun(shown, count)


def _stretches(match: GoMatch, span: Span, *, join: bool) -> Iterator[tuple[int, int]]:
    """The prefixes that are seen in a span, and for how many frames.

    With `join`, a pass does not begin a stretch of its own: nothing changes on the board.
    """
    boards = positions_of(match)
    edges = (*match.shown, match.frames)
    at = max(span.start, 0)
    stop = min(span.stop, match.frames)
    while at < stop:
        prefix = bisect_right(match.shown, at)
        while join and prefix < match.prefixes and boards[prefix + 1] == boards[prefix]:
            prefix += 1
        end = min(edges[prefix], stop)
        yield prefix, end - at
        at = end
