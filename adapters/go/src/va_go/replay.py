"""A game played out: what each move took, and whether the rules allow it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from va_go.board import COLOURS, EMPTY, Board, Placed
from va_go.errors import RejectedError
from va_go.points import PASS, index_of, name_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from va_go.match import GoMatch, Stone
    from va_go.rules import Ruleset

NOTHING = Placed((), ())


class Game:
    """A game in progress under a rule set.

    The rule of ko: a stone must not retake at once and so restore the position before the other
    side's last move. Superko forbids a stone to restore any earlier position (positional), or any
    after which the same side was to move (situational); passes are always allowed.
    """

    def __init__(
        self, size: int, setup: Iterable[Stone], rules: Ruleset, to_move: str = "B"
    ) -> None:
        """Put down the first stones.

        Raises:
            RejectedError: two on one point, or a group without liberties.
        """
        self.board = Board(size)
        self._rules = rules
        for stone in setup:
            point = index_of(stone.point, size)
            if self.board.cells[point] != EMPTY:
                raise RejectedError(f"setup puts two stones on {stone.point}")
            self.board.cells[point] = COLOURS[stone.colour]
        for dead in self.board.dead_groups():
            raise RejectedError(f"setup has stones without liberties at {name_at(dead[0], size)}")
        self.positions: list[bytes] = [bytes(self.board.cells)]
        """After every move, the start first."""
        self._seen: dict[tuple[bytes, str], int] = {}
        """When a position first stood, by the side that left it so (`` where that is no matter)."""
        self._remember("W" if to_move == "B" else "B", self.positions[0], 0)

    def _remember(self, colour: str, position: bytes, number: int) -> None:
        if self._rules.ko != "SIMPLE":
            self._seen.setdefault(self._situation(colour, position), number)

    def _situation(self, colour: str, position: bytes) -> tuple[bytes, str]:
        return position, colour if self._rules.ko == "SITUATIONAL" else ""

    def copy(self) -> Game:
        """The same game, to try something out in."""
        other = Game(self.board.size, (), self._rules)
        other.board = Board(self.board.size, bytes(self.board.cells))
        other.positions = list(self.positions)
        other._seen = dict(self._seen)
        return other

    def play(self, stone: Stone) -> Placed:
        """Play a move or a pass.

        Raises:
            RejectedError: the rules forbid it. The game cannot be used any more.
        """
        number = len(self.positions)
        if stone.point == PASS:
            self._remember(stone.colour, self.positions[-1], number)
            self.positions.append(self.positions[-1])
            return NOTHING
        move = f"{stone.colour} {stone.point}"
        try:
            placed = self.board.put(COLOURS[stone.colour], index_of(stone.point, self.board.size))
        except ValueError:
            raise RejectedError(f"{move} is on an occupied point", move=number) from None
        if placed.suicide and (len(placed.suicide) == 1 or not self._rules.suicide):
            raise RejectedError(
                f"{move} is suicide, illegal under {self._rules.name} rules", move=number
            )
        after = bytes(self.board.cells)
        if placed.captured and number > 1 and after == self.positions[-2]:
            raise RejectedError(f"{move} retakes the ko at once", move=number)
        earlier = self._seen.get(self._situation(stone.colour, after))
        if earlier is not None:
            raise RejectedError(
                f"{move} repeats the position after move {earlier}, "
                f"illegal under {self._rules.name} rules",
                move=number,
            )
        self._remember(stone.colour, after, number)
        self.positions.append(after)
        return placed


def play_out(
    size: int, setup: Sequence[Stone], to_move: str, moves: Sequence[Stone], rules: Ruleset
) -> tuple[Game, list[Placed]]:
    """Play all moves; give the game and what each move took.

    Raises:
        RejectedError: one of them is illegal.
    """
    game = Game(size, setup, rules, to_move)
    return game, [game.play(stone) for stone in moves]


@lru_cache(maxsize=8)
def _played(
    size: int,
    setup: tuple[Stone, ...],
    to_move: str,
    moves: tuple[Stone, ...],
    rules: Ruleset,
) -> tuple[tuple[bytes, ...], tuple[Placed, ...]]:
    game, placed = play_out(size, setup, to_move, moves, rules)
    return tuple(game.positions), tuple(placed)


def positions_of(match: GoMatch) -> tuple[bytes, ...]:
    """What stands where after every prefix: one byte a point, row by row from the bottom left."""
    return _played(match.size, match.setup, match.to_move, match.moves, match.rules)[0]


def placed_by(match: GoMatch) -> tuple[Placed, ...]:
    """What every move took."""
    return _played(match.size, match.setup, match.to_move, match.moves, match.rules)[1]
