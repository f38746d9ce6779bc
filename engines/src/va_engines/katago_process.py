"""KataGo's analysis engine: JSON lines in, JSON lines out. No retries and no pins here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from va_engines.line_process import LineProcess, ProcessNonsense

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.canonical import Json

Reply = dict[str, Any]

FAREWELL: Final = json.dumps({"id": "farewell", "action": "terminate_all"})


@dataclass(frozen=True, slots=True)
class KataGoPatience:
    """When silence is taken for a hang, in seconds. No answer depends on it."""

    start_s: float = 1800.0
    """To the first answer: a new device is tuned for minutes, a cold one compiles its kernels."""
    silence_s: float = 600.0
    """Between two answers, and `per_visit_s` more for every visit of one."""
    per_visit_s: float = 6.0
    """A processor without a GPU needs over a second a visit with a big network."""


class KataGoProcess:
    r"""A running analysis engine. Used by one thread at a time.

    Args:
        command: the program, its mode, configuration and network.
        visits: of a query, for the patience.
        patience: when to call it hung.

    Raises:
        EngineMissing: the program cannot be started.
        ProcessFailed: it ends at once, or does not speak the protocol.
    """

    def __init__(
        self,
        command: Sequence[str],
        visits: int,
        *,
        patience: KataGoPatience | None = None,
    ) -> None:
        patience = patience or KataGoPatience()
        self._start_s = patience.start_s
        self._silence_s = patience.silence_s + visits * patience.per_visit_s
        self._process = LineProcess(
            command,
            environment={"APPIMAGE_EXTRACT_AND_RUN": "1"},
            # Without FUSE an AppImage says so on stdout.
            accept=lambda line: line.startswith("{"),
        )
        try:
            self.version, self.git_hash = self._greet()
        except BaseException:
            self._process.kill()
            raise

    @property
    def pid(self) -> int:
        """The process's id; another after a restart."""
        return self._process.pid

    def _greet(self) -> tuple[str, str]:
        self.send({"id": "version", "action": "query_version"})
        reply = self._receive(self._start_s)
        if reply.get("id") != "version" or "version" not in reply:
            raise ProcessNonsense(f"KataGo answered query_version with {reply}")
        return str(reply["version"]), str(reply.get("git_hash", ""))

    def send(self, message: Mapping[str, Json]) -> None:
        """Send a query; its answers come in any order, between other queries'.

        Raises:
            ProcessFailed: nobody reads.
        """
        self._process.write_line(json.dumps(message, separators=(",", ":")))

    def receive(self) -> Reply:
        """The next answer, error or warning.

        Raises:
            ProcessFailed: it died, fell silent, or wrote what is no JSON object.
        """
        return self._receive(self._silence_s)

    def _receive(self, timeout_s: float) -> Reply:
        line = self._process.read_line(timeout_s)
        try:
            reply = json.loads(line)
        except ValueError as error:
            raise ProcessNonsense(f"KataGo wrote broken JSON ({error}): {line[:200]!r}") from error
        if not isinstance(reply, dict):
            raise ProcessNonsense(f"KataGo wrote no object: {line[:200]!r}")
        return reply

    def restart(self) -> None:
        """Start it afresh, and hear that it is the same.

        Raises:
            ProcessFailed: it does not come back, or is another program by now.
        """
        self._process.restart()
        if self._greet() != (self.version, self.git_hash):
            raise ProcessNonsense("KataGo was replaced by another version while it ran")

    def close(self) -> None:
        """Have it drop what it thinks about, and stop. Safe to call twice."""
        self._process.close(FAREWELL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
