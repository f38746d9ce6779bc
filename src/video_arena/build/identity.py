"""What decides a case's bytes, as one digest: from a job, or from the case that it became."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.canonical import Json, digest
from video_arena.corpus.truth import uncertain_facts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.corpus.truth import GroundTruth
    from video_arena.labels import Uncertainty


def case_digest(
    *,
    case: str,
    fingerprint: str,
    source: Mapping[str, Json],
    frames: int,
    values: Sequence[float],
    states: Sequence[Json] | None,
    uncertainty: Uncertainty | None,
    engine: Mapping[str, Json] | None,
    canary: str,
    spec: str,
    core: str,
) -> str:
    """sha256 of a case's inputs: a case of that digest need not be built again.

    Args:
        case: its id.
        fingerprint: the match's.
        source: file, place, id, url, licence and notes, in this order.
        frames: length of the video.
        values: V after every prefix.
        states: the exact states, where T3 is one.
        uncertainty: how well V is known, where the engine samples.
        engine: EngineFacts as a mapping; None where V is in the record.
        canary: the corpus's.
        spec: digest of the game's contract.
        core: version of this software.
    """
    return digest(
        {
            "case": case,
            "fingerprint": fingerprint,
            "source": list(source.items()),
            "frames": frames,
            "values": list(values),
            "states": None if states is None else list(states),
            "engine": None if engine is None else dict(engine),
            "canary": canary,
            "spec": spec,
            "core": core,
            **uncertain_facts(uncertainty),
        }
    )


def under_canary(truth: GroundTruth, canary: str) -> GroundTruth:
    """The same case in a corpus of another canary: what a build with that canary would write."""
    source = truth.source.model_dump(exclude={"fingerprint"})
    mark = case_digest(
        case=truth.case_id,
        fingerprint=truth.source.fingerprint,
        source=source,
        frames=truth.video.frames,
        values=truth.value.trajectory,
        states=truth.value.states,
        uncertainty=truth.value.uncertainty,
        engine=None if truth.engine is None else truth.engine.model_dump(),
        canary=canary,
        spec=truth.spec.digest,
        core=truth.spec.core,
    )
    return truth.model_copy(update={"canary": canary, "build_digest": mark})
