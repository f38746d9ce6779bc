"""The hooks of gomoku. Everything behind them is imported only when it is used.

The board's size is part of the contract, since it decides the words of `coord`. So the 20x20
boards of Gomocup's other divisions are a game of their own, `gomoku20`, and a record of another
size is rejected, never cut or padded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from video_arena.hooks import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from va_gomoku.match import GomokuMatch
    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

# ruff: noqa: PLC0415 - `va --help` must not pay for numpy


class GomokuAdapter:
    """Gomoku on boards of one size."""

    def __init__(self, size: int) -> None:
        self._size = size

    @hookimpl
    def describe_game(self) -> GameSpec:
        """Rows, labels, picture and engine pin of gomoku."""
        from va_gomoku.spec import make_spec

        return make_spec(self._size)

    @hookimpl
    def parse_record(
        self, record: RecordFile, options: Mapping[str, Json]
    ) -> Iterator[Match | RecordError | RecordSkipped]:
        """The game of a PSQ file, or the games of a zip archive in its order."""
        from va_gomoku.parse import parse_file

        return parse_file(record, options, self._size)

    @hookimpl
    def extract_events(self, match: Match) -> Iterable[Event]:
        """Moves."""
        from va_gomoku.events import events_of

        return events_of(cast("GomokuMatch", match))

    @hookimpl
    def evaluate_prefix(self, match: Match, prefix: int) -> PrefixValue:
        """Black's win probability: by definition, from the rules, or a Gomocup engine's to say."""
        from va_gomoku.events import value_after

        return value_after(cast("GomokuMatch", match), prefix)

    @hookimpl
    def strip_hud(self, elements: tuple[HudElement, ...]) -> frozenset[str]:  # noqa: ARG002
        """Nothing may stay: every element names a crossing, an order, a result or a player."""
        return frozenset()

    @hookimpl
    def render_video(self, match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
        """A wooden board; one picture a position."""
        from va_gomoku.picture import render

        return render(cast("GomokuMatch", match), span, hud)

    @hookimpl
    def generate_record(self, seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
        """Engine self-play as PSQ, never public."""
        from va_gomoku.selfplay import generate

        return generate(seed, folder, options, self._size)


gomoku = GomokuAdapter(15)
gomoku20 = GomokuAdapter(20)
