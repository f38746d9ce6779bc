"""Cases built from found matches under numbers of our choosing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.case import BuiltCase, CaseJob
from video_arena.build.draw import DrawingRoom
from video_arena.corpus.tree import CASE_ID, CorpusTree, case_id

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from video_arena.build.evaluate import Evaluator
    from video_arena.build.report import Reporter
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.search import Found

STAGE = "cases"


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where cases are built, by which engine, and by how many workers."""

    tree: CorpusTree
    canary: str
    evaluator: Evaluator
    workers: int
    reporter: Reporter

    def build(self, found: Mapping[int, Found]) -> tuple[dict[int, GroundTruth], dict[str, str]]:
        """Build a case under each number; one that is there already is taken as it is.

        Returns:
            The ground truth by number, and why a match could not be built by its fingerprint.
        """
        truths: dict[int, GroundTruth] = {}
        failures: dict[str, str] = {}
        self.reporter.start(STAGE, len(found))
        with DrawingRoom(len(found), self.workers) as room:
            for number, one in found.items():
                room.put(self._job(number, one))
            for job, outcome in room.rest():
                self.reporter.advance(STAGE)
                if isinstance(outcome, BuiltCase):
                    truths[job.number] = outcome.truth
                else:
                    failures[job.match.fingerprint] = str(outcome)
        return dict(sorted(truths.items())), failures

    def _job(self, number: int, one: Found) -> CaseJob:
        return CaseJob(
            game=self.tree.game,
            number=number,
            match=one.fresh.match,
            values=one.trajectory.values,
            states=one.trajectory.states,
            uncertainty=one.trajectory.uncertainty,
            engine=self.evaluator.facts(),
            canary=self.canary,
            out=self.tree.root,
        )


def clear_unfinished(tree: CorpusTree, above: int, keep: range) -> None:
    """Delete what an earlier, unfinished attempt left: cases with numbers that no list names.

    Args:
        tree: the corpus.
        above: the highest number that was ever given out.
        keep: the numbers that are to be built now.
    """
    wanted = {case_id(tree.game, number) for number in keep}
    folders = (tree.media("x").parent, tree.truth("x").parent, tree.source("x", "").parent)
    for path in _files_in(*folders):
        case = path.name.partition(".")[0].removesuffix("_gt")
        shape = CASE_ID.match(case)
        if shape is not None and int(shape["number"]) > above and case not in wanted:
            path.unlink()


def _files_in(*folders: Path) -> list[Path]:
    return [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
