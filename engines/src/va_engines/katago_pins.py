"""Pins of KataGo: what proves program and network, and the wheels that hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from va_engines.pins import AnyPinFile, Inside, Sha256
from video_arena.engines import EngineError, EnginePin

Variable = Annotated[str, Field(pattern=r"^VIDEO_ARENA_[A-Z0-9_]+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KataGoProof(_Strict):
    """How program and network are known."""

    version: str
    """As `katago version` and `query_version` say: `1.18.1`."""
    git_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    """The commit it was built from, as both say too."""
    backend: str | None = None
    """`OpenCL`: another backend rounds otherwise. None where that is no matter."""
    network_sha256: Sha256
    """Of the network's file, as it is packed."""


class WheelSource(_Strict):
    """One file of a wheel on PyPI."""

    package: str
    version: str
    sha256: Sha256
    """Of the wheel."""
    file: Inside


class ProgramSource(WheelSource):
    """An AppImage in a wheel."""

    variable: Variable
    """The environment variable that names a program of the user's own."""
    programs: tuple[str, ...] = ()
    """Where else one may be: names on PATH."""
    keep: Annotated[tuple[Inside, ...], Field(min_length=1)]
    """The files of the AppImage that are kept."""
    entry: Inside
    """The one of them that is started."""


class WheelNetwork(WheelSource):
    """A network in a wheel."""

    variable: Variable
    """The environment variable that names a file of the user's own."""


class NamedNetwork(_Strict):
    """A network that no package holds: the user names its file."""

    variable: Variable
    file: Inside
    """What it is called once it is installed."""
    origin: str
    """Where it is published, for messages."""


class KataGoInstall(_Strict):
    """Where program and network come from."""

    source: Literal["wheels"]
    program: ProgramSource
    network: WheelNetwork | NamedNetwork


class KataGoPinFile(AnyPinFile):
    """A pin of KataGo as its TOML file has it.

    `options` are lines of KataGo's configuration, so they may be all that it knows; `budget` is
    `visits` alone.
    """

    proof: KataGoProof
    install: KataGoInstall


def proof_of(pin: EnginePin) -> KataGoProof:
    """How the pin's engine is known.

    Raises:
        EngineError: the pin's `proof` is none of KataGo's.
    """
    try:
        return KataGoProof.model_validate(dict(pin.proof))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: proof: {error}") from error


def install_of(pin: EnginePin) -> KataGoInstall:
    """Where the pin's engine comes from.

    Raises:
        EngineError: the pin's `install` is none of KataGo's.
    """
    try:
        return KataGoInstall.model_validate(dict(pin.install))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: install: {error}") from error


def visits_of(pin: EnginePin) -> int:
    """The pin's budget.

    Raises:
        EngineError: it is not one number of visits.
    """
    if set(pin.budget) != {"visits"} or pin.budget["visits"] < 1:
        raise EngineError(
            f"KataGo cannot think by {dict(pin.budget)}: give visits above 0, as in visits=1600"
        )
    return pin.budget["visits"]
