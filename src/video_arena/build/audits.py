"""Proofs, made for every case, that the picture shows the events and nothing but the events."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from video_arena.match import FrameRun, Match, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from video_arena.canonical import Json
    from video_arena.game import GameSpec
    from video_arena.match import Event
    from video_arena.plugins import Game

NON_INTERFERENCE_FRAMES = 16


class AuditFailure(Exception):
    """A case must not exist: its picture leaks, or does not show what it is asked about."""


def sampled_frames(match: Match, events: Sequence[Event]) -> tuple[int, ...]:
    """The frames that are drawn twice: first, last, and evenly spread event frames."""
    at = [event.frame for event in events]
    steps = max(1, len(at) // (NON_INTERFERENCE_FRAMES - 2))
    return tuple(sorted({0, match.frames - 1, *at[::steps]}))


@dataclass(frozen=True, slots=True)
class Seen:
    """What was noticed in the frames of a span."""

    span: Span
    digests: dict[int, str]
    """By sampled frame: the digest of its picture."""
    changed_pixels: dict[int, int]
    """By event frame: pixels that differ from the frame before."""


class Watch:
    """Sees every run on its way to the encoder and keeps what the audits need.

    Memory: digests of the sampled frames and one picture, whatever the length of the video.

    Args:
        match: the match that is drawn.
        events: all of its events.
        span: which of its frames are encoded from these runs; None: all.
    """

    def __init__(self, match: Match, events: Sequence[Event], span: Span | None = None) -> None:
        self.span = Span(0, match.frames) if span is None else span
        self.events = events
        self.samples = sampled_frames(match, events)
        self.digests: dict[int, str] = {}
        self.changed_pixels: dict[int, int] = {}
        """By event frame: pixels that differ from the frame before."""
        frames = range(*self.span)
        self._event_frames = {event.frame for event in events if event.frame in frames}
        self._sampled = [frame for frame in self.samples if frame in frames]
        self._before: NDArray[np.uint8] | None = None
        self.frames = self.to_draw.start
        """The frame that comes next."""

    @property
    def to_draw(self) -> Span:
        """What `passing` must be given: one frame more where the first one shows an event."""
        start, stop = self.span
        return Span(start - (start > 0 and start in self._event_frames), stop)

    @property
    def seen(self) -> Seen:
        """What was noticed, once all runs have passed."""
        return Seen(self.span, self.digests, self.changed_pixels)

    def add(self, part: Seen) -> None:
        """Take over what another watch has seen of the frames that come next."""
        if part.span.start != self.frames:
            raise ValueError(f"frame {self.frames} is next, not {part.span.start}")
        self.digests |= part.digests
        self.changed_pixels |= part.changed_pixels
        self.frames = part.span.stop

    def passing(self, runs: Iterable[FrameRun]) -> Iterator[FrameRun]:
        """The same runs, looked at; what lies before the span is not passed on."""
        for run in runs:
            early = min(run.count, max(0, self.span.start - self.frames))
            self._look(run)
            if early < run.count:
                yield replace(run, count=run.count - early) if early else run

    def _look(self, run: FrameRun) -> None:
        stop = self.frames + run.count
        inside = [frame for frame in self._sampled if self.frames <= frame < stop]
        if inside:
            mark = picture_digest(run.picture)
            self.digests |= dict.fromkeys(inside, mark)
        if self.frames in self._event_frames:
            self.changed_pixels[self.frames] = _difference(self._before, run.picture)
        for frame in self._event_frames & set(range(self.frames + 1, stop)):
            self.changed_pixels[frame] = 0
        # A copy: the next frame may be drawn on the same canvas.
        self._before = run.picture.copy() if stop in self._event_frames else None
        self.frames = stop


def picture_digest(picture: NDArray[np.uint8]) -> str:
    """A name for the picture's content."""
    return hashlib.sha256(np.ascontiguousarray(picture).data).hexdigest()


def _difference(before: NDArray[np.uint8] | None, after: NDArray[np.uint8]) -> int:
    if before is None:
        return 0
    differs = before != after
    return int(np.count_nonzero(differs[..., 0] | differs[..., 1] | differs[..., 2]))


def visibility(watch: Watch) -> dict[str, Json]:
    """Every event's frame must differ from the frame before it.

    Raises:
        AuditFailure: an event cannot be seen at its time.
    """
    for event in watch.events:
        if not watch.changed_pixels.get(event.frame):
            raise AuditFailure(
                f"{event.type} at frame {event.frame} (prefix {event.prefix}) cannot be seen: "
                "the frame equals the one before"
            )
    least = min(watch.changed_pixels.values(), default=0)
    return {"events_seen": len(watch.events), "least_changed_pixels": least}


def non_interference(
    game: Game, match: Match, watch: Watch, hud: frozenset[str]
) -> dict[str, Json]:
    """Draw the sampled frames again from a match whose hidden parts all differ; demand equality.

    This also proves random access: each frame is drawn alone here, in a sequence there.

    Raises:
        AuditFailure: a frame depends on something that only a HUD may show.
    """
    other = scrambled(match, game.spec)
    wanted = set(watch.samples)
    again = _draw_all(game, other, hud) if game.spec.media.simulator else None
    for frame in watch.samples:
        if again is None:
            run = next(iter(game.render(other, Span(frame, frame + 1), hud)))
            mark = picture_digest(run.picture)
        else:
            mark = again[frame]
        if mark != watch.digests.get(frame):
            raise AuditFailure(
                f"frame {frame} changes when names, clocks, result and values change: "
                "the renderer draws something that only a HUD may show"
            )
    return {"frames_compared": len(wanted), "changed": sorted(match.hidden)}


def _draw_all(game: Game, match: Match, hud: frozenset[str]) -> dict[int, str]:
    watch = Watch(match, game.events(match))
    for _ in watch.passing(game.render(match, Span(0, match.frames), hud)):
        pass
    return watch.digests


def scrambled(match: Match, spec: GameSpec) -> Match:
    """A copy that differs in all that must not be seen and in nothing else."""
    hidden = {str(key): scramble(value) for key, value in match.hidden.items()}
    hidden["values"] = [0.125 + 0.75 * (i % 2) for i in range(match.prefixes + 1)]
    other_winner = spec.labels.down if match.winner == spec.labels.up else spec.labels.up
    source = replace(match.source, file="other.txt", place="elsewhere", id="other", url="other")
    return replace(match, hidden=hidden, winner=other_winner, source=source, record=None)


def scramble(value: Json) -> Json:
    """Another value of the same kind: every leaf differs, every container keeps its size.

    >>> scramble({"white": "Ann", "clock": [60.0, None], "rated": True})
    {'white': 'nnA~', 'clock': [61.5, None], 'rated': False}
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return value[::-1] + "~"
    if isinstance(value, (int, float)):
        return value + (1 if isinstance(value, int) else 1.5)
    if isinstance(value, dict):
        return {key: scramble(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [scramble(entry) for entry in value]
    return value
