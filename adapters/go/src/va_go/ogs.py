"""OGS's game data (its API and socket) to a record."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from va_go.errors import RejectedError
from va_go.match import Stone
from va_go.points import PASS, from_letters, name_of
from va_go.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

_POINTS = re.compile(r"(?:[a-z]{2})*\Z")
_MARGIN = re.compile(r"(\d+(?:\.\d+)?) points?\Z")


def read_ogs(raw: bytes) -> Record:
    """Read one game: the `gamedata` object, alone or within the answer of `/api/v1/games/ID`.

    `moves` are `[x, y, milliseconds, ...]`, x from the left, y from the top, `[-1, -1]` a pass.
    Black plays first, or White after handicap stones that stand in `initial_state`; a handicap
    without such stones is placed freely: the first moves are all Black's.

    Raises:
        RejectedError: it is no such object, or one of its moves is none.
    """
    data = _game_data(raw)
    width, height = (_whole(data, name) for name in ("width", "height"))
    if width != height:
        raise RejectedError(f"a board of {width}x{height} points: only square ones are supported")
    setup = _setup(data, width)
    handicap = _whole(data, "handicap", 0)
    free = handicap if handicap > 1 and not setup else 0
    first = {"black": "B", "white": "W"}.get(str(data.get("initial_player", "black")), "B")
    moves, thinks = _moves(data, width, first, free)
    players = _part(data, "players")
    black, white = (_part(players, side) for side in ("black", "white"))
    record = Record(
        size=width,
        moves=moves,
        setup=setup,
        to_move=first,
        handicap=handicap,
        free_handicap=min(free, len(moves)),
        rules=str(data.get("rules", "")),
        server="ogs",
        komi=_komi(data),
        result=_result(data),
        thinks=thinks,
        black=str(black.get("username", "")),
        white=str(white.get("username", "")),
        black_rank=_rank(black),
        white_rank=_rank(white),
        event=str(data.get("game_name", "")),
        id=str(data["game_id"]) if data.get("game_id") is not None else None,
    )
    if record.id is not None:
        record.url = f"https://online-go.com/game/{record.id}"
    phase = str(data.get("phase", "finished"))
    if phase != "finished":
        record.notes.append(f"the game is unfinished: its phase is {phase!r}")
    return record


def _game_data(raw: bytes) -> Mapping[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise RejectedError(f"no JSON: {error}") from None
    if isinstance(data, dict) and isinstance(data.get("gamedata"), dict):
        data = data["gamedata"]
    if not isinstance(data, dict) or not isinstance(data.get("moves"), list):
        raise RejectedError("no OGS game data: an object with width, height and moves was expected")
    return data


def _part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = data.get(name)
    return part if isinstance(part, dict) else {}


def _whole(data: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RejectedError(f"{name} is {value!r}, and not a whole number")
    return value


def _setup(data: Mapping[str, Any], size: int) -> list[Stone]:
    state = _part(data, "initial_state")
    stones = {}
    for side, colour in (("black", "B"), ("white", "W")):
        letters = state.get(side) or ""
        if not isinstance(letters, str) or not _POINTS.match(letters):
            raise RejectedError(f"initial_state.{side} is no list of points: {letters!r:.60}")
        for i in range(0, len(letters), 2):
            try:
                point = from_letters(letters[i : i + 2], size)
            except ValueError as error:
                raise RejectedError(f"initial_state.{side}: {error}") from None
            stones[point] = colour
    order = sorted(stones, key=lambda point: (int(point[1:]), point[0]))
    return [Stone(stones[point], point) for point in order]


def _moves(
    data: Mapping[str, Any], size: int, first: str, free: int
) -> tuple[list[Stone], list[int | None]]:
    moves: list[Stone] = []
    thinks: list[int | None] = []
    for number, entry in enumerate(data["moves"], 1):
        if not isinstance(entry, list) or len(entry) < 2:
            raise RejectedError(f"{entry!r:.60} is no [x, y, milliseconds]", move=number)
        x, y = entry[:2]
        if isinstance(x, bool) or not (isinstance(x, int) and isinstance(y, int)):
            raise RejectedError(f"{entry!r:.60} is no [x, y, milliseconds]", move=number)
        if x == y == -1:
            point = PASS
        elif 0 <= x < size and 0 <= y < size:
            point = name_of(x, size - 1 - y)
        else:
            raise RejectedError(f"[{x}, {y}] lies outside a board of {size} lines", move=number)
        played = number - 1 - max(0, free - 1)
        colour = "B" if number <= free else ("BW" if first == "B" else "WB")[played % 2]
        moves.append(Stone(colour, point))
        think = entry[2] if len(entry) > 2 else None
        thinks.append(_milliseconds(think))
    return moves, thinks


def _milliseconds(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return round(value) if 0 <= value < float("inf") else None


def _komi(data: Mapping[str, Any]) -> float | None:
    komi = data.get("komi")
    if komi is None:
        return None
    try:
        value = float(komi)
    except (TypeError, ValueError):
        raise RejectedError(f"the komi {komi!r} is no number") from None
    if abs(value) > 100 or (value * 2) % 1:
        raise RejectedError(f"the komi {komi!r} is not to be believed")
    return value


def _result(data: Mapping[str, Any]) -> str:
    """The outcome in SGF's words."""
    if data.get("phase", "finished") != "finished":
        return "?"
    winner = data.get("winner")
    sides = [
        side
        for side, name in (("B", "black"), ("W", "white"))
        if winner is not None
        and winner in {data.get(f"{name}_player_id"), _part(_part(data, "players"), name).get("id")}
    ]
    outcome = str(data.get("outcome", ""))
    if outcome == "0 points":
        return "0"
    if len(sides) != 1:
        return "?"
    margin = _MARGIN.match(outcome)
    words = {"Resignation": "R", "Timeout": "T", "Disconnection": "T"}
    return f"{sides[0]}+{margin.group(1) if margin else words.get(outcome, '')}"


def _rank(player: Mapping[str, Any]) -> str:
    """OGS counts ranks from 30k at 0 to 1d at 30."""
    rank = player.get("rank")
    if isinstance(rank, bool) or not isinstance(rank, (int, float)):
        return ""
    return f"{30 - int(rank)}k" if rank < 30 else f"{int(rank) - 29}d"
