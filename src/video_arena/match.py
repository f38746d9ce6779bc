"""The one domain model that every record format of every game is read into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from video_arena.canonical import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a match came from, as far as a reader of the corpus may know it."""

    file: str
    """The record file's name as the user gave it (no folder of the build machine)."""
    place: str
    """Where in that file, in the format's own terms: `game 12`, `set 2`, `round 7`."""
    id: str | None = None
    """The upstream's own id, such as the Lichess game id; None where the record has none."""
    url: str | None = None
    licence: str = "unknown"
    """SPDX name where there is one; `never-public` for the project's own generated records."""
    notes: tuple[str, ...] = ()
    """What was odd about the record and how it was read, one sentence each."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """A record that was read, checked and laid out in time. Adapters subclass it.

    A subclass adds what its own hooks need (moves, positions, hands). It must be picklable and
    compare equal when read twice. Everything that only a HUD would show goes into `hidden`:
    the proof that no answer is on screen changes every value in there and demands the same frames.
    """

    source: Source
    fingerprint: str
    """sha256 of the play alone, so that the same game under other names is the same game."""
    prefixes: int
    """Number of events that may change V; V is asked for prefixes 0 (the start) to this number."""
    frames: int
    """Length of the video in frames; it ends at least 3 s after the last event."""
    winner: str | None
    """The side that won, in the words of V's sides; None for a draw or an unfinished match."""
    hidden: Mapping[str, Json] = field(default_factory=dict)
    """Names, ratings, clock texts, result, values: what may be drawn for people only."""
    record: bytes | None = None
    """This match's record alone, readable by `parse_record` again; None where the file is it."""
    record_suffix: str = ""
    """The file ending under which `record` is read again, such as `.pgn`."""


@dataclass(frozen=True, slots=True)
class RecordError:
    """A record that cannot become a case. Yielded by `parse_record`, never raised."""

    file: str
    place: str
    reason: str
    """What was wrong and, where it helps, what to do; names the ply or the row."""


@dataclass(frozen=True, slots=True)
class RecordSkipped:
    """A sound record that the user's selection did not ask for."""

    file: str
    place: str
    reason: str
    """The selection flag that excluded it, such as `below --min-plies`: few distinct texts."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing to report: T1's fields, when it is seen, and which prefix it completes."""

    type: str
    fields: Mapping[str, Json]
    """The identity fields, and carried ones such as `idx`; in the order they are written."""
    frame: int
    """Index of the first frame that shows the event's result."""
    prefix: int
    """The prefix that this event completes: V goes from V[prefix - 1] to V[prefix]."""
    labelled: bool = True
    """False for a T1-only row, such as `capture`: its T2 and T3 are null by design."""


class Span(NamedTuple):
    """Frames `start` (included) to `stop` (excluded)."""

    start: int
    stop: int


class Box(NamedTuple):
    """A rectangle of pixels; a part of it may lie outside the picture."""

    x: int
    """The leftmost column."""
    y: int
    """The topmost row."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class FrameRun:
    """The same picture `count` times in a row.

    A picture is either given away or lent. Without `dirty` it is given away: it is never written
    to again. With `dirty` it is the adapter's canvas, on which the next frame will be drawn: it
    is valid until the next run is asked for, and whoever needs it longer copies it.
    """

    picture: NDArray[np.uint8]
    """RGB, shape (height, width, 3)."""
    count: int
    dirty: tuple[Box, ...] | None = None
    """Outside these boxes the picture equals that of the run before in the same span; () where
    nothing changed. None: anything may have changed, as always in a span's first run, whose
    boxes nobody reads."""
