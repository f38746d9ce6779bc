"""T2 and T3 from V: declared by a game's spec, computed here and nowhere else.

Arithmetic is decimal on the shortest text of each value, because 0.45 - 0.35 is more than 0.10 in
binary floating point and a label must not depend on that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from video_arena.canonical import Json


class Labels(NamedTuple):
    """The two labels of one event; None is a null label, which no judge counts."""

    update: Json
    """T2"""
    state: Json
    """T3"""


Smoothing = Literal["none", "trailing2_movepair"]
StateKind = Literal["class", "pair", "fraction"]
"""How T3 is written and scored: a class label by macro accuracy, a list of two scores by exact
pair, an object of two cumulative scores by exact fraction."""


def exact(value: float) -> Decimal:
    """The decimal that `value` prints as.

    >>> exact(0.45) - exact(0.35) > exact(0.1)
    False
    """
    return Decimal(repr(float(value)))


def smooth(values: Sequence[float], how: Smoothing) -> tuple[float, ...]:
    """Smooth a trajectory before any difference is taken.

    `trailing2_movepair` is the reference's cure for move parity in gomoku:
    v_smooth[t] = (v[t] + v[t-1]) / 2, the first value staying as it is.

    >>> smooth([0.5, 0.7, 0.3], "trailing2_movepair")
    (0.5, 0.6, 0.5)
    """
    if how == "none":
        return tuple(values)
    pairs = itertools.pairwise(values)
    return (*values[:1], *(float((exact(a) + exact(b)) / 2) for a, b in pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadBand:
    """Labels of a win probability (or any ordinal V) by fixed bands, as contracts.md has them.

    T2 is the sign of V_after - V_before outside +-`update_band`; T3 that of V_after - `centre`
    outside +-`state_band`. Exactly on an edge is neutral. `terminal_states` is not special: the
    rules give a won game the value 0 or 1, which lies outside every band.
    """

    state_kind: ClassVar[StateKind] = "class"
    up: str
    """The side whose probability V is: `W` in chess, `B` in go and gomoku."""
    down: str
    update_band: float
    state_band: float
    neutral_update: str = "equal"
    neutral_state: str = "equal"
    centre: float = 0.5
    smoothing: Smoothing = "none"

    @property
    def update_labels(self) -> tuple[str, ...]:
        """T2's label space, neutral last."""
        return (self.up, self.down, self.neutral_update)

    @property
    def state_labels(self) -> tuple[str, ...]:
        """T3's label space, neutral last."""
        return (self.up, self.down, self.neutral_state)

    def label(self, before: float, after: float) -> Labels:
        """The labels of an event that took V from `before` to `after`.

        >>> band = DeadBand(up="W", down="B", update_band=0.1, state_band=0.1)
        >>> band.label(0.5, 0.61)
        Labels(update='W', state='W')
        >>> band.label(0.5, 0.6)
        Labels(update='equal', state='equal')
        """
        change = exact(after) - exact(before)
        lead = exact(after) - exact(self.centre)
        return Labels(
            self._side(change, self.update_band, self.neutral_update),
            self._side(lead, self.state_band, self.neutral_state),
        )

    def _side(self, difference: Decimal, band: float, neutral: str) -> str:
        if difference > exact(band):
            return self.up
        if difference < -exact(band):
            return self.down
        return neutral


LabelRule = DeadBand
"""The rules a spec may declare. Score games add theirs with their adapters."""

Labeller = Callable[[float, float], Labels]
