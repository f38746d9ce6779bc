"""The hooks of doudizhu. Everything behind them is imported only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from video_arena.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from va_doudizhu.match import DoudizhuMatch
    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

HOOK_API = 1
# ruff: noqa: PLC0415 - `va --help` must not pay for the rules and the pictures


@hookimpl
def describe_game() -> GameSpec:
    """Rows, labels, picture and engine pin of doudizhu."""
    from va_doudizhu.spec import SPEC

    return SPEC


@hookimpl
def parse_record(
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Games of a JSONL file, in the file's order."""
    from va_doudizhu.record import read_games

    return read_games(record, options)


@hookimpl
def extract_events(match: Match) -> Iterable[Event]:
    """The plays; passes are shown and not reported."""
    from va_doudizhu.events import events_of

    return events_of(cast("DoudizhuMatch", match))


@hookimpl
def evaluate_prefix(match: Match, prefix: int) -> PrefixValue:
    """The landlord's chance to win: from the rules at the end, else a PIMC evaluator's to say."""
    from va_doudizhu.events import value_after

    return value_after(cast("DoudizhuMatch", match), prefix)


@hookimpl
def strip_hud(elements: tuple[HudElement, ...]) -> frozenset[str]:  # noqa: ARG001
    """Nothing may stay: every element gives away a row, a hidden card or V."""
    return frozenset()


@hookimpl
def render_video(match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """The card table; one picture a scene."""
    from va_doudizhu.picture import render

    return render(cast("DoudizhuMatch", match), span, hud)


@hookimpl
def generate_record(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Self-play of a named policy as JSONL, never public."""
    from va_doudizhu.selfplay import generate

    return generate(seed, folder, options)
