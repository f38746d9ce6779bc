"""Which games are asked for, and how their rule is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from va_gomoku.errors import RejectedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json

RESULTS: Final = ("black", "white", "draw", "decisive")
_DIVISIONS: Final = {
    "freestyle": "freestyle",
    "fastgame": "freestyle",
    "standard": "standard",
    "renju": "renju",
}
"""Gomocup's divisions by the beginning of their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The record options."""

    rule: str = ""
    min_moves: int = 0
    max_moves: int = 0
    """0 for no limit"""
    result: str = ""
    unfinished: bool = False
    max_think: int = 30

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Selection:
        """From the options of `parse_record`; one that is missing or null keeps its default."""
        given = {name: options.get(name) for name in cls.__dataclass_fields__}
        return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]

    def rule_of(self, division: str) -> tuple[str, tuple[str, ...]]:
        """The rule of a game, and notes: as the option says, as its division is, or freestyle.

        Raises:
            RejectedError: a division of another or an unknown rule, and no option.
        """
        word = division.casefold()
        by_name = next((rule for name, rule in _DIVISIONS.items() if word.startswith(name)), "")
        if self.rule:
            contrary = by_name and by_name != self.rule
            note = f"judged by --rule {self.rule}, though its division is {division}"
            return self.rule, (note,) if contrary else ()
        if not division:
            return "freestyle", ("the record names no rule: taken for freestyle",)
        if word.startswith("caro"):
            raise RejectedError(f"the division {division} plays caro, which is not supported")
        if not by_name:
            raise RejectedError(
                f"the rule of the division {division!r} is not known: say it with --rule"
            )
        return by_name, ()

    def excluded_by(self, moves: int, winner: str | None) -> str | None:
        """The option that excludes a sound game, or None."""
        if moves < self.min_moves:
            return f"below --min-moves {self.min_moves}"
        if self.max_moves and moves > self.max_moves:
            return f"above --max-moves {self.max_moves}"
        said = {"B": "black", "W": "white", None: "draw"}[winner]
        wanted = {"black", "white"} if self.result == "decisive" else {self.result}
        return f"not --result {self.result}" if self.result and said not in wanted else None
