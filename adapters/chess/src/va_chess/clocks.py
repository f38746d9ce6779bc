"""When each ply is seen: the players' own pace from `%clk`, or a made-up one without clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from video_arena.pace import move_frames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TAIL = 4
"""Frames from the last ply's frame to the end, that frame included: more than 3 s."""

_CLK = re.compile(r"\[%clk\s+(\d+):(\d\d?):(\d\d?(?:\.\d+)?)\s*\]")
_STAGE = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?\Z")


@dataclass(frozen=True, slots=True)
class Stage:
    """One period of a time control."""

    moves: int | None
    """Moves of each side in this period; None for the rest of the game."""
    base_ms: int
    increment_ms: int


def time_control(text: str) -> tuple[Stage, ...]:
    """The periods of a TimeControl tag; empty for `-`, `?`, sandclocks and what is unknown.

    >>> time_control("40/7200:900+30")[1]
    Stage(moves=None, base_ms=900000, increment_ms=30000)
    """
    stages = []
    for part in text.strip().split(":"):
        found = _STAGE.match(part.strip())
        if found is None:
            return ()
        moves, base, increment = found.groups()
        stages.append(
            Stage(int(moves) if moves else None, int(base) * 1000, int(increment or 0) * 1000)
        )
    return tuple(stages)


def clock_ms(comment: str) -> int | None:
    """The clock that a comment shows, in milliseconds; None when it shows none.

    >>> clock_ms("[%eval 0.2] [%clk 0:01:02.5]")
    62500
    """
    found = _CLK.search(comment)
    if found is None:
        return None
    hours, minutes, seconds = found.groups()
    whole, _, fraction = seconds.partition(".")
    return (
        int(hours) * 3_600_000
        + int(minutes) * 60_000
        + int(whole) * 1000
        + int((fraction + "000")[:3])
    )


def thinks(clocks: Sequence[int], stages: Sequence[Stage]) -> list[int | None]:
    """Milliseconds thought about each ply; None where the clocks do not tell.

    A clock shows what is left after the move with the increment already added, so a think is
    the side's previous clock plus increment minus this one. Before its first move a side has the
    base time, and

    - a first clock equal to the base means that the clock did not run (Lichess), think 0;
    - a first clock of exactly half the base is a Lichess berserk, think 0, and that side plays
      on without increments;
    - a negative think means that time was given or a new period began: unknown.
    """
    out: list[int | None] = []
    berserk = [False, False]
    for i, clock in enumerate(clocks):
        side = i % 2
        if i < 2:
            think, berserk[side] = _first_think(clock, stages)
        else:
            increment = 0 if berserk[side] else _increment(stages, i // 2)
            think = clocks[i - 2] + increment - clock
        out.append(think if think is not None and think >= 0 else None)
    return out


def _first_think(clock: int, stages: Sequence[Stage]) -> tuple[int | None, bool]:
    if not stages:
        return None, False
    base = stages[0].base_ms
    if clock == base:
        return 0, False
    if clock * 2 == base:
        return 0, True
    return base + stages[0].increment_ms - clock, False


def _increment(stages: Sequence[Stage], moves_before: int) -> int:
    """The increment of a side's move that comes after `moves_before` of its moves."""
    for stage in stages:
        if stage.moves is None or moves_before < stage.moves:
            return stage.increment_ms
        moves_before -= stage.moves
    return stages[-1].increment_ms if stages else 0


def frames(thought: Iterable[int], max_think_s: int) -> tuple[int, ...]:
    """The frame that first shows each ply, strictly increasing.

    frame[0] = 2; frame[i] = max(frame[i-1] + 1, 2 + round(sum of thinks 1 to i)), halves up, each
    think capped at `max_think_s`. So the real pace is kept, and after a burst of premoves, which
    need a frame each, the video catches up.
    """
    return move_frames(thought, fps=Fraction(1), longest_ms=max_think_s * 1000)


def clock_text(milliseconds: int) -> str:
    """As a chess clock shows it.

    >>> clock_text(3_725_400), clock_text(9_300)
    ('1:02:05', '0:09.3')
    """
    seconds, rest = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    tenth = f".{rest // 100}" if rest and minutes == 0 else ""
    return f"{minutes}:{seconds:02}{tenth}"
