"""Worker processes that die with the build, and whose own death costs no work."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, wait
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future


class WorkerLost(Exception):
    """The process that did a piece of work was killed, and once more when it did nothing else."""


@dataclass(slots=True, eq=False)
class Work:
    """Something to be done in another process."""

    call: Callable[[], Any]
    """Picklable, and free to be called a second time if its process is killed."""
    done: Callable[[Any], None]
    """Called in this process with what `call` returned, or with WorkerLost."""
    lost: bool = False
    """Its process was killed; it may have been the cause."""


class Crew:
    """Up to `count` worker processes, started when there is work for them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: deque[Work] = deque()
        self._running: dict[Future[Any], Work] = {}

    def __enter__(self) -> Self:
        """The crew itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let what is begun end, and begin nothing more."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def put(
        self, call: Callable[[], Any], done: Callable[[Any], None], *, urgent: bool = False
    ) -> Work:
        """Have something done, in the order of these calls; what is urgent goes first."""
        work = Work(call, done)
        if urgent:
            self._waiting.appendleft(work)
        else:
            self._waiting.append(work)
        self._feed()
        return work

    def drop(self, work: Work) -> bool:
        """Forget about work that has not begun; False if it has."""
        if work not in self._waiting:
            return False
        self._waiting.remove(work)
        return True

    def settle(self, *, block: bool) -> bool:
        """Call `done` for what has ended.

        Args:
            block: wait until something has.

        Returns:
            Whether anything is left to do.

        Raises:
            Exception: what a call raised.
        """
        if block and self._running:
            wait(self._running, return_when=FIRST_COMPLETED)
        lost = []
        for future in [future for future in self._running if future.done()]:
            work = self._running.pop(future)
            try:
                result = future.result()
            except BrokenProcessPool:
                lost.append(work)
            else:
                work.done(result)
        self._recover(lost)
        self._feed()
        return bool(self._running)

    def _recover(self, lost: list[Work]) -> None:
        """One process was killed, and the pool ended all others."""
        if lost:
            self._pool = None
        again = []
        for work in lost:
            if work.lost:
                work.done(WorkerLost())
            else:
                work.lost = True
                again.append(work)
        self._waiting.extendleft(reversed(again))

    def _feed(self) -> None:
        """Keep every worker busy, and one piece of work in reserve for each."""
        while self._waiting and len(self._running) < 2 * self._count:
            # What may kill its process is done with nothing beside it.
            alone = self._waiting[0].lost or any(work.lost for work in self._running.values())
            if alone and self._running:
                return
            if self._pool is None:
                self._pool = start_workers(self._count)
            try:
                future = self._pool.submit(self._waiting[0].call)
            except BrokenProcessPool:
                if self._running:  # `settle` will find them lost
                    return
                self._pool = None
            else:
                self._running[future] = self._waiting.popleft()


def start_workers(count: int) -> ProcessPoolExecutor:
    """A pool of fresh processes that end with this one."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=begin_work)


def begin_work() -> None:
    """Set up a worker that draws: it ends with the build, and OpenCV gets one thread."""
    end_with_parent()
    import cv2  # noqa: PLC0415 - loads the library only where pictures are drawn

    # There is a worker for every core already.
    cv2.setNumThreads(1)


def end_with_parent() -> None:
    """Have this process end at once when the one that started it does, however it ends."""
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
