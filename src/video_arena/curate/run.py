"""A curation from beginning to end: read the pools, choose, place, write the release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from video_arena.build.manifest import claim
from video_arena.build.run import alone_in
from video_arena.canonical import pretty
from video_arena.corpus.canary import canary_of
from video_arena.corpus.release import write_release
from video_arena.corpus.tree import CorpusTree
from video_arena.curate.choose import choose
from video_arena.curate.manifest import build_manifest_of, curation_of, curation_path
from video_arena.curate.place import place_case
from video_arena.curate.pool import open_pool
from video_arena.curate.quotas import quotas_of
from video_arena.files import sweep_partials, write_whole
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.curate.choose import Choice
    from video_arena.curate.config import CurateConfig

STAGE = "cases"
EXIT_ALL, EXIT_SOME_MISSED = 0, 3


@dataclass(frozen=True, slots=True)
class Curation:
    """What a curation chose; with `dry_run` nothing was written."""

    choice: Choice
    manifest: dict[str, Any]
    """The content of `curation.json`."""

    @property
    def exit_code(self) -> int:
        """0 every quota is met, 3 some are not."""
        return EXIT_SOME_MISSED if self.choice.missed else EXIT_ALL


def curate(
    config: CurateConfig,
    pools: Sequence[Path],
    out: Path,
    reporter: Reporter,
    *,
    against: Sequence[Path] = (),
    dry_run: bool = False,
) -> Curation:
    """Choose cases and write them as a corpus of their own; running it again completes it.

    Every case keeps its id, because it is the same render. The corpus has a canary of its own,
    because another selection of the pool may stay private.

    Args:
        config: the wishes.
        pools: built corpora.
        out: the new corpus's folder.
        reporter: told of the progress.
        against: corpora whose matches may not be used again.
        dry_run: choose and report only.

    Raises:
        PlanError: see `open_pool`, `quotas_of` and `choose`; or `out` holds another corpus.
        AdapterError: the game's adapter cannot be used.
    """
    spec = load_game(config.game).spec
    pool = open_pool(spec, pools, against)
    choice = choose(pool.candidates, quotas_of(config, spec, [*pool.candidates.values()]), config.n)
    chosen = [pool.candidates[case] for case in choice.cases]
    marks = (truth.source.fingerprint for truth in chosen)
    canary = canary_of(spec.name, marks, config.canary_seed or "curated")
    result = Curation(choice, curation_of(config, spec, pool, choice, canary))
    if dry_run:
        return result
    tree = CorpusTree(out, spec.name)
    reporter.start(STAGE, len(chosen))
    with alone_in(out):
        claim(tree, build_manifest_of(spec, pool, choice, canary))
        sweep_partials(out)
        write_whole(curation_path(tree), pretty(result.manifest))
        truths = []
        for truth in chosen:
            truths.append(place_case(truth, pool.home[truth.case_id].tree, tree, canary))
            reporter.advance(STAGE)
        write_release(tree, spec, canary, truths)
    return result
