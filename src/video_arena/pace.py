"""When each move of a board game is seen: the players' own pace, or a made-up one without times."""

from __future__ import annotations

import hashlib
from statistics import median_low
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

START_S = 2
"""The first move is seen at this second; the starting position stands before it."""
MADE_UP_MS = (3_000, 20_000)
"""A made-up think lies between these two, both included."""


def made_up_thinks(
    fingerprint: str, moves: int, bounds_ms: tuple[int, int] = MADE_UP_MS
) -> list[int]:
    """Milliseconds a move for a game without times: fixed by its fingerprint, not to be guessed."""
    low, high = bounds_ms
    seeds = (hashlib.sha256(f"{fingerprint}:{move}".encode()).digest() for move in range(moves))
    return [low + int.from_bytes(seed[:8], "big") % (high - low + 1) for seed in seeds]


def known_thinks(thought: Sequence[int | None]) -> list[int] | None:
    """Unknown thinks replaced by the median of the known ones; None when none is known.

    Only thinks from each side's second move on speak for the pace of the game.
    """
    known = [think for think in thought[2:] if think is not None]
    if not known:
        return None
    usual = median_low(known)
    return [usual if think is None else think for think in thought]


def move_frames(
    thought: Iterable[int], *, fps: Fraction, longest_ms: int, least: int = 1
) -> tuple[int, ...]:
    """The frame that first shows each move, strictly increasing.

    frame[0] stands at 2 s; frame[i] is the later of frame[i - 1] + `least` and
    2 s + (thinks 1 to i), rounded to the nearest frame, halves up. So the real pace is kept, and
    after a burst of moves the video catches up. The first move's own think is never waited for.

    Args:
        thought: milliseconds thought about each move.
        fps: frames a second.
        longest_ms: a longer think is cut to this.
        least: frames between two moves at least.
    """
    start = int(START_S * fps)
    out: list[int] = []
    total = 0
    for i, think in enumerate(thought):
        if i == 0:
            out.append(start)
            continue
        total += min(think, longest_ms)
        # floor(x + 1/2) in whole numbers
        rounded = (2 * total * fps.numerator + 1000 * fps.denominator) // (2000 * fps.denominator)
        out.append(max(out[-1] + least, start + rounded))
    return tuple(out)
