"""`curation.json`: how a curated corpus was composed, so that the selection can be audited."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from video_arena import __version__
from video_arena.curate.quotas import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from video_arena.canonical import Json
    from video_arena.corpus.tree import CorpusTree
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.choose import Choice
    from video_arena.curate.config import CurateConfig
    from video_arena.curate.corpora import Corpus
    from video_arena.curate.pool import Pool
    from video_arena.game import GameSpec

ORDER = (
    "fewest quotas missed, by priority",
    "fewest cases missing from quotas, by priority",
    "least squares of shortages and surpluses, by priority",
    "smallest fingerprints",
)


def curation_path(tree: CorpusTree) -> Path:
    """`curation.json`, beside the release tree."""
    return tree.root / "curation.json"


def curation_of(
    config: CurateConfig, spec: GameSpec, pool: Pool, choice: Choice, canary: str
) -> dict[str, Any]:
    """The manifest of a selection: what was wished, what came out, and why each case is in it."""
    chosen = [pool.candidates[case] for case in choice.cases]
    left = [truth for case, truth in pool.candidates.items() if case not in set(choice.cases)]
    return {
        "_canary": canary,
        "game": spec.name,
        "wish": config.model_dump(mode="json", exclude={"game"}),
        "order_of_objectives": list(ORDER),
        "shape_rule": {"kind": type(spec.shapes).__name__, **asdict(spec.shapes)},
        "pools": [_pool_facts(corpus) for corpus in pool.corpora],
        "composition": {"chosen": composition(chosen), "pool": composition([*chosen, *left])},
        "quotas": [{**asdict(outcome), "met": outcome.met} for outcome in choice.outcomes],
        "not_met": [str(outcome) for outcome in choice.missed],
        "cases": {
            truth.case_id: {**_facts(truth), "why": choice.why[truth.case_id]} for truth in chosen
        },
        "left_out": {
            truth.case_id: {**_facts(truth), "why": choice.why[truth.case_id]} for truth in left
        },
        "refused": dict(pool.refused),
    }


def composition(truths: Iterable[GroundTruth]) -> dict[str, Json]:
    """How some cases are distributed: shapes, winners, durations in seconds."""
    given = list(truths)
    lengths = sorted(truth.video.duration_s for truth in given)
    return {
        "cases": len(given),
        "shape": dict(sorted(Counter(truth.case_type for truth in given).items())),
        "winner": dict(sorted(Counter(truth.winner or DRAW for truth in given).items())),
        "duration_s": {
            "shortest": lengths[0],
            "median": lengths[len(lengths) // 2],
            "longest": lengths[-1],
        },
    }


def build_manifest_of(spec: GameSpec, pool: Pool, choice: Choice, canary: str) -> dict[str, Any]:
    """`build.json` of a curated corpus: what claims the folder, and how each case is read again.

    `highest_number` keeps the ids of the pool's other cases from being given to later ones.
    """
    return {
        "_canary": canary,
        "game": spec.name,
        "core": __version__,
        "adapter": spec.adapter_version,
        "spec": {"version": spec.version, "digest": spec.digest()},
        "curated_from": [corpus.canary for corpus in pool.corpora],
        "highest_number": max(corpus.highest_number for corpus in pool.corpora),
        "options": {},
        "cases": {
            case: _build_facts(pool.candidates[case], pool.home[case].manifest)
            for case in choice.cases
        },
    }


def _build_facts(truth: GroundTruth, manifest: Mapping[str, Any]) -> dict[str, Any]:
    own = manifest.get("cases", {}).get(truth.case_id, {}).get("options", {})
    return {
        "file": truth.source.file,
        "place": truth.source.place,
        "fingerprint": truth.source.fingerprint,
        "options": {**manifest.get("options", {}), **own},
    }


def _pool_facts(corpus: Corpus) -> dict[str, Json]:
    return {
        "name": corpus.name,
        "canary": corpus.canary,
        "cases": len(corpus.truths),
        "options": corpus.manifest.get("options", {}),
    }


def _facts(truth: GroundTruth) -> dict[str, Json]:
    source = truth.source
    return {
        "source": source.id or f"{source.file}, {source.place}",
        "fingerprint": source.fingerprint,
        "shape": truth.case_type,
        "winner": truth.winner or DRAW,
        "duration_s": truth.video.duration_s,
    }
