"""Options of `generate_record`, read into an adapter's own dataclass."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json

Wanted = TypeVar("Wanted")


class OptionError(ValueError):
    """An option of a generator that there is not, or a value that cannot be; exit code 2."""


def read_options(kind: type[Wanted], game: str, options: Mapping[str, Json]) -> Wanted:
    """The options as a `kind`, a dataclass whose fields all have defaults; None is not given.

    Raises:
        OptionError: an option that `kind` has no field for; the message lists those it has.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    unknown = sorted(set(options) - set(names))
    if unknown:
        raise OptionError(
            f"{game} generates no {', '.join(unknown)}; the options are {', '.join(names)}"
        )
    return kind(**{name: value for name, value in options.items() if value is not None})
