"""How well a flawless reader of the delivered frames could score: the temporal ceilings.

Equation numbers are the paper's, of its appendix on the temporal ceiling. Recalls and F1 scores
are in [0, 1] here; the paper and the command print them times 100.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from video_arena.protocols.grid import FrameGrid

TOLERANCE_S = Fraction(3)
MICROSECOND = 10**6
"""Times are compared in whole microseconds, as the judge compares them."""


def uniform_recall(spacing: Fraction, tolerance: Fraction = TOLERANCE_S) -> float:
    """Equation 2: c = min(1, 2 tau / Delta).

    Each frame times the events up to tau before and after it. These windows are 2 tau wide and
    Delta apart, so of events that are spread evenly they cover that fraction.

    >>> uniform_recall(Fraction(6)), uniform_recall(Fraction(12))
    (1.0, 0.5)
    """
    return float(min(Fraction(1), 2 * tolerance / spacing))


def abstaining_f1(recall: float) -> float:
    """F1 of an oracle that answers what it can time and nothing else: P = 1, R = `recall`.

    With Equation 2's recall this is Equation 3, 2c / (1 + c); with M/N it is Equation 5,
    2M / (M + N).

    >>> abstaining_f1(2 / 6)
    0.5
    """
    return 2 * recall / (1 + recall)


def uniform_f1(spacing: Fraction, tolerance: Fraction = TOLERANCE_S) -> float:
    """Equation 3: F1 = 2c / (1 + c), which beats answering every event (F1 = c) for c < 1."""
    return abstaining_f1(uniform_recall(spacing, tolerance))


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The ceilings of one case, from its own grid and its own reference times."""

    duration: Fraction
    frames: int
    """n"""
    spacing: Fraction
    """Delta, seconds."""
    events: int
    """N = |G|"""
    reachable: int
    """M of Equation 4: events with a frame within tau, before or after."""
    causal: int
    """Events with a frame within tau at or after them: what a strictly causal reader can name."""
    midpoint: int
    """Events within tau of the middle of the two frames around them, where that may be named."""
    past_last: int
    """Unreachable events after the last frame: tail loss."""
    uniform_recall: float
    """Equation 2."""

    @property
    def uniform_f1(self) -> float:
        """Equation 3."""
        return abstaining_f1(self.uniform_recall)

    @property
    def recall(self) -> float:
        """R = M/N; 0 where there are no events."""
        return self.reachable / self.events if self.events else 0.0

    @property
    def f1(self) -> float:
        """Equation 5 from TP = M, FP = 0, FN = N - M; 0 where there are no events."""
        return self._f1(self.reachable)

    @property
    def causal_f1(self) -> float:
        """Equation 5 for the causal reader."""
        return self._f1(self.causal)

    @property
    def midpoint_f1(self) -> float:
        """Equation 5 for the reader that interpolates."""
        return self._f1(self.midpoint)

    @property
    def between(self) -> int:
        """Unreachable events between two frames: what the spacing alone costs."""
        return self.events - self.reachable - self.past_last

    def _f1(self, timed: int) -> float:
        return 2 * timed / (timed + self.events) if self.events else 0.0


def ceiling(
    grid: FrameGrid, events_us: Sequence[int], tolerance: Fraction = TOLERANCE_S
) -> Ceiling:
    """The ceilings of a case.

    Args:
        grid: the frames that are delivered.
        events_us: the reference times in microseconds, in any order.
        tolerance: tau in seconds, inclusive.
    """
    frames = [_microseconds(time) for time in grid.times]
    tau = _microseconds(tolerance)
    last = frames[-1]

    def count(reaches: Callable[[int], bool]) -> int:
        return sum(map(reaches, events_us))

    return Ceiling(
        duration=grid.duration,
        frames=grid.count,
        spacing=grid.spacing,
        events=len(events_us),
        reachable=count(lambda event: _distance(frames, event) <= tau),
        causal=count(lambda event: _wait(frames, event, tau) <= tau),
        midpoint=count(lambda event: _from_middle(frames, event) <= tau),
        past_last=count(lambda event: event - last > tau),
        uniform_recall=uniform_recall(grid.spacing, tolerance),
    )


def _microseconds(seconds: Fraction) -> int:
    return round(seconds * MICROSECOND)


def _distance(frames: Sequence[int], event: int) -> int:
    """To the nearest frame."""
    place = bisect_left(frames, event)
    return min(abs(frame - event) for frame in frames[max(0, place - 1) : place + 1])


def _wait(frames: Sequence[int], event: int, tau: int) -> int:
    """To the next frame at or after the event; more than `tau` where none comes any more."""
    place = bisect_left(frames, event)
    return frames[place] - event if place < len(frames) else tau + 1


def _from_middle(frames: Sequence[int], event: int) -> Fraction:
    """To the middle of the two frames around the event.

    An event on a frame has that frame for both, and one after the last frame has only the last.
    """
    place = bisect_left(frames, event)
    after = frames[min(place, len(frames) - 1)]
    before = after if after == event else frames[max(0, place - 1)]
    return abs(event - Fraction(before + after, 2))
