"""One chunk of a moving case: drawn, looked at and encoded by itself, in any process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.audits import Seen, Watch
from video_arena.files import PARTIAL_SUFFIX
from video_arena.video.chunks import chunk_spans, write_chunk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.game import Media
    from video_arena.match import Event, Match, Span
    from video_arena.plugins import Game


@dataclass(frozen=True, slots=True)
class DrawnChunk:
    """A chunk that waits to be joined with its neighbours."""

    path: Path
    """Its packets, beside the video to be, under a name that `sweep_partials` knows."""
    seen: Seen


def chunks_of(match: Match, media: Media) -> tuple[Span, ...]:
    """The spans that are drawn apart; none where the video is drawn in one go.

    A board's picture costs next to nothing, and a simulator cannot begin in the middle.
    """
    if media.path != "moving" or media.simulator:
        return ()
    return chunk_spans(match.frames, media)


def chunk_path(video: Path, span: Span) -> Path:
    """Where the packets of a chunk wait."""
    return video.with_name(f".{video.name}.from{span.start}{PARTIAL_SUFFIX}")


def draw_chunk(
    game: Game, match: Match, events: Sequence[Event], span: Span, video: Path
) -> DrawnChunk:
    """Draw the frames of a span and write their packets beside `video`.

    Raises:
        ValueError: the adapter drew something else than it declared.
        OSError: the file cannot be written.
    """
    path = chunk_path(video, span)
    path.parent.mkdir(parents=True, exist_ok=True)
    watch = Watch(match, events, span)
    runs = watch.passing(game.render(match, watch.to_draw, game.allowed_hud()))
    write_chunk(runs, span, game.spec.media, path)
    if watch.frames != span.stop:
        drawn = watch.frames - watch.to_draw.start
        raise ValueError(f"drew {drawn} frames for {watch.to_draw}: the counts must add up")
    return DrawnChunk(path, watch.seen)
