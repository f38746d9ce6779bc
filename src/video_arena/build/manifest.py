"""`build.json`: what a corpus was built from and how, written before the first case."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from video_arena import __version__
from video_arena.build.plan import PlanError
from video_arena.canonical import Json, pretty
from video_arena.corpus.tree import CorpusTree, case_id
from video_arena.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.build.evaluate import ChosenEngine
    from video_arena.build.plan import BuildPlan
    from video_arena.build.selection import Selection
    from video_arena.game import GameSpec


def manifest_of(
    plan: BuildPlan,
    spec: GameSpec,
    selection: Selection,
    chosen: ChosenEngine | None,
    options: Mapping[str, Json],
    canary: str,
) -> dict[str, Json]:
    """The manifest: a function of records and configuration, with no time and no folder in it."""
    return {
        "_canary": canary,
        "game": spec.name,
        "core": __version__,
        "adapter": spec.adapter_version,
        "spec": {"version": spec.version, "digest": spec.digest()},
        "engine": None
        if chosen is None
        else {
            "pin": chosen.pin.name,
            "digest": chosen.pin.digest(),
            "budget": dict(chosen.pin.budget),
            "substituted_for": chosen.substituted_for,
        },
        "options": dict(options),
        "limit": plan.limit,
        "sample_seed": plan.sample_seed,
        "skipped": dict(sorted(selection.skipped.items())),
        "cases": {
            case_id(spec.name, number): {
                "file": match.source.file,
                "place": match.source.place,
                "fingerprint": match.fingerprint,
            }
            for number, match in enumerate(selection.matches, start=plan.first_number)
        },
    }


def claim(tree: CorpusTree, manifest: Mapping[str, Json]) -> None:
    """Make the folder this build's, or find that it is already.

    Raises:
        PlanError: it holds another build. Case ids are permanent: they are never built over.
    """
    text = pretty(dict(manifest))
    if tree.manifest.is_file():
        if tree.manifest.read_text(encoding="utf-8") != text:
            raise PlanError(
                f"{tree.root} holds another build ({_difference(tree, manifest)} differs); "
                "case ids are permanent, so choose another --out or delete that folder"
            )
        return
    if tree.root.is_dir() and any(tree.root.iterdir()):
        raise PlanError(f"{tree.root} is not empty and not a corpus: choose another --out")
    write_whole(tree.manifest, text)


def _difference(tree: CorpusTree, manifest: Mapping[str, Json]) -> str:
    try:
        there = json.loads(tree.manifest.read_text(encoding="utf-8"))
    except ValueError:
        return "its build.json cannot be read and"
    names = [key for key in manifest if there.get(key) != manifest[key] and key != "_canary"]
    return ", ".join(names) or "_canary"
