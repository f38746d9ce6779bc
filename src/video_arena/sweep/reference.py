"""The corpus that is relabelled: its cases with their matches, and the setting they have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.origin import OriginError, labelling_engine, record_options, source_match
from video_arena.build.plan import PlanError
from video_arena.canonical import compact
from video_arena.corpus.tree import CorpusTree, games_in
from video_arena.corpus.truth import read_truth, reference_rows
from video_arena.labels import bands_of
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.build.evaluate import ChosenEngine
    from video_arena.canonical import Json
    from video_arena.corpus.truth import GroundTruth
    from video_arena.game import GameSpec
    from video_arena.match import Event, Match
    from video_arena.plugins import Game


@dataclass(frozen=True, slots=True)
class ReferenceCase:
    """A case as it was built, and its match as it was read again."""

    truth: GroundTruth
    match: Match
    events: tuple[Event, ...]
    """One for each row of the ground truth."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What every setting is compared with."""

    game: Game
    cases: tuple[ReferenceCase, ...]
    """In the corpus's order."""
    own: ChosenEngine
    """The engine and budget that labelled all of them."""

    @property
    def canary(self) -> str:
        """The corpus's."""
        return self.cases[0].truth.canary


def open_reference(root: Path, game: str | None = None) -> Reference:
    """Read a corpus and its sources, and prove that its labels can be made from them here.

    Args:
        root: the corpus folder.
        game: which game of it; may be None where it holds one.

    Raises:
        PlanError: there is no such corpus, its records are not there, its engine pin is another
            one now, or its rows no longer follow from record, values and bands.
        AdapterError, EngineError: its adapter or its pin is not installed.
    """
    name = _game_in(root, game)
    tree = CorpusTree(root, name)
    loaded = load_game(name)
    truths = _truths(tree)
    own = _own_setting(truths)
    if not (root / "sources" / name).is_dir():
        raise PlanError(
            f"{root} has no sources/{name}: a sweep asks the engine about every position of every "
            "case, and the records are there. They stay with who built the corpus: sweep it "
            "where it was built, or put the folder back"
        )
    options = _options(tree)
    cases = []
    problems = []
    for truth in truths:
        try:
            match = source_match(loaded, tree, truth, options)
            cases.append(_checked(loaded, truth, match))
        except OriginError as error:
            problems.append(f"{truth.case_id}: {error}")
    if problems:
        raise PlanError(f"{root} cannot be relabelled: {'; '.join(problems)}")
    return Reference(loaded, tuple(cases), own)


def _game_in(root: Path, wanted: str | None) -> str:
    there = games_in(root)
    if not there:
        raise PlanError(f"{root}: no tasks/<game> folder below it, so it is no corpus")
    if wanted is None and len(there) > 1:
        raise PlanError(f"{root} holds {', '.join(there)}: say which with --game")
    if wanted is not None and wanted not in there:
        raise PlanError(f"{root} holds no {wanted} (it holds {', '.join(there)})")
    return wanted or there[0]


def _truths(tree: CorpusTree) -> list[GroundTruth]:
    path = tree.cases
    truths = []
    try:
        ids = json.loads(path.read_text(encoding="utf-8"))
        for case in ids:
            path = tree.truth(case)
            truths.append(read_truth(path))
    except (ValueError, TypeError) as error:
        raise PlanError(f"{path}: not as a build writes it; `va verify` says more") from error
    if not truths:
        raise PlanError(f"{tree.cases}: it names no case")
    return truths


def _options(tree: CorpusTree) -> dict[str, Json]:
    try:
        return record_options(tree)
    except (ValueError, KeyError) as error:
        raise PlanError(f"{tree.manifest}: not as a build writes it") from error


def _own_setting(truths: Sequence[GroundTruth]) -> ChosenEngine:
    first = truths[0]
    for truth in truths:
        mark = None if truth.engine is None else truth.engine.pin_digest
        if truth.engine is None:
            raise PlanError(
                f"{truth.case_id}: V stands in the record, so there is no search to vary"
            )
        if first.engine is None or mark != first.engine.pin_digest:
            raise PlanError(
                f"{first.case_id} and {truth.case_id} were labelled under different engine "
                "settings: a sweep needs one to compare with"
            )
    try:
        own = labelling_engine(first)
    except OriginError as error:
        raise PlanError(
            f"{first.case_id}: {error}: install the version of the engine distribution that "
            "the corpus was built with, or build it again"
        ) from error
    assert own is not None
    return own


def _checked(game: Game, truth: GroundTruth, match: Match) -> ReferenceCase:
    """Hold record, adapter and bands to the ground truth: its rows must come out again."""
    spec = game.spec
    _same_bands(spec, truth)
    if len(truth.value.trajectory) != match.prefixes + 1:
        raise OriginError("its trajectory is not one value a prefix; `va verify` says more")
    events = game.events(match)
    rows = reference_rows(
        spec, events, truth.value.trajectory, truth.value.states, truth.value.uncertainty
    )
    if compact(rows) != compact(truth.events):
        raise OriginError(
            "its rows do not come out again from its record and values: it was edited, or the "
            f"adapter {spec.name} {spec.adapter_version} is not the one that built it "
            f"({truth.spec.adapter})"
        )
    return ReferenceCase(truth, match, events)


def _same_bands(spec: GameSpec, truth: GroundTruth) -> None:
    if compact(bands_of(spec.labels)) != compact(truth.value.bands):
        raise OriginError(
            "it was labelled by other bands than the adapter has now, and a sweep holds them fixed"
        )
