"""The candidates of a curation: the cases of one or several built corpora."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.build.plan import PlanError
from video_arena.curate.corpora import open_corpus, require_contract
from video_arena.curate.likeness import Known, UsedMatches
from video_arena.curate.play import play_of_rows
from video_arena.curate.used import used_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.corpora import Corpus
    from video_arena.game import GameSpec


@dataclass(slots=True)
class Pool:
    """Candidates in the order of pools and ids, and what may not be chosen."""

    corpora: tuple[Corpus, ...]
    candidates: dict[str, GroundTruth] = field(default_factory=dict)
    """By case id."""
    home: dict[str, Corpus] = field(default_factory=dict)
    """Which pool a candidate's files are in."""
    refused: dict[str, str] = field(default_factory=dict)
    """Cases that are used elsewhere or twice in the pool, each with the reason."""


def open_pool(spec: GameSpec, roots: Sequence[Path], against: Sequence[Path] = ()) -> Pool:
    """Read the pools and check that their cases can stand in one corpus.

    Args:
        spec: the game.
        roots: built corpora.
        against: corpora whose matches may not be used again.

    Raises:
        PlanError: a folder is no corpus, a case was built to another contract or labelled by
            another engine setting, or two pools give one id to two renders.
    """
    pool = Pool(tuple(open_corpus(root, spec.name) for root in roots))
    for corpus in pool.corpora:
        require_contract(corpus, spec)
        for truth in corpus.truths:
            _admit(pool, corpus, truth)
    _require_one_engine(pool)
    _refuse_duplicates(pool, spec, used_in(spec, against))
    return pool


def _admit(pool: Pool, corpus: Corpus, truth: GroundTruth) -> None:
    case = truth.case_id
    if case not in pool.candidates:
        pool.candidates[case] = truth
        pool.home[case] = corpus
        return
    other = pool.candidates[case]
    if other.video.sha256 != truth.video.sha256 or other.events != truth.events:
        raise PlanError(
            f"{case} is one video in {pool.home[case].name} and another in {corpus.name}. Ids are "
            "permanent, so neither can be renamed: build the second pool with --first-number "
            f"{max(c.highest_number for c in pool.corpora) + 1}"
        )


def _require_one_engine(pool: Pool) -> None:
    first, *others = pool.candidates.values()
    for truth in others:
        marks = [t.engine.pin_digest if t.engine else None for t in (first, truth)]
        if marks[0] != marks[1]:
            raise PlanError(
                f"{first.case_id} and {truth.case_id} were labelled under different engine "
                "settings: their labels do not belong in one corpus"
            )


def _refuse_duplicates(pool: Pool, spec: GameSpec, used: UsedMatches) -> None:
    plays = {case: play_of_rows(spec, t.events) for case, t in pool.candidates.items()}
    known = [
        Known(case, pool.candidates[case].source.fingerprint, play) for case, play in plays.items()
    ]
    # Two of the pool's own that are alike cannot both be chosen: the first one stays.
    within = UsedMatches.with_shingles_of(spec, known)
    for match in known:
        reason = next(
            (r for u in (used, within) if (r := u.same(match.fingerprint) or u.like(match.play))),
            None,
        )
        if reason is None:
            within.add(match)
        else:
            pool.refused[match.name] = reason
            del pool.candidates[match.name]
