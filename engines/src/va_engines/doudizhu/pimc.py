"""Hidden-hand PIMC: the landlord's chance to win as he could estimate it.

After any action the landlord knows his hand, what was played, and how many cards each farmer
holds. V is the share of the deals consistent with this (all of them equally likely) that he wins
when every seat goes on by one greedy policy. Few deals are all played out and V is exact; many are
sampled (`worlds.py`), more of them the nearer a decision is.

Two decisions hang on a play: how far V is from an even game (T3), and how far the play moved V
(T2). For each, `min_worlds` are doubled up to `max_worlds` until the estimate is more than
`stop_sigma` standard errors from both edges of its band. The change is estimated by
itself, over the same worlds before and after the play: most of them end alike, so that the
difference is known far better than either value, and better than two values that had worlds of
their own. It is not the difference of the two values' printed estimates.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.combinations import PASS
from va_engines.doudizhu.line import Line
from va_engines.doudizhu.rollouts import play_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_engines.doudizhu.policy import Policy

MOMENTS_KEPT = 256
"""Moments whose outcomes a session remembers: neighbours share them, and a game has fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How many worlds, and for which decisions."""

    min_worlds: int
    max_worlds: int
    update_band: float
    state_band: float
    stop_sigma: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """V at one moment, and how the play that led to it changed V."""

    value: float
    error: float
    """Standard error of `value`; 0 where it is exact."""
    change: float | None
    """V less V before the action; None where the action was a pass, or there was none."""
    change_error: float | None
    worlds: int
    """How many deals `value` is the mean of."""
    exact: bool
    """Whether these were all there are."""


@dataclass(slots=True)
class _Moment:
    """A line and the outcomes that were played out for it so far."""

    line: Line
    exact: float | None
    """V where it is known: the game is over, or all deals were played out."""
    deals: int
    outcomes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    """1 where the landlord wins, world by world."""


class Pimc:
    """The estimator; what it remembers makes it faster and changes nothing.

    Args:
        policy: plays all seats.
        budget: how hard to look.
    """

    def __init__(self, policy: Policy, budget: Budget) -> None:
        self._policy = policy
        self._budget = budget
        self._moments: OrderedDict[Line, _Moment] = OrderedDict()

    def estimate(self, line: Line) -> Estimate:
        """V after the line's last action."""
        moment = self._moment(line)
        worlds = self._budget.min_worlds
        change = change_error = None
        if line.actions and line.actions[-1] != PASS:
            before = self._moment(Line(line.landlord, line.actions[:-1]))
            paired = self._for_change(before, moment)
            change, change_error = self._change(before, moment, paired)
            worlds = max(paired, self._for_lead(moment))
        value, error = self._value(moment, worlds)
        exact = moment.exact is not None
        played = moment.deals if exact else worlds
        return Estimate(value, error, change, change_error, played, exact)

    def _moment(self, line: Line) -> _Moment:
        moment = self._moments.get(line)
        if moment is None:
            moment = self._moments[line] = self._begin(line)
            if len(self._moments) > MOMENTS_KEPT:
                self._moments.popitem(last=False)
        return moment

    def _begin(self, line: Line) -> _Moment:
        if line.finished:
            return _Moment(line, float(line.landlord_won), 0)
        deals = line.hidden.deals()
        if deals > self._budget.max_worlds:
            return _Moment(line, None, 0)
        farmers, chance = line.hidden.every_deal()
        won = play_out(line.tables(farmers), self._policy)
        return _Moment(line, min(1.0, math.fsum(chance[won])), deals)

    def _outcomes(self, moment: _Moment, worlds: int) -> NDArray[np.float64]:
        """Outcomes of the first `worlds` worlds, one of the steps."""
        for stop in self._steps():
            # Always the same batches: a network may round otherwise in a batch of another size.
            first = len(moment.outcomes)
            if first < stop <= worlds:
                farmers = moment.line.hidden.sample(first, stop)
                won = play_out(moment.line.tables(farmers), self._policy)
                moment.outcomes = np.concatenate([moment.outcomes, won])
        return moment.outcomes[:worlds]

    def _for_lead(self, moment: _Moment) -> int:
        band = self._budget.state_band
        for worlds in self._steps():
            value, error = self._value(moment, worlds)
            if self._clear(abs(value - 0.5) - band, error):
                break
        return worlds

    def _for_change(self, before: _Moment, after: _Moment) -> int:
        band = self._budget.update_band
        for worlds in self._steps():
            change, error = self._change(before, after, worlds)
            if self._clear(abs(change) - band, error):
                break
        return worlds

    def _steps(self) -> list[int]:
        """400, 800, 1600, 3200, 4000: few looks, because each is one more chance to stop wrong."""
        steps = [self._budget.min_worlds]
        while steps[-1] < self._budget.max_worlds:
            steps.append(min(2 * steps[-1], self._budget.max_worlds))
        return steps

    def _clear(self, distance: float, error: float) -> bool:
        return error == 0 or abs(distance) > self._budget.stop_sigma * error

    def _value(self, moment: _Moment, worlds: int) -> tuple[float, float]:
        """V and its standard error.

        For the error a world won and one lost are added: a sample never makes it nought.
        """
        if moment.exact is not None:
            return moment.exact, 0.0
        outcomes = self._outcomes(moment, worlds)
        share = (outcomes.sum() + 1) / (worlds + 2)
        return float(outcomes.mean()), math.sqrt(share * (1 - share) / worlds)

    def _change(self, before: _Moment, after: _Moment, worlds: int) -> tuple[float, float]:
        """V's change and its standard error, world by world where both moments are sampled."""
        if before.exact is not None or after.exact is not None:
            (old, error), (new, other) = self._value(before, worlds), self._value(after, worlds)
            return new - old, math.hypot(error, other)
        paired = self._outcomes(after, worlds) - self._outcomes(before, worlds)
        # Two worlds that changed, one each way, are added for the error.
        return float(paired.mean()), math.sqrt((paired.var() + 2 / worlds) / worlds)
