"""Thinking times from SGF's clocks (BL, WL, OB, OW, OT)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BYOYOMI = re.compile(
    r"(\d+)\s*x\s*(\d+(?:\.\d+)?)\s*(?:s|sec\w*)?\s*(?:byo-?yomi)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A player's clock right after a move."""

    left_ms: int
    periods: int | None
    """OB or OW: byo-yomi periods or Canadian stones left; None in main time."""


def reading(left: str, periods: str) -> Reading | None:
    """The clock that BL and OB show; None where BL is missing or no number of seconds."""
    try:
        left_ms = round(float(left) * 1000)
    except (ValueError, OverflowError):
        return None
    count = periods.strip()
    return Reading(left_ms, int(count) if count.isdecimal() else None)


def byoyomi(overtime: str) -> tuple[int, int] | None:
    """Periods and their length in milliseconds, where OT speaks of Japanese byo-yomi.

    >>> byoyomi("5x30 byo-yomi"), byoyomi("25/600 Canadian")
    ((5, 30000), None)
    """
    found = _BYOYOMI.fullmatch(overtime.strip())
    if found is None:
        return None
    return int(found.group(1)), round(float(found.group(2)) * 1000)


def thinks(
    readings: list[tuple[str, Reading | None]], main_ms: int | None, overtime: str
) -> list[int | None]:
    """Milliseconds thought about each move; None where the clocks do not tell.

    In main time, and within one Canadian period, a think is the side's last reading minus this
    one. In byo-yomi each period that was used up counts whole, and the reading is what was left
    of the one in which the move was made. A clock that rose means a new period: unknown.

    Args:
        readings: colour of the mover and its clock, move by move.
        main_ms: both sides' clocks before their first moves, None if unknown.
        overtime: the value of OT.
    """
    periods = byoyomi(overtime)
    before: dict[str, Reading | None] = dict.fromkeys(
        "BW", None if main_ms is None else Reading(main_ms, None)
    )
    out: list[int | None] = []
    for colour, now in readings:
        last = before[colour]
        out.append(None if last is None or now is None else _think(last, now, periods))
        before[colour] = now
    return out


def _think(last: Reading, now: Reading, periods: tuple[int, int] | None) -> int | None:
    if periods is None or now.periods is None:
        think = last.left_ms - now.left_ms
    else:
        count, length = periods
        in_main = last.periods is None
        used = (count if last.periods is None else last.periods) - now.periods
        think = (last.left_ms if in_main else 0) + used * length + length - now.left_ms
    return think if think >= 0 else None
