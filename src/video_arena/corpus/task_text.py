"""The task part of instruction.md: events, labels, answer format and scoring, from the GameSpec."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from video_arena.game import Choice, Flag, Integer, Name
from video_arena.judge.spec import ROOT_KEY, TOLERANCE_S
from video_arena.labels import DeadBand, ScoreTransition, exact

if TYPE_CHECKING:
    from video_arena.canonical import Json
    from video_arena.game import EventType, GameSpec, Vocabulary

LISTED_WORDS = 16
"""A vocabulary of more words is told by its first and last one."""
EXAMPLE_TIME_S = 12.0


def task_text(spec: GameSpec) -> str:
    """Title, video, T1, T2 and T3, answer format, scoring, notes; the order of the paper's box."""
    notes = spec.prose.notes.strip()
    parts = [
        f"# Task: {spec.prose.title} AND judge how the match stands",
        f"## The video\n\n{spec.prose.video.strip()}",
        _picture(spec),
        _events(spec),
        _labels(spec),
        _answer(spec),
        _scoring(spec),
        f"## Notes\n\n{notes}" if notes else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def example_rows(spec: GameSpec) -> list[dict[str, Json]]:
    """A worked example in the answer's own schema: one row, and one without labels if there are.

    The values are taken from the vocabularies by position, so they say nothing about any case.
    """
    labelled = next(event for event in spec.events if event.labelled)
    plain = next((event for event in spec.events if not event.labelled), None)
    rows = [_example(spec, labelled)]
    return rows if plain is None else [*rows, _example(spec, plain)]


def _example(spec: GameSpec, event: EventType) -> dict[str, Json]:
    row: dict[str, Json] = {} if spec.type_field is None else {spec.type_field: event.name}
    if "idx" in spec.carried:
        row["idx"] = 1
    row |= {field: _example_value(spec.fields[field]) for field in event.identity}
    row[spec.time_field] = EXAMPLE_TIME_S
    # A class game shows its neutral labels; a score game's first point is `taken`, [1, 0].
    update = spec.labels.update_labels[-1 if spec.labels.state_kind == "class" else 0]
    row[spec.update_field] = update if event.labelled else None
    row[spec.state_field] = _example_state(spec) if event.labelled else None
    return row


def _example_value(vocabulary: Vocabulary) -> Json:
    match vocabulary:
        case Choice(values):
            return values[0] if len(values) <= LISTED_WORDS else values[len(values) // 2]
        case Integer(low=low):
            return low
        case Flag():
            return False
        case Name():
            return "Smith"


def _example_state(spec: GameSpec) -> Json:
    sides = spec.labels.state_labels
    if spec.labels.state_kind == "fraction":
        return {side: int(i == 0) for i, side in enumerate(sides)}
    if spec.labels.state_kind == "pair":
        return [int(i == 0) for i in range(len(sides))]
    return sides[-1]


def _picture(spec: GameSpec) -> str:
    media = spec.media
    rate = f"{float(media.fps):g}"
    return (
        f"The picture is {media.width}x{media.height} at {rate} fps, without sound. "
        f"Times are seconds of video. The video goes on at least {spec.tail_s} s after the last "
        "event."
    )


def _events(spec: GameSpec) -> str:
    lines = ["## T1: what happened", "", "Report every event of these kinds, once each:", ""]
    for event in spec.events:
        fields = ", ".join(f"`{field}`" for field in event.identity)
        lines.append(f"- `{event.name}` ({fields}): {event.meaning.rstrip('.')}.")
    if spec.type_field is not None:
        lines += ["", f"`{spec.type_field}` names the kind. The fields:", ""]
    else:
        lines += ["", "A row does not name the kind. The fields:", ""]
    lines += [f"- `{name}`: {_words(vocabulary)}" for name, vocabulary in spec.fields.items()]
    lines.append(
        f"- `{spec.time_field}`: the time of the event in video seconds, a number: when its result "
        "is first seen."
    )
    return "\n".join([*lines, "", spec.prose.events.strip()])


def _words(vocabulary: Vocabulary) -> str:
    match vocabulary:
        case Choice(values) if len(values) <= LISTED_WORDS:
            return "one of " + ", ".join(f"`{value}`" for value in values) + "."
        case Choice(values):
            return f"one of {len(values)} words, `{values[0]}` to `{values[-1]}`."
        case Integer(low, high):
            return f"a whole number from {low} to {high}."
        case Flag():
            return "`true` or `false`."
        case Name():
            return "the name as the picture shows it."


def _labels(spec: GameSpec) -> str:
    lines = [
        "## T2 and T3: what it changed, and where that leaves the match",
        "",
        f"The hidden state is V. {spec.prose.value.strip()}",
        "",
    ]
    match spec.labels:
        case DeadBand():
            lines += _band_labels(spec, spec.labels)
        case ScoreTransition():
            lines += _score_labels(spec, spec.labels)
    plain = [f"`{event.name}`" for event in spec.events if not event.labelled]
    if plain:
        lines += [
            "",
            (
                f"Rows of {', '.join(plain)} have no label of their own: write `null` in "
                f"`{spec.update_field}` and `{spec.state_field}`. They count for T1 only."
            ),
        ]
    return "\n".join(lines)


def _band_labels(spec: GameSpec, band: DeadBand) -> list[str]:
    centre = exact(band.centre)
    high, low = (_figure(float(centre + s * exact(band.state_band))) for s in (1, -1))
    step = _figure(band.update_band)
    smoothed = "V is smoothed before anything else: V[t] becomes (V[t] + V[t-1]) / 2."
    unresolved = (
        "V is an estimate. Where it is too close to a band's edge to tell the side, the truth "
        "label is null and not compared. You cannot tell which rows these are: label every row."
    )
    return [
        *([smoothed, ""] if band.smoothing == "trailing2_movepair" else []),
        (
            f"**T2, `{spec.update_field}`**: how the event changed V, from just before it to just "
            "after it."
        ),
        "",
        f"- `{band.up}`: V rose by more than {step}.",
        f"- `{band.down}`: V fell by more than {step}.",
        f"- `{band.neutral_update}`: neither; a change of exactly {step} is neither.",
        "",
        f"**T3, `{spec.state_field}`**: where V stands just after the event.",
        "",
        f"- `{band.up}`: V is above {high}.",
        f"- `{band.down}`: V is below {low}.",
        f"- `{band.neutral_state}`: V is from {low} to {high}, both included.",
        *(["", unresolved] if band.abstain_sigma is not None else []),
    ]


def _score_labels(spec: GameSpec, score: ScoreTransition) -> list[str]:
    return [
        f"**T2, `{spec.update_field}`**: what the point did, seen from the side that scored it.",
        "",
        "- `taken`: the score was equal, now that side leads.",
        "- `extended`: that side led already, now by more.",
        "- `levelled`: that side trailed, now the score is equal.",
        "- `narrowed`: that side trailed and still does, now by less.",
        "",
        (
            f"**T3, `{spec.state_field}`**: the exact score just after the event, as a list "
            f"`[{score.up}, {score.down}]`."
        ),
    ]


def _figure(value: float) -> str:
    short = f"{value:.2f}"
    return short if float(short) == value else repr(value)


def _answer(spec: GameSpec) -> str:
    rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in example_rows(spec))
    lines = [
        "## Answer format",
        "",
        (
            f"One JSON object whose single key `{ROOT_KEY}` holds the list of events, one row per "
            f"event, each with `{spec.time_field}` in video seconds and all the fields above. The "
            "values here only show the form:"
        ),
        "",
        f'```json\n{{"{ROOT_KEY}": [\n  {rows}\n]}}\n```',
        "",
        (
            "Every row must be complete. Case and surrounding blanks in the fixed words do not "
            "count, nor does the order of the rows."
        ),
    ]
    if spec.carried:
        names = ", ".join(f"`{name}`" for name in spec.carried)
        lines.append(f"{names} may help you to keep count; it is never scored.")
    return "\n".join(lines)


def _scoring(spec: GameSpec) -> str:
    key = [f"`{spec.type_field}`"] if spec.type_field else []
    names = ", ".join([*key, *(f"`{name}`" for name in spec.fields)])
    if spec.conditional:
        tiers = "over the events that T1 matched"
    else:
        tiers = "over all events; one that T1 did not match counts as wrong"
    if spec.labels.state_kind == "class":
        state = "T2 and T3 accuracy are the mean recall of their labels"
    else:
        state = "T2 accuracy is the mean recall of its labels, T3 accuracy the share of exact pairs"
    matching = (
        f"Each row is matched 1:1 to the nearest unused truth row with the same key ({names}, as "
        f"far as the kind of event has them) and a time within {TOLERANCE_S:.1f} s, "
        f"{TOLERANCE_S:.1f} s included."
    )
    strict = (
        "- **Strict F1** decides: a row counts only if all of its fields are right, T2 and T3 "
        "included. Rows too many and rows missing both cost."
    )
    mercy = (
        "A truth label that is null is not compared. A malformed row is a wrong row and no more; "
        f"without the key `{ROOT_KEY}` or as broken JSON the whole answer scores zero. The same "
        "label everywhere earns chance level, not the share of the commonest label."
    )
    metrics = "\n".join([strict, "- T1 F1 asks for the matching alone.", f"- {state}, {tiers}."])
    return f"## Scoring\n\n{matching}\n\n{metrics}\n\n{mercy}"
