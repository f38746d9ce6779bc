"""Trajectory shape of a case: blowout, tense or reversal, from the winner's point of view.

The rule is the environment's, because V is (ground-truth document, "Case stratification"):

| rule | V | games |
| --- | --- | --- |
| `LeadShape` | a win probability with small errors | go, chess, gomoku |
| `TroughShape` | a win probability that ends near 0 or 1 | doudizhu |
| `DeficitShape` | a lead in rounds or gold | cs2, dota2 |
| `ScoreShape` | a score difference | gfootball, badminton |
| `LeadingSide` | a value that rarely reverses | sc2 |

Thresholds are fixed for a game and never tuned for a case. Every extremum is taken of a smoothed
trajectory, except of exact scores, where there is no error to smooth away.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from video_arena.labels import exact

if TYPE_CHECKING:
    from collections.abc import Sequence

BLOWOUT, TENSE, REVERSAL = "blowout", "tense", "reversal"


class ShapeRule(Protocol):
    """What a spec declares in `shapes`: a frozen dataclass whose fields are the thresholds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that `classify` can give, in the order of tables."""

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: FBT001
        """The shape of a trajectory whose V is the `up` side's.

        Args:
            values: V after every prefix, the start included, smoothed as the labels are.
            winner_is_up: whether the side that V belongs to won; None for a draw.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadShape:
    """Classify by the share of the record for which the eventual winner leads or trails.

    The paper (Appendix A, "Case selection") classifies go, chess and gomoku on the fraction of the
    record for which the eventual winner leads by more than a fixed win-probability margin, and
    asks to smooth before any extremum; it does not print the numbers, so these are ours.
    A drawn match has no winner and is `tense`.
    """

    labels: ClassVar[tuple[str, ...]] = (BLOWOUT, TENSE, REVERSAL)
    margin: float = 0.10
    """How far from `centre` is a lead."""
    blowout_lead: float = 0.60
    """At least this share of prefixes led by the winner ..."""
    blowout_trail: float = 0.02
    """... and at most this share trailed: blowout."""
    reversal_trail: float = 0.20
    """At least this share of prefixes trailed by the winner: reversal."""
    window: int = 3
    """Centred moving average over this many prefixes before anything is measured."""
    centre: float = 0.5

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: FBT001
        """As `ShapeRule.classify`; values in [0, 1]."""
        if winner_is_up is None or not values:
            return TENSE
        leads, trails = self.shares(values, winner_is_up)
        if trails >= self.reversal_trail:
            return REVERSAL
        if leads >= self.blowout_lead and trails <= self.blowout_trail:
            return BLOWOUT
        return TENSE

    def shares(self, values: Sequence[float], winner_is_up: bool) -> tuple[float, float]:  # noqa: FBT001
        """Shares of prefixes for which the eventual winner leads and trails by the margin."""
        leads = _from_winner(values, winner_is_up, self.centre, self.window)
        margin = exact(self.margin)
        return _share(leads, above=margin), _share([-lead for lead in leads], above=margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class TroughShape:
    """Classify by the lowest chance that the eventual winner had.

    The ground-truth document keys doudizhu on the winner-perspective trough at 0.12 / 0.22: below
    the lower bound is a reversal, at or above the upper one a blowout.
    """

    labels: ClassVar[tuple[str, ...]] = (BLOWOUT, TENSE, REVERSAL)
    reversal_below: float = 0.12
    blowout_from: float = 0.22
    window: int = 3
    """Centred moving average over this many prefixes before the trough is taken."""

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: FBT001
        """As `ShapeRule.classify`; values in [0, 1]."""
        if winner_is_up is None or not values:
            return TENSE
        half = Decimal("0.5")
        trough = min(_from_winner(values, winner_is_up, 0.5, self.window)) + half
        if trough < exact(self.reversal_below):
            return REVERSAL
        return BLOWOUT if trough >= exact(self.blowout_from) else TENSE


@dataclass(frozen=True, slots=True, kw_only=True)
class DeficitShape:
    """Classify by the largest deficit that the eventual winner made good.

    The paper: cs2 on a three-round deficit, dota2 on one of eight thousand gold. It prints no
    bound for a blowout; ours is a share of the record led, with no such deficit.
    """

    labels: ClassVar[tuple[str, ...]] = (BLOWOUT, TENSE, "comeback")
    deficit: float
    """The winner was behind by at least this much: comeback."""
    blowout_lead: float = 0.75
    """At least this share of prefixes after the start led by the winner: blowout."""
    window: int = 1
    """Centred moving average before the largest deficit is taken; 1 for exact scores."""

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: FBT001
        """As `ShapeRule.classify`; values are `up`'s lead."""
        if winner_is_up is None or len(values) < 2:
            return TENSE
        leads = _from_winner(values, winner_is_up, 0, self.window)
        if min(leads) <= -exact(self.deficit):
            return "comeback"
        led = _share(leads[1:], above=Decimal(0))
        return BLOWOUT if led >= self.blowout_lead else TENSE


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreShape:
    """Classify a score difference by whether the winner ever trailed, and by its peak.

    The ground-truth document: a trough hardly shows a reversal in a score, so gfootball asks
    whether the winner ever trailed, and how high its lead rose. The peak's bound is ours.
    """

    labels: ClassVar[tuple[str, ...]] = (BLOWOUT, TENSE, REVERSAL)
    blowout_peak: float
    """A winner that (hardly) ever trailed and once led by at least this much: blowout."""
    reversal_deficit: float = 1
    """The winner was once at least this much behind: reversal. More than 1 in games of many
    points, where 0-1 is no story."""
    blowout_deficit: float = 0
    """The most that the winner of a blowout was ever behind."""

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: FBT001
        """As `ShapeRule.classify`; values are `up`'s score minus the other's."""
        if winner_is_up is None or not values:
            return TENSE
        leads = _from_winner(values, winner_is_up, 0, 1)
        deficit = -min(leads)
        if deficit >= exact(self.reversal_deficit):
            return REVERSAL
        led = max(leads) >= exact(self.blowout_peak)
        return BLOWOUT if led and deficit <= exact(self.blowout_deficit) else TENSE


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadingSide:
    """No shape, but the side that led for longer: sc2, where a reversal class would be empty."""

    up: str
    """The side that a V above `centre` favours: `A`."""
    down: str
    centre: float = 0.0
    neutral: str = "even"
    """Both sides led equally long."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Both sides, then neither."""
        return (self.up, self.down, self.neutral)

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> str:  # noqa: ARG002, FBT001
        """As `ShapeRule.classify`; who won does not matter."""
        leads = [exact(value) - exact(self.centre) for value in values]
        more = sum(lead > 0 for lead in leads) - sum(lead < 0 for lead in leads)
        if more == 0:
            return self.neutral
        return self.up if more > 0 else self.down


def _from_winner(
    values: Sequence[float],
    winner_is_up: bool,  # noqa: FBT001
    centre: float,
    window: int,
) -> list[Decimal]:
    """The winner's lead over `centre` after every prefix, averaged over `window` prefixes."""
    sign = 1 if winner_is_up else -1
    return [sign * (value - exact(centre)) for value in _averaged(values, window)]


def _share(leads: Sequence[Decimal], *, above: Decimal) -> float:
    return sum(lead > above for lead in leads) / len(leads)


def _averaged(values: Sequence[float], window: int) -> list[Decimal]:
    reach = window // 2
    out = []
    for i in range(len(values)):
        near = [exact(v) for v in values[max(0, i - reach) : i + reach + 1]]
        out.append(sum(near, Decimal(0)) / len(near))
    return out
