"""A set of badminton that was read, repaired, checked and laid out in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from video_arena.match import Match

if TYPE_CHECKING:
    from va_badminton.court import Side, Zone

FPS = 15


class Place(NamedTuple):
    """A place on the floor in metres, as `court` has them."""

    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """One hit."""

    time: float
    """Video seconds."""
    side: Side
    """The half of the player who hits."""
    shot: str
    """One of `shots.SHOTS`."""
    contact: Place
    """The point of the floor under the shuttle when it is hit."""
    feet: Place
    """Where the hitter stands."""
    other: Place
    """Where the opponent stands."""
    backhand: bool
    around_head: bool
    low: bool
    """Hit below the height of the net."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Where the shuttle comes to its end: on the floor, or in the net (y = 0)."""

    time: float
    kind: Literal["floor", "net"]
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Rally:
    """What is drawn of one point. It does not tell who scored, let alone the score."""

    strokes: tuple[Stroke, ...]
    end: End


class Result(NamedTuple):
    """What is asked about one point."""

    side: Side
    zone: Zone


@dataclass(frozen=True, kw_only=True)
class BadmintonMatch(Match):
    """One set of singles; a prefix is a point. Both players keep their ends (see the docs)."""

    rallies: tuple[Rally, ...]
    """All that the renderer is given."""
    results: tuple[Result, ...]
    left_handed: tuple[bool, bool]
    """Near, far."""

    def score(self, prefix: int) -> tuple[int, int]:
        """Points of near and far after so many rallies."""
        near = sum(result.side == "near" for result in self.results[:prefix])
        return near, prefix - near

    def event_frame(self, rally: int) -> int:
        """The first frame at or after the shuttle's end."""
        return frame_at(self.rallies[rally].end.time)


def frame_at(time: float) -> int:
    """The first frame that stands at or after a video second."""
    return -int(-(time * FPS - 1e-3) // 1)
