"""Contaminated cases replaced by fresh ones of the same stratum, under new ids.

Until the fresh cases are all built nothing that a user of the corpus reads has changed. Then
`regeneration.json` is written, which holds the whole decision; from there on every step can be
repeated, and a run that finds the file completes it first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from video_arena.build.plan import PlanError
from video_arena.build.run import alone_in
from video_arena.canonical import pretty
from video_arena.corpus.release import write_release
from video_arena.corpus.tree import CorpusTree, case_id, games_in
from video_arena.corpus.truth import read_truth
from video_arena.curate.built import Workshop, clear_unfinished
from video_arena.curate.corpora import Corpus, number_of, open_corpus, retired_folder
from video_arena.curate.fresh_cases import FreshCases, Told
from video_arena.curate.place import records_of
from video_arena.curate.stratum import target_of
from video_arena.files import sweep_partials, write_whole
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.fresh_cases import Supply

JOURNAL = "regeneration.json"
"""Beside the release tree while a regeneration is being completed, and at no other time."""


@dataclass(slots=True)
class Regeneration:
    """What a regeneration did."""

    replaced: dict[str, str] = field(default_factory=dict)
    """New id by old id, also where an earlier run had replaced it."""
    fresh: list[GroundTruth] = field(default_factory=list)
    """The new cases of this run."""
    told: Told = field(default_factory=Told)


def regenerate(
    root: Path,
    cases: Sequence[str],
    supply: Supply,
    reporter: Reporter,
    *,
    game: str | None = None,
) -> Regeneration:
    """Replace cases of a corpus. Running it again after any kind of end completes it.

    Only the files of the old and the new cases, the lists of the release and `build.json` change;
    the corpus keeps its canary.

    Raises:
        PlanError: a case is not in the corpus, or the corpus cannot be extended here.
        NotEnough: the records hold no fresh match for a place; nothing was changed.
        AdapterError, EngineError: the adapter or the engine cannot be used.
    """
    if not games_in(root):
        raise PlanError(f"{root}: no tasks/<game> folder below it, so it is no corpus")
    with alone_in(root):
        sweep_partials(root)
        _complete(root)
        corpus = open_corpus(root, game)
        result = Regeneration({case: _successor(corpus, case) for case in cases})
        wanted = [case for case in dict.fromkeys(cases) if not result.replaced[case]]
        if not wanted:
            return result
        by_id = {truth.case_id: truth for truth in corpus.truths}
        search = FreshCases(corpus, [target_of(by_id[case]) for case in wanted], supply, reporter)
        first = corpus.highest_number + 1
        clear_unfinished(corpus.tree, first - 1, range(first, first + len(wanted)))
        shop = Workshop(corpus.tree, corpus.canary, search.evaluator, supply.workers, reporter)
        truths = search.build(first, lambda _: shop)
        ids = [case_id(corpus.tree.game, number) for number in truths]
        swap = dict(zip(wanted, ids, strict=True))
        _write_journal(corpus, swap, truths, search.options)
        _complete(root)
        result.replaced |= swap
        result.fresh, result.told = list(truths.values()), search.told()
        return result


def _successor(corpus: Corpus, case: str) -> str:
    """The id that replaced a retired case; empty for one that is in the corpus.

    Raises:
        PlanError: it is neither.
    """
    if any(truth.case_id == case for truth in corpus.truths):
        return ""
    retired = corpus.manifest.get("retired", {})
    if case not in retired:
        raise PlanError(f"{corpus.name} has no case {case}")
    successor: str = retired[case]["replaced_by"]
    return successor


def _write_journal(
    corpus: Corpus,
    swap: Mapping[str, str],
    truths: Mapping[int, GroundTruth],
    options: Mapping[str, Any],
) -> None:
    manifest = json.loads(json.dumps(corpus.manifest))
    by_id = {truth.case_id: truth for truth in corpus.truths}
    for (old, new), truth in zip(swap.items(), truths.values(), strict=True):
        there = manifest["cases"].pop(old, {})
        manifest.setdefault("retired", {})[old] = {
            "replaced_by": new,
            **there,
            "fingerprint": by_id[old].source.fingerprint,
            "shape": by_id[old].case_type,
            "winner": by_id[old].winner,
            "duration_s": by_id[old].video.duration_s,
        }
        source = truth.source
        entry: dict[str, Any] = {
            "file": source.file,
            "place": source.place,
            "fingerprint": source.fingerprint,
        }
        manifest["cases"][new] = entry
        if dict(options) != manifest["options"]:
            entry["options"] = dict(options)
    journal = {"game": corpus.tree.game, "swap": dict(swap), "build": manifest}
    write_whole(corpus.tree.root / JOURNAL, pretty(journal))


def _complete(root: Path) -> None:
    """Carry out a journal, from whatever point on an earlier run was stopped."""
    path = root / JOURNAL
    if not path.is_file():
        return
    journal = json.loads(path.read_text(encoding="utf-8"))
    tree, swap = CorpusTree(root, journal["game"]), journal["swap"]
    listed = json.loads(tree.cases.read_text(encoding="utf-8"))
    ids = sorted({*listed, *swap.values()} - set(swap), key=number_of)
    truths = [read_truth(tree.truth(case)) for case in ids]
    write_whole(tree.manifest, pretty(journal["build"]))
    write_release(tree, load_game(tree.game).spec, truths[0].canary, truths)
    for old in swap:
        _retire(tree, old)
    path.unlink()


def _retire(tree: CorpusTree, case: str) -> None:
    """Take a case out of the release tree; its answers and its record are kept aside.

    They are what a later search compares fresh records with, so that the match does not come back.
    """
    folder = retired_folder(tree)
    folder.mkdir(parents=True, exist_ok=True)
    for path in [*records_of(tree, case), tree.truth(case)]:
        if path.is_file():
            path.replace(folder / path.name)
    tree.media(case).unlink(missing_ok=True)
