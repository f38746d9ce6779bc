"""SGF's properties to a record."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from va_go import times
from va_go.errors import RejectedError
from va_go.komi import read_komi
from va_go.match import Stone
from va_go.points import LARGEST, from_letters, name_of
from va_go.record import Record
from va_go.standard import form_notes
from va_go.tree import read_main_line, simple_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Node = Mapping[str, Sequence[str]]

GENERATED: Final = "Video-Arena self-play"
"""How the SO property of our own generator's records begins."""
_SETUP: Final = ("AB", "AW", "AE")
_OGS_URL = re.compile(r"https?://(?:beta\.)?online-go\.com/game/(\d+)")
_SIZE = re.compile(r"\s*(\d+)\s*(?::\s*(\d+)\s*)?\Z")


def read_sgf(text: str) -> Record:
    """Read one game.

    Raises:
        RejectedError: it is not Go, it is damaged, or it holds what a video cannot show.
    """
    line = read_main_line(text)
    nodes = line.nodes
    info = _Info(nodes)
    game = info.text("GM")
    if game not in {"", "1"}:
        raise RejectedError(f"GM[{game}] is not Go, which is GM[1]")
    size = _size(info.text("SZ"))
    setup, moves, clocks = _read_nodes(nodes, size)
    komi, komi_note = read_komi(info.text("KM"))
    record = Record(
        size=size,
        moves=moves,
        setup=setup.stones(),
        to_move=setup.to_move,
        handicap=_whole(info.text("HA")),
        rules=info.text("RU"),
        server=_server(info),
        komi=komi,
        result=info.text("RE"),
        thinks=_thinks(clocks, info),
        black=info.text("PB"),
        white=info.text("PW"),
        black_rank=info.text("BR"),
        white_rank=info.text("WR"),
        event=info.text("EV") or info.text("GN"),
        date=info.text("DT"),
        notes=[*form_notes(nodes, info.text("FF")), *([komi_note] if komi_note else [])],
    )
    if line.problem is not None:
        # Only after the main line, whose own faults are told first.
        _check_played(record)
        raise line.problem
    _add_source(record, info)
    return record


def _check_played(record: Record) -> None:
    from va_go.read import rules_of  # noqa: PLC0415 - `read` is the caller's module
    from va_go.replay import play_out  # noqa: PLC0415

    rules, _ = rules_of(record)
    play_out(record.size, record.setup, record.to_move or "B", record.moves, rules)


class _Info:
    """Game-info properties, wherever on the main line they stand; the first of a name counts."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._values: dict[str, str] = {}
        for node in nodes:
            for name, values in node.items():
                if values:
                    self._values.setdefault(name, values[0])

    def text(self, name: str) -> str:
        """The value, or an empty string."""
        return simple_text(self._values.get(name, ""))


@dataclass(slots=True)
class _Setup:
    """What AB, AW, AE and PL did before the first move."""

    size: int
    colours: dict[str, str] = field(default_factory=dict)
    to_move: str | None = None

    def apply(self, node: Node) -> None:
        for name in _SETUP:
            for value in node.get(name, ()):
                for point in _points(value, self.size):
                    self.colours[point] = name[1]
        if node.get("PL"):
            player = simple_text(node["PL"][0])[:1].upper()
            self.to_move = {"1": "B", "2": "W"}.get(player, player)
            if self.to_move not in {"B", "W"}:
                raise RejectedError(f"PL[{node['PL'][0]}] is no colour")

    def stones(self) -> list[Stone]:
        """In the order of the board, whatever the order in the file."""
        by_row = sorted(self.colours, key=lambda point: (int(point[1:]), point[0]))
        return [Stone(self.colours[p], p) for p in by_row if self.colours[p] != "E"]


def _read_nodes(
    nodes: Sequence[Node], size: int
) -> tuple[_Setup, list[Stone], list[tuple[str, times.Reading | None]]]:
    setup = _Setup(size)
    moves: list[Stone] = []
    clocks: list[tuple[str, times.Reading | None]] = []
    for node in nodes:
        if any(name in node for name in _SETUP) and moves:
            raise RejectedError(
                f"setup stones (AB, AW, AE) after move {len(moves)}: stones that nobody plays "
                "cannot be told from moves in a video"
            )
        if not moves:
            setup.apply(node)
        stone = _move(node, size, len(moves) + 1)
        if stone is not None:
            moves.append(stone)
            left, periods = ("BL", "OB") if stone.colour == "B" else ("WL", "OW")
            clocks.append((stone.colour, times.reading(_raw(node, left), _raw(node, periods))))
    return setup, moves, clocks


def _raw(node: Node, name: str) -> str:
    values = node.get(name)
    return values[0].strip() if values else ""


def _move(node: Node, size: int, number: int) -> Stone | None:
    played = [(colour, node[colour]) for colour in ("B", "W") if colour in node]
    if not played:
        return None
    (colour, values), *others = played
    if others or len(values) != 1:
        raise RejectedError("a node holds two moves", move=number)
    try:
        return Stone(colour, from_letters(values[0].strip(), size))
    except ValueError as error:
        raise RejectedError(f"{colour}: {error}", move=number) from None


def _points(value: str, size: int) -> list[str]:
    """The points of a value, which may be a rectangle such as `do:gq`."""
    first, colon, last = (part.strip() for part in value.partition(":"))
    try:
        one, other = (_square(part, size) for part in (first, last if colon else first))
    except ValueError as error:
        raise RejectedError(f"setup: {error}") from None
    columns = range(min(one[0], other[0]), max(one[0], other[0]) + 1)
    rows = range(min(one[1], other[1]), max(one[1], other[1]) + 1)
    return [name_of(column, row) for row in rows for column in columns]


def _square(letters: str, size: int) -> tuple[int, int]:
    column, row = (ord(letter) - ord("a") for letter in letters) if len(letters) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError(f"{letters!r} is no point of a board of {size} lines")
    return column, size - 1 - row


def _size(text: str) -> int:
    if not text:
        return LARGEST
    found = _SIZE.match(text)
    if found is None:
        raise RejectedError(f"SZ[{text}] is no size of a board")
    columns, rows = int(found.group(1)), int(found.group(2) or found.group(1))
    if columns != rows:
        raise RejectedError(f"a board of {columns}x{rows} points: only square ones are supported")
    return columns


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _server(info: _Info) -> str:
    if _OGS_URL.search(info.text("PC")):
        return "ogs"
    place = f"{info.text('PC')} {info.text('AP')}".casefold()
    return "kgs" if "kgs" in place or "gokgs" in place else ""


def _thinks(clocks: list[tuple[str, times.Reading | None]], info: _Info) -> list[int | None]:
    if not any(reading for _, reading in clocks):
        return []
    try:
        main_ms = round(float(info.text("TM")) * 1000) or None
    except (ValueError, OverflowError):
        main_ms = None
    return times.thinks(clocks, main_ms, info.text("OT"))


def _add_source(record: Record, info: _Info) -> None:
    found = _OGS_URL.search(info.text("PC"))
    if found:
        record.id = found.group(1)
        record.url = f"https://online-go.com/game/{found.group(1)}"
    if info.text("SO").startswith(GENERATED):
        record.licence = "never-public"
