"""Rallies one after the other on the video's clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from va_badminton import times
from va_badminton.match import FPS, End, Rally, frame_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_badminton.assemble import Assembled
    from va_badminton.score import Proved


def lay_out(
    assembled: Sequence[Assembled], proved: Sequence[Proved], rate: int, max_pause: float
) -> tuple[tuple[Rally, ...], int]:
    """The rallies at their times, and the length of the video in frames.

    Between two rallies lies the broadcast's own pause, from the shuttle's end to the next
    service, where both are recorded; at least `times.LEAST_PAUSE` and at most `max_pause`.
    """
    rallies: list[Rally] = []
    start = times.LEAD
    for i, item in enumerate(assembled):
        if rallies:
            end = rallies[-1].end.time
            recorded = _recorded_pause(proved[i - 1], proved[i], assembled[i - 1].rally, rate)
            start = end + times.pause(recorded, max_pause)
            # Two frame steps of slack: ends are seen on the frame grid.
            least = end + times.LEAST_BETWEEN_POINTS + 2 / FPS - item.rally.end.time
            start = max(start, least)
        rallies.append(_shifted(item.rally, start))
    frames = frame_at(rallies[-1].end.time + times.TAIL)
    return tuple(rallies), frames


def _recorded_pause(before: Proved, after: Proved, rally: Rally, rate: int) -> float | None:
    if not before.rows or not after.rows:
        return None
    gap = (after.rows[0].frame - before.rows[-1].frame) / rate
    flight = rally.end.time - rally.strokes[-1].time
    return gap - flight


def _shifted(rally: Rally, start: float) -> Rally:
    """At its time, every contact and the end on the frame grid: a frame shows each of them."""
    strokes = tuple(replace(stroke, time=_on_grid(stroke.time + start)) for stroke in rally.strokes)
    end = End(time=_on_grid(rally.end.time + start), kind=rally.end.kind, place=rally.end.place)
    return Rally(strokes=strokes, end=end)


def _on_grid(time: float) -> float:
    return round(round(time * FPS) / FPS, 6)
