"""What must hold in one case: labels from values, counts from rows, events in the picture."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from video_arena.corpus.truth import UNRESOLVED, count_rows
from video_arena.files import sha256_of
from video_arena.game import Choice, Flag, Integer, Name
from video_arena.labels import smooth, standings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from video_arena.corpus.tree import CorpusTree
    from video_arena.corpus.truth import GroundTruth, Row
    from video_arena.game import GameSpec, Vocabulary

LEAST_VISIBLE = 12
"""A changed pixel differs by more than this in some channel (of 255): above what encoding does."""
LEAST_PIXELS = 20
"""So many changed pixels make an event visible; the smallest chess move changes hundreds."""


def case_problems(
    tree: CorpusTree, case: str, truth: GroundTruth, spec: GameSpec | None
) -> Iterator[str]:
    """Every problem of one case, a sentence each."""
    if truth.case_id != case or truth.game != tree.game:
        yield f"the ground truth calls itself {truth.game} {truth.case_id}"
    if not truth.events:
        yield "no rows"
    if spec is not None and truth.spec.digest == spec.digest():
        yield from _row_problems(spec, truth)
        yield from _label_problems(spec, truth)
        yield from _shape_problems(spec, truth)
    yield from _video_problems(tree.media(case), truth, spec)
    for name in ("visibility", "non_interference"):
        if name not in truth.audits:
            yield f"the audit {name} was not made"


def _row_problems(spec: GameSpec, truth: GroundTruth) -> Iterator[str]:
    last = 0.0
    for number, row in enumerate(truth.events, start=1):
        for problem in _one_row(spec, row):
            yield f"row {number}: {problem}"
        time = row.get(spec.time_field)
        if not isinstance(time, (int, float)) or not last <= time <= truth.video.duration_s:
            yield f"row {number}: {spec.time_field} = {time!r} is out of order or out of the video"
        else:
            last = time
    if truth.events and last + spec.tail_s > truth.video.duration_s:
        yield f"the video ends less than {spec.tail_s} s after the last event"
    if count_rows(spec, truth.events) != truth.counts:
        yield "counts differ from the rows"


def _one_row(spec: GameSpec, row: Row) -> Iterator[str]:
    kind = row.get(spec.type_field or "", spec.events[0].name)
    if kind not in {event.name for event in spec.events}:
        yield f"unknown type {kind!r}"
        return
    event = spec.event_type(kind)
    known = {*event.identity, *spec.carried, spec.time_field, spec.update_field, spec.state_field}
    flags = dict(zip((spec.update_field, spec.state_field), UNRESOLVED, strict=True))
    if event.labelled and getattr(spec.labels, "abstain_sigma", None) is not None:
        known |= {flag for name, flag in flags.items() if row.get(name) is None}
    for name in sorted(set(row) - known - {spec.type_field}):
        yield f"{name} is no field of {kind}"
    for name in event.identity:
        if not _fits(spec.fields[name], row.get(name)):
            yield f"{name} = {row.get(name)!r} is outside its vocabulary"
    spaces = {spec.update_field: spec.labels.update_labels}
    if spec.labels.state_kind == "class":
        spaces[spec.state_field] = spec.labels.state_labels
    for name, labels in spaces.items():
        value = row.get(name)
        null = not event.labelled or row.get(flags[name]) is True
        if value not in labels and not (value is None and null):
            yield f"{name} = {value!r} is not one of {', '.join(labels)}"


def _fits(vocabulary: Vocabulary, value: object) -> bool:
    match vocabulary:
        case Choice():
            return value in vocabulary.values
        case Integer():
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and vocabulary.low <= value <= vocabulary.high  # type: ignore[operator]
        case Flag():
            return isinstance(value, bool)
        case Name():
            return isinstance(value, str) and bool(value.strip())


def _label_problems(spec: GameSpec, truth: GroundTruth) -> Iterator[str]:
    prefixes, values = truth.value.row_prefix, truth.value.trajectory
    if len(prefixes) != len(truth.events):
        yield "value.row_prefix and events differ in length"
        return
    if not values or max(prefixes, default=0) >= len(values) or min(prefixes, default=1) < 1:
        yield "value.row_prefix points outside the trajectory"
        return
    low, high = spec.labels.bounds or (-math.inf, math.inf)
    if any(not low <= value <= high for value in values):
        yield f"value.trajectory leaves [{low:g}, {high:g}]"
    sure = truth.value.uncertainty
    if sure is not None and not len(values) == len(sure.errors) == len(sure.changes):
        yield "value.errors, value.changes and value.trajectory differ in length"
        return
    course = standings(spec.labels, values, truth.value.states, sure)
    for number, (row, prefix) in enumerate(zip(truth.events, prefixes, strict=True), start=1):
        kind = row.get(spec.type_field or "", spec.events[0].name)
        if not spec.event_type(kind).labelled:
            continue
        labels = spec.labels.label(course[prefix - 1], course[prefix])
        if (row[spec.update_field], row[spec.state_field]) != labels:
            yield f"row {number}: its labels do not follow from V by the bands"


def _shape_problems(spec: GameSpec, truth: GroundTruth) -> Iterator[str]:
    won_by_up = None if truth.winner is None else truth.winner == spec.labels.up
    smoothed = smooth(truth.value.trajectory, spec.labels.smoothing)
    shape = spec.shapes.classify(smoothed, won_by_up)
    if shape != truth.case_type:
        yield f"case_type is {truth.case_type}, the rule gives {shape}"


def _video_problems(path: Path, truth: GroundTruth, spec: GameSpec | None) -> Iterator[str]:
    from video_arena.video.check import check_media  # noqa: PLC0415 - loads the codec libraries

    if not path.is_file():
        yield f"{path.name} is missing"
        return
    if sha256_of(path) != truth.video.sha256 or path.stat().st_size != truth.video.bytes:
        yield f"{path.name} is not the video that was built (sha256 or size differs)"
    if spec is None:
        return
    yield from check_media(path, spec.media, truth.video.frames)
    yield from _invisible(path, spec, truth)


def _invisible(path: Path, spec: GameSpec, truth: GroundTruth) -> Iterator[str]:
    """Decode each event's frame and the one before it: they must differ."""
    from video_arena.video.probe import read_frames  # noqa: PLC0415 - loads the codec libraries

    last_frame = truth.video.frames - 1
    frames = sorted({min(_frame_of(spec, row), last_frame) for row in truth.events})
    wanted = sorted({f for frame in frames for f in (frame - 1, frame) if f >= 0})
    unseen = set(frames)
    before, last = -2, None
    for index, picture in read_frames(path, wanted):
        if last is not None and before == index - 1 and index in unseen and _differ(last, picture):
            unseen.discard(index)
        before, last = index, picture
    for frame in sorted(unseen):
        yield f"the event at {spec.time_of(frame)} s cannot be seen in the decoded video"


def _frame_of(spec: GameSpec, row: Row) -> int:
    return round(Fraction(str(row[spec.time_field])) * spec.media.fps)


def _differ(before: np.ndarray, after: np.ndarray) -> bool:
    change = np.abs(before.astype(np.int16) - after.astype(np.int16)).max(axis=2)
    return int(np.count_nonzero(change > LEAST_VISIBLE)) >= LEAST_PIXELS
