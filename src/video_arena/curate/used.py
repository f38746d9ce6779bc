"""The used matches of whole corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.curate.corpora import open_against
from video_arena.curate.likeness import Known, UsedMatches
from video_arena.curate.play import play_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from video_arena.curate.corpora import Corpus
    from video_arena.game import GameSpec


def used_by(spec: GameSpec, corpora: Iterable[Corpus]) -> UsedMatches:
    """What the cases of some corpora are made from, the retired ones included."""
    return UsedMatches(spec, (match for corpus in corpora for match in known_in(spec, corpus)))


def used_in(spec: GameSpec, roots: Iterable[Path]) -> UsedMatches:
    """The same of corpus folders; one without that game uses none of its matches.

    Raises:
        PlanError: a folder is no corpus.
    """
    return used_by(spec, open_against(roots, spec.name))


def known_in(spec: GameSpec, corpus: Corpus) -> Iterator[Known]:
    """Every match of a corpus."""
    for truth in (*corpus.truths, *corpus.retired):
        yield Known(
            f"{truth.case_id} of {corpus.name}",
            truth.source.fingerprint,
            play_of_rows(spec, truth.events),
        )
