"""Cases drawn beside the engines: worker processes where there are several cases."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Self

from video_arena.build.case import BuiltCase, CaseFailure, CaseJob, build_case

if TYPE_CHECKING:
    from collections.abc import Iterator

Outcome = tuple[CaseJob, "BuiltCase | CaseFailure"]


def attempt(job: CaseJob) -> BuiltCase | CaseFailure:
    """Build a case; whatever the adapter does wrong costs this case and no other.

    Raises:
        OSError: the disk is full or the folder cannot be written: no case would fare better.
    """
    try:
        return build_case(job)
    except CaseFailure as failure:
        return failure
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - an adapter's bug must not end the run
        return CaseFailure(f"the adapter raised {type(error).__name__}: {error}")


class DrawingRoom:
    """Builds cases from jobs. One case, or one worker, is built in this process at once."""

    def __init__(self, cases: int, workers: int) -> None:
        self._workers = min(workers, cases)
        self._pool: ProcessPoolExecutor | None = None
        self._pending: dict[Future[BuiltCase | CaseFailure], CaseJob] = {}
        self._done: list[Outcome] = []

    def __enter__(self) -> Self:
        """The room itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the workers; what they were writing stays unfinished and unseen."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def put(self, job: CaseJob) -> None:
        """Have a case built, now or soon."""
        if self._workers <= 1:
            self._done.append((job, attempt(job)))
            return
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context)
        try:
            self._pending[self._pool.submit(attempt, job)] = job
        except BrokenProcessPool:
            self._done.append((job, self._alone(job)))

    def ready(self) -> Iterator[Outcome]:
        """The cases that are done by now."""
        while self._done:
            yield self._done.pop(0)
        for future in [future for future in self._pending if future.done()]:
            yield self._settled(future)

    def rest(self) -> Iterator[Outcome]:
        """All other cases, waited for."""
        yield from self.ready()
        while self._pending:
            yield self._settled(next(iter(self._pending)))

    def _settled(self, future: Future[BuiltCase | CaseFailure]) -> Outcome:
        job = self._pending.pop(future)
        try:
            return job, future.result()
        except BrokenProcessPool:
            return job, self._alone(job)

    def _alone(self, job: CaseJob) -> BuiltCase | CaseFailure:
        """A worker was killed and took others' work with it: build that case here."""
        self._pool = None
        return attempt(job)
