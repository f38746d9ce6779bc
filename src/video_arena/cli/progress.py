"""Progress of a build on a terminal (bars with counts, rate and ETA) or in a log (lines)."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID

    from video_arena.build.report import Reporter


def reporter_for(*, quiet: bool) -> Reporter:
    """The reporter that fits where stderr goes."""
    from video_arena.build.report import Silent

    if quiet:
        return Silent()
    return Bars() if sys.stderr.isatty() else Lines()


class Bars:
    """Rich progress bars on stderr; two refreshes a second, because each costs CPU."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("{task.description:<12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            refresh_per_second=2,
        )
        self._tasks: dict[str, TaskID] = {}
        self._began: dict[str, float] = {}

    def start(self, stage: str, total: int | None) -> None:
        """Show a bar."""
        self._progress.start()
        self._tasks[stage] = self._progress.add_task(stage, total=total, rate="")
        self._began[stage] = time.monotonic()

    def advance(self, stage: str, steps: int = 1) -> None:
        """Move it."""
        task = self._tasks[stage]
        self._progress.advance(task, steps)
        elapsed = time.monotonic() - self._began[stage]
        if elapsed > 1:
            rate = self._progress.tasks[task].completed / elapsed
            self._progress.update(task, rate=f"{rate:.1f}/s")

    def note(self, text: str) -> None:
        """Print a line above the bars."""
        self._progress.console.print(text, highlight=False, markup=False)

    def close(self) -> None:
        """Leave the bars as they stand."""
        self._progress.stop()


class Lines:
    """A line on stderr now and then: for logs and CI."""

    EVERY_S = 10.0

    def __init__(self) -> None:
        self._total: dict[str, int | None] = {}
        self._done: dict[str, int] = {}
        self._began: dict[str, float] = {}
        self._said: dict[str, float] = {}

    def start(self, stage: str, total: int | None) -> None:
        """Remember when."""
        now = time.monotonic()
        self._total[stage], self._done[stage] = total, 0
        self._began[stage] = self._said[stage] = now

    def advance(self, stage: str, steps: int = 1) -> None:
        """Count, and speak at the end of the stage or after a while."""
        self._done[stage] += steps
        now = time.monotonic()
        complete = self._done[stage] == self._total[stage]
        if complete or now - self._said[stage] >= self.EVERY_S:
            self._said[stage] = now
            self._speak(stage, now - self._began[stage])

    def _speak(self, stage: str, elapsed: float) -> None:
        done, total = self._done[stage], self._total[stage]
        rate = done / elapsed if elapsed > 0 else 0.0
        text = f"{stage}: {done}" + (f"/{total}" if total else "")
        if rate > 0:
            text += f", {rate:.1f}/s"
            if total and done < total:
                text += f", {(total - done) / rate:.0f} s to go"
        self.note(text)

    def note(self, text: str) -> None:
        """Print a line."""
        print(text, file=sys.stderr, flush=True)  # noqa: T201

    def close(self) -> None:
        """Nothing to tidy."""
