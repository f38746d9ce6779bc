"""The hooks of Go. Everything behind them is imported only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from video_arena.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from va_go.match import GoMatch
    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

# ruff: noqa: PLC0415 - `va --help` must not pay for sgfmill and numpy


@hookimpl
def describe_game() -> GameSpec:
    """Rows, labels, picture and engine pin of Go."""
    from va_go.spec import SPEC

    return SPEC


@hookimpl
def parse_record(
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Games of an SGF file, in the file's order, or the one of an OGS file."""
    from va_go.parse import parse_file

    return parse_file(record, options)


@hookimpl
def extract_events(match: Match) -> Iterable[Event]:
    """Moves and captures."""
    from va_go.events import events_of

    return events_of(cast("GoMatch", match))


@hookimpl
def evaluate_prefix(match: Match, prefix: int) -> PrefixValue:
    """Black's chance to win: a question for KataGo, or the count after two final passes."""
    from va_go.events import value_after

    return value_after(cast("GoMatch", match), prefix)


@hookimpl
def strip_hud(elements: tuple[HudElement, ...]) -> frozenset[str]:  # noqa: ARG001
    """Nothing may stay: every element names a point, a result, an evaluation or a player."""
    return frozenset()


@hookimpl
def render_video(match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """A wooden board; one picture a position."""
    from va_go.picture import render

    return render(cast("GoMatch", match), span, hud)


@hookimpl
def generate_record(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """KataGo's self-play as SGF, never public."""
    from va_go.selfplay import generate

    return generate(seed, folder, options)
