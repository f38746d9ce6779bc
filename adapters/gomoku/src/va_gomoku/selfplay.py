"""Fresh games by engine self-play: as PSQ with move times, and never public.

A game is a function of seed, number of the attempt, board, engine pin and options. As in Gomocup,
a few stones are placed first, where neither side is ahead by much. Two players of drawn strength
go on: each looks at the engine's best moves and takes a worse one now and then, the more likely
the less it costs, so that games of every shape arise: one-sided ones, tense ones, and ones thrown
away.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from va_engines.gomocup_process import GomocupPosition
from va_engines.gomocup_session import RULES
from va_engines.line_process import ProcessFailed
from va_gomoku.parse import GENERATED
from va_gomoku.rules import Board
from va_gomoku.spec import LETTERS
from video_arena.engines import EngineError, EnginePin
from video_arena.files import write_whole
from video_arena.generation import OptionError, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from va_engines.gomocup_process import GomocupProcess, GomocupResult
    from video_arena.canonical import Json

Point = tuple[int, int]

NODES: Final = (300, 1_000, 3_000)
LOOSENESS: Final = (0.0, 0.03, 0.08, 0.15)
"""A move that is worse by so much win probability is as likely as one in e of the best one's."""
OPENING_STONES: Final = (3, 6)
OPENING_SPREAD: Final = 5
"""Opening stones lie at most this far from the centre."""
OPENING_BALANCE: Final = (0.3, 0.7)
LINES: Final = 4
"""How many of the engine's moves a loose player looks at."""
PACES_MS: Final = (800, 2_500, 6_000)
MOST_ATTEMPTS: Final = 500
_DIVISION: Final = {"freestyle": "Freestyle", "standard": "Standard"}
_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The generator's options: `va generate --game gomoku --set games=4 --set min_moves=24`."""

    games: int = 1
    """One is written as PSQ, several as a zip archive of them."""
    min_moves: int = 16
    """A shorter game is thrown away."""
    max_moves: int = 90
    """A game that is not over by then is thrown away."""
    rule: str = "freestyle"
    engine: str = "threat-v1"
    """The pin, any of `va engines list` with the driver `gomocup`."""

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Wanted:
        """From the options of the hook.

        Raises:
            OptionError: an option that there is not, or a value that cannot be.
        """
        wanted = read_options(cls, "gomoku", options)
        counts = (wanted.games, wanted.min_moves, wanted.max_moves)
        if not all(isinstance(count, int) and count > 0 for count in counts):
            raise OptionError("games, min_moves and max_moves are whole numbers above 0")
        if wanted.min_moves > wanted.max_moves:
            raise OptionError(f"min_moves {wanted.min_moves} is above max_moves {wanted.max_moves}")
        if wanted.rule not in _DIVISION:
            raise OptionError(f"rule is one of {', '.join(_DIVISION)}, not {wanted.rule!r}")
        return wanted


def generate(seed: int, folder: Path, options: Mapping[str, Json], size: int) -> Path:
    """Play games and write them to `folder/selfplay-<seed>.psq`, or `.zip` where they are several.

    Raises:
        ValueError: a wrong option, or no game fits them.
        EngineError: the pin is unknown, missing, or not the engine that it says.
    """
    wanted = Wanted.of(options)
    kept: list[str] = []
    with _engine(wanted.engine) as engine:
        for attempt in range(MOST_ATTEMPTS):
            game = _one(engine, f"va-gomoku {size} {seed} {attempt}", size, wanted)
            if game is not None:
                kept.append(game)
            if len(kept) == wanted.games:
                break
        else:
            raise ValueError(
                f"{MOST_ATTEMPTS} games gave only {len(kept)} of {wanted.games} that fit; widen "
                "min_moves to max_moves"
            )
    if len(kept) == 1:
        path = folder / f"selfplay-{seed}.psq"
        write_whole(path, kept[0].encode())
        return path
    path = folder / f"selfplay-{seed}.zip"
    write_whole(path, _packed(seed, kept))
    return path


def _packed(seed: int, games: list[str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number, game in enumerate(games, 1):
            name = f"selfplay-{seed}-{number:02}.psq"
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), game)
    return packed.getvalue()


def _engine(name: str) -> GomocupProcess:
    from va_engines.gomocup import driver  # noqa: PLC0415 - the pins are read only when one plays

    pins: Mapping[str, EnginePin] = driver.pins()
    if name not in pins:
        raise EngineError(f"no pin {name!r}; there are {', '.join(sorted(pins))}")
    return driver.start(pins[name])


