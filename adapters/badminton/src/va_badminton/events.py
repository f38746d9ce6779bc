"""T1 and V: one row a point, the score difference as recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.match import Event
from video_arena.values import Recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_badminton.match import BadmintonMatch
    from video_arena.values import PrefixValue


def events_of(match: BadmintonMatch) -> Iterator[Event]:
    """A row for every point, at the frame that first shows the shuttle at its end."""
    for i, result in enumerate(match.results):
        yield Event(
            "point",
            {"idx": i + 1, "scoring_side": result.side, "zone": result.zone},
            frame=match.event_frame(i),
            prefix=i + 1,
        )


def value_after(match: BadmintonMatch, prefix: int) -> PrefixValue:
    """pts_near - pts_far and the pair itself."""
    near, far = match.score(prefix)
    return Recorded(float(near - far), [near, far])
