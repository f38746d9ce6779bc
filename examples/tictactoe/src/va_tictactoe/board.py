"""The rules. A position is nine characters, a1 b1 c1 a2 ... c3, each `X`, `O` or `.`."""

from __future__ import annotations

EMPTY = "." * 9
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "ABC")
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))


def to_move(position: str) -> str:
    """The side whose turn it is; X begins."""
    return "X" if position.count("X") == position.count("O") else "O"


def played(position: str, square: int) -> str:
    """The position after the side to move takes `square`, which must be free."""
    return position[:square] + to_move(position) + position[square + 1 :]


def free(position: str) -> tuple[int, ...]:
    """The free squares; none once a side has won."""
    return () if won_line(position) else tuple(i for i in range(9) if position[i] == ".")


def won_line(position: str) -> tuple[int, int, int] | None:
    """The first line that one side fills, if there is one."""
    for a, b, c in ROWS + COLUMNS + DIAGONALS:
        if position[a] == position[b] == position[c] != ".":
            return a, b, c
    return None


def winner(position: str) -> str | None:
    """The side that has three in a row, if there is one."""
    line = won_line(position)
    return position[line[0]] if line else None
