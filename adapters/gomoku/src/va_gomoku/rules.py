"""The rules of a win: freestyle, standard and renju, as Gomocup plays them.

Freestyle: five or more in a row win. Standard: exactly five. Renju: White wins by five or more,
Black by exactly five, and Black may not make an overline, two fours or two threes at once, unless
the same stone makes five. (Gomocup's rules; for renju the Renju International Federation's.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from va_gomoku.errors import RejectedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Point = tuple[int, int]

RULES: Final = ("freestyle", "standard", "renju")
BLACK: Final = "B"
WHITE: Final = "W"
_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


class Board:
    """Stones on a board of `size` points a side, under one rule.

    >>> board = Board(15, "freestyle", [(7, 7), (0, 0)])
    >>> board.to_move, board.wins_by((7, 7))
    ('B', False)
    """

    def __init__(self, size: int, rule: str, moves: Sequence[Point] = ()) -> None:
        self.size = size
        self.rule = rule
        self.stones: dict[Point, str] = {}
        for move in moves:
            self.stones[move] = self.to_move

    @property
    def to_move(self) -> str:
        """The side whose turn it is."""
        return WHITE if len(self.stones) % 2 else BLACK

    @property
    def empty(self) -> int:
        """How many points are free."""
        return self.size * self.size - len(self.stones)

    def inside(self, point: Point) -> bool:
        """Whether the point is on the board."""
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def wins_by(self, point: Point) -> bool:
        """Whether the stone on that point stands in a row that wins for its side."""
        return any(
            self._is_five(self._run(point, step), self.stones[point]) for step in _DIRECTIONS
        )

    def completes_five(self) -> bool:
        """Whether the side to move can win with one stone."""
        side = self.to_move
        return any(self._would_win(point, side) for point in self._near())

    def forbidden(self, point: Point) -> str | None:
        """What makes Black's stone on that point, which is there, a foul in renju; or None.

        A stone that makes five is no foul.
        """
        if self.rule != "renju" or self.stones[point] != BLACK or self.wins_by(point):
            return None
        if any(self._run(point, step) > 5 for step in _DIRECTIONS):
            return "an overline"
        fours = sum(self._fours(point, step) for step in _DIRECTIONS)
        if fours > 1:
            return "two fours"
        threes = sum(self._is_three(point, step) for step in _DIRECTIONS)
        return "two threes" if threes > 1 else None

    def _is_five(self, run: int, side: str) -> bool:
        exact = self.rule == "standard" or (self.rule == "renju" and side == BLACK)
        return run == 5 if exact else run >= 5

    def _ends(self, point: Point, step: Point) -> tuple[Point, Point, int]:
        """The points before and behind the row through `point`, and its length."""
        side = self.stones[point]
        ends = []
        for sign in (-1, 1):
            x, y = point
            while self.stones.get((x, y)) == side:
                x, y = x + sign * step[0], y + sign * step[1]
            ends.append((x, y))
        (ax, ay), (bx, by) = ends
        return ends[0], ends[1], max(abs(bx - ax), abs(by - ay)) - 1

    def _run(self, point: Point, step: Point) -> int:
        return self._ends(point, step)[2]

    def _would_win(self, point: Point, side: str) -> bool:
        self.stones[point] = side
        try:
            return self.wins_by(point)
        finally:
            del self.stones[point]

    def _near(self) -> Iterator[Point]:
        """The free points that touch a stone: a stone elsewhere completes nothing."""
        seen = set()
        for x, y in list(self.stones):
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    point = (x + dx, y + dy)
                    if point not in seen and point not in self.stones and self.inside(point):
                        seen.add(point)
                        yield point

    def _line(self, point: Point, step: Point, reach: int) -> list[Point]:
        """The free points that black stones join to `point` without a gap, up to `reach` away."""
        found = []
        for sign in (-1, 1):
            for k in range(1, reach + 1):
                at = (point[0] + sign * k * step[0], point[1] + sign * k * step[1])
                if at not in self.stones and self.inside(at):
                    found.append(at)
                if self.stones.get(at) != BLACK:
                    break
        return found

    def _completions(self, point: Point, step: Point) -> list[Point]:
        """Where one stone makes the row through `point`, in this direction, exactly five."""
        found = []
        for end in self._line(point, step, 4):
            self.stones[end] = BLACK
            if self._run(end, step) == 5:
                found.append(end)
            del self.stones[end]
        return found

    def _fours(self, point: Point, step: Point) -> int:
        """Fours through `point`: an open four is one, two that share stones are two."""
        ends = self._completions(point, step)
        return min(len(ends), 1) if self._run(point, step) == 4 else len(ends)

    def _is_three(self, point: Point, step: Point) -> bool:
        """Whether one more lawful stone makes an open four of the row through `point`."""
        if self._completions(point, step):
            return False
        for more in self._line(point, step, 3):
            self.stones[more] = BLACK
            straight = self._run(more, step) == 4 and len(self._completions(more, step)) == 2
            lawful = straight and self.forbidden(more) is None
            del self.stones[more]
            if lawful:
                return True
        return False


def play(size: int, rule: str, moves: Sequence[Point]) -> str | None:
    """Play a game through; give the winner that stands on the board, or None.

    Raises:
        RejectedError: a stone off the board or on another one, a foul, or play after the end.
    """
    board = Board(size, rule)
    winner: str | None = None
    for number, (x, y) in enumerate(moves, 1):
        place = f"move {number}"
        if winner is not None:
            raise RejectedError(f"the game goes on after {_NAMES[winner]}'s five in a row", place)
        if not board.inside((x, y)):
            raise RejectedError(f"{x + 1},{y + 1} is off the board of {size}x{size}", place)
        if (x, y) in board.stones:
            raise RejectedError(f"{x + 1},{y + 1} is occupied", place)
        side = board.to_move
        board.stones[x, y] = side
        foul = board.forbidden((x, y))
        if foul is not None:
            raise RejectedError(
                f"Black loses by {foul} at {x + 1},{y + 1}, which renju forbids: no five decides "
                "this game, so its last smoothed value need not name the winner",
                place,
            )
        if board.wins_by((x, y)):
            winner = side
    return winner


_NAMES: Final = {BLACK: "Black", WHITE: "White"}
