"""Many engines at work: one queue of queries for all cases, so one long game uses all cores."""

from __future__ import annotations

import multiprocessing
import queue
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.workers import end_with_parent
from video_arena.engines import EngineFailed
from video_arena.plugins import find_pin

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from video_arena.canonical import Json
    from video_arena.engines import EngineDriver, EnginePin, EngineSession
    from video_arena.values import EngineQuery, Evaluation

Answer = tuple[int, "Evaluation | EngineFailed"]
"""Index of the query, and its answer or why there is none."""


@dataclass(slots=True)
class Fleet:
    """As many sessions of one pin as there are workers and work."""

    driver: EngineDriver
    pin: EnginePin
    workers: int
    observed: Mapping[str, Json] | None = None
    """What the engine says it is; known before the first answer is yielded."""

    def answer(self, queries: Sequence[EngineQuery]) -> Iterator[Answer]:
        """Answer every query, in whatever order they finish; a failed one is yielded, not raised.

        Raises:
            EngineError: no session could be opened: the engine is missing or is not the pin's.
        """
        with self.at_work(queries) as answers:
            yield from answers

    @contextmanager
    def at_work(self, queries: Sequence[EngineQuery]) -> Iterator[Iterator[Answer]]:
        """Start the engines and give their answers, as `answer` does; stop them at the end.

        An engine in a process of its own is fed by a thread, which costs next to nothing; an
        engine that computes inside Python gets worker processes, once there is more to ask than
        one batch.
        """
        if not queries:
            yield iter(())
            return
        workers = min(self.workers, len(queries), getattr(self.driver, "most_sessions", 1 << 16))
        if self.driver.in_process and workers > 1 and len(queries) > self.driver.batch:
            with closing(self._by_processes(queries, workers)) as answers:
                yield answers
        else:
            feeders = _Feeders(self.driver, self.pin, queries, workers)
            try:
                feeders.start()
                yield self._of(feeders)
            finally:
                feeders.stop()

    def observe(self) -> Mapping[str, Json]:
        """What the engine says it is, from a session opened for that alone where none was yet.

        Raises:
            EngineError: the engine is missing or is not the pin's.
        """
        if self.observed is None:
            session = self.driver.open(self.pin)
            try:
                self.observed = dict(session.observed)
            finally:
                session.close()
        return self.observed

    def _of(self, feeders: _Feeders) -> Iterator[Answer]:
        for item in feeders.items():
            if isinstance(item, _Opened):
                self.observed = self.observed or item.observed
            else:
                yield item

    def _by_processes(
        self, queries: Sequence[EngineQuery], workers: int
    ) -> Generator[Answer, None, None]:
        self.observe()
        work = _Work(len(queries), max(self.driver.batch, 32), workers)
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, initializer=_open_here, initargs=(self.pin,))
        try:
            futures = []
            while indices := work.take():
                asked = [queries[i] for i in indices]
                futures.append(pool.submit(_answer_here, indices.start, asked))
            for future in as_completed(futures):
                yield from future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A session is there, and says what it is."""

    observed: Mapping[str, Json]


class _Feeders:
    """Threads that each feed one session from the shared work."""

    _PATIENCE_S = 2.0
    """They are daemons: one that hangs longer than this ends with the process."""

    def __init__(
        self, driver: EngineDriver, pin: EnginePin, queries: Sequence[EngineQuery], workers: int
    ) -> None:
        self._driver = driver
        self._pin = pin
        self._queries = queries
        self._work = _Work(len(queries), driver.batch, workers)
        self._out: queue.SimpleQueue[Answer | _Opened | BaseException | None] = queue.SimpleQueue()
        self._sessions: list[EngineSession] = []
        self._threads = [threading.Thread(target=self._feed, daemon=True) for _ in range(workers)]

    def start(self) -> None:
        """Open the sessions and begin to ask."""
        for thread in self._threads:
            thread.start()

    def items(self) -> Iterator[Answer | _Opened]:
        """What the sessions say, as they say it; an error of one of them is raised here."""
        running = len(self._threads)
        while running:
            item = self._out.get()
            if item is None:
                running -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item

    def stop(self) -> None:
        """Give out no more work, close every session, one that is searching too, and wait a little.

        A feeder left behind would still put its last query to an engine while the next run begins.
        """
        self._work.stop()
        for session in self._sessions:
            session.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(self._PATIENCE_S)

    def _feed(self) -> None:
        try:
            session = self._driver.open(self._pin)
            self._sessions.append(session)
            self._out.put(_Opened(dict(session.observed)))
            while indices := self._work.take():
                for answer in answer_slice(session, indices, self._queries):
                    self._out.put(answer)
            session.close()
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
            self._out.put(error)
        finally:
            self._out.put(None)


class _Work:
    """The shared queue: hands out slices of query indices until none is left."""

    def __init__(self, total: int, batch: int, workers: int) -> None:
        # Small enough that the last slices spread over all workers.
        self._size = max(1, min(batch, total // (4 * workers)))
        self._next = 0
        self._total = total
        self._lock = threading.Lock()

    def take(self) -> range:
        with self._lock:
            start = self._next
            self._next = min(self._total, start + self._size)
            return range(start, self._next)

    def stop(self) -> None:
        with self._lock:
            self._next = self._total


def answer_slice(
    session: EngineSession, indices: range, queries: Sequence[EngineQuery]
) -> Iterator[Answer]:
    """Answer the queries of `indices` in one session; when one fails the others are asked alone."""
    try:
        asked = [queries[i] for i in indices]
        done = set()
        for i, evaluation in session.evaluate(asked):
            done.add(i)
            yield indices[i], evaluation
    except EngineFailed as error:
        if len(indices) == 1:
            yield indices[0], error
            return
        for i, index in enumerate(indices):
            if i not in done:
                yield from answer_slice(session, range(index, index + 1), queries)


_here: list[EngineSession] = []


def _open_here(pin: EnginePin) -> None:
    end_with_parent()
    driver, _ = find_pin(pin.name)
    _here.append(driver.open(pin))


def _answer_here(first: int, queries: Sequence[EngineQuery]) -> list[Answer]:
    answers = answer_slice(_here[0], range(len(queries)), queries)
    return [(first + index, answer) for index, answer in answers]
