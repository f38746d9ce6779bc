"""A private sibling of a corpus: the same composition, other matches, a canary of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from video_arena import __version__
from video_arena.build.plan import PlanError
from video_arena.build.run import alone_in
from video_arena.canonical import digest, pretty
from video_arena.corpus.canary import canary_of
from video_arena.corpus.release import write_release
from video_arena.corpus.tree import CorpusTree, case_id
from video_arena.curate.built import Workshop, clear_unfinished
from video_arena.curate.corpora import open_corpus
from video_arena.curate.fresh_cases import FreshCases, NotEnough
from video_arena.curate.stratum import sibling_targets
from video_arena.files import sweep_partials, write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.corpora import Corpus
    from video_arena.curate.fresh_cases import Supply, Told
    from video_arena.curate.search import Found
    from video_arena.curate.stratum import Target


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A finished sibling."""

    canary: str
    truths: tuple[GroundTruth, ...]
    targets: tuple[Target, ...]
    """The place that each case fills, in the same order."""
    told: Told


def hold_out(
    root: Path,
    n: int,
    out: Path,
    supply: Supply,
    reporter: Reporter,
    *,
    game: str | None = None,
    first_number: int | None = None,
    canary_seed: str = "",
) -> HeldOut:
    """Build a sibling corpus of n cases from fresh records; running it again completes it.

    Its ids begin at the next full hundred and one, above every id of the corpora that were given,
    so that these can still grow and no id ever names two videos.

    Raises:
        PlanError: the corpus cannot be extended here, or `out` holds something else.
        NotEnough: the records hold no fresh match for a place; nothing was written.
        AdapterError, EngineError: the adapter or the engine cannot be used.
    """
    corpus = open_corpus(root, game)
    targets = sibling_targets(corpus.truths, n)
    search = FreshCases(corpus, targets, supply, reporter)
    highest = max(known.highest_number for known in search.corpora)
    first = first_number or highest // 100 * 100 + 101
    if first <= highest:
        raise PlanError(f"--first-number {first}: ids up to {highest} are in use")
    tree = CorpusTree(out, corpus.tree.game)
    request = digest(
        {"of": corpus.canary, "offer": search.request(), "first": first, "seed": canary_seed}
    )
    canaries: list[str] = []

    def workshop(found: Mapping[int, Found]) -> Workshop:
        marks = (one.fresh.match.fingerprint for one in found.values())
        canaries.append(canary_of(tree.game, marks, canary_seed or "held-out"))
        manifest = _manifest(corpus, search, found, canaries[-1], request)
        _claim(tree, manifest)
        sweep_partials(out)
        clear_unfinished(tree, 0, range(first, first + n))
        return Workshop(tree, canaries[-1], search.evaluator, supply.workers, reporter)

    with alone_in(out):
        try:
            truths = search.build(first, workshop)
        except NotEnough:
            if not any(out.iterdir()):
                out.rmdir()
            raise
        write_release(tree, search.game.spec, canaries[-1], list(truths.values()))
    return HeldOut(canaries[-1], tuple(truths.values()), targets, search.told())


def _manifest(
    corpus: Corpus,
    search: FreshCases,
    found: Mapping[int, Found],
    canary: str,
    request: str,
) -> dict[str, Any]:
    spec = search.game.spec
    matches = {number: one.fresh.match for number, one in found.items()}
    return {
        "_canary": canary,
        "game": spec.name,
        "core": __version__,
        "adapter": spec.adapter_version,
        "spec": {"version": spec.version, "digest": spec.digest()},
        "held_out_of": corpus.canary,
        "request": request,
        "options": search.options,
        "cases": {
            case_id(spec.name, number): {
                "file": match.source.file,
                "place": match.source.place,
                "fingerprint": match.fingerprint,
                "like": str(target),
            }
            for (number, match), target in zip(matches.items(), search.targets, strict=True)
        },
    }


def _claim(tree: CorpusTree, manifest: Mapping[str, Any]) -> None:
    """Make the folder this request's; the matches may still change when one cannot be drawn.

    Raises:
        PlanError: the folder holds something else.
    """
    if tree.manifest.is_file():
        there = json.loads(tree.manifest.read_text(encoding="utf-8"))
        if there.get("request") != manifest["request"]:
            raise PlanError(
                f"{tree.root} holds another corpus, or this one from other records; ids are "
                "permanent, so choose another --out or delete that folder"
            )
    elif tree.root.is_dir() and any(tree.root.iterdir()):
        raise PlanError(f"{tree.root} is not empty and not a corpus: choose another --out")
    write_whole(tree.manifest, pretty(dict(manifest)))
