"""Where a built case came from: its record, read again, and the engine setting that labelled it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from video_arena.build.evaluate import ChosenEngine
from video_arena.build.plan import PlanError, with_defaults
from video_arena.match import Match
from video_arena.plugins import find_pin
from video_arena.records import RecordFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json
    from video_arena.corpus.tree import CorpusTree
    from video_arena.corpus.truth import EngineFacts, GroundTruth
    from video_arena.engines import EnginePin
    from video_arena.plugins import Game


class OriginError(PlanError):
    """A case's record or engine setting is not to be had as it was; the message says which."""


def record_options(tree: CorpusTree) -> dict[str, Json]:
    """The record options that the build was given, from `build.json`; none where that is gone.

    Raises:
        ValueError: `build.json` is not JSON.
    """
    if not tree.manifest.is_file():
        return {}
    found: dict[str, Json] = json.loads(tree.manifest.read_text(encoding="utf-8"))["options"]
    return found


def _case_options(tree: CorpusTree, case: str) -> dict[str, Json]:
    """What differs for one case: a curated corpus may hold cases of several builds."""
    if not tree.manifest.is_file():
        return {}
    cases = json.loads(tree.manifest.read_text(encoding="utf-8")).get("cases", {})
    found: dict[str, Json] = cases.get(case, {}).get("options", {})
    return found


def source_match(
    game: Game, tree: CorpusTree, truth: GroundTruth, options: Mapping[str, Json]
) -> Match:
    """Read the case's match again from `sources/`.

    Raises:
        OriginError: its record is not there, or it is not the same match any more.
    """
    case = truth.case_id
    options = {**options, **_case_options(tree, case)}
    folder = tree.source(case, "").parent
    paths = sorted(folder.glob(f"{case}.*")) if folder.is_dir() else []
    if not paths:
        raise OriginError(f"sources/{tree.game} does not hold its record")
    for path in paths:
        for item in game.parse(RecordFile(path), with_defaults(game.spec, options)):
            if isinstance(item, Match) and item.fingerprint == truth.source.fingerprint:
                # The record is read from a file of its own now; its place in the old one stands.
                source = replace(item.source, file=truth.source.file, place=truth.source.place)
                return replace(item, source=source)
    raise OriginError(f"{paths[0].name} holds another match now, or it reads differently")


def labelling_engine(truth: GroundTruth) -> ChosenEngine | None:
    """The engine and budget that gave the case's V, as installed here; None where a record did.

    Raises:
        OriginError: the installed pin of that name is not the one that labelled the case.
        EngineError: no pin of that name is installed.
    """
    facts = truth.engine
    if facts is None:
        return None
    driver, pin = find_pin(facts.pin)
    pin = pin.with_budget(facts.budget)
    if pin.digest() != facts.pin_digest:
        raise OriginError(
            f"the pin {pin.name} is not what it was when the case was built "
            f"({_changed(facts, pin)} changed)"
        )
    return ChosenEngine(driver, pin, facts.substituted_for)


def _changed(facts: EngineFacts, pin: EnginePin) -> str:
    then = (facts.engine, facts.networks, facts.options)
    now = (pin.engine, list(pin.networks), dict(pin.options))
    names = ("engine", "networks", "options")
    changed = [name for name, old, new in zip(names, then, now, strict=True) if old != new]
    return ", ".join(changed) or "driver or value"
