"""The hooks: all that the core asks of a game. pluggy, project name `video_arena`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

PROJECT = "video_arena"
HOOK_API_VERSION = 1
"""Goes up when a hook changes so that an adapter must change too."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec(firstresult=True)
def describe_game() -> GameSpec:  # type: ignore[empty-body]
    """Describe the game: rows, vocabularies, labels, picture, HUD, engine pin. Cheap, no I/O."""


@hookspec(firstresult=True)
def parse_record(  # type: ignore[empty-body]
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Read one record file, which may hold thousands of matches, as a stream.

    A record that cannot be used is yielded as a RecordError with its place and reason, so that
    the next one is still read; one that `options` (the spec's declared options, all present, by
    name with underscores) leave out is yielded as a RecordSkipped. Nothing is raised for content.
    """


@hookspec(firstresult=True)
def extract_events(match: Match) -> Iterable[Event]:  # type: ignore[empty-body]
    """List the T1 events in order, each with the frame that first shows it and its prefix."""


@hookspec(firstresult=True)
def evaluate_prefix(match: Match, prefix: int) -> PrefixValue:  # type: ignore[empty-body]
    """Give V after `prefix` events (0 = the start): recorded, terminal, or an engine's to answer.

    Must be cheap: where an engine is needed this returns the question, not the answer.
    """


@hookspec(firstresult=True)
def strip_hud(elements: tuple[HudElement, ...]) -> frozenset[str]:  # type: ignore[empty-body]
    """Name the HUD elements that may stay in a case's video: those that reveal no label."""


@hookspec(firstresult=True)
def render_video(  # type: ignore[empty-body]
    match: Match, span: Span, hud: frozenset[str]
) -> Iterator[FrameRun]:
    """Draw the frames of `span`, equal neighbours joined into runs whose counts add up to it.

    Only the elements named in `hud` are drawn; the picture may depend on `match.hidden` only
    through them. Any span must give the same frames as that part of the whole video, unless the
    spec says `media.simulator`: a moving video is drawn span by span in several processes.
    """


@hookspec(firstresult=True)
def generate_record(  # type: ignore[empty-body]
    seed: int, folder: Path, options: Mapping[str, Json]
) -> Path:
    """Make a fresh, never-public record by self-play or simulation; return the file written.

    The same seed and options give the same bytes. Optional.
    """


@hookspec
def record_rejected(game: str, error: RecordError) -> None:
    """A record was rejected. For logging and counting; the return value is ignored."""


@hookspec
def case_built(game: str, case_id: str, folder: Path) -> None:
    """A case was completed: its media and ground truth now lie below `folder`."""


REQUIRED_HOOKS = (
    "describe_game",
    "parse_record",
    "extract_events",
    "evaluate_prefix",
    "strip_hud",
    "render_video",
)
