"""An engine over the Gomocup protocol: settings, positions, searches. No retries, no pins here."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from va_engines.engine_process import MOST_LINES, EngineProcess
from va_engines.gomocup_lines import (
    Block,
    BlockReader,
    is_fallback,
    read_about,
    read_fact,
    read_move,
)
from va_engines.line_process import LineProcess, ProcessHung, ProcessNonsense
from video_arena.engines import EngineMismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from video_arena.canonical import Json

DEFAULT_SIZE: Final = 15
_CLEARED = "MESSAGE Transposition table cleared."


@dataclass(frozen=True, slots=True)
class GomocupPatience:
    """When silence is taken for a hang, in seconds. No answer depends on it."""

    reply_s: float = 120.0
    """For the whole answer to a command that does not search."""
    silence_s: float = 600.0
    """Between two lines of a search."""
    ask_again_s: float = 0.2
    """After this time without an answer, `ABOUT` was dropped and is sent again."""


@dataclass(frozen=True, slots=True)
class GomocupResult:
    """What a search said."""

    move: tuple[int, int]
    """Column and row from 0."""
    lines: Mapping[int, Block]
    """The last completed block of each line of play, the best one under 0."""


@dataclass(frozen=True, slots=True)
class GomocupPosition:
    """A position as the stones that made it, black's first, taking turns."""

    size: int
    rule: int
    """0 freestyle, 1 exactly five, 4 renju: the protocol's numbers."""
    moves: tuple[tuple[int, int], ...] = field(default=())


class GomocupProcess(EngineProcess[dict[str, str]]):
    r"""A running engine. Used by one thread at a time.

    Args:
        command: the engine and its arguments.
        settings: sent as `INFO key value` before each search, in this order.
        patience: when to call it hung.

    Raises:
        EngineMissing: the program cannot be started.
        EngineMismatch: it says that it works without its network.
        ProcessFailed: it does not speak the protocol.

    >>> with GomocupProcess(["pbrain-rapfi"], {"max_node": 20000}) as engine:  # doctest: +SKIP
    ...     engine.search(GomocupPosition(15, 0, ((7, 7), (7, 8)))).lines[0].winrate
    0.723088
    """

    def __init__(
        self,
        command: Sequence[str],
        settings: Mapping[str, str | int | bool] | None = None,
        *,
        patience: GomocupPatience | None = None,
    ) -> None:
        self._settings = dict(settings or {})
        self._patience = patience or GomocupPatience()
        self._facts: dict[str, Json] = {}
        super().__init__(LineProcess(command))

    @property
    def about(self) -> dict[str, str]:
        """The engine's answer to `ABOUT`."""
        return self.identity

    @property
    def name(self) -> str:
        """Name and version, as the engine says them."""
        return f"{self.about.get('name', '?')} {self.about.get('version', '?')}"

    @property
    def facts(self) -> dict[str, Json]:
        """What the engine said of its set-up so far: `config`, `evaluator`."""
        return dict(self._facts)

    def _greet(self) -> dict[str, str]:
        self._size = 0
        self._start(DEFAULT_SIZE)
        return self._settle()

    def _farewell(self) -> str:
        return "YXSTOP\nEND" if self._stale else "END"

    def search(
        self,
        position: GomocupPosition,
        *,
        lines: int = 1,
        settings: Mapping[str, str | int | bool] | None = None,
    ) -> GomocupResult:
        """Search a position from a cleared state.

        Args:
            position: must have at least one stone: for an empty board engines give no value.
            lines: how many lines of play to report.
            settings: instead of the process's own, for this search.

        Raises:
            EngineMismatch: the engine says that it works without its network.
            ProcessFailed: it died, hung or spoke nonsense. The next search has a fresh one.
        """
        self._refresh()
        self._stale = True
        if position.size != self._size:
            self._start(position.size)
        for key, value in (settings or self._settings).items():
            self._send(f"INFO {key} {int(value) if isinstance(value, bool) else value}")
        self._send(f"INFO rule {position.rule}")
        self._send("YXHASHCLEAR")
        self._wait_for(lambda line: line.strip() == _CLEARED, _CLEARED)
        self._send("YXBOARD")
        # Field 1 is the side to move, 2 the other; the first stone is black's.
        for number, (x, y) in enumerate(position.moves):
            own = number % 2 == len(position.moves) % 2
            self._send(f"{x},{y},{1 if own else 2}")
        self._send("DONE")
        self._send(f"YXNBEST {lines}")
        result = self._read_search()
        self._settle()
        self._stale = False
        return result

    def _start(self, size: int) -> None:
        self._send(f"START {size}")
        self._wait_for(lambda line: line.strip().startswith("OK"), "OK")
        self._size = size

    def _read_search(self) -> GomocupResult:
        reader = BlockReader()
        for _ in range(MOST_LINES):
            line = self._next(self._patience.silence_s)
            move = read_move(line)
            if move is not None:
                return GomocupResult(move, reader.last)
            try:
                reader.take(line)
            except ValueError as error:
                raise ProcessNonsense(f"{self._command} said {line!r}: {error}") from error
        raise ProcessNonsense(f"{self._command} wrote {MOST_LINES} lines and no move")

    def _settle(self) -> dict[str, str]:
        """Ask who it is until it answers: only then does it listen.

        Rapfi prints its move before it clears its flag that it is thinking, and a command which
        comes in between is dropped without a word (about one in sixty on one core).
        """
        deadline = time.monotonic() + self._patience.reply_s
        while True:
            self._send("ABOUT")
            try:
                again = time.monotonic() + self._patience.ask_again_s
                while True:
                    about = read_about(self._next(max(again - time.monotonic(), 0.001)))
                    if about is not None:
                        return about
            except ProcessHung as error:
                if time.monotonic() > deadline:
                    raise ProcessHung(f"waiting for the answer to ABOUT: {error}") from error

    def _wait_for(self, is_it: Callable[[str], bool], what: str) -> None:
        for _ in self._lines_until(is_it, what, self._patience.reply_s):
            pass

    def _next(self, timeout_s: float) -> str:
        """A line; those that tell of the set-up are noted, those that refuse are raised."""
        line = super()._next(timeout_s)
        if is_fallback(line):
            raise EngineMismatch(
                f"{self._command} works without its network: it said {line.strip()!r}. Put the "
                "missing file where its config names it, or use a config that names another."
            )
        fact = read_fact(line)
        if fact is not None:
            self._facts[fact[0]] = fact[1]
        if line.startswith(("ERROR", "UNKNOWN")):
            raise ProcessNonsense(f"{self._command} refused: {line.strip()!r}")
        return line

    def _send(self, line: str) -> None:
        self._process.write_line(line)
