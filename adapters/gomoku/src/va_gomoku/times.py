"""When each move is seen: the players' own pace, or a made-up one where the record has no times."""

from __future__ import annotations

import hashlib
from statistics import median_low
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FPS: Final = 25
START: Final = 2 * FPS
"""The frame of the first move; the empty board stands before it."""
LEAST: Final = FPS
"""Frames from one move to the next at least: a second. Programs answer in milliseconds; at one
look a second, as the benchmark's visual protocol takes, every position is still seen."""
TAIL: Final = 4 * FPS
"""Frames from the last move's frame to the end, that frame included."""
PACE_MS: Final = (1_500, 6_000)
"""A made-up think lies between these two, both included."""


def thinks_of(
    recorded: Sequence[int | None], fingerprint: str
) -> tuple[list[int], tuple[str, ...]]:
    """Milliseconds thought about each move, and notes.

    Moves of 0 ms at the beginning are opening stones that the tournament placed: they follow each
    other at the least distance. A think that is missing later is the median of the known ones. A
    record in which no move took time is given a pace, fixed by the game's fingerprint.
    """
    known = [think for think in recorded if think]
    if not known:
        return _made_up(fingerprint, len(recorded)), (
            "no move times: the pace is made up from the fingerprint",
        )
    opening = next(i for i, think in enumerate(recorded) if think)
    usual = median_low(known)
    missing = sum(think is None for think in recorded[opening:])
    notes = (f"{missing} moves without a time are shown at the median pace",) if missing else ()
    least = LEAST * 1000 // FPS
    thought = [usual if think is None else think for think in recorded[opening:]]
    return [least] * opening + thought, notes


def _made_up(fingerprint: str, moves: int) -> list[int]:
    low, high = PACE_MS
    seeds = (hashlib.sha256(f"{fingerprint}:{move}".encode()).digest() for move in range(moves))
    return [low + int.from_bytes(seed[:8], "big") % (high - low + 1) for seed in seeds]


def frames(thought: Iterable[int], max_think_s: int) -> tuple[int, ...]:
    """The frame that first shows each move, at least `LEAST` apart.

    frame[0] = 50; frame[i] = max(frame[i-1] + 25, 50 + 25 * sum of thinks 1 to i, in s, rounded
    half up), each think capped at `max_think_s`: the real pace, with which the video catches up
    after moves that came too fast to be seen.
    """
    out: list[int] = []
    total = 0
    for number, think in enumerate(thought):
        if number == 0:
            out.append(START)
            continue
        total += min(think, max_think_s * 1000)
        out.append(max(out[-1] + LEAST, START + (total * FPS + 500) // 1000))
    return tuple(out)
