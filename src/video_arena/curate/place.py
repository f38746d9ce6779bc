"""A case's files brought from one corpus folder into another."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from video_arena.build.identity import under_canary
from video_arena.build.plan import PlanError
from video_arena.canonical import pretty
from video_arena.files import sha256_of, whole_file, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.corpus.tree import CorpusTree
    from video_arena.corpus.truth import GroundTruth


def place_case(
    truth: GroundTruth, origin: CorpusTree, tree: CorpusTree, canary: str
) -> GroundTruth:
    """Bring a case into `tree` under that corpus's canary; return its ground truth there.

    The video keeps its bytes (and, on one disk, is not even copied); the ground truth, which is
    written last, changes in its canary and in the digest that the canary enters.

    Raises:
        PlanError: the case's video is missing or is not the one that was built.
    """
    case = truth.case_id
    here = under_canary(truth, canary)
    if not same_video(origin.media(case), truth):
        raise PlanError(
            f"{origin.media(case)}: missing, or not the video that was built; `va verify` says more"
        )
    if not same_video(tree.media(case), truth):
        link_whole(origin.media(case), tree.media(case))
    for record in records_of(origin, case):
        link_whole(record, tree.source(case, record.name.removeprefix(case)))
    write_whole(tree.truth(case), pretty(here.to_json()))
    return here


def same_video(path: Path, truth: GroundTruth) -> bool:
    """Whether a file is the case's video."""
    return path.is_file() and sha256_of(path) == truth.video.sha256


def records_of(tree: CorpusTree, case: str) -> list[Path]:
    """The case's record in `sources/`: one file, or none where the pool was published without."""
    folder = tree.source(case, "").parent
    return sorted(folder.glob(f"{case}.*")) if folder.is_dir() else []


def link_whole(old: Path, new: Path) -> None:
    """Give a file a second place, atomically: a hard link, or a copy on another disk."""
    with whole_file(new) as partial:
        try:
            os.link(old, partial)
        except OSError:
            shutil.copyfile(old, partial)
