"""An exhaustive solver of threat wins, by brute force: what threat-v1 is measured against.

It shares no code and no idea with the engine: a position is two whole numbers with a bit a point,
and five in a row is one of all the lines of five. The defender tries every empty point.
"""

from __future__ import annotations

import functools
import random


@functools.cache
def fives(size):
    """Every line of five, as a mask."""
    found = []
    for y in range(size):
        for x in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(x + k * dx, y + k * dy) for k in range(5)]
                if all(0 <= a < size and 0 <= b < size for a, b in line):
                    found.append(sum(1 << (b * size + a) for a, b in line))
    return tuple(found)


class Solver:
    def __init__(self, size):
        self.size = size
        self.lines = fives(size)
        self.all = (1 << size * size) - 1

    def completions(self, own, other):
        """The points, as a mask, on which `own` completes five."""
        points = 0
        for line in self.lines:
            if not line & other:
                left = line & ~own
                if left & (left - 1) == 0:
                    points |= left
        return points

    def doubles(self, own, other):
        """The points on which a stone of `own` would leave two completions or more."""
        first = {}
        for line in self.lines:
            if line & other:
                continue
            left = line & ~own
            if left.bit_count() == 2:
                low = left & -left
                for stone, end in ((low, left ^ low), (left ^ low, low)):
                    first[stone] = first.get(stone, 0) | end
        return [stone for stone, ends in first.items() if ends & (ends - 1)]

    def threatens(self, own, other):
        return self.completions(own, other) or self.doubles(own, other)

    def empties(self, own, other, near):
        """The empty points, those in `near` first."""
        free = self.all & ~(own | other)
        for part in (free & near, free & ~near):
            left = part
            while left:
                point = left & -left
                left ^= point
                yield point

    def hot(self, own, other):
        """Points on lines where `own` has two stones or more and `other` none."""
        points = 0
        for line in self.lines:
            if not line & other and (line & own).bit_count() >= 2:
                points |= line
        return points

    def attack(self, own, other, plies):
        """Whether `own`, to move, forces five within `plies` by moves that all threaten."""
        if self.completions(own, other):
            return True
        against = self.completions(other, own)
        if plies < 3 or against & (against - 1):
            return False
        if not against and self.doubles(own, other):
            return True
        # A move off all `hot` lines leaves no line with three stones: it threatens nothing new.
        return plies >= 5 and any(
            self.threatens(own | move, other) and self.holds(own | move, other, plies - 1)
            for move in self.empties(own, other, against or self.hot(own, other))
            if not against or move == against
        )

    def holds(self, own, other, plies):
        """Whether `own` still wins whatever `other`, to move, does."""
        if self.completions(other, own):
            return False
        near = self.hot(own, other) | self.completions(own, other)
        return all(
            self.attack(own, other | move, plies - 1) for move in self.empties(own, other, near)
        )

    def shortest(self, own, other, most):
        """Plies of the shortest threat win up to `most`, or None."""
        return next((n for n in range(1, most + 1, 2) if self.attack(own, other, n)), None)

    def fours(self, own, other, seen=None):
        """Whether `own`, to move, wins by fours alone, however long that takes."""
        seen = set() if seen is None else seen
        if self.completions(own, other):
            return True
        if (own, other) in seen:
            return False
        seen.add((own, other))
        against = self.completions(other, own)
        for move in self.empties(own, other, 0):
            if against and move != against:
                continue
            ends = self.completions(own | move, other)
            if ends & (ends - 1):
                return True
            forced = ends and not self.completions(other, own | move)
            if forced and self.fours(own | move, other | ends, seen):
                return True
        return False


def stones(moves, size):
    """The masks of the side to move and of the other side after `moves` (column, row)."""
    sides = [0, 0]
    for number, (x, y) in enumerate(moves):
        sides[number % 2] |= 1 << (y * size + x)
    own = len(moves) % 2
    return sides[own], sides[1 - own]


def scattered(seed, size, count):
    """A random position of `count` stones, each next to an earlier one; nobody has five."""
    draw = random.Random(seed)
    solver = Solver(size)
    while True:
        moves = [(size // 2, size // 2)]
        while len(moves) < count:
            x, y = draw.choice(moves)
            x, y = x + draw.randint(-2, 2), y + draw.randint(-2, 2)
            if 0 <= x < size and 0 <= y < size and (x, y) not in moves:
                moves.append((x, y))
        own, other = stones(moves, size)
        if not any(line & own == line or line & other == line for line in solver.lines):
            return moves
