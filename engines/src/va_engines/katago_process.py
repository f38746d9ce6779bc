"""KataGo's analysis engine: JSON lines in, JSON lines out. No retries and no pins here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from va_engines.engine_process import EngineProcess
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


class KataGoIdentity(NamedTuple):
    """What KataGo answers to `query_version`."""

    version: str
    git_hash: str


class KataGoProcess(EngineProcess[KataGoIdentity]):
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
        super().__init__(
            LineProcess(
                command,
                environment={"APPIMAGE_EXTRACT_AND_RUN": "1"},
                # Without FUSE an AppImage says so on stdout.
                accept=lambda line: line.startswith("{"),
            )
        )

    @property
    def version(self) -> str:
        """KataGo's version."""
        return self.identity.version

    @property
    def git_hash(self) -> str:
        """The commit it was built from."""
        return self.identity.git_hash

    def _greet(self) -> KataGoIdentity:
        self.send({"id": "version", "action": "query_version"})
        reply = self._receive(self._start_s)
        if reply.get("id") != "version" or "version" not in reply:
            raise ProcessNonsense(f"KataGo answered query_version with {reply}")
        return KataGoIdentity(str(reply["version"]), str(reply.get("git_hash", "")))

    def _farewell(self) -> str:
        return FAREWELL

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
