"""Pins of Gomocup engines as data: where the engine is, and how it is known."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from va_engines.pins import AnyPinFile
from video_arena.engines import EngineError, EnginePin


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BroughtSource(_Strict):
    """An engine that no registry has: the user brings a binary."""

    source: Literal["brought"]
    variable: Annotated[str, Field(pattern=r"^VIDEO_ARENA_[A-Z0-9_]+$")]
    """The environment variable that names it."""
    programs: Annotated[tuple[str, ...], Field(min_length=1)]
    """Where else it may be: names on PATH."""
    advice: str
    """Where a user gets it."""


class BundledSource(_Strict):
    """An engine that comes with this distribution, run by Node.js."""

    source: Literal["bundled"]
    script: Annotated[str, Field(pattern=r"^[a-z0-9_]+/[a-z0-9_]+\.mjs$")]
    """Seen from this package's folder."""


class GomocupProbe(_Strict):
    """A position whose answer tells the engine apart, searched from a cleared state."""

    moves: Annotated[tuple[tuple[int, int], ...], Field(min_length=1)]
    nodes: Annotated[int, Field(gt=0)]
    """The budget of the probe."""
    eval: int | None = None
    """What a reproducible engine must answer; None where only the scaling factor is read."""
    bestmove: tuple[int, int] | None = None


class GomocupProof(_Strict):
    """How a Gomocup engine is known."""

    version: str
    """What the version in the answer to ABOUT must begin with."""
    scaling_factor: Annotated[float, Field(gt=0)]
    """winrate = 1 / (1 + exp(-eval / scaling_factor)); it differs by the model."""
    probe: Annotated[tuple[GomocupProbe, ...], Field(min_length=1)]


class GomocupPinFile(AnyPinFile):
    """A pin of a Gomocup engine; `engine` is the name in the answer to ABOUT."""

    proof: GomocupProof
    install: Annotated[BroughtSource | BundledSource, Field(discriminator="source")]


_SOURCE: Final[TypeAdapter[BroughtSource | BundledSource]] = TypeAdapter(
    Annotated[BroughtSource | BundledSource, Field(discriminator="source")]
)


def gomocup_proof_of(pin: EnginePin) -> GomocupProof:
    """How the pin's engine is known.

    Raises:
        EngineError: the pin's `proof` is none of a Gomocup engine.
    """
    try:
        return GomocupProof.model_validate(dict(pin.proof))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: proof: {error}") from error


def gomocup_source_of(pin: EnginePin) -> BroughtSource | BundledSource:
    """Where the pin's engine is.

    Raises:
        EngineError: the pin's `install` is none of a Gomocup engine.
    """
    try:
        return _SOURCE.validate_python(dict(pin.install))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: install: {error}") from error
