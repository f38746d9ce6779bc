"""From trajectories to a release: a case is drawn as soon as its values are known.

Importing this module loads the codec libraries; a build does so while its engines start.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from video_arena.build.case import BuiltCase, CaseJob
from video_arena.build.chunk import chunks_of
from video_arena.build.draw import DrawingRoom
from video_arena.canonical import Json, pretty
from video_arena.corpus.release import shortcut_warning, write_release
from video_arena.files import write_whole
from video_arena.match import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from video_arena.build.draw import Outcome
    from video_arena.build.evaluate import Evaluator, Trajectory
    from video_arena.build.plan import BuildPlan
    from video_arena.build.report import Reporter
    from video_arena.build.selection import Selection
    from video_arena.corpus.tree import CorpusTree
    from video_arena.plugins import Game

STAGE = "cases"
CHUNK_STAGE = "chunks"
"""Of moving videos, ten seconds each as a rule: what takes the time."""


@dataclass(slots=True)
class CaseWork:
    """Builds the chosen matches' cases from their trajectories."""

    plan: BuildPlan
    game: Game
    selection: Selection
    canary: str
    reporter: Reporter
    evaluator: Evaluator
    cases: list[BuiltCase] = field(default_factory=list)
    """What was built; in case order once `run` has returned."""
    rejected: list[RecordError] = field(default_factory=list)
    """What was not, in the order of the matches."""

    def run(self, trajectories: Iterator[Trajectory]) -> None:
        """Build a case for each match, in any order."""
        total = len(self.selection.matches)
        self.reporter.start(STAGE, total)
        failures: dict[int, RecordError] = {}
        media = self.game.spec.media
        chunks = sum(len(chunks_of(match, media)) for match in self.selection.matches)
        if chunks:
            self.reporter.start(CHUNK_STAGE, chunks)
        drew = partial(self.reporter.advance, CHUNK_STAGE)
        with DrawingRoom(total, self.plan.workers, drew) as room:
            for trajectory in trajectories:
                if trajectory.failure is not None:
                    failures[trajectory.index] = self._rejected(
                        trajectory.index, trajectory.failure
                    )
                else:
                    room.put(self._job(trajectory))
                self._collect(room.ready(), failures)
            self._collect(room.rest(), failures)
        self.cases.sort(key=lambda case: case.number)
        self.rejected += [failures[index] for index in sorted(failures)]

    def write_release(self, tree: CorpusTree, rejected: Sequence[RecordError]) -> None:
        """Write the files about all cases, and about every record that became none."""
        rejections: list[Json] = [
            {"file": error.file, "place": error.place, "reason": error.reason} for error in rejected
        ]
        write_whole(tree.rejections, pretty(rejections))
        truths = [case.truth for case in self.cases]
        if truths:
            write_release(tree, self.game.spec, self.canary, truths)
        if warning := shortcut_warning(self.game.spec, truths):
            self.reporter.note(warning)

    def _job(self, trajectory: Trajectory) -> CaseJob:
        return CaseJob(
            game=self.game.name,
            number=self.plan.first_number + trajectory.index,
            match=self.selection.matches[trajectory.index],
            values=trajectory.values,
            states=trajectory.states,
            uncertainty=trajectory.uncertainty,
            engine=self.evaluator.facts(),
            canary=self.canary,
            out=self.plan.out,
        )

    def _collect(self, outcomes: Iterator[Outcome], failures: dict[int, RecordError]) -> None:
        for job, outcome in outcomes:
            self.reporter.advance(STAGE)
            if isinstance(outcome, BuiltCase):
                self.cases.append(outcome)
            else:
                index = job.number - self.plan.first_number
                failures[index] = self._rejected(index, str(outcome))

    def _rejected(self, index: int, reason: str) -> RecordError:
        source = self.selection.matches[index].source
        error = RecordError(source.file, source.place, reason)
        self.reporter.note(f"rejected {error.file}, {error.place}: {error.reason}")
        self.game.manager.hook.record_rejected(game=self.game.name, error=error)
        return error
