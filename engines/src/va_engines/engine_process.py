"""What every engine in a process of its own has: who it said it was, and how it begins afresh."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar

from va_engines.line_process import LineProcess, ProcessHung, ProcessNonsense
from video_arena.engines import EngineMismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_LINES: Final = 1_000_000
"""More lines than this to one command are a flood, not an answer."""

Identity = TypeVar("Identity")


class EngineProcess(ABC, Generic[Identity]):
    """A running engine behind a protocol. Used by one thread at a time.

    Args:
        process: the started program; from here on it is this object's.

    Raises:
        EngineMismatch: it is not what it should be.
        ProcessFailed: it ends at once, or does not speak the protocol.
    """

    def __init__(self, process: LineProcess) -> None:
        self._process = process
        self._stale = True
        """A question was begun and not ended: what comes now may still be its answer."""
        try:
            self.identity: Final = self._greet()
        except BaseException:
            process.kill()
            raise
        self._stale = False

    @abstractmethod
    def _greet(self) -> Identity:
        """Begin the dialogue with a fresh process, set it up, and hear who it is."""

    @abstractmethod
    def _farewell(self) -> str:
        """What makes it end, also while it searches."""

    @property
    def pid(self) -> int:
        """The process's id; another after a restart."""
        return self._process.pid

    @property
    def _command(self) -> str:
        return " ".join(self._process.command)

    def _next(self, timeout_s: float) -> str:
        return self._process.read_line(timeout_s)

    def _lines_until(
        self, is_last: Callable[[str], bool], what: str, timeout_s: float
    ) -> Iterator[str]:
        """The lines before the one that `is_last`, which is `what` in messages."""
        deadline = time.monotonic() + timeout_s
        for _ in range(MOST_LINES):
            try:
                line = self._next(max(deadline - time.monotonic(), 0.001))
            except ProcessHung as error:
                raise ProcessHung(f"waiting for {what!r}: {error}") from error
            if is_last(line):
                return
            yield line
        raise ProcessNonsense(f"over {MOST_LINES} lines and no {what!r}")

    def _refresh(self) -> None:
        # A search that did not end (the process failed, or the user pressed Ctrl-C) may still
        # send its lines: they must not be taken for another's.
        if self._stale:
            self.restart()

    def restart(self) -> None:
        """Throw the process away and start a fresh one, which must be the same engine.

        Raises:
            EngineMismatch: another engine answers now.
            ProcessFailed: none answers.
        """
        self._stale = True
        self._process.restart()
        identity = self._greet()
        if identity != self.identity:
            raise EngineMismatch(
                f"{self._command} was {self.identity} and is {identity} after a restart, or has "
                "other options: it was replaced while it ran. Start again."
            )
        self._stale = False

    def close(self) -> None:
        """End the engine. Safe to call twice."""
        self._process.close(self._farewell())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
