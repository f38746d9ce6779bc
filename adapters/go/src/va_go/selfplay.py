"""Fresh games by KataGo's self-play: as SGF with times, and never public.

A game is a function of seed, number of the attempt, engine pin and the options. Two players of
drawn strength start from a drawn opening. Each takes KataGo's first choice, or now and then one of
its others, or any move near the last, the more so the less time it has; so that games of every
shape arise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from va_engines.line_process import ProcessFailed
from va_go.errors import RejectedError
from va_go.match import Stone
from va_go.points import LARGEST, PASS, index_of, name_of, to_letters
from va_go.replay import Game
from va_go.rules import CHINESE, JAPANESE, Ruleset
from va_go.select import SMALLEST
from va_go.sgf import GENERATED
from video_arena.engines import EngineError, EnginePin
from video_arena.files import write_whole
from video_arena.generation import OptionError, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from va_engines.katago_player import Analysis, KataGoPlayer
    from video_arena.canonical import Json

CONTROLS: Final = ((60, 10, 3), (180, 15, 3), (300, 20, 5), (600, 30, 5))
"""Main time, byo-yomi period and number of periods, in seconds."""
SLIPS: Final = (0.0, 0.03, 0.08, 0.16)
"""How often a player takes another move than the engine's first choice."""
RANDOM_MOVES: Final = (4, 10)
"""The opening: so many moves are drawn among the engine's own choices."""
HOPELESS: Final = 0.03
"""A player resigns below this chance, four of its moves in a row."""
MOST_ATTEMPTS: Final = 200
NO_RESULT: Final = "Void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The generator's options: `va generate --game go --set games=4 --set size=9`."""

    games: int = 1
    """Games in the file."""
    size: int = LARGEST
    min_moves: int = 20
    """A shorter game is thrown away."""
    max_moves: int = 400
    """A game that is not over by then ends without a result."""
    finished: int = 0
    """1: so are games without a result."""
    visits: int = 0
    """KataGo's visits a move; 0 for the pin's own budget."""
    engine: str = "katago-b18c384nbt-1600-exact"
    """The pin, any of `va engines list` with the driver `katago`."""

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Wanted:
        """From the options of the hook.

        Raises:
            OptionError: an option that there is not, or a value that cannot be.
        """
        wanted = read_options(cls, "go", options)
        counts = (wanted.games, wanted.min_moves, wanted.max_moves)
        if not all(isinstance(count, int) and count > 0 for count in counts):
            raise OptionError("games, min_moves and max_moves are whole numbers above 0")
        if wanted.min_moves > wanted.max_moves:
            raise OptionError(f"min_moves {wanted.min_moves} is above max_moves {wanted.max_moves}")
        if not SMALLEST <= wanted.size <= LARGEST:
            raise OptionError(f"size {wanted.size} is not {SMALLEST} to {LARGEST}")
        return wanted


