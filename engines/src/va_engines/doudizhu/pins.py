"""The pins of the PIMC driver: `pins/pimc-*.toml`."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from va_engines.pins import PINS_FOLDER
from video_arena.engines import EngineError, EnginePin

if TYPE_CHECKING:
    from pathlib import Path

Count = Annotated[int, Field(gt=0)]
Number = Annotated[str, Field(pattern=r"^\d+(\.\d+)?$")]
"""A decimal as text: a pin's options hold no binary fractions."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WorldBudget(_Strict):
    """Between how many worlds an estimate may choose."""

    min_worlds: Count
    max_worlds: Count


class PimcOptions(_Strict):
    """What decides a value besides the number of worlds."""

    policy: Literal["rule-v1", "douzero-wp"]
    update_band: Number
    state_band: Number
    stop_sigma: Number
    common_random_numbers: Literal["game"]
    """Worlds are named by the landlord's hand, so that all moments of a game share them."""


class SelfPlay(_Strict):
    """What the policy did when the pin was made: games from a seed, and their digest."""

    seed: int
    games: Count
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class PimcPinFile(_Strict):
    """A pin as its TOML file has it; the file's name is the pin's."""

    driver: Literal["pimc"]
    engine: str
    value: str
    budget: WorldBudget
    options: PimcOptions
    proof: SelfPlay | None = None
    note: str = ""


def load_pins(folder: Path = PINS_FOLDER) -> dict[str, EnginePin]:
    """The pins of the driver `pimc`, by name, without networks.

    Raises:
        EngineError: a pin file is not one; the message names the file and the key.
    """
    pins = {}
    for path in sorted(folder.glob("pimc-*.toml")):
        try:
            file = PimcPinFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
            raise EngineError(f"{path}: not a pin: {error}") from error
        pins[path.stem] = EnginePin(
            name=path.stem,
            driver=file.driver,
            engine=file.engine,
            value=file.value,
            budget=file.budget.model_dump(),
            options=file.options.model_dump(),
            proof={} if file.proof is None else file.proof.model_dump(),
            note=file.note,
        )
    return pins
