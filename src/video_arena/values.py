"""V after a prefix: known from the record, known from the rules, or asked of a pinned engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from video_arena.canonical import Json, digest
from video_arena.labels import Change

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Recorded:
    """V as the record itself holds it (a score difference, a net-worth lead)."""

    value: float
    state: Json = None
    """The exact state where T3 asks for it, such as the score [3, 2]."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """V as the rules of the game decide it: no engine is asked about a finished game."""

    value: float


@dataclass(frozen=True, slots=True)
class EngineQuery:
    """A question for a pinned engine; its answer depends on the pin and on `request` alone."""

    protocol: str
    """The family of engines that can answer: `uci`, `katago`, `gomocup`, `pimc`, or your own."""
    request: Mapping[str, Json]
    """The position in the protocol's own terms; JSON only, because it is hashed."""
    flipped: bool = False
    """True where the engine answers for the other side than V's: V = 1 - answer."""

    def digest(self) -> str:
        """sha256 of protocol and request; `flipped` is our reading, not part of the question."""
        return digest({"protocol": self.protocol, "request": dict(self.request)})

    def value(self, evaluation: Evaluation) -> float:
        """V from the engine's answer, rounded to 6 decimals so that 1 - x prints as it should."""
        return round(1.0 - evaluation.value if self.flipped else evaluation.value, 6)

    def error(self, evaluation: Evaluation) -> float | None:
        """V's standard error, where the engine samples and says it; None where V is no estimate."""
        return cast("float | None", evaluation.detail.get("error"))

    def change(self, evaluation: Evaluation) -> Change | None:
        """V less V before, with its standard error, where the engine estimates that by itself."""
        value, error = (evaluation.detail.get(name) for name in ("change", "change_error"))
        if value is None:
            return None
        found = cast("float", value)
        return Change(-found if self.flipped else found, cast("float", error))


PrefixValue = Recorded | Terminal | EngineQuery


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An engine's answer to one query."""

    value: float
    """Expected score in [0, 1] of the side the protocol answers for (UCI: the side to move)."""
    detail: Mapping[str, Json] = field(default_factory=dict)
    """What else the engine said (depth, nodes, score, wdl), for provenance and audits.

    An engine that samples says `error`, the standard error of `value`, and may say `change` and
    `change_error`: how its value differs from the one before the query's last action.
    """
