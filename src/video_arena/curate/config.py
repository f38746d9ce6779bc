"""The wishes of a curation, as a TOML file says them."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from video_arena.build.plan import PlanError

if TYPE_CHECKING:
    from pathlib import Path

Family = Literal["shape", "winner", "duration"]
FAMILIES: tuple[Family, ...] = ("winner", "shape", "duration")
"""The default order of priority: a selection can always balance winners, shapes less often."""

Wish = Annotated[int, Field(strict=True, ge=0)] | Annotated[float, Field(strict=True, ge=0, le=1)]
"""A count, or a fraction of n where it is written with a point."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DurationWish(_Part):
    """How the durations of the chosen cases spread over those of the pool."""

    bins: int = Field(strict=True, ge=1, le=100)
    spacing: Literal["width", "ratio", "quantile"] = "width"
    """Bins of equal width in seconds, of equal ratio, or with equally many cases of the pool."""
    least: Literal["even"] | Annotated[int, Field(strict=True, ge=0)] = "even"
    """How many cases every bin has at least; `even`: n / bins, rounded down."""


class CurateConfig(_Part):
    """One curation."""

    game: str
    n: int = Field(strict=True, ge=1)
    """How many cases to choose."""
    shape: Literal["even"] | dict[str, Wish] | None = None
    winner: Literal["even"] | dict[str, Wish] | None = None
    """By side, in the words of the game's labels; `draw` for none. `even`: the two sides alike."""
    duration: DurationWish | None = None
    priority: tuple[Family, ...] = FAMILIES
    """Where quotas contradict each other, those named first are met first."""
    canary_seed: str = ""
    """Another word gives the same cases another canary."""

    @model_validator(mode="after")
    def _priority_names_each_once(self) -> CurateConfig:
        if sorted(self.priority) != sorted(FAMILIES):
            raise ValueError(f"priority must name each of {', '.join(FAMILIES)} once")
        return self


def read_config(path: Path) -> CurateConfig:
    """Read a curation's configuration.

    Raises:
        PlanError: it cannot be read, is no TOML, or says what no curation understands; the message
            names the key.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return CurateConfig.model_validate(content)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{path}: cannot be read as TOML: {error}") from error
    except ValidationError as error:
        told = "; ".join(_told(problem["loc"], problem["msg"]) for problem in error.errors())
        raise PlanError(f"{path}: {told}") from error


def _told(place: tuple[int | str, ...], message: str) -> str:
    # Pydantic also names the alternative of a union that failed, such as `int`.
    words = [str(part) for part in place if str(part).isidentifier() and part not in _UNION_TAGS]
    return f"{'.'.join(words) or 'the file'}: {message.removeprefix('Value error, ')}"


_UNION_TAGS = {"int", "float", "constrained"}