def _one(engine: GomocupProcess, seed: str, size: int, wanted: Wanted) -> str | None:
    """One game as PSQ, or None when it is not wanted; an engine's death costs one replay."""
    try:
        game = _Game(engine, Random(seed), size, wanted).play()
    except ProcessFailed:
        engine.restart()
        game = _Game(engine, Random(seed), size, wanted).play()
    return game.psq() if game.over and len(game.moves) >= wanted.min_moves else None


@dataclass(frozen=True, slots=True)
class _Player:
    nodes: int
    looseness: float
    pace_ms: int

    @classmethod
    def drawn(cls, random: Random) -> _Player:
        return cls(random.choice(NODES), random.choice(LOOSENESS), random.choice(PACES_MS))


@dataclass(slots=True)
class _Game:
    engine: GomocupProcess
    random: Random
    size: int
    wanted: Wanted
    moves: list[Point] = field(default_factory=list)
    thinks: list[int] = field(default_factory=list)
    over: bool = False

    def play(self) -> _Game:
        """The game to its end, or until it has too many moves."""
        self.moves = self._opening()
        self.thinks = [0] * len(self.moves)
        players = [_Player.drawn(self.random) for _ in range(2)]
        while not self.over and len(self.moves) < self.wanted.max_moves:
            player = players[len(self.moves) % 2]
            self.moves.append(self._chosen(player))
            self.thinks.append(self._think(player))
            board = Board(self.size, self.wanted.rule, self.moves)
            self.over = board.wins_by(self.moves[-1]) or board.empty == 0
        return self

    def _opening(self) -> list[Point]:
        """A few scattered stones, drawn again until neither side is far ahead."""
        low, high = OPENING_BALANCE
        middle = self.size // 2
        while True:
            moves: list[Point] = []
            count = self.random.randint(*OPENING_STONES)
            while len(moves) < count:
                x, y = (middle + self.random.randint(-1, 1) * self._off() for _ in range(2))
                if (x, y) not in moves:
                    moves.append((x, y))
            block = self._look(moves, NODES[-1], 1).lines[0]
            if block.mate is None and low <= block.winrate <= high:
                return moves

    def _off(self) -> int:
        return min(self.random.randint(0, OPENING_SPREAD), self.random.randint(0, OPENING_SPREAD))

    def _look(self, moves: list[Point], nodes: int, lines: int) -> GomocupResult:
        position = GomocupPosition(self.size, RULES[self.wanted.rule], tuple(moves))
        settings = {"SHOW_DETAIL": 2, "timeout_turn": 600_000, "max_node": nodes}
        result = self.engine.search(position, lines=lines, settings=settings)
        if 0 not in result.lines:
            raise EngineError(f"{self.engine.name} gave no value after {moves}")
        return result

    def _chosen(self, player: _Player) -> Point:
        """The engine's move, or by the player's looseness one of the next best."""
        best = self._look(self.moves, player.nodes, 1)
        if not player.looseness or best.lines[0].mate is not None:
            return best.move
        found = self._look(self.moves, player.nodes, LINES)
        choices = [(best.move, best.lines[0].winrate)]
        for block in list(found.lines.values())[1:]:
            point = read_point(block.bestline, self.size)
            if point is not None and point != best.move:
                choices.append((point, block.winrate))
        top = max(rate for _, rate in choices)
        weights = [2.0 ** ((rate - top) / player.looseness) for _, rate in choices]
        return self.random.choices([point for point, _ in choices], weights)[0]

    def _think(self, player: _Player) -> int:
        """Milliseconds: most moves quick, some slow, now and then one at once."""
        luck = self.random.random()
        if self.random.random() < 0.1:
            return self.random.randint(20, 200)
        return max(30, round(player.pace_ms * (0.3 + 2.6 * luck * luck * luck)))

    def psq(self) -> str:
        """The game as GomocupJudge would write it."""
        lines = [f"Piskvorky {self.size}x{self.size}, 11:11, 0"]
        for (x, y), ms in zip(self.moves, self.thinks, strict=True):
            lines.append(f"{x + 1},{y + 1},{ms}")
        names = [f"{GENERATED}, {side} ({self.wanted.engine})" for side in ("black", "white")]
        lines += [*names, "-1", f"0,{_DIVISION[self.wanted.rule]}{self.size}_1"]
        return "".join(f"{line}\r\n" for line in lines)


def read_point(line: str, size: int) -> Point | None:
    """The first point of a BESTLINE, a letter with I and a row from the bottom.

    >>> read_point("H8 I9", 15), read_point("", 15)
    ((7, 7), None)
    """
    word = next(iter(line.split()), "")
    if word[:1] in LETTERS[:size] and word[1:].isdigit() and 1 <= int(word[1:]) <= size:
        return LETTERS.index(word[0]), size - int(word[1:])
    return None
