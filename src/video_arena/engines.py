"""What the core knows of engines: pins, sessions and drivers. Drivers live in distributions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from video_arena.canonical import Json, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from video_arena.values import EngineQuery, Evaluation

ENTRY_POINT_GROUP = "video_arena.engines"


class EngineError(Exception):
    """An engine cannot be used; the message says which, why, and what to do."""


class EngineMissing(EngineError):
    """The engine is not installed; the message names the command that installs it."""


class EngineMismatch(EngineError):
    """The engine runs but is not what its pin says: wrong id, network, option or probe value."""


class EngineFailed(EngineError):
    """The engine died, hung or spoke nonsense on one query, and retries did not help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePin:
    """Which engine, exactly, and how hard it thinks. A label is a function of pin and query."""

    name: str
    driver: str
    """The entry point in `video_arena.engines` that can run it; also the query's protocol."""
    engine: str
    """As the engine names itself: `Stockfish 18`."""
    value: str
    """How its answer becomes a number: `expected_score_wdl`."""
    budget: Mapping[str, int]
    """`{"depth": 20}`, `{"nodes": 300000}`, `{"visits": 1600}`."""
    options: Mapping[str, str | int | bool]
    networks: tuple[str, ...] = ()
    """Names or sha256 of the evaluation networks."""
    reproducible: bool = True
    """False for wall-clock budgets: allowed, but every output says so."""
    proof: Mapping[str, Json] = field(default_factory=dict)
    """What the driver compares to know that a binary is this engine."""
    install: Mapping[str, Json] = field(default_factory=dict)
    """Where the driver gets it, with sha256."""
    note: str = ""

    def identity(self) -> dict[str, Json]:
        """The part that decides values: not where the binary comes from or how it is proved."""
        whole = asdict(self)
        return {
            key: whole[key]
            for key in ("driver", "engine", "value", "budget", "options", "networks")
        }

    def digest(self) -> str:
        """sha256 of the identity: with a query's digest, the key of the evaluation cache."""
        return digest(self.identity())

    def with_budget(self, budget: Mapping[str, int]) -> EnginePin:
        """The same engine under another budget, which replaces the whole of the old one."""
        return replace(self, budget=dict(budget))


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatus:
    """What `va engines check` says of a pin on this machine."""

    pin: str
    usable: bool
    reason: str
    """Why not, and what to do; or what was proved."""
    location: str | None = None
    observed: Mapping[str, Json] = field(default_factory=dict)


class EngineSession(Protocol):
    """A running engine. Not shared between threads."""

    @property
    def observed(self) -> Mapping[str, Json]:
        """What the engine says it is: name, networks, options in force. Same in every session."""

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer queries, in any order, each with its index.

        Crashes and hangs are retried inside; the state is cleared between queries.

        Raises:
            EngineFailed: a query got no answer after all retries.
        """

    def close(self) -> None:
        """Stop the engine. Safe to call twice."""


class EngineDriver(Protocol):
    """What an entry point in `video_arena.engines` names: an object or a module."""

    name: str
    batch: int
    """How many queries one session likes at once: 1 for UCI, hundreds for KataGo.

    For an in-process driver: up to so many queries are not worth starting processes.
    """
    in_process: bool
    """True where evaluating burns this interpreter's CPU: sessions then get worker processes.

    A driver may also have `most_sessions: int`: so many sessions fill the machine (KataGo: 1).
    """

    def pins(self) -> Mapping[str, EnginePin]:
        """The pins this driver knows, by name."""

    def check(self, pin: EnginePin) -> EngineStatus:
        """Find the engine and prove that it is the pin's. Never raises for a missing engine."""

    def install(self, pin: EnginePin) -> Path:
        """Fetch, verify and unpack the engine into the cache folder; return where it is.

        Raises:
            EngineError: the download or its sha256 failed.
        """

    def open(self, pin: EnginePin) -> EngineSession:
        """Start the engine and hold it to its pin.

        Raises:
            EngineMissing: it is not installed.
            EngineMismatch: it is not the pin's.
        """
