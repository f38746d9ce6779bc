"""Stones on a board: groups, liberties, captures. No ko here, and no turn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
COLOURS: Final = {"B": BLACK, "W": WHITE}


class Placed(NamedTuple):
    """What putting down a stone did."""

    captured: tuple[int, ...]
    """Points from which the other side's stones were taken, in rising order."""
    suicide: tuple[int, ...]
    """Points from which the own stones were taken, the one put down included."""


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """The up to four points next to each point."""
    out = []
    for point in range(size * size):
        row, column = divmod(point, size)
        near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        inside = (r * size + c for r, c in near if 0 <= r < size and 0 <= c < size)
        out.append(tuple(inside))
    return tuple(out)


class Board:
    """A square board.

    Points are numbered row by row from the bottom left corner.

    >>> board = Board(9)
    >>> board.put(BLACK, 40)
    Placed(captured=(), suicide=())
    >>> board.group_at(40)[1]
    4
    """

    def __init__(self, size: int, cells: bytes | None = None) -> None:
        self.size = size
        self.cells = bytearray(cells if cells is not None else size * size)
        self._neighbours = neighbours(size)

    def group_at(self, point: int) -> tuple[list[int], int]:
        """The stones connected to the one at `point`, and how many liberties they have."""
        colour = self.cells[point]
        stones = [point]
        seen = {point}
        liberties = 0
        for stone in stones:  # grows while it is walked
            for near in self._neighbours[stone]:
                if near in seen:
                    continue
                content = self.cells[near]
                if content == colour:
                    stones.append(near)
                    seen.add(near)
                elif content == EMPTY:
                    liberties += 1
                    seen.add(near)
        return stones, liberties

    def put(self, colour: int, point: int) -> Placed:
        """Put a stone on an empty point; take first the other side's dead stones, then the own.

        Raises:
            ValueError: the point is occupied.
        """
        if self.cells[point] != EMPTY:
            raise ValueError("the point is occupied")
        self.cells[point] = colour
        captured: list[int] = []
        for near in self._neighbours[point]:
            if self.cells[near] == BLACK + WHITE - colour:
                captured += self._take_if_dead(near)
        suicide = [] if captured else self._take_if_dead(point)
        return Placed(tuple(sorted(captured)), tuple(sorted(suicide)))

    def _take_if_dead(self, point: int) -> list[int]:
        stones, liberties = self.group_at(point)
        if liberties:
            return []
        for stone in stones:
            self.cells[stone] = EMPTY
        return stones

    def dead_groups(self) -> Iterator[list[int]]:
        """Groups without a liberty: there are none after any number of `put`."""
        seen: set[int] = set()
        for point, content in enumerate(self.cells):
            if content != EMPTY and point not in seen:
                stones, liberties = self.group_at(point)
                seen.update(stones)
                if not liberties:
                    yield stones
