"""Which games of a dump are asked for; decided from the tags alone wherever that is possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from va_chess.clocks import time_control
from va_chess.results import UNKNOWN, read_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from va_chess.tags import Tags
    from video_arena.canonical import Json

SPEEDS = (
    ("ultrabullet", 30),
    ("bullet", 180),
    ("blitz", 480),
    ("rapid", 1500),
    ("classical", None),
)
"""Lichess's classes: the estimated duration, base + 40 * increment, is below so many seconds."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "decisive")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The selection flags of a build."""

    min_plies: int = 0
    max_plies: int = 0
    """0 for no limit"""
    time_control: str = ""
    rated: bool = False
    min_rating: int = 0
    result: str = ""
    standard_start: bool = False
    max_think: int = 120

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Selection:
        """From the options of `parse_record`; one that is missing or null is not applied."""
        given = {name: options.get(name) for name in cls.__dataclass_fields__}
        return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]

    def excluded_by_tags(self, tags: Tags) -> str | None:
        """The flag that excludes a game before its moves are read, or None."""
        if self.time_control and not fits_time_control(tags.get("TimeControl"), self.time_control):
            return f"not --time-control {self.time_control}"
        if self.rated and not tags.get("Event").casefold().startswith("rated"):
            return "not --rated"
        if self.min_rating and _lower_rating(tags) < self.min_rating:
            return f"below --min-rating {self.min_rating}"
        if self.standard_start and tags.get("FEN"):
            return "not --standard-start"
        said = read_result(tags.get("Result"))
        return self.excluded_by_result(said) if said != UNKNOWN else None

    def excluded_by_plies(self, plies: int) -> str | None:
        """The flag that excludes a game of so many plies, or None."""
        if plies < self.min_plies:
            return f"below --min-plies {self.min_plies}"
        if self.max_plies and plies > self.max_plies:
            return f"above --max-plies {self.max_plies}"
        return None

    def excluded_by_result(self, result: str) -> str | None:
        """The flag that excludes a game of this result, or None."""
        wanted = {"1-0", "0-1"} if self.result == "decisive" else {self.result}
        return f"not --result {self.result}" if self.result and result not in wanted else None


def speed(control: str) -> str:
    """Lichess's class of a TimeControl tag; `correspondence` for `-`, `` for what is unknown.

    >>> speed("60+0"), speed("180+2"), speed("600+8")
    ('bullet', 'blitz', 'rapid')
    """
    if control == "-":
        return "correspondence"
    stages = time_control(control)
    if not stages:
        return ""
    seconds = (stages[0].base_ms + 40 * stages[0].increment_ms) // 1000
    for name, below in SPEEDS:
        if below is None or seconds < below:
            return name
    raise AssertionError(seconds)


def fits_time_control(control: str, wanted: str) -> bool:
    """Whether a TimeControl tag is the one asked for: exactly, or by its class."""
    wanted = wanted.strip().casefold()
    return control.strip() == wanted or speed(control.strip()) == wanted


def _lower_rating(tags: Tags) -> int:
    ratings = (tags.get("WhiteElo"), tags.get("BlackElo"))
    return min(int(rating) if rating.isdecimal() else 0 for rating in ratings)
