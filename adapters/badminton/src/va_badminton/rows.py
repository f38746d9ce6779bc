"""A set's CSV to typed rows: 30 columns in ShuttleSet, of which these are used."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Literal

from va_badminton.errors import RejectedError
from va_badminton.shots import CHINESE, ENDINGS

Player = Literal["A", "B"]

NEEDED = (
    "rally",
    "ball_round",
    "time",
    "frame_num",
    "roundscore_A",
    "roundscore_B",
    "player",
    "type",
    "aroundhead",
    "backhand",
    "hit_height",
    "hit_x",
    "hit_y",
    "landing_x",
    "landing_y",
    "lose_reason",
    "getpoint_player",
    "player_location_x",
    "player_location_y",
    "opponent_location_x",
    "opponent_location_y",
)
Pixel = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Row:
    """One stroke as the file has it; places are pixels of the broadcast's 1280x720 picture."""

    line: int
    rally: int
    ball_round: int
    second: int
    """Whole seconds of the broadcast."""
    frame: int
    score: tuple[int, int]
    """A's and B's points when the rally is over."""
    player: Player
    shot: str
    around_head: bool
    backhand: bool
    low: bool | None
    hit: Pixel | None
    landing: Pixel | None
    ending: str | None
    point: Player | None
    feet: Pixel | None
    other: Pixel | None


def read_rows(text: str) -> list[Row]:
    """Read a set's CSV: header and rows. The header is line 1, wherever the text stands.

    Raises:
        RejectedError: a column is missing, or a row holds something that it cannot.
    """
    reader = csv.DictReader(io.StringIO(text))
    try:
        missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise RejectedError(f"no column {', '.join(missing)}: not a set of ShuttleSet")
        rows = [_row(cells, reader.line_num) for cells in reader]
    except csv.Error as error:
        line = reader.line_num
        raise RejectedError(f"no CSV: {error}", rows=(line, line)) from error
    if not rows:
        raise RejectedError("the set has no stroke")
    return rows


def _row(cells: dict[str, str | None], line: int) -> Row:
    try:
        return Row(
            line=line,
            rally=_whole(cells, "rally"),
            ball_round=_whole(cells, "ball_round"),
            second=_second(cells["time"] or ""),
            frame=_whole(cells, "frame_num"),
            score=(_whole(cells, "roundscore_A"), _whole(cells, "roundscore_B")),
            player=_player(cells, "player"),
            shot=_word(cells, "type", CHINESE),
            around_head=_flag(cells, "aroundhead"),
            backhand=_flag(cells, "backhand"),
            low={None: None, 1.0: False, 2.0: True}[_number(cells, "hit_height")],
            hit=_pixel(cells, "hit"),
            landing=_pixel(cells, "landing"),
            ending=_word(cells, "lose_reason", ENDINGS) if cells["lose_reason"] else None,
            point=_player(cells, "getpoint_player") if cells["getpoint_player"] else None,
            feet=_pixel(cells, "player_location"),
            other=_pixel(cells, "opponent_location"),
        )
    except (ValueError, KeyError, OverflowError) as error:
        raise RejectedError(f"unreadable: {error}", rows=(line, line)) from error


def _number(cells: dict[str, str | None], name: str) -> float | None:
    text = cells[name]
    if text is None:
        raise ValueError(f"the row is cut off before {name}")
    return float(text) if text.strip() else None


def _whole(cells: dict[str, str | None], name: str) -> int:
    number = _number(cells, name)
    if number is None or number != int(number) or number < 0:
        raise ValueError(f"{name} is {cells[name]!r}, expected a whole number")
    return int(number)


def _flag(cells: dict[str, str | None], name: str) -> bool:
    return _number(cells, name) == 1


def _player(cells: dict[str, str | None], name: str) -> Player:
    match cells[name]:
        case "A":
            return "A"
        case "B":
            return "B"
        case text:
            raise ValueError(f"{name} is {text!r}, expected A or B")


def _word(cells: dict[str, str | None], name: str, words: dict[str, str]) -> str:
    text = cells[name] or ""
    if text not in words:
        raise ValueError(f"{name} is {text!r}, which ShuttleSet does not know")
    return words[text]


def _pixel(cells: dict[str, str | None], name: str) -> Pixel | None:
    x, y = _number(cells, f"{name}_x"), _number(cells, f"{name}_y")
    if x is None or y is None:
        return None
    if not (abs(x) < 1e5 and abs(y) < 1e5):
        raise ValueError(f"{name} is ({x}, {y}), expected pixels of a 1280x720 picture")
    return x, y


def _second(text: str) -> int:
    hours, minutes, seconds = (int(part) for part in text.split(":"))
    return hours * 3600 + minutes * 60 + seconds
