"""Many tables of doudizhu played in step: all wait for the same seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from va_engines.doudizhu.cards import counts_of
from va_engines.doudizhu.combinations import BOMB, PASS, ROCKET, table
from va_engines.doudizhu.moves import Moves, legal_moves

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEATS: Final = ("landlord", "farmer_down", "farmer_up")
"""In the order of play; `farmer_down` plays after the landlord, `farmer_up` before."""
LANDLORD, DOWN, UP = 0, 1, 2
REMEMBERED: Final = 15
"""How many actions back a table remembers, as DouZero does."""


@dataclass(slots=True)
class Tables:
    """The state of W tables. Rows of the table of combinations stand for actions."""

    seat: int
    """Whose turn it is, at every table."""
    hands: NDArray[np.int64]
    """Packed cards by seat, shape (W, 3)."""
    left: NDArray[np.int64]
    """Numbers of cards by seat, shape (W, 3)."""
    lead: NDArray[np.int64]
    """The combination to beat; `PASS` where the seat leads. Shape (W,)."""
    leader: NDArray[np.int64]
    """The seat that played last, shape (W,)."""
    passes: NDArray[np.int64]
    """Passes in a row, 0 or 1: two end the trick. Shape (W,)."""
    past: NDArray[np.int64]
    """The last actions, oldest first; passes before the first one. Shape (W, 15)."""
    last: NDArray[np.int64]
    """Each seat's last action, shape (W, 3)."""
    played: NDArray[np.int64]
    """All that each seat has played, packed, shape (W, 3)."""
    bombs: NDArray[np.int64]
    """Bombs and rockets played so far, shape (W,)."""

    @classmethod
    def dealt(cls, hands: NDArray[np.int64]) -> Tables:
        """Tables before the first play; `hands` are packed, shape (W, 3)."""
        count = len(hands)
        nobody = np.zeros(count, np.int64)
        return cls(
            seat=LANDLORD,
            hands=hands.astype(np.int64),
            left=_sizes(hands),
            lead=nobody.copy(),
            leader=nobody.copy(),
            passes=nobody.copy(),
            past=np.zeros((count, REMEMBERED), np.int64),
            last=np.zeros((count, 3), np.int64),
            played=np.zeros((count, 3), np.int64),
            bombs=nobody.copy(),
        )

    def __len__(self) -> int:
        """How many tables there are."""
        return len(self.lead)

    def chosen(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Tables:
        """Some of the tables: a mask, or their numbers, which may repeat."""
        return Tables(self.seat, *(getattr(self, name)[which] for name in _ARRAYS))

    def legal(self) -> Moves:
        """The legal moves of the seat whose turn it is."""
        return legal_moves(self.hands[:, self.seat], self.lead)

    def act(self, rows: NDArray[np.int64]) -> None:
        """One action at every table, in place; it must be legal."""
        combinations = table()
        seat = self.seat
        cards, size = combinations.cards[rows], combinations.size[rows]
        plays = rows != PASS
        self.hands[:, seat] -= cards
        self.played[:, seat] += cards
        self.left[:, seat] -= size
        self.bombs += _is_bomb(rows)
        self.last[:, seat] = rows
        self.past[:, :-1] = self.past[:, 1:].copy()
        self.past[:, -1] = rows
        self.passes = np.where(plays, 0, self.passes + 1)
        ended = self.passes == 2
        self.lead = np.where(plays, rows, np.where(ended, PASS, self.lead))
        self.passes[ended] = 0
        self.leader = np.where(plays, seat, self.leader)
        self.seat = (seat + 1) % 3


_ARRAYS = ("hands", "left", "lead", "leader", "passes", "past", "last", "played", "bombs")


def _is_bomb(rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    kind = table().kind[rows]
    bombs: NDArray[np.bool_] = (kind == BOMB) | (kind == ROCKET)
    return bombs


def _sizes(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    sizes: NDArray[np.int64] = counts_of(hands).sum(axis=-1)
    return sizes
