"""The ground-truth file of one case: reference rows, and everything that says why they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from video_arena.labels import Change, Uncertainty, standings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.canonical import Json
    from video_arena.game import GameSpec
    from video_arena.match import Event

Row = dict[str, Any]

UNRESOLVED = ("t2_unresolved", "t3_unresolved")
"""Flags of a labelled row whose T2 or T3 is null because V is too close to a band's edge."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceFacts(_Part):
    """Where the match came from. No player is named."""

    file: str
    place: str
    id: str | None
    url: str | None
    licence: str
    notes: list[str]
    fingerprint: str = Field(pattern=r"^[0-9a-f]{64}$")


class SpecFacts(_Part):
    """Which contract the case was built to, and by which software."""

    version: str
    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    adapter: str
    core: str


class EngineFacts(_Part):
    """Which engine gave V, as pinned and as observed."""

    pin: str
    pin_digest: str
    engine: str
    networks: list[str]
    options: dict[str, Any]
    budget: dict[str, int]
    reproducible: bool
    substituted_for: str | None
    """The spec's own pin, where `--engine` or `--budget` put another in its place."""
    observed: dict[str, Any]


class ValueFacts(_Part):
    """V after every prefix, the start included, and which prefix each row completes."""

    definition: str
    trajectory: list[float]
    states: list[Any] | None = None
    """The exact state after every prefix, where T3 is one; None where T3 is a class of V."""
    errors: list[float] | None = None
    """V's standard error after every prefix, where an evaluator samples; not written elsewhere."""
    changes: list[tuple[float, float] | None] | None = None
    """With `errors`: V less V at the prefix before, and its standard error, where the evaluator
    estimates the change by itself. T2 follows from this, else from the difference of two V."""
    row_prefix: list[int]
    smoothing: str
    bands: dict[str, Any]

    @property
    def uncertainty(self) -> Uncertainty | None:
        """`errors` and `changes` as labels want them."""
        if self.errors is None or self.changes is None:
            return None
        changes = tuple(None if pair is None else Change(*pair) for pair in self.changes)
        return Uncertainty(tuple(self.errors), changes)


class VideoFacts(_Part):
    """The picture contract as fulfilled."""

    file: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    bytes: int
    width: int
    height: int
    fps: str
    """A fraction, such as `25` or `28/5`."""
    frames: int
    duration_s: float


class GroundTruth(BaseModel):
    """`gt/<case>_gt.json`. `events` is scored, all else is provenance."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    canary: str = Field(alias="_canary")
    case_id: str
    game: str
    case_type: str
    winner: str | None
    source: SourceFacts
    spec: SpecFacts
    engine: EngineFacts | None
    value: ValueFacts
    video: VideoFacts
    counts: dict[str, Any]
    audits: dict[str, Any]
    build_digest: str
    events: list[Row]

    def to_json(self) -> dict[str, Json]:
        """The file's content, in the order in which it is written."""
        known = self.value.errors is None
        return self.model_dump(
            by_alias=True, exclude={"value": {"errors", "changes"}} if known else None
        )


def uncertain_facts(uncertainty: Uncertainty | None) -> dict[str, Any]:
    """`errors` and `changes` as `ValueFacts` has them; nothing where V is no estimate."""
    if uncertainty is None:
        return {}
    changes = [None if change is None else list(change) for change in uncertainty.changes]
    return {"errors": list(uncertainty.errors), "changes": changes}


def read_truth(path: Path) -> GroundTruth:
    """Read a ground-truth file.

    Raises:
        pydantic.ValidationError: it is not JSON or does not have the shape.
        OSError: it cannot be read.
    """
    return GroundTruth.model_validate_json(path.read_bytes())


def reference_rows(
    spec: GameSpec,
    events: Sequence[Event],
    trajectory: Sequence[float],
    states: Sequence[Json] | None = None,
    uncertainty: Uncertainty | None = None,
) -> list[Row]:
    """The reference tuples: T1's fields, the time of the frame that shows it, T2 and T3.

    A labelled event whose label the evaluator cannot tell has null there and says so.
    """
    course = standings(spec.labels, trajectory, states, uncertainty)
    rows = []
    for event in events:
        row: Row = {} if spec.type_field is None else {spec.type_field: event.type}
        row |= event.fields
        row[spec.time_field] = spec.time_of(event.frame)
        row[spec.update_field] = row[spec.state_field] = None
        if event.labelled:
            labels = spec.labels.label(course[event.prefix - 1], course[event.prefix])
            row[spec.update_field], row[spec.state_field] = labels
            row |= {
                name: True for name, label in zip(UNRESOLVED, labels, strict=True) if label is None
            }
        rows.append(row)
    return rows


def count_rows(spec: GameSpec, rows: Sequence[Row]) -> dict[str, Json]:
    """How many rows there are in all, by type, and by T2 and T3 label (nulls as `null`)."""
    return {
        "rows": len(rows),
        "by_type": _tally([row.get(spec.type_field or "", spec.events[0].name) for row in rows]),
        spec.update_field: _tally([row[spec.update_field] for row in rows]),
        spec.state_field: _tally([row[spec.state_field] for row in rows]),
    }


def _tally(labels: Sequence[object]) -> dict[str, Json]:
    words = ["null" if label is None else str(label) for label in labels]
    return {word: words.count(word) for word in sorted(set(words))}
