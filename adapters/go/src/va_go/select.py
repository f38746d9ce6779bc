"""Which games are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from va_go.points import LARGEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from va_go.record import Record
    from video_arena.canonical import Json

SMALLEST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The selection flags of a build."""

    board_size: int = LARGEST
    """0 for any."""
    min_moves: int = 0
    max_moves: int = 0
    """0 for no limit"""
    even: bool = False
    finished: bool = False
    max_think: int = 60

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Selection:
        """From the options of `parse_record`; one that is missing or null is not applied."""
        given = {name: options.get(name) for name in cls.__dataclass_fields__}
        return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]

    def excluded(self, record: Record, winner_known: bool) -> str | None:  # noqa: FBT001
        """The flag that leaves a game out, or None."""
        if self.board_size and record.size != self.board_size:
            return f"not --board-size {self.board_size}"
        if len(record.moves) < self.min_moves:
            return f"below --min-moves {self.min_moves}"
        if self.max_moves and len(record.moves) > self.max_moves:
            return f"above --max-moves {self.max_moves}"
        if self.even and (record.setup or record.handicap > 1):
            return "not --even"
        if self.finished and not winner_known:
            return "not --finished"
        return None
