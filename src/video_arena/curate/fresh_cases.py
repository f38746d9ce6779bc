"""Fresh cases for places: read, searched for and built, the same for both uses of `regenerate`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from video_arena.build.evaluate import Evaluator
from video_arena.build.origin import labelling_engine
from video_arena.build.plan import PlanError
from video_arena.canonical import Json, compact, digest
from video_arena.curate.corpora import open_against, require_contract
from video_arena.curate.harvest import harvest
from video_arena.curate.search import Search
from video_arena.curate.used import used_by
from video_arena.match import RecordError
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from video_arena.build.report import Reporter
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.built import Workshop
    from video_arena.curate.corpora import Corpus
    from video_arena.curate.harvest import Harvest
    from video_arena.curate.search import Found
    from video_arena.curate.stratum import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """Where fresh cases come from and what may be spent on them."""

    records: tuple[str, ...]
    against: tuple[Path, ...] = ()
    """Further corpora whose matches may not be used again."""
    within: float
    """Tolerance of a video's length, as a share of the model's."""
    workers: int
    cache: Path
    """The evaluation cache file."""


class NotEnough(Exception):
    """The records do not fill every place; nothing was changed."""

    def __init__(self, empty: Sequence[Target], told: Told) -> None:
        super().__init__("; ".join(f"no fresh match that is {target}" for target in empty))
        self.empty = tuple(empty)
        self.told = told


@dataclass(slots=True)
class Told:
    """What a user learns about the records besides the cases."""

    refused: list[RecordError] = field(default_factory=list)
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Sound records that no place asked for, by reason."""
    evaluated: int = 0
    """Matches that were evaluated to learn their shapes."""


class FreshCases:
    """The search for cases like some cases of a corpus, with that corpus's engine and options.

    Args:
        corpus: whose contract, engine setting and record options are used.
        targets: the places.
        supply: records and limits.
        reporter: told of the progress.

    Raises:
        PlanError: the corpus cannot be extended here; see the message.
    """

    def __init__(
        self, corpus: Corpus, targets: Sequence[Target], supply: Supply, reporter: Reporter
    ) -> None:
        self.game = load_game(corpus.tree.game)
        require_contract(corpus, self.game.spec)
        self.targets = tuple(targets)
        self.options = options_of(corpus, {target.model for target in targets})
        against = open_against(supply.against, self.game.name)
        used = used_by(self.game.spec, [corpus, *against])
        self.corpora = (corpus, *against)
        self.evaluator = Evaluator(
            labelling_engine(corpus.truths[0]), supply.cache, supply.workers, reporter
        )
        self.harvest: Harvest = harvest(
            self.game,
            supply.records,
            self.options,
            used,
            self.targets,
            within=supply.within,
            reporter=reporter,
        )
        self._search = Search(self.game, self.evaluator, self.targets, supply.within)

    def request(self) -> str:
        """A digest of what is wanted and of the matches that were offered."""
        offered: list[Json] = [fresh.match.fingerprint for fresh in self.harvest.fresh]
        return digest({"targets": [str(target) for target in self.targets], "offered": offered})

    def told(self) -> Told:
        """What became of the records."""
        refused = [*self.harvest.refused, *self._search.failed]
        return Told(refused, self.harvest.skipped, len(self._search.known))

    def build(
        self, first: int, workshop_for: Callable[[Mapping[int, Found]], Workshop]
    ) -> dict[int, GroundTruth]:
        """Find and build a case for every place, numbered from `first` in the order of places.

        A match that turns out unfit to be drawn makes way for another.

        Args:
            first: the first number.
            workshop_for: asked, before anything is built, where the found matches go.

        Raises:
            NotEnough: a place stays empty.
        """
        excluded: dict[str, str] = {}
        while True:
            filled = self._search.run(self.harvest.fresh, excluded)
            empty = [t for t, found in zip(self.targets, filled, strict=True) if found is None]
            if empty:
                raise NotEnough(empty, self.told())
            found = {
                number: one for number, one in enumerate(filled, start=first) if one is not None
            }
            truths, failures = workshop_for(found).build(found)
            if not failures:
                return truths
            excluded |= failures
            for one in found.values():
                source, mark = one.fresh.match.source, one.fresh.match.fingerprint
                if mark in failures:
                    self._search.failed.append(
                        RecordError(source.file, source.place, failures[mark])
                    )


def options_of(corpus: Corpus, cases: set[str]) -> dict[str, Any]:
    """The record options that some cases were built with, from `build.json`.

    Raises:
        PlanError: there is no `build.json`, or the cases were built with different options.
    """
    if not corpus.manifest:
        raise PlanError(
            f"{corpus.tree.root} has no build.json, which says how its records were read: "
            "regenerate where the corpus was built"
        )
    own = corpus.manifest.get("cases", {})
    found = {
        compact(options): options
        for case in sorted(cases)
        for options in [{**corpus.manifest["options"], **own.get(case, {}).get("options", {})}]
    }
    if len(found) != 1:
        raise PlanError(
            f"{', '.join(sorted(cases))} were built with different record options "
            f"({'; '.join(found)}): regenerate them one by one"
        )
    (options,) = found.values()
    return dict(options)
