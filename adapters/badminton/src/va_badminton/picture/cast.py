"""What one player is to do in one segment: keys for the body, hits for the arms, steps to keep."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, pi
from typing import TYPE_CHECKING

from va_badminton.court import Side, toward_net
from va_badminton.picture.curves import Track, unwrapped
from va_badminton.shots import LONG_SERVICE, SHOTS

if TYPE_CHECKING:
    from va_badminton.match import Place, Rally, Stroke
    from va_badminton.picture.steps import Booking
    from va_badminton.picture.swings import Pose

READY_BEFORE = 1.3
"""Seconds before a service at which both players stand still: there segments meet."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A contact, in the order of a player's strokes."""

    time: float
    swing: str
    """A key of `swings.SWINGS`."""
    backhand: bool
    at: tuple[float, float, float]
    """Where the shuttle is."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The arms come to a pose at a time."""

    time: float
    pose: Pose
    free_only: bool = False


@dataclass(slots=True)
class Role:
    """One player in one segment."""

    side: Side
    left_handed: bool
    root: Track = field(default_factory=Track)
    spread: Track = field(default_factory=Track)
    twist: Track = field(default_factory=Track)
    crouch: Track = field(default_factory=Track)
    lean: Track = field(default_factory=Track)
    turns: list[tuple[float, float]] = field(default_factory=list)
    """Times and headings, not unwrapped yet."""
    jumps: list[tuple[float, float]] = field(default_factory=list)
    """Times and heights in metres."""
    bookings: list[Booking] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    throws: list[float] = field(default_factory=list)
    reaches: list[tuple[float, tuple[float, float, float]]] = field(default_factory=list)
    """Times at which the free hand is at a place."""

    @property
    def front(self) -> float:
        """The heading towards the net."""
        return 0.0 if self.side == "near" else pi

    @property
    def hand(self) -> int:
        """+1 for a racket in the right hand, -1 in the left."""
        return -1 if self.left_handed else 1

    @property
    def sign(self) -> int:
        """+1 where the net is at greater y."""
        return toward_net(self.side)

    def turn(self, time: float, heading: float) -> None:
        """Look that way at that time."""
        self.turns.append((time, heading))

    def heading(self) -> Track:
        """The turns as a track, each the shorter way round."""
        track = Track()
        turns = sorted(self.turns)
        angles = unwrapped([angle for _, angle in turns])
        for (time, _), angle in zip(turns, angles, strict=True):
            track.add(time, angle)
        return track

    def stand(self, time: float, place: tuple[float, float]) -> None:
        """The pelvis is over that place."""
        self.root.add(time, *place)

    def tip(self, time: float, x: float, y: float) -> None:
        """Lean."""
        self.lean.add(time, x, y)


def swing_of(stroke: Stroke) -> str:
    """The swing that a stroke is drawn with."""
    shot = SHOTS[stroke.shot]
    if shot.swing == "serve":
        return "long" if stroke.shot == LONG_SERVICE else "short"
    if shot.swing == "overhead":
        if stroke.low and shot.low < 1.85:
            return "flat"
        return "backhand overhead" if stroke.backhand and not stroke.around_head else "overhead"
    return shot.swing


def is_backhand(stroke: Stroke, role: Role) -> bool:
    """The record's word, unless the shuttle is plainly on the other side of the body."""
    swing = swing_of(stroke)
    if swing in {"overhead", "short"}:
        return swing == "short"
    across = (stroke.contact.x - stroke.feet.x) * role.sign * role.hand
    if abs(across) > 0.35:
        return across < 0
    return stroke.backhand


REACHES = {
    "overhead": (0.08, 0.30),
    "backhand overhead": (0.10, 0.35),
    "flat": (0.45, 0.85),
    "under": (0.70, 1.22),
    "net": (0.72, 1.22),
    "short": (0.42, 0.55),
    "long": (0.45, 0.60),
}
"""Metres from the pelvis to the point under the shuttle, least and most, by swing."""


def root_at_hit(stroke: Stroke, swing: str) -> tuple[float, float]:
    """Where the pelvis is, so that the racket meets the shuttle: by the recorded feet if it can."""
    dx, dy = stroke.feet.x - stroke.contact.x, stroke.feet.y - stroke.contact.y
    away = (dx * dx + dy * dy) ** 0.5
    least, most = REACHES[swing]
    if away < 0.05:
        dx, dy, away = 0.0, -float(toward_net(stroke.side)), 1.0
        far = least
    else:
        far = min(most, max(least, away))
    return stroke.contact.x + dx / away * far, stroke.contact.y + dy / away * far


def bearing(start: tuple[float, float], end: tuple[float, float]) -> float:
    """The heading from one place to another."""
    return atan2(end[0] - start[0], end[1] - start[1])


def serving_stance(rally: Rally, side: Side) -> tuple[Place, float]:
    """Where a player stands before a rally, and the heading there."""
    service = rally.strokes[0]
    mine, theirs = service.feet, service.other
    if side != service.side:
        mine, theirs = theirs, mine
    front = 0.0 if side == "near" else pi
    turn = (bearing(mine, theirs) - front + pi) % (2 * pi) - pi
    return mine, front + 0.6 * turn