def generate(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Play games and write them to `folder/selfplay-<seed>.sgf`, one game tree after the other.

    The same bytes again need a pin that is reproducible.

    Raises:
        ValueError: a wrong option, or no games that fit it.
        EngineError: the pin is unknown, missing, or not the engine that it says.
    """
    wanted = Wanted.of(options)
    kept: list[str] = []
    with _engine(wanted) as engine:
        for attempt in range(MOST_ATTEMPTS):
            game = _game(engine, seed, attempt, wanted)
            ended = game.result != NO_RESULT or not wanted.finished
            if ended and len(game.moves) >= wanted.min_moves:
                kept.append(game.sgf(f"{wanted.engine}, seed {seed}, attempt {attempt}"))
            if len(kept) == wanted.games:
                break
        else:
            raise ValueError(
                f"{MOST_ATTEMPTS} games gave only {len(kept)} of {wanted.games} that fit; "
                "lower min_moves or raise max_moves"
            )
    path = folder / f"selfplay-{seed}.sgf"
    write_whole(path, "\n".join(kept))
    return path


def _engine(wanted: Wanted) -> KataGoPlayer:
    from va_engines.katago import driver  # noqa: PLC0415 - the pins are read only when one plays

    pins: Mapping[str, EnginePin] = driver.pins()
    if wanted.engine not in pins:
        raise EngineError(f"no pin {wanted.engine!r}; there are {', '.join(sorted(pins))}")
    pin = pins[wanted.engine]
    return driver.start(pin.with_budget({"visits": wanted.visits}) if wanted.visits else pin)


def _game(engine: KataGoPlayer, seed: int, attempt: int, wanted: Wanted) -> SelfPlay:
    """One game; an engine's death costs one replay."""
    try:
        return SelfPlay(engine, Random(f"va-go {seed} {attempt}"), wanted).play()
    except ProcessFailed:
        engine.restart()
        return SelfPlay(engine, Random(f"va-go {seed} {attempt}"), wanted).play()


@dataclass(slots=True)
class _Player:
    slips: float
    main: float
    """seconds of main time left"""
    resigns: bool
    hopeless: int = 0


@dataclass(slots=True)
class SelfPlay:
    """One game being played."""

    engine: KataGoPlayer
    random: Random
    wanted: Wanted
    rules: Ruleset = JAPANESE
    control: tuple[int, int, int] = CONTROLS[0]
    moves: list[Stone] = field(default_factory=list)
    clocks: list[tuple[float, int | None]] = field(default_factory=list)
    """What BL and OB show after each move."""
    result: str = NO_RESULT

    def play(self) -> SelfPlay:
        """The game to its end, or to `max_moves`."""
        self.rules = self.random.choice((JAPANESE, CHINESE))
        self.control = self.random.choice(CONTROLS)
        players = [
            _Player(self.random.choice(SLIPS), self.control[0], self.random.random() < 0.8)
            for _ in range(2)
        ]
        opening = self.random.randint(*RANDOM_MOVES) if self.wanted.size > 9 else 2
        board = Game(self.wanted.size, (), self.rules)
        while len(self.moves) < self.wanted.max_moves:
            turn = len(self.moves) % 2
            player, colour = players[turn], "BW"[turn]
            analysis = self._ask()
            if self._gives_up(player, colour, analysis):
                break
            stone = self._chosen(player, colour, analysis, board, drawn=len(self.moves) < opening)
            board.play(stone)
            self.moves.append(stone)
            self.clocks.append(self._clock(player))
            if [move.point for move in self.moves[-2:]] == [PASS, PASS]:
                self._count()
                break
        return self

    def _ask(self) -> Analysis:
        request: dict[str, Json] = {
            "rules": self.rules.for_katago(),
            "komi": self.rules.usual_komi,
            "boardXSize": self.wanted.size,
            "boardYSize": self.wanted.size,
            "initialStones": [],
            "initialPlayer": "B",
            "moves": [list(stone) for stone in self.moves],
        }
        return self.engine.analyse(request, "BW"[len(self.moves) % 2])

    def _gives_up(self, player: _Player, colour: str, analysis: Analysis) -> bool:
        own = analysis.black_wins if colour == "B" else 1 - analysis.black_wins
        early = len(self.moves) < self.wanted.size * 4
        player.hopeless = player.hopeless + 1 if own < HOPELESS and not early else 0
        if player.resigns and player.hopeless >= 4:
            self.result = f"{'W' if colour == 'B' else 'B'}+R"
            return True
        return False

    def _chosen(
        self, player: _Player, colour: str, analysis: Analysis, board: Game, *, drawn: bool
    ) -> Stone:
        choices = analysis.moves
        hurry = 2.0 if player.main <= 0 else 1.0
        if drawn or (len(choices) > 1 and self.random.random() < player.slips * hurry):
            point = self.random.choice(choices[: 6 if drawn else 12])
        elif self.random.random() < player.slips * 0.15:
            point = self._near_last(colour, board) or choices[0]
        else:
            point = choices[0]
        return Stone(colour, point)

    def _near_last(self, colour: str, board: Game) -> str | None:
        """Any legal point within two lines of the last stone: an amateur's reflex."""
        last = next((m.point for m in reversed(self.moves) if m.point != PASS), None)
        if last is None:
            return None
        size = self.wanted.size
        row, column = divmod(index_of(last, size), size)
        near = [
            name_of(c, r)
            for r in range(max(0, row - 2), min(size, row + 3))
            for c in range(max(0, column - 2), min(size, column + 3))
        ]
        self.random.shuffle(near)
        return next((point for point in near if _legal(board, Stone(colour, point))), None)

    def _clock(self, player: _Player) -> tuple[float, int | None]:
        """Think for a while; tenths of seconds. No period is ever used up."""
        base, period, count = self.control
        luck = self.random.random()
        pace = 0.4 if len(self.moves) < 12 else 1.0
        think = base / 70 * pace * (0.2 + 4.2 * luck * luck * luck) + 0.6
        if player.main > 0:
            player.main = round(player.main - think, 1)
        if player.main > 0:
            return player.main, None
        player.main = 0
        return round(max(0.5, period - min(think * 1.5, period - 1)), 1), count

    def _count(self) -> None:
        """Two passes: who leads has won, by what KataGo counts."""
        lead = self._ask().black_leads
        margin = round(lead - 0.5) + 0.5
        self.result = f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"

    def sgf(self, generator: str) -> str:
        """The game as a server would write it."""
        main, period, count = self.control
        head = {
            "FF": "4",
            "GM": "1",
            "CA": "UTF-8",
            "SZ": str(self.wanted.size),
            "RU": self.rules.name.capitalize(),
            "KM": f"{self.rules.usual_komi:g}",
            "PB": "Engine A",
            "PW": "Engine B",
            "RE": self.result,
            "TM": str(main),
            "OT": f"{count}x{period} byo-yomi",
            "SO": f"{GENERATED}, never public",
            "GC": generator,
        }
        root = "".join(f"{name}[{value}]" for name, value in head.items())
        return f"(;{root}\n{''.join(self._nodes())})\n"

    def _nodes(self) -> list[str]:
        out = []
        for number, (stone, (left, periods)) in enumerate(
            zip(self.moves, self.clocks, strict=True), 1
        ):
            colour, point = stone
            node = f";{colour}[{to_letters(point, self.wanted.size)}]{colour}L[{left:g}]"
            if periods is not None:
                node += f"O{colour}[{periods}]"
            out.append(node + ("\n" if number % 5 == 0 else ""))
        return out


def _legal(game: Game, stone: Stone) -> bool:
    """Whether the rules allow the stone; the game stays as it is."""
    trial = game.copy()
    try:
        trial.play(stone)
    except RejectedError:
        return False
    return True
