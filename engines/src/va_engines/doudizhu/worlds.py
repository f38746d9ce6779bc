"""The deals that the landlord cannot tell apart: sampled uniformly, or all of them.

A world gives each of the 34 hidden cards a random key, once for the whole game. At every moment
the cards that were not yet seen are dealt in the order of their keys: `farmer_down` gets as many
as he holds, `farmer_up` the rest. Since the keys are independent of each other and of what was
played, every consistent deal is equally likely at every moment. And since they stay, the same
world before and after a play differs by that play and by what it forces to change: these are the
common random numbers of the difference between the two.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.cards import DECK, ONE, counts_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is hidden from the landlord at one moment."""

    landlord: int
    """His 20 cards, packed: they name the worlds, so that all moments of a game share them."""
    unseen: int
    """The cards that neither lie on the table nor are his, packed."""
    down: int
    """How many of them `farmer_down` holds; `farmer_up` holds the others."""

    def deals(self) -> int:
        """In how many ways the ranks can be split; ways that differ by suits count once."""
        ways = [1] + [0] * self.down
        for count in counts_of(self.unseen).tolist():
            ways = [sum(ways[max(0, i - count) : i + 1]) for i in range(self.down + 1)]
        return ways[self.down]

    def every_deal(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """All splits with their probabilities: packed hands (deals, 2), shape (deals,)."""
        counts = counts_of(self.unseen).tolist()
        splits = list(_splits(counts, self.down))
        down = np.array([sum(k << 4 * r for r, k in enumerate(s)) for s in splits], np.int64)
        ways = np.array(
            [prod(comb(n, k) for n, k in zip(counts, s, strict=True)) for s in splits], np.float64
        )
        return np.stack([down, self.unseen - down], axis=1), ways / ways.sum()

    def sample(self, first: int, stop: int) -> NDArray[np.int64]:
        """Worlds `first` to `stop` (excluded): packed hands of both farmers, shape (n, 2)."""
        at_start = counts_of(DECK - self.landlord).tolist()
        unseen = counts_of(self.unseen).tolist()
        # Of equal cards the first ones are those that were played: which, no key decides.
        rank = np.repeat(np.arange(15), at_start)
        copy = np.concatenate([np.arange(n) for n in at_start])
        there = copy >= np.repeat(np.array(at_start) - unseen, at_start)
        keys = _keys(self.landlord, first, stop, len(rank))[:, there]
        order = np.argsort(keys, axis=1, kind="stable")
        down = ONE[rank[there]][order[:, : self.down]].sum(axis=1)
        return np.stack([down, self.unseen - down], axis=1)


def _keys(landlord: int, first: int, stop: int, cards: int) -> NDArray[np.uint64]:
    """The random keys of the hidden cards in some worlds, shape (stop - first, cards).

    Philox counts in steps of four words: a world takes whole steps, so that it can be found
    without making those before it.
    """
    seed = hashlib.sha256(f"pimc worlds of {text_of(landlord)}".encode()).digest()
    steps = -(-cards // 4)
    generator = np.random.Philox(key=int.from_bytes(seed[:16], "big"))
    generator.advance(first * steps)
    words = generator.random_raw((stop - first) * steps * 4)
    return np.asarray(words).reshape(stop - first, steps * 4)[:, :cards]


def _splits(counts: list[int], down: int) -> Iterator[tuple[int, ...]]:
    if not counts:
        if down == 0:
            yield ()
        return
    rest = sum(counts[1:])
    for here in range(max(0, down - rest), min(counts[0], down) + 1):
        for others in _splits(counts[1:], down - here):
            yield (here, *others)
