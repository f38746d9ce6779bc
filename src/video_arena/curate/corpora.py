"""One game of a corpus folder, read as a whole."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from video_arena.build.plan import PlanError
from video_arena.corpus.tree import CASE_ID, CorpusTree, games_in
from video_arena.corpus.truth import read_truth

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from video_arena.corpus.truth import GroundTruth
    from video_arena.game import GameSpec


@dataclass(frozen=True, slots=True)
class Corpus:
    """A game's cases, those that were retired, and how they were built."""

    tree: CorpusTree
    truths: tuple[GroundTruth, ...]
    """In the order of `cases.json`."""
    retired: tuple[GroundTruth, ...]
    """Cases that were replaced: their ids and matches are used up for ever."""
    manifest: dict[str, Any]
    """`build.json`; empty where only the release tree is there."""

    @property
    def name(self) -> str:
        """What messages and manifests call it: the folder's name, without the machine's path."""
        return self.tree.root.resolve().name

    @property
    def canary(self) -> str:
        """The corpus's."""
        return self.truths[0].canary

    @property
    def highest_number(self) -> int:
        """The highest case number that was ever given out, be it chosen, failed or retired."""
        ids = [*self.manifest.get("cases", {}), *(t.case_id for t in (*self.truths, *self.retired))]
        return max(int(self.manifest.get("highest_number", 0)), *map(number_of, ids))


def number_of(case: str) -> int:
    """The number in a case id.

    >>> number_of("chess-03")
    3
    """
    shape = CASE_ID.match(case)
    if shape is None:
        raise PlanError(f"{case!r} is no case id")
    return int(shape["number"])


def open_corpus(root: Path, game: str | None = None) -> Corpus:
    """Read one game of a corpus.

    Args:
        root: the corpus folder.
        game: which game; may be None where the folder holds one.

    Raises:
        PlanError: it is no corpus, does not hold the game, or a file is not as a build writes it.
    """
    there = games_in(root)
    if not there:
        raise PlanError(f"{root}: no tasks/<game> folder below it, so it is no corpus")
    if game is None and len(there) > 1:
        raise PlanError(f"{root} holds {', '.join(there)}: say which with --game")
    if game is not None and game not in there:
        raise PlanError(f"{root} holds no {game} (it holds {', '.join(there)})")
    tree = CorpusTree(root, game or there[0])
    path = tree.cases
    try:
        ids = json.loads(path.read_text(encoding="utf-8"))
        path = tree.manifest
        manifest = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        truths = []
        for case in ids:
            path = tree.truth(case)
            truths.append(read_truth(path))
        retired = []
        for path in sorted(retired_folder(tree).glob("*_gt.json")):
            retired.append(read_truth(path))
    except (OSError, ValueError, TypeError) as error:
        raise PlanError(
            f"{path}: missing or not as a build writes it; `va verify` says more"
        ) from error
    if not truths:
        raise PlanError(f"{tree.cases}: it names no case")
    return Corpus(tree, tuple(truths), tuple(retired), manifest)


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


def retired_folder(tree: CorpusTree) -> Path:
    """`retired/<game>`: ground truth and records of replaced cases, outside the release tree."""
    return tree.root / "retired" / tree.game


def require_contract(corpus: Corpus, spec: GameSpec) -> None:
    """Hold a corpus to the installed version of its game's contract.

    Raises:
        PlanError: a case was built to another version.
    """
    for truth in corpus.truths:
        if truth.spec.digest != spec.digest():
            raise PlanError(
                f"{corpus.name}, {truth.case_id}: built to another version of the {spec.name} "
                f"contract (adapter {truth.spec.adapter}, installed {spec.adapter_version}): "
                "install that adapter, or build the corpus again"
            )
