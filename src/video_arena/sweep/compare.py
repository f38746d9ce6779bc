"""One relabelling beside the corpus's own labels: agreement, flips, and how far V moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from video_arena.corpus.truth import reference_rows
from video_arena.labels import exact, standings
from video_arena.stats.agreement import Agreement, agreement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.build.evaluate import Trajectory
    from video_arena.corpus.truth import Row
    from video_arena.game import GameSpec
    from video_arena.stats.agreement import Flip
    from video_arena.sweep.reference import Reference, ReferenceCase

Tier = Literal["t2", "t3"]
TIERS: tuple[Tier, ...] = ("t2", "t3")


class Step(NamedTuple):
    """V before and after an event, smoothed as the game's labels want it: what the bands see."""

    before: float
    after: float


@dataclass(frozen=True, slots=True)
class FlippedRow:
    """A row whose label another setting changed."""

    tier: Tier
    case_id: str
    row: int
    """Its place in the case's `events`, from 0."""
    time_s: float
    old: str
    new: str
    v_old: Step
    v_new: Step


@dataclass(frozen=True, slots=True)
class ValueShift:
    """How V itself differs, over all prefixes of the cases that have values in both."""

    prefixes: int
    changed: int
    largest: float
    """The largest |V_new - V_old|; 0 for no prefixes."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A setting's labels against the corpus's own."""

    tiers: dict[Tier, Agreement]
    flips: tuple[FlippedRow, ...]
    """By case, row and tier."""
    shift: ValueShift
    failures: dict[str, str]
    """Cases without values under this setting, and why; their rows count as not covered."""


def compare(reference: Reference, trajectories: Mapping[int, Trajectory]) -> Comparison:
    """Relabel every case by its new trajectory and compare.

    Args:
        reference: the corpus.
        trajectories: by the case's place in `reference.cases`; every case has one.
    """
    spec = reference.game.spec
    new_rows = {
        case.truth.case_id: _relabelled(spec, case, trajectories[index])
        for index, case in enumerate(reference.cases)
    }
    tiers: dict[Tier, Agreement] = {}
    flips: list[FlippedRow] = []
    for tier in TIERS:
        name = spec.update_field if tier == "t2" else spec.state_field
        old = {
            case.truth.case_id: [row[name] for row in case.truth.events] for case in reference.cases
        }
        new = {case: [row[name] for row in rows] for case, rows in new_rows.items()}
        tiers[tier] = agreement(old, new)
        flips += _flipped(reference, trajectories, tier, tiers[tier].flips)
    failures = {
        case.truth.case_id: reason
        for index, case in enumerate(reference.cases)
        if (reason := trajectories[index].failure) is not None
    }
    flips.sort(key=lambda flip: (flip.case_id, flip.row, flip.tier))
    return Comparison(tiers, tuple(flips), _shift(reference, trajectories), failures)


def _relabelled(spec: GameSpec, case: ReferenceCase, trajectory: Trajectory) -> Sequence[Row]:
    if trajectory.failure is not None:
        return [
            {**row, spec.update_field: None, spec.state_field: None} for row in case.truth.events
        ]
    return reference_rows(
        spec, case.events, trajectory.values, trajectory.states, trajectory.uncertainty
    )


def _flipped(
    reference: Reference,
    trajectories: Mapping[int, Trajectory],
    tier: Tier,
    flips: Sequence[Flip],
) -> list[FlippedRow]:
    spec = reference.game.spec
    places = {case.truth.case_id: index for index, case in enumerate(reference.cases)}
    rows = []
    for flip in flips:
        index = places[flip.case_id]
        case = reference.cases[index]
        prefix = case.events[flip.row].prefix
        rows.append(
            FlippedRow(
                tier=tier,
                case_id=flip.case_id,
                row=flip.row,
                time_s=case.truth.events[flip.row][spec.time_field],
                old=flip.before,
                new=flip.after,
                v_old=_step(spec, case.truth.value.trajectory, prefix),
                v_new=_step(spec, trajectories[index].values, prefix),
            )
        )
    return rows


def _step(spec: GameSpec, trajectory: Sequence[float], prefix: int) -> Step:
    course = standings(spec.labels, trajectory)
    return Step(course[prefix - 1].value, course[prefix].value)


def _shift(reference: Reference, trajectories: Mapping[int, Trajectory]) -> ValueShift:
    moves = [
        abs(exact(new) - exact(old))
        for index, case in enumerate(reference.cases)
        if trajectories[index].failure is None
        for old, new in zip(case.truth.value.trajectory, trajectories[index].values, strict=True)
    ]
    largest = float(max(moves, default=0))
    return ValueShift(len(moves), sum(move > 0 for move in moves), largest)
