"""Frames of the broadcast to seconds of the video."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from va_badminton.errors import RejectedError
from va_badminton.shots import SHOTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_badminton.rows import Row

RATES = (24, 25, 30, 50, 60)
LEAST_FLIGHT, MOST_FLIGHT = 0.27, 2.3
"""Seconds between two strokes. A shuttle that is struck 8 m high comes down in 2.3 s."""
LEAD = 4.0
"""The players stand ready so long before the first service."""
LEAST_PAUSE = 12.0
"""Seconds from a shuttle's end to the next service, so that points lie 13 s apart."""
LEAST_BETWEEN_POINTS = 13.0
TAIL = 5.0


def rate_of(rows: Sequence[Row]) -> int:
    """The broadcast's frames a second: of the usual rates the one nearest to frame / time.

    Raises:
        RejectedError: frames and times do not go together.
    """
    known = [row.frame / row.second for row in rows if row.second > 0 and row.frame > 0]
    if not known:
        raise RejectedError("no stroke has a time and a frame: the rate of the broadcast is open")
    found = median(known)
    rate = min(RATES, key=lambda usual: abs(usual - found))
    if abs(rate - found) > 0.02 * rate:
        raise RejectedError(f"{found:.2f} frames a second: frames and times do not go together")
    return rate


def stroke_times(rows: Sequence[Row], rate: int) -> tuple[list[float], int]:
    """Seconds of each stroke after the first, and how many frames could not be used.

    Frames that do not go up are left out (the longest rising sequence stays) and their strokes
    spread by the usual flights of their shots; a flight takes LEAST_FLIGHT to MOST_FLIGHT.
    """
    frames = [row.frame / rate for row in rows]
    kept = _rising(frames)
    usual = [SHOTS[row.shot].flight_s for row in rows]
    gaps: list[float] = []
    # Before the first and after the last kept frame there is only the usual flight to go by.
    gaps += usual[: kept[0]]
    for a, b in pairwise(kept):
        total = sum(usual[a:b])
        gaps += [(frames[b] - frames[a]) * usual[i] / total for i in range(a, b)]
    gaps += usual[kept[-1] : len(rows) - 1]
    times, now = [0.0], 0.0
    for gap in gaps:
        now += min(MOST_FLIGHT, max(LEAST_FLIGHT, gap))
        times.append(round(now, 3))
    return times, len(rows) - len(kept)


def _rising(frames: Sequence[float]) -> list[int]:
    """Indices of a longest strictly rising subsequence; of several, the one that takes least time.

    A rally has some dozens of strokes, so the plain quadratic search will do.
    """
    # By the stroke it ends with: length, minus its seconds, and its chain.
    best: list[tuple[int, float, list[int]]] = []
    for i, frame in enumerate(frames):
        longest: tuple[int, float, list[int]] = (1, 0.0, [i])
        for length, _, chain in best:
            if frames[chain[-1]] < frame:
                longer = (length + 1, frames[chain[0]] - frame, [*chain, i])
                longest = max(longest, longer, key=lambda found: found[:2])
        best.append(longest)
    return max(best, key=lambda found: found[:2])[2]


def pause(recorded: float | None, max_pause: float) -> float:
    """Seconds from a shuttle's end to the next service.

    Args:
        recorded: as the broadcast had it; None where a rally beside it is missing.
        max_pause: longer ones, such as the interval at 11, are cut to this.
    """
    if recorded is None:
        return LEAST_PAUSE
    return round(max(LEAST_PAUSE, min(recorded, max_pause)), 3)
