"""The used matches of whole corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.corpus.tree import games_in
from video_arena.curate.corpora import open_corpus
from video_arena.curate.likeness import Known, UsedMatches
from video_arena.curate.sequence import sequence_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from video_arena.curate.corpora import Corpus
    from video_arena.game import GameSpec


def used_by(spec: GameSpec, corpora: Iterable[Corpus]) -> UsedMatches:
    """What the cases of some corpora are made from, the retired ones included."""
    return UsedMatches(spec, (match for corpus in corpora for match in known_in(spec, corpus)))


def known_in(spec: GameSpec, corpus: Corpus) -> Iterator[Known]:
    """Every match of a corpus."""
    for truth in (*corpus.truths, *corpus.retired):
        yield Known(
            f"{truth.case_id} of {corpus.name}",
            truth.source.fingerprint,
            sequence_of_rows(spec, truth.events),
        )


def open_against(roots: Iterable[Path], game: str) -> list[Corpus]:
    """The corpora whose matches may not be used again; one without that game has none of it.

    Raises:
        PlanError: a folder is no corpus.
    """
    return [
        open_corpus(root, game)
        for root in roots
        if game in games_in(root) or not games_in(root)  # no game at all: open_corpus says so
    ]
