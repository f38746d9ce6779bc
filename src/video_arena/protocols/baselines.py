"""The two random controls: what a system scores that has not seen the video.

Both write as many rows as the case has reference rows, without looking at any other thing in them;
Set-time Random Tuple also gets the reference times. Nothing is estimated from reference values.
"""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Literal

from video_arena.canonical import Json, pretty
from video_arena.game import Choice, Flag, Integer, Name
from video_arena.judge.spec import ROOT_KEY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from video_arena.game import EventType, GameSpec, Vocabulary
    from video_arena.protocols.references import CaseReference

Control = Literal["random_tuple", "set_time_random_tuple"]
CONTROLS: tuple[Control, ...] = ("random_tuple", "set_time_random_tuple")

UNKNOWN_NAME = "unknown"
"""What a control writes for an open word: there is no declared vocabulary to draw it from."""


class Chance:
    """Seeded draws that are the same on every machine and Python: only `random()` is used."""

    def __init__(self, *seed: str) -> None:
        text = "\n".join(seed).encode()
        self._stream = random.Random(int.from_bytes(hashlib.sha256(text).digest(), "big"))

    def one_of(self, words: Sequence[Json]) -> Json:
        """One of the words, each equally likely."""
        return words[int(self._stream.random() * len(words))]

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self._stream.random() * (high - low + 1))

    def seconds(self, duration: Fraction) -> float:
        """A time from 0 to below `duration`, to the millisecond."""
        return int(self._stream.random() * float(duration) * 1000) / 1000


def control_rows(control: Control, spec: GameSpec, case: CaseReference, seed: int) -> list[Json]:
    """The rows of a control's answer, one for each reference row.

    Every case has its own stream of draws, from the control, the seed, the game and the case id:
    neither the order of cases nor which of them are asked for changes an answer.
    """
    chance = Chance(control, str(seed), spec.name, case.case_id)
    rows: list[Json] = []
    for number, time_us in enumerate(case.times_us, start=1):
        time = chance.seconds(case.duration) if control == "random_tuple" else time_us / 10**6
        rows.append(_row(spec, chance, number, time, len(case.rows)))
    return rows


def control_answer(control: Control, spec: GameSpec, case: CaseReference, seed: int) -> bytes:
    """The bytes of the answer file."""
    return pretty({ROOT_KEY: control_rows(control, spec, case, seed)}).encode()


def _row(spec: GameSpec, chance: Chance, number: int, time: float, count: int) -> dict[str, Json]:
    event = spec.events[chance.whole(0, len(spec.events) - 1)]
    row: dict[str, Json] = {} if spec.type_field is None else {spec.type_field: event.name}
    if "idx" in spec.carried:
        row["idx"] = number
    row |= {field: _value(spec.fields[field], chance) for field in event.identity}
    row[spec.time_field] = time
    row[spec.update_field] = _update(spec, event, chance)
    row[spec.state_field] = _state(spec, event, chance, count)
    return row


def _value(vocabulary: Vocabulary, chance: Chance) -> Json:
    match vocabulary:
        case Choice(values):
            return chance.one_of(values)
        case Integer(low, high):
            return chance.whole(low, high)
        case Flag():
            return chance.one_of((False, True))
        case Name():
            return UNKNOWN_NAME


def _update(spec: GameSpec, event: EventType, chance: Chance) -> Json:
    return chance.one_of(spec.labels.update_labels) if event.labelled else None


def _state(spec: GameSpec, event: EventType, chance: Chance, count: int) -> Json:
    """T3. A score is drawn from 0 to the rule's `highest_score`, side by side.

    Where a rule declares none, the highest is the number of rows: it is known to the control, and
    where each event is a point no score can be higher.
    """
    if not event.labelled:
        return None
    sides = spec.labels.state_labels
    if spec.labels.state_kind == "class":
        return chance.one_of(sides)
    highest = int(getattr(spec.labels, "highest_score", count))
    scores = [chance.whole(0, highest) for _ in sides]
    return scores if spec.labels.state_kind == "pair" else dict(zip(sides, scores, strict=True))
