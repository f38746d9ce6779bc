"""The names of points: columns A to T without I from the left, rows 1 to 19 from the bottom."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 19
COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"
PASS: Final = "pass"  # noqa: S105 - the word of GTP
COORDINATES: Final = tuple(f"{c}{r}" for r in range(1, LARGEST + 1) for c in COLUMNS)


def name_of(column: int, row: int) -> str:
    """The name of a point; `column` counts from the left, `row` from the bottom, both from 0.

    >>> name_of(8, 0)
    'J1'
    """
    return f"{COLUMNS[column]}{row + 1}"


def index_of(name: str, size: int) -> int:
    """The point's place in a board's list: row * size + column.

    >>> index_of("J1", 9), index_of("A2", 9)
    (8, 9)
    """
    return (int(name[1:]) - 1) * size + COLUMNS.index(name[0])


def name_at(index: int, size: int) -> str:
    """The name of a place in a board's list."""
    return name_of(index % size, index // size)


def from_letters(letters: str, size: int) -> str:
    """The name of an SGF point, whose letters count from the left and from the TOP.

    An empty value is a pass, and so is `tt` on boards of up to 19 lines.

    Raises:
        ValueError: it is no point of such a board.

    >>> from_letters("aa", 19), from_letters("tt", 19)
    ('A19', 'pass')
    """
    if not letters or (letters == "tt" and size <= LARGEST):
        return PASS
    if len(letters) != 2 or not letters.isascii() or not letters.isalpha():
        raise ValueError(f"{letters!r} is no point: a point is two letters")
    column, row = (ord(letter) - ord("a") for letter in letters)
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError(f"{letters!r} lies outside a board of {size} lines")
    return name_of(column, size - 1 - row)


def to_letters(name: str, size: int) -> str:
    """An SGF point; a pass is empty.

    >>> to_letters("A19", 19)
    'aa'
    """
    if name == PASS:
        return ""
    row, column = divmod(index_of(name, size), size)
    return chr(ord("a") + column) + chr(ord("a") + size - 1 - row)
