"""The files that a game's folder holds once, written when its cases are known."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from video_arena.canonical import Json, pretty
from video_arena.corpus.instruction import compose_instruction
from video_arena.files import write_whole
from video_arena.judge.emit import emit_judge
from video_arena.stats.shortcuts import fewer_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.corpus.tree import CorpusTree
    from video_arena.corpus.truth import GroundTruth
    from video_arena.game import GameSpec

ANSWER_SEED: dict[str, Json] = {"events": []}


def write_release(
    tree: CorpusTree, spec: GameSpec, canary: str, truths: Sequence[GroundTruth]
) -> None:
    """Write instruction, seed, judge, case list and case types; each file atomically.

    Args:
        tree: where.
        spec: the game.
        canary: the corpus's.
        truths: the cases' ground truth, in the order of their ids.
    """
    write_whole(tree.instruction, compose_instruction(spec, canary))
    write_whole(tree.answer_seed, pretty(ANSWER_SEED))
    write_whole(tree.judge, emit_judge(spec))
    if spec.attribution:
        write_whole(tree.attribution, spec.attribution)
    write_whole(tree.case_types, pretty(case_types(spec, canary, truths)))
    write_whole(tree.cases, pretty([truth.case_id for truth in truths]))


def case_types(spec: GameSpec, canary: str, truths: Sequence[GroundTruth]) -> dict[str, Json]:
    """`CASE_TYPES.json`: each case's shape and provenance, and the thresholds that decided."""
    shapes = Counter(truth.case_type for truth in truths)
    winners = Counter(truth.winner or "draw" for truth in truths)
    shortcut = measured_shortcut(spec, truths)
    return {
        "_canary": canary,
        "game": spec.name,
        "value": spec.value,
        "rule": {"kind": type(spec.shapes).__name__, **asdict(spec.shapes)},
        "distribution": dict(sorted(shapes.items())),
        "winners": dict(sorted(winners.items())),
        **({} if shortcut is None else {"shortcut": shortcut}),
        "cases": {truth.case_id: _provenance(truth) for truth in truths},
    }


def measured_shortcut(spec: GameSpec, truths: Sequence[GroundTruth]) -> dict[str, Json] | None:
    """What the game's declared shortcut gets over these cases, and how much is too much.

    None where the game declares none. `macro` and `limit` are macro accuracies of T3 in [0, 1].
    """
    if spec.shortcut is None:
        return None
    found = fewer_left(spec, spec.shortcut, [truth.events for truth in truths])
    return {
        "rule": found.name,
        "tier": found.tier,
        "macro": round(found.macro, 6),
        "limit": spec.shortcut.limit,
    }


def shortcut_warning(spec: GameSpec, truths: Sequence[GroundTruth]) -> str | None:
    """A sentence for whoever built these cases, where the shortcut gets too far."""
    found = measured_shortcut(spec, truths)
    if found is None or spec.shortcut is None or found["macro"] <= spec.shortcut.limit:  # type: ignore[operator]
        return None
    return (
        f"{spec.name}: '{found['rule']}' has a macro accuracy of {found['macro']:.3f} on T3, above "
        f"{spec.shortcut.limit:g}: choose cases in which counting is not enough"
    )


def _provenance(truth: GroundTruth) -> dict[str, Json]:
    engine = truth.engine
    return {
        "case_type": truth.case_type,
        "winner": truth.winner,
        "duration_s": truth.video.duration_s,
        "rows": len(truth.events),
        "source": truth.source.id or f"{truth.source.file}, {truth.source.place}",
        "licence": truth.source.licence,
        "fingerprint": truth.source.fingerprint,
        "engine": None if engine is None else engine.pin,
        "substituted_for": None if engine is None else engine.substituted_for,
    }
