"""The hooks: tic-tac-toe, as the core of Video-Arena asks for it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

from va_tictactoe.board import EMPTY, SQUARES, free, played
from va_tictactoe.draw import draw
from va_tictactoe.record import TicTacToe, read_games
from va_tictactoe.solver import PIN, game_value
from va_tictactoe.spec import SPEC
from video_arena import hookimpl
from video_arena.files import write_whole
from video_arena.match import Event, FrameRun
from video_arena.values import EngineQuery, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from video_arena import GameSpec, Match
    from video_arena.match import RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

HOOK_API = 1


@hookimpl
def describe_game() -> GameSpec:
    """The contract."""
    return SPEC


@hookimpl
def parse_record(
    record: RecordFile, options: Mapping[str, int]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """One match a line."""
    return read_games(record, options["min_moves"])


@hookimpl
def extract_events(match: TicTacToe) -> Iterator[Event]:
    """One row a move."""
    for number, square in enumerate(match.moves, start=1):
        color = "X" if number % 2 else "O"
        yield Event(
            "move",
            {"idx": number, "color": color, "coord": SQUARES[square]},
            frame=match.frame_of(number),
            prefix=number,
        )


@hookimpl
def evaluate_prefix(match: TicTacToe, prefix: int) -> PrefixValue:
    """The rules decide a finished game, the solver every other position."""
    position = match.position(prefix)
    if not free(position):
        return Terminal(game_value(position))
    return EngineQuery(PIN.driver, {"position": position})


@hookimpl
def strip_hud() -> frozenset[str]:
    """Nothing stays: every element reveals something."""
    return frozenset()


@hookimpl
def render_video(match: TicTacToe, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """One run a position, cut to the span."""
    changes = [match.frame_of(prefix) for prefix in range(match.prefixes + 1)]
    for prefix, (start, stop) in enumerate(pairwise([*changes, match.frames])):
        count = min(stop, span.stop) - max(start, span.start)
        if count > 0:
            yield FrameRun(draw(match, prefix, hud), count)


@hookimpl
def generate_record(seed: int, folder: Path, options: Mapping[str, int]) -> Path:
    """Write `games` games (4) of two players who err in `mistakes` per cent of moves (40)."""
    chance = random.Random(seed)
    games, mistakes = options.get("games", 4), options.get("mistakes", 40)
    lines = [f"X{i} - O{i}: {_self_play(chance, mistakes / 100)}\n" for i in range(1, games + 1)]
    path = folder / f"tictactoe-{seed}.ttt"
    write_whole(path, f"# self-play, seed {seed}, {mistakes} % mistakes\n" + "".join(lines))
    return path


def _self_play(chance: random.Random, mistakes: float) -> str:
    position, words = EMPTY, []
    while squares := free(position):
        best = [s for s in squares if game_value(played(position, s)) == game_value(position)]
        square = chance.choice(squares if chance.random() < mistakes else best)
        position = played(position, square)
        words.append(SQUARES[square].lower())
    return " ".join(words)
