"""A chess engine over UCI: options, positions, searches. No retries and no pins here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from va_engines.engine_process import MOST_LINES, EngineProcess
from va_engines.line_process import LineProcess, ProcessNonsense
from va_engines.uci_lines import (
    SearchResult,
    UciOption,
    is_exact,
    ply_of,
    read_option,
    read_result,
)
from video_arena.engines import EngineFailed, EngineMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

STARTPOS: Final = "startpos"
_GO = re.compile(r"[a-z]+( [a-z0-9]+)*")
_FEN = re.compile(r"[A-Za-z0-9/~+\[\]-]+ [wb] \S+ \S+( \d+ \d+)?")
_MOVE = re.compile(r"[A-Za-z0-9@+,]{2,12}")


@dataclass(frozen=True, slots=True)
class UciIdentity:
    """Name and options as the engine says them."""

    name: str
    options: Mapping[str, UciOption]

    def __str__(self) -> str:
        """The name: the options are too many for a message."""
        return repr(self.name)


@dataclass(frozen=True, slots=True)
class Patience:
    """When silence is taken for a hang, in seconds. No answer depends on it."""

    reply_s: float = 120.0
    """For the whole answer to `uci` or `isready`; a WASM build starts in 1 to 7."""
    silence_s: float = 600.0
    """Between two lines of a search."""


class UciProcess(EngineProcess[UciIdentity]):
    r"""A running UCI engine. Used by one thread at a time.

    Args:
        command: the engine and its arguments.
        options: set once, right after the start, and again after each restart.
        patience: when to call it hung.

    Raises:
        EngineMissing: the program cannot be started.
        EngineMismatch: it lacks one of the options or refuses its value.
        ProcessFailed: it does not speak UCI.

    >>> with UciProcess(["stockfish"], {"Threads": 1}) as engine:  # doctest: +SKIP
    ...     engine.new_game()
    ...     engine.search(moves=["e2e4", "e7e5"], go="nodes 20000").bestmove
    'g1f3'
    """

    def __init__(
        self,
        command: Sequence[str],
        options: Mapping[str, str | int | bool] | None = None,
        *,
        patience: Patience | None = None,
    ) -> None:
        self._wanted = dict(options or {})
        self._patience = patience or Patience()
        super().__init__(LineProcess(command))

    @property
    def name(self) -> str:
        """Name and version, as the engine says them."""
        return self.identity.name

    @property
    def options(self) -> Mapping[str, UciOption]:
        """The options it offers, by name."""
        return self.identity.options

    @property
    def networks(self) -> tuple[str, ...]:
        """The evaluation networks that the engine says it loads by default, big one first."""
        return tuple(
            option.default
            for name, option in sorted(self.options.items())
            if name.startswith("EvalFile")
        )

    def _greet(self) -> UciIdentity:
        self._process.write_line("uci")
        name = ""
        options: dict[str, UciOption] = {}
        for line in self._replies("uciok"):
            if line.startswith("id name "):
                name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                option = self._read_option(line)
                options[option.name] = option
        self._set_options(name, options)
        return UciIdentity(name, options)

    def _farewell(self) -> str:
        return "stop\nquit" if self._stale else "quit"

    def _read_option(self, line: str) -> UciOption:
        try:
            return read_option(line)
        except ValueError as error:
            raise ProcessNonsense(f"{self._process.command[-1]}: {error}") from error

    def _set_options(self, name: str, offered: Mapping[str, UciOption]) -> None:
        for key, value in self._wanted.items():
            if key not in offered:
                raise EngineMismatch(f"{name or self._process.command[-1]} has no option {key!r}")
            refusal = offered[key].refusal(value)
            if refusal:
                raise EngineMismatch(f"{name}: option {key} {refusal}")
            text = str(value).lower() if isinstance(value, bool) else value
            self._process.write_line(f"setoption name {key} value {text}")
        self._settle()

    def _settle(self) -> list[str]:
        """Wait until all commands are carried out; give what was said meanwhile."""
        self._process.write_line("isready")
        return list(self._replies("readyok"))

    def _replies(self, last: str) -> Iterator[str]:
        """The lines up to the one that is, or starts with, `last`, which is not given."""
        return self._lines_until(
            lambda line: line.split(" ", 1)[0] == last, last, self._patience.reply_s
        )

    def new_game(self) -> None:
        """Clear the hash table and all that the search has learnt."""
        self._refresh()
        self._stale = True
        self._process.write_line("ucinewgame")
        self._settle()
        self._stale = False

    def search(
        self, start: str = STARTPOS, moves: Sequence[str] = (), go: str = "nodes 20000"
    ) -> SearchResult:
        """Search the position after `moves` from `start`.

        The whole list of moves is sent, so that the engine sees repetitions.

        Args:
            start: `startpos`, or a FEN.
            moves: in UCI's long notation: `e2e4`, `e7e8q`, `e1g1`.
            go: the limit, as after UCI's `go`: `depth 20`, `nodes 20000`.

        Raises:
            EngineFailed: the engine refused a move, so it searched nothing.
            ProcessFailed: it died, hung or spoke nonsense. The next search has a fresh one.
        """
        position = _position(start, moves)
        if not _GO.fullmatch(go):
            raise EngineFailed(f"not a limit for UCI's go: {go!r}")
        self._refresh()
        self._stale = True
        self._process.write_line(position)
        self._hold_to_position(start, moves)
        self._process.write_line(f"go {go}")
        result = self._read_search()
        self._stale = False
        return result

    def _hold_to_position(self, start: str, moves: Sequence[str]) -> None:
        # Stockfish drops an illegal move and all after it without a word, and would then
        # evaluate another position. `d` is not UCI, but where it answers, it tells.
        self._process.write_line("d")
        for line in self._settle():
            if line.startswith("Fen: "):
                taken = ply_of(line.removeprefix("Fen: "))
                taken -= 0 if start == STARTPOS else ply_of(start)
                if taken != len(moves):
                    self._stale = False
                    raise EngineFailed(
                        f"{self.name} took {taken} of {len(moves)} moves from {start!r}: "
                        f"{' '.join(moves)!r}. The next one is illegal, or the FEN is."
                    )

    def _read_search(self) -> SearchResult:
        info = None
        for _ in range(MOST_LINES):
            line = self._process.read_line(self._patience.silence_s)
            if is_exact(line):
                info = line
            elif line.startswith("bestmove"):
                try:
                    return read_result(info, line)
                except ValueError as error:
                    raise ProcessNonsense(f"{self.name} said {info!r}: {error}") from error
        raise ProcessNonsense(f"{self.name} wrote {MOST_LINES} lines and no bestmove")


def _position(start: str, moves: Sequence[str]) -> str:
    # A line break in here would be a command to the engine.
    if start != STARTPOS and not _FEN.fullmatch(start):
        raise EngineFailed(f"not a FEN, nor {STARTPOS!r}: {start!r}")
    for move in moves:
        if not _MOVE.fullmatch(move):
            raise EngineFailed(f"not a move in UCI's notation: {move!r}")
    head = STARTPOS if start == STARTPOS else f"fen {start}"
    return f"position {head} moves {' '.join(moves)}" if moves else f"position {head}"
