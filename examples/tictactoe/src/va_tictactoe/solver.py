"""The evaluator: tic-tac-toe is solved, so V is exact. An engine driver like any other."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from va_tictactoe.board import EMPTY, free, played, to_move, winner
from video_arena.engines import EngineMismatch, EnginePin, EngineStatus
from video_arena.values import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.values import EngineQuery

POSITIONS = 5478
"""How many positions can be reached, the empty board and finished games included: a known figure,
and our proof that the solver sees the whole game."""

PIN = EnginePin(
    name="tictactoe-perfect-1",
    driver="tictactoe-solver",
    engine="perfect tic-tac-toe 1",
    value="game_value_x",
    budget={},
    options={},
    proof={"positions": POSITIONS},
)


@cache
def game_value(position: str) -> float:
    """X's result when both sides play perfectly from here: 1.0, 0.5 or 0.0."""
    squares = free(position)
    if not squares:
        return {"X": 1.0, None: 0.5, "O": 0.0}[winner(position)]
    best = max if to_move(position) == "X" else min
    return best(game_value(played(position, square)) for square in squares)


@cache
def reachable() -> int:
    """Count the positions that can come up, by playing all of them."""
    seen = {EMPTY}
    wave = seen
    while wave:
        wave = {played(position, square) for position in wave for square in free(position)}
        seen |= wave
    return len(seen)


class Session:
    """A running solver."""

    observed: Mapping[str, str] = {"name": PIN.engine}

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer each query with X's game value."""
        for index, query in enumerate(queries):
            yield index, Evaluation(game_value(str(query.request["position"])))

    def close(self) -> None:
        """Nothing to stop."""


class Driver:
    """What the entry point `tictactoe-solver` names."""

    name = PIN.driver
    batch = 1000
    in_process = True

    def pins(self) -> Mapping[str, EnginePin]:
        """The one pin."""
        return {PIN.name: PIN}

    def check(self, pin: EnginePin) -> EngineStatus:
        """Prove the solver by the number of positions it reaches."""
        found = reachable()
        reason = f"reaches {found} positions, the game has {POSITIONS}"
        here = str(Path(__file__))
        return EngineStatus(pin=pin.name, usable=found == POSITIONS, reason=reason, location=here)

    def install(self, pin: EnginePin) -> Path:  # noqa: ARG002 - the driver interface
        """It came with this distribution."""
        return Path(__file__)

    def open(self, pin: EnginePin) -> Session:
        """A session.

        Raises:
            EngineMismatch: a budget or an option was asked for; a solver has none.
        """
        if pin.digest() != PIN.digest() or not self.check(pin).usable:
            raise EngineMismatch(f"{pin.name}: the solver has no budget and no options")
        return Session()


driver = Driver()
