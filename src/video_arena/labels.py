"""T2 and T3 from V: declared by a game's spec, computed here and nowhere else.

Arithmetic is decimal on the shortest text of each value, because 0.45 - 0.35 is more than 0.10 in
binary floating point and a label must not depend on that.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.canonical import Json


class Change(NamedTuple):
    """How V moved, as estimated by itself: better known than the difference of two estimates."""

    value: float
    error: float
    """Its standard error."""


class Standing(NamedTuple):
    """V at one moment: a number, and the exact state behind it where T3 asks for that."""

    value: float
    state: Json = None
    """A score game's pair, such as [3, 2]; None where the number says it all."""
    error: float = 0.0
    """V's standard error; 0 where V is no estimate."""
    change: Change | None = None
    """V less V before; None where it is just that difference."""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """How well an evaluator that samples knows a trajectory, prefix by prefix."""

    errors: tuple[float, ...]
    """V's standard error, 0 where it is exact."""
    changes: tuple[Change | None, ...]
    """V less V at the prefix before, where the evaluator estimates that by itself."""


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
    outside +-`state_band`. Exactly on an edge is neutral. A finished game needs no case of its own:
    the rules give it 0 or 1, which lie outside every band. An estimate that lies within
    `abstain_sigma` standard errors of an edge has no label.
    """

    state_kind: ClassVar[StateKind] = "class"
    bounds: ClassVar[tuple[float, float] | None] = (0.0, 1.0)
    up: str
    """The side whose probability V is: `W` in chess, `B` in go and gomoku."""
    down: str
    update_band: float
    state_band: float
    neutral_update: str = "equal"
    neutral_state: str = "equal"
    centre: float = 0.5
    smoothing: Smoothing = "none"
    abstain_sigma: float | None = None
    """None where V is no estimate: every event has its labels."""

    @property
    def update_labels(self) -> tuple[str, ...]:
        """T2's label space, neutral last."""
        return (self.up, self.down, self.neutral_update)

    @property
    def state_labels(self) -> tuple[str, ...]:
        """T3's label space, neutral last."""
        return (self.up, self.down, self.neutral_state)

    def label(self, before: Standing, after: Standing) -> Labels:
        """The labels of an event that took V from `before` to `after`.

        >>> band = DeadBand(up="W", down="B", update_band=0.1, state_band=0.1)
        >>> band.label(Standing(0.5), Standing(0.61))
        Labels(update='W', state='W')
        >>> band.label(Standing(0.5), Standing(0.6))
        Labels(update='equal', state='equal')
        """
        if after.change is None:
            change = exact(after.value) - exact(before.value)
            change_error = math.hypot(before.error, after.error)
        else:
            change, change_error = exact(after.change.value), after.change.error
        lead = exact(after.value) - exact(self.centre)
        return Labels(
            self._side(change, change_error, self.update_band, self.neutral_update),
            self._side(lead, after.error, self.state_band, self.neutral_state),
        )

    def _side(self, difference: Decimal, error: float, band: float, neutral: str) -> str | None:
        if self.abstain_sigma is not None and error > 0:
            distance = abs(abs(difference) - exact(band))
            if distance <= exact(self.abstain_sigma) * exact(error):
                return None
        if difference > exact(band):
            return self.up
        if difference < -exact(band):
            return self.down
        return neutral


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTransition:
    """Labels of a score: what the point did to the difference, and the exact pair after it.

    V is `up`'s score minus `down`'s. T2 is told from the scorer's side (contracts.md, "Values and
    bands"): levelled when the score becomes equal, taken when it was equal, extended when the
    scorer already led, narrowed when the scorer trails after it.
    """

    state_kind: ClassVar[StateKind] = "pair"
    bounds: ClassVar[tuple[float, float] | None] = None
    smoothing: ClassVar[Smoothing] = "none"
    update_labels: ClassVar[tuple[str, ...]] = ("taken", "extended", "levelled", "narrowed")
    up: str
    """The side that the pair names first: `near`, `L`."""
    down: str

    @property
    def state_labels(self) -> tuple[str, ...]:
        """The sides in the order of the pair."""
        return (self.up, self.down)

    def label(self, before: Standing, after: Standing) -> Labels:
        """The labels of a point that took the difference from `before` to `after`.

        Raises:
            ValueError: the difference did not change: nobody scored.

        >>> score = ScoreTransition(up="near", down="far")
        >>> score.label(Standing(-1, [4, 5]), Standing(0, [5, 5]))
        Labels(update='levelled', state=[5, 5])
        """
        if before.value == after.value:
            raise ValueError(f"no point between {before.state} and {after.state}")
        if after.value == 0:
            return Labels("levelled", after.state)
        if before.value == 0:
            return Labels("taken", after.state)
        grown = abs(after.value) > abs(before.value)
        return Labels("extended" if grown else "narrowed", after.state)


LabelRule = DeadBand | ScoreTransition
"""The rules that a spec may declare."""


def standings(
    rule: LabelRule,
    values: Sequence[float],
    states: Sequence[Json] | None = None,
    uncertainty: Uncertainty | None = None,
) -> tuple[Standing, ...]:
    """A trajectory as the rule wants it: smoothed numbers, each with its exact state."""
    smoothed = smooth(values, rule.smoothing)
    none = [None] * len(smoothed)
    if uncertainty is None:
        return tuple(map(Standing, smoothed, states or none))
    return tuple(map(Standing, smoothed, states or none, uncertainty.errors, uncertainty.changes))


def bands_of(rule: LabelRule) -> dict[str, Json]:
    """The rule's parameters as a ground-truth file tells them; what is not in use is left out."""
    return {name: value for name, value in asdict(rule).items() if value is not None}
