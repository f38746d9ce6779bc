"""From wishes to quotas: whole numbers of cases, and which case counts for which."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from video_arena.build.plan import PlanError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.config import CurateConfig, DurationWish, Family
    from video_arena.game import GameSpec

DRAW = "draw"
"""The winner of a match that nobody won."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """One axis of balance: its groups and how many cases each has at least.

    Where the numbers add up to n, as those of a published table do, all quotas of the axis can
    only be met exactly.
    """

    family: Family
    least: Mapping[str, int]
    """By group, in the order of tables; groups that the wish does not name are in it with 0."""
    group_of: Mapping[str, str]
    """By case id."""


@dataclass(frozen=True, slots=True)
class DurationBins:
    """Cuts of the pool's span of durations, in milliseconds."""

    low: int
    cuts: tuple[int, ...]
    """Where the second and further bins begin."""
    high: int

    def index(self, milliseconds: int) -> int:
        """Which bin, from 0; a duration on a cut is in the longer bin."""
        return bisect_right(self.cuts, milliseconds)

    @property
    def names(self) -> tuple[str, ...]:
        """`120-240 s` and the like; begin included, end not, except for the last."""
        ends = [self.low, *self.cuts, self.high]
        return tuple(
            f"bin {i}: {a / 1000:g}-{b / 1000:g} s"
            for i, (a, b) in enumerate(pairwise(ends), start=1)
        )


def quotas_of(
    config: CurateConfig, spec: GameSpec, candidates: Sequence[GroundTruth]
) -> tuple[Quotas, ...]:
    """The quotas of a curation, first priority first.

    Raises:
        PlanError: quotas of one axis add up to more than n, or a group is no word of the game.
    """
    found = []
    for family in config.priority:
        match family:
            case "shape" if config.shape is not None:
                groups = {truth.case_id: truth.case_type for truth in candidates}
                words = spec.shapes.labels
                found.append(_named(config, family, config.shape, words, words, groups))
            case "winner" if config.winner is not None:
                sides = (spec.labels.up, spec.labels.down)
                groups = {truth.case_id: truth.winner or DRAW for truth in candidates}
                found.append(_named(config, family, config.winner, (*sides, DRAW), sides, groups))
            case "duration" if config.duration is not None:
                found.append(_by_duration(config.n, config.duration, candidates))
    return tuple(found)


def _named(
    config: CurateConfig,
    family: Family,
    wish: str | Mapping[str, int | float],
    words: Sequence[str],
    even: Sequence[str],
    groups: Mapping[str, str],
) -> Quotas:
    if isinstance(wish, str):
        counts = dict.fromkeys(even, config.n // len(even))
    else:
        unknown = [word for word in wish if word not in words]
        if unknown:
            raise PlanError(
                f"{family}.{unknown[0]}: {config.game} has no such {family}; "
                f"it has {', '.join(words)}"
            )
        counts = _whole(config.n, family, wish)
    more = sorted(set(groups.values()) - set(words))
    return Quotas(family, {word: counts.get(word, 0) for word in (*words, *more)}, groups)


def _whole(n: int, family: Family, wish: Mapping[str, int | float]) -> dict[str, int]:
    """Counts as they are; fractions of n rounded by largest remainder, the earlier word first."""
    shares = {word: Fraction(str(v)) * n for word, v in wish.items() if isinstance(v, float)}
    counts = {word: v if isinstance(v, int) else int(shares[word]) for word, v in wish.items()}
    spare = round(sum(shares.values(), Fraction(0))) - sum(counts[word] for word in shares)
    by_remainder = sorted(shares, key=lambda word: counts[word] - shares[word])
    for word in by_remainder[:spare]:
        counts[word] += 1
    if sum(counts.values()) > n:
        told = ", ".join(f"{word} {count}" for word, count in counts.items())
        raise PlanError(f"{family}: {told} are {sum(counts.values())} cases, more than n = {n}")
    return counts


def _by_duration(n: int, wish: DurationWish, candidates: Sequence[GroundTruth]) -> Quotas:
    lengths = {truth.case_id: round(truth.video.duration_s * 1000) for truth in candidates}
    bins = duration_bins(sorted(lengths.values()), wish)
    least = n // wish.bins if wish.least == "even" else int(wish.least)
    if least * wish.bins > n:
        raise PlanError(f"duration: {wish.bins} bins with {least} cases each are more than n = {n}")
    names = bins.names
    groups = {case: names[bins.index(length)] for case, length in lengths.items()}
    return Quotas("duration", dict.fromkeys(names, least), groups)


def duration_bins(lengths: Sequence[int], wish: DurationWish) -> DurationBins:
    """Cut a pool's span of durations (milliseconds, sorted) as wished."""
    low, high = lengths[0], lengths[-1]
    steps = range(1, wish.bins)
    match wish.spacing:
        case "width":
            cuts = [low + -(-(high - low) * i // wish.bins) for i in steps]
        case "ratio":
            cuts = [round(low * (high / low) ** (i / wish.bins)) for i in steps]
        case "quantile":
            cuts = [lengths[len(lengths) * i // wish.bins] for i in steps]
    return DurationBins(low, tuple(cuts), high)


def tally(quotas: Quotas, cases: Sequence[str]) -> dict[str, int]:
    """How many of some cases are in each group."""
    counts = Counter(quotas.group_of[case] for case in cases)
    return {group: counts[group] for group in quotas.least}
