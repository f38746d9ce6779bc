"""Fresh games by engine self-play: as PGN of Lichess's kind, with clocks, and never public.

A game is a function of seed, number of the attempt, engine pin and the options. Two players of
drawn strength start from a drawn opening. Each searches few nodes and now and then plays any move
at all, the more so the less time it has, so that games of every shape arise: one-sided ones,
tense ones, and ones thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Literal

import chess

from va_chess import clocks
from va_chess.parse import GENERATED
from va_chess.rules import end_of
from va_chess.select import speed
from va_engines.line_process import ProcessFailed
from video_arena.engines import EngineError, EnginePin
from video_arena.files import write_whole
from video_arena.generation import OptionError, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from va_engines.uci_process import UciProcess
    from video_arena.canonical import Json

CONTROLS = ("60+0", "120+1", "180+0", "180+2", "300+0", "300+3", "600+0", "600+5")
NODES = (60, 200, 600, 2_000, 6_000)
BLUNDERS = (0.0, 0.02, 0.05, 0.1, 0.2)
"""How often a player plays any legal move instead of its engine's."""
OPENING_PLIES = (4, 10)
OPENING_BALANCE = (0.3, 0.7)
"""An opening is kept when White's expected score lies in here."""
OPENING_NODES = 10_000
MOST_ATTEMPTS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The generator's options: `va generate --game chess --set games=8 --set max_plies=90`."""

    games: int = 1
    """Games in the file."""
    min_plies: int = 20
    """A shorter game is thrown away."""
    max_plies: int = 200
    """A game that is not over by then is thrown away."""
    decisive: int = 0
    """1: drawn games are thrown away."""
    engine: str = "stockfish-18"
    """The pin, any of `va engines list` with the driver `uci`."""

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Wanted:
        """From the options of the hook.

        Raises:
            OptionError: an option that there is not, or a value that cannot be.
        """
        wanted = read_options(cls, "chess", options)
        counts = (wanted.games, wanted.min_plies, wanted.max_plies)
        if not all(isinstance(count, int) and count > 0 for count in counts):
            raise OptionError("games, min_plies and max_plies are whole numbers above 0")
        if wanted.min_plies > wanted.max_plies:
            raise OptionError(f"min_plies {wanted.min_plies} is above max_plies {wanted.max_plies}")
        return wanted


