"""The hooks of chess. Everything behind them is imported only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from video_arena.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from va_chess.match import ChessMatch
    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

# ruff: noqa: PLC0415 - `va --help` must not pay for python-chess


@hookimpl
def describe_game() -> GameSpec:
    """Rows, labels, picture and engine pin of chess."""
    from va_chess.spec import SPEC

    return SPEC


@hookimpl
def parse_record(
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Games of a PGN file, in the file's order."""
    from va_chess.parse import parse_file

    return parse_file(record, options)


@hookimpl
def extract_events(match: Match) -> Iterable[Event]:
    """Moves and captures."""
    from va_chess.events import events_of

    return events_of(cast("ChessMatch", match))


@hookimpl
def evaluate_prefix(match: Match, prefix: int) -> PrefixValue:
    """White's expected score: from the rules at the end, else a question for a UCI engine."""
    from va_chess.events import value_after

    return value_after(cast("ChessMatch", match), prefix)


@hookimpl
def strip_hud(elements: tuple[HudElement, ...]) -> frozenset[str]:  # noqa: ARG001
    """Nothing may stay: every element names a square, a result, an evaluation or a player."""
    return frozenset()


@hookimpl
def render_video(match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """A plain board; one picture a position."""
    from va_chess.picture import render

    return render(cast("ChessMatch", match), span, hud)


@hookimpl
def generate_record(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Engine self-play as PGN, never public."""
    from va_chess.selfplay import generate

    return generate(seed, folder, options)
