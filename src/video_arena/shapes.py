"""Trajectory shape of a case: blowout, tense or reversal, from the winner's point of view."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from video_arena.labels import exact

if TYPE_CHECKING:
    from collections.abc import Sequence

Shape = Literal["blowout", "tense", "reversal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadShape:
    """Classify by the share of the record for which the eventual winner leads or trails.

    The paper (Appendix A, "Case selection") classifies go, chess and gomoku on the fraction of the
    record for which the eventual winner leads by more than a fixed win-probability margin, and
    asks to smooth before any extremum; it does not print the numbers, so these are ours.
    A drawn match has no winner and is `tense`.
    """

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

    def classify(self, values: Sequence[float], winner_is_up: bool | None) -> Shape:  # noqa: FBT001
        """The shape of a trajectory whose V is the `up` side's.

        Args:
            values: V after every prefix, the start included, in [0, 1].
            winner_is_up: whether the side that V belongs to won; None for a draw.
        """
        if winner_is_up is None or not values:
            return "tense"
        leads, trails = self.shares(values, winner_is_up)
        if trails >= self.reversal_trail:
            return "reversal"
        if leads >= self.blowout_lead and trails <= self.blowout_trail:
            return "blowout"
        return "tense"

    def shares(self, values: Sequence[float], winner_is_up: bool) -> tuple[float, float]:  # noqa: FBT001
        """Shares of prefixes for which the eventual winner leads and trails by the margin."""
        sign = 1 if winner_is_up else -1
        leads = [sign * (value - exact(self.centre)) for value in _averaged(values, self.window)]
        margin = exact(self.margin)
        ahead = sum(lead > margin for lead in leads)
        behind = sum(lead < -margin for lead in leads)
        return ahead / len(leads), behind / len(leads)


def _averaged(values: Sequence[float], window: int) -> list[Decimal]:
    reach = window // 2
    out = []
    for i in range(len(values)):
        near = [exact(v) for v in values[max(0, i - reach) : i + reach + 1]]
        out.append(sum(near, Decimal(0)) / len(near))
    return out
