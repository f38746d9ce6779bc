"""Cases drawn beside the engines: worker processes where there is work for several.

A case whose picture moves is many pieces of work, its chunks and then their joining, so that one
long case uses all workers. Any other case is one piece.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Self, TypeVar

from video_arena.build.case import (
    BuiltCase,
    CaseFailure,
    CaseJob,
    build_case,
    built_already,
    prepare,
)
from video_arena.build.chunk import DrawnChunk, chunk_path, chunks_of, draw_chunk
from video_arena.build.workers import Crew, Work, WorkerLost
from video_arena.corpus.tree import CorpusTree
from video_arena.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from video_arena.match import Event, Span
    from video_arena.plugins import Game

Outcome = tuple[CaseJob, "BuiltCase | CaseFailure"]
T = TypeVar("T")


def attempt(work: Callable[[], T]) -> T | CaseFailure:
    """Do a piece of work; whatever the adapter does wrong costs this case and no other.

    Raises:
        OSError: the disk is full or the folder cannot be written: no case would fare better.
    """
    try:
        return work()
    except CaseFailure as failure:
        return failure
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - an adapter's bug must not end the run
        return CaseFailure(f"the adapter raised {type(error).__name__}: {error}")


def _draw_part(parcel: bytes, span: Span) -> DrawnChunk:
    job, game, events = _unpacked(parcel)
    try:
        return draw_chunk(game, job.match, events, span, _video(job))
    except ValueError as error:
        raise CaseFailure(str(error)) from error


@lru_cache(maxsize=2)
def _unpacked(parcel: bytes) -> tuple[CaseJob, Game, tuple[Event, ...]]:
    """Once for all chunks of a case that come here, so that an adapter sees the same match."""
    job: CaseJob = pickle.loads(parcel)  # noqa: S301 - our own, from the build's main process
    return (job, *prepare(job))


def _video(job: CaseJob) -> Path:
    return CorpusTree(job.out, job.game).media(job.case_id)


@dataclass(slots=True, eq=False)
class _Moving:
    """A case whose chunks are being drawn."""

    job: CaseJob
    spans: tuple[Span, ...]
    undrawn: dict[Span, Work] = field(default_factory=dict)
    drawn: dict[Span, DrawnChunk] = field(default_factory=dict)
    failed: dict[Span, CaseFailure] = field(default_factory=dict)

    def keep(self, span: Span, result: DrawnChunk | CaseFailure | WorkerLost) -> None:
        if isinstance(result, DrawnChunk):
            self.drawn[span] = result
        else:
            self.failed[span] = _failure(result)


class DrawingRoom:
    """Builds cases from jobs: in this process where one worker, or one picture, is all there is.

    Args:
        cases: how many jobs there will be.
        workers: how many processes may draw at once.
        drew: told, in this thread, how many chunks of moving cases are done or need not be.
    """

    def __init__(
        self, cases: int, workers: int, drew: Callable[[int], None] = lambda _: None
    ) -> None:
        self._cases = cases
        self._workers = workers
        self._tell = drew
        self._crew = Crew(workers)
        self._done: list[Outcome] = []

    def __enter__(self) -> Self:
        """The room itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the workers; what they were writing stays unfinished and unseen."""
        self._crew.__exit__()

    def put(self, job: CaseJob) -> None:
        """Have a case built, now or soon."""
        case = _Moving(job, chunks_of(job.match, load_game(job.game).spec.media))
        here = self._workers <= 1 or (self._cases == 1 and len(case.spans) <= 1)
        if case.spans and (there := built_already(job)):
            self._tell(len(case.spans))
            self._finish(job, there)
        elif case.spans:
            self._draw(case, here=here)
        elif here:
            self._finish(job, attempt(partial(build_case, job)))
        else:
            self._crew.put(partial(attempt, partial(build_case, job)), partial(self._finish, job))

    def ready(self) -> Iterator[Outcome]:
        """The cases that are done by now."""
        self._crew.settle(block=False)
        while self._done:
            yield self._done.pop(0)

    def rest(self) -> Iterator[Outcome]:
        """All other cases, waited for."""
        while self._crew.settle(block=True):
            yield from self.ready()
        yield from self.ready()

    def _draw(self, case: _Moving, *, here: bool) -> None:
        parcel = pickle.dumps(case.job)
        for span in case.spans:
            call = partial(attempt, partial(_draw_part, parcel, span))
            if not here:
                case.undrawn[span] = self._crew.put(call, partial(self._drew, case, span))
            elif not case.failed:
                case.keep(span, call())
                self._tell(1)
        if here:
            self._join(case, here=True)

    def _drew(
        self, case: _Moving, span: Span, result: DrawnChunk | CaseFailure | WorkerLost
    ) -> None:
        del case.undrawn[span]
        case.keep(span, result)
        self._tell(1)
        if span in case.failed:
            # The first chunk that fails decides, as if they were drawn one after another.
            for later in [other for other in case.undrawn if other > span]:
                if self._crew.drop(case.undrawn[later]):
                    del case.undrawn[later]
        if not case.undrawn:
            self._join(case, here=False)

    def _join(self, case: _Moving, *, here: bool) -> None:
        job = case.job
        call = partial(
            attempt, partial(build_case, job, [case.drawn[s] for s in sorted(case.drawn)])
        )
        if case.failed:
            self._tell(len(case.spans) - len(case.drawn) - len(case.failed))
            self._finish(job, case.failed[min(case.failed)])
        elif here:
            self._finish(job, call())
        else:
            self._crew.put(call, partial(self._finish, job), urgent=True)

    def _finish(self, job: CaseJob, result: BuiltCase | CaseFailure | WorkerLost) -> None:
        for span in chunks_of(job.match, load_game(job.game).spec.media):
            chunk_path(_video(job), span).unlink(missing_ok=True)
        self._done.append((job, result if isinstance(result, BuiltCase) else _failure(result)))


def _failure(result: CaseFailure | WorkerLost) -> CaseFailure:
    if isinstance(result, WorkerLost):
        return CaseFailure(
            "the process that drew it was killed twice: too little memory, or a crash in a library"
        )
    return result
