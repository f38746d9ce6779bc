"""The hooks of badminton. Everything behind them is imported only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from video_arena.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from va_badminton.match import BadmintonMatch
    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

# ruff: noqa: PLC0415 - `va --help` must not pay for the picture


@hookimpl
def describe_game() -> GameSpec:
    """Rows, labels and picture of badminton."""
    from va_badminton.spec import SPEC

    return SPEC


@hookimpl
def parse_record(
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Sets of a ShuttleSet folder, or the one of a packed set."""
    from va_badminton.parse import parse_file

    return parse_file(record, options)


@hookimpl
def extract_events(match: Match) -> Iterable[Event]:
    """Points."""
    from va_badminton.events import events_of

    return events_of(cast("BadmintonMatch", match))


@hookimpl
def evaluate_prefix(match: Match, prefix: int) -> PrefixValue:
    """The recorded score."""
    from va_badminton.events import value_after

    return value_after(cast("BadmintonMatch", match), prefix)


@hookimpl
def strip_hud(elements: tuple[HudElement, ...]) -> frozenset[str]:  # noqa: ARG001
    """Nothing may stay: every element shows the score or leads to it."""
    return frozenset()


@hookimpl
def render_video(match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """Court, players, shuttle; a picture a frame."""
    from va_badminton.picture.render import render

    return render(cast("BadmintonMatch", match), span, hud)


@hookimpl
def generate_record(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """A made-up match in ShuttleSet's format, never public."""
    from va_badminton.generate import generate

    return generate(seed, folder, options)