def generate(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Play games and write them to `folder/selfplay-<seed>.pgn`.

    Raises:
        ValueError: a wrong option.
        EngineError: the pin is unknown, missing, or not the engine that it says.
    """
    wanted = Wanted.of(options)
    kept: list[str] = []
    with _engine(wanted.engine) as engine:
        for attempt in range(MOST_ATTEMPTS):
            game = _game(engine, seed, attempt, wanted)
            if game is not None:
                kept.append(game)
            if len(kept) == wanted.games:
                break
        else:
            raise ValueError(
                f"{MOST_ATTEMPTS} games gave only {len(kept)} of {wanted.games} that fit; "
                "widen min_plies to max_plies"
            )
    path = folder / f"selfplay-{seed}.pgn"
    write_whole(path, "\n".join(kept))
    return path


def _engine(name: str) -> UciProcess:
    from va_engines.uci import driver  # noqa: PLC0415 - the pins are read only when one plays

    pins: Mapping[str, EnginePin] = driver.pins()
    if name not in pins:
        raise EngineError(f"no pin {name!r}; there are {', '.join(sorted(pins))}")
    return driver.start(pins[name])


def _game(engine: UciProcess, seed: int, attempt: int, wanted: Wanted) -> str | None:
    """One game as PGN, or None when it is not wanted; an engine's death costs one replay."""
    try:
        game = _Game(engine, Random(f"va-chess {seed} {attempt}"), wanted).play()
    except ProcessFailed:
        engine.restart()
        game = _Game(engine, Random(f"va-chess {seed} {attempt}"), wanted).play()
    if not game.result or len(game.board.move_stack) < wanted.min_plies:
        return None
    if wanted.decisive and game.result == "1/2-1/2":
        return None
    return game.pgn(f"{wanted.engine}, seed {seed}, attempt {attempt}")


@dataclass(slots=True)
class _Player:
    nodes: int
    blunders: float
    resigns_after: int
    """Hopeless positions in a row before it gives up; 0 for never"""
    clock: int
    """seconds"""
    hopeless: int = 0

    @classmethod
    def drawn(cls, random: Random, base: int) -> _Player:
        return cls(random.choice(NODES), random.choice(BLUNDERS), random.choice((0, 1, 2, 3)), base)


@dataclass(slots=True)
class _Game:
    engine: UciProcess
    random: Random
    wanted: Wanted
    board: chess.Board = field(default_factory=chess.Board)
    control: str = ""
    readings: list[int] = field(default_factory=list)
    result: Literal["", "1-0", "0-1", "1/2-1/2"] = ""
    quiet: int = 0
    """plies in a row that both think drawn"""

    def play(self) -> _Game:
        """The game to its end, or until it has too many plies: then it has no result."""
        self.engine.new_game()
        self.control = self.random.choice(CONTROLS)
        stage = clocks.time_control(self.control)[0]
        base, increment = stage.base_ms // 1000, stage.increment_ms // 1000
        players = [_Player.drawn(self.random, base) for _ in range(2)]
        opening = self._opening()
        while len(self.board.move_stack) < self.wanted.max_plies:
            ply = len(self.board.move_stack)
            player = players[ply % 2]
            move = opening[ply] if ply < len(opening) else self._chosen(player, base)
            if move is None:
                break
            self.board.push(move)
            if ply >= 2:  # as on Lichess, no clock runs before a side's second move
                player.clock += increment - self._think(player.clock, increment, ply)
            self.readings.append(player.clock)
            if self._over():
                break
        return self

    def _over(self) -> bool:
        ending = end_of(self.board)
        if ending == "checkmate":
            self.result = "0-1" if self.board.turn else "1-0"
        elif ending or self.board.is_repetition(3) or self.board.is_fifty_moves():
            self.result = "1/2-1/2"
        return bool(self.result)

    def _opening(self) -> list[chess.Move]:
        """Random moves of a sane kind, drawn again until neither side is lost."""
        low, high = OPENING_BALANCE
        while True:
            board = chess.Board()
            for _ in range(self.random.randint(*OPENING_PLIES)):
                moves = sorted(board.legal_moves, key=chess.Move.uci)
                if not moves:
                    break
                weights = [_sanity(board, move) for move in moves]
                board.push(self.random.choices(moves, weights)[0])
            if end_of(board):
                continue
            found = self.engine.search(
                moves=[move.uci() for move in board.move_stack], go=f"nodes {OPENING_NODES}"
            )
            if found.wdl is not None and low <= _expected(found.wdl) <= high:
                return list(board.move_stack)

    def _chosen(self, player: _Player, base: int) -> chess.Move | None:
        """The player's move; None when it resigns or both agree to a draw."""
        found = self.engine.search(
            moves=[move.uci() for move in self.board.move_stack], go=f"nodes {player.nodes}"
        )
        if found.bestmove is None or found.wdl is None:
            raise EngineError(f"{self.engine.name} gave no move in {self.board.fen()}")
        expected = _expected(found.wdl)
        player.hopeless = player.hopeless + 1 if expected < 0.02 else 0
        self.quiet = self.quiet + 1 if found.wdl[1] > 900 else 0
        if player.resigns_after and player.hopeless >= player.resigns_after:
            self.result = "0-1" if self.board.turn else "1-0"
            return None
        if self.quiet >= 16 and len(self.board.move_stack) > 70:
            self.result = "1/2-1/2"
            return None
        # The clock makes blunders: that is how games are thrown away.
        hurry = 3.0 if player.clock * 8 < base else 1.0
        if self.random.random() < player.blunders * hurry:
            return self.random.choice(sorted(self.board.legal_moves, key=chess.Move.uci))
        return chess.Move.from_uci(found.bestmove)

    def _think(self, clock: int, increment: int, ply: int) -> int:
        """Whole seconds: some moves at once, most of them quick, a few long; never the flag."""
        luck = self.random.random()
        share = clock / 32 + increment * 0.8
        if ply < 12:
            share *= 0.35
        if self.random.random() < 0.12:
            return 0
        return max(0, min(round(share * (0.15 + 2.9 * luck * luck * luck)), clock - 2))

    def pgn(self, generator: str) -> str:
        """The game as Lichess would write it."""
        tags = {
            "Event": f"Self-play {speed(self.control).capitalize()} game",
            "Site": "?",
            "Date": "????.??.??",
            "Round": "-",
            "White": "Engine A",
            "Black": "Engine B",
            "Result": self.result,
            "TimeControl": self.control,
            "Termination": "Normal",
            "Source": f"{GENERATED}, never public",
            "Generator": generator,
        }
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        return f"{head}\n{self._movetext()} {self.result}\n"

    def _movetext(self) -> str:
        board = chess.Board()
        words = []
        for ply, (move, clock) in enumerate(zip(self.board.move_stack, self.readings, strict=True)):
            number = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
            hours, seconds = divmod(clock, 3600)
            reading = f"{hours}:{seconds // 60:02}:{seconds % 60:02}"
            words.append(f"{number} {board.san_and_push(move)} {{ [%clk {reading}] }}")
        return " ".join(words)


def _expected(wdl: tuple[int, int, int]) -> float:
    return (2 * wdl[0] + wdl[1]) / 2000


def _sanity(board: chess.Board, move: chess.Move) -> int:
    """How likely a person is to play such a move in the opening, against 1 for any."""
    piece = board.piece_type_at(move.from_square)
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    if board.is_castling(move):
        return 20
    if piece == chess.PAWN and file in {2, 3, 4} and rank in {2, 3, 4, 5}:
        return 12 if rank in {3, 4} else 5
    if piece == chess.KNIGHT and file in {2, 5} and rank in {2, 5}:
        return 10
    if piece == chess.BISHOP and chess.square_rank(move.from_square) in {0, 7}:
        return 4
    return 1
