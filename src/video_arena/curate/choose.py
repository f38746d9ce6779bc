"""The choice of cases and its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.plan import PlanError
from video_arena.curate.programme import Cell, choose_counts, feasible
from video_arena.curate.quotas import Quotas, tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.corpus.truth import GroundTruth


@dataclass(frozen=True, slots=True)
class QuotaOutcome:
    """What became of one quota."""

    family: str
    group: str
    least: int
    got: int
    in_pool: int
    why_not: str
    """Why it could not be met; empty where it was."""

    @property
    def met(self) -> bool:
        """Whether the chosen cases fill it."""
        return self.got >= self.least

    def __str__(self) -> str:
        """A line for people."""
        return f"{self.family} {self.group}: {self.got} of {self.least}, {self.why_not}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen cases, in the order of their ids, and what became of every quota."""

    cases: tuple[str, ...]
    why: Mapping[str, str]
    """By case id, the chosen ones and the others."""
    outcomes: tuple[QuotaOutcome, ...]

    @property
    def missed(self) -> tuple[QuotaOutcome, ...]:
        """The quotas that are not met."""
        return tuple(outcome for outcome in self.outcomes if not outcome.met)


def choose(candidates: Mapping[str, GroundTruth], quotas: Sequence[Quotas], n: int) -> Choice:
    """Choose n cases under quotas; the same pool and quotas always give the same ones.

    Among cases that count for the same quotas, those with the smallest fingerprints are taken:
    an order that has nothing to do with what a case is like.

    Args:
        candidates: by case id.
        quotas: the axes of balance, first priority first.
        n: how many.

    Raises:
        PlanError: the pool has fewer than n cases.
    """
    if len(candidates) < n:
        raise PlanError(f"n = {n}, and the pool has {len(candidates)} cases that may be chosen")
    by_fingerprint = sorted(candidates, key=lambda case: candidates[case].source.fingerprint)
    members: dict[tuple[str, ...], list[str]] = {}
    for case in by_fingerprint:
        members.setdefault(tuple(q.group_of[case] for q in quotas), []).append(case)
    cells = [Cell(groups, len(cases)) for groups, cases in members.items()]
    counts = choose_counts(cells, [q.least for q in quotas], n)
    chosen: list[str] = []
    why: dict[str, str] = {}
    for (groups, cases), count in zip(members.items(), counts, strict=True):
        told = ", ".join(f"{q.family} {g}" for q, g in zip(quotas, groups, strict=True))
        for rank, case in enumerate(cases, start=1):
            place = f"{_ordinal(rank)} of {len(cases)} by fingerprint"
            verdict = "chosen" if rank <= count else "not chosen"
            why[case] = f"{told or 'no quota'}: {count} of these {verdict}, this one is {place}"
        chosen += cases[:count]
    order = [case for case in sorted(candidates, key=_by_number) if case in set(chosen)]
    outcomes = _outcomes(cells, quotas, order, list(candidates), n)
    return Choice(tuple(order), {case: why[case] for case in sorted(why, key=_by_number)}, outcomes)


def _by_number(case: str) -> tuple[int, str]:
    return len(case), case


def _ordinal(number: int) -> str:
    last = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{last or 'th'}"


def _outcomes(
    cells: Sequence[Cell],
    quotas: Sequence[Quotas],
    chosen: Sequence[str],
    pool: Sequence[str],
    n: int,
) -> tuple[QuotaOutcome, ...]:
    got = [tally(q, chosen) for q in quotas]
    there = [tally(q, pool) for q in quotas]
    met = {
        (place, group): least
        for place, q in enumerate(quotas)
        for group, least in q.least.items()
        if 0 < least <= got[place][group]
    }
    out = []
    for place, q in enumerate(quotas):
        for group, least in q.least.items():
            if not least and not got[place][group]:
                continue
            reason = ""
            if got[place][group] < least:
                reason = _why_not(cells, quotas, (place, group), least, there[place][group], met, n)
            counts = (least, got[place][group], there[place][group])
            out.append(QuotaOutcome(q.family, group, *counts, reason))
    return tuple(out)


def _why_not(
    cells: Sequence[Cell],
    quotas: Sequence[Quotas],
    key: tuple[int, str],
    least: int,
    in_pool: int,
    met: Mapping[tuple[int, str], int],
    n: int,
) -> str:
    if in_pool < least:
        return f"the pool has {in_pool}"
    for place, q in enumerate(quotas):
        others = {k: v for k, v in met.items() if k[0] == place}
        if others and not feasible(cells, {**others, key: least}, n):
            return f"it contradicts the {q.family} quotas that are met"
    return "it contradicts the quotas that are met, all taken together"
