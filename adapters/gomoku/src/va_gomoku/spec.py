"""The contract of a gomoku case, for a board of 15 or of 20."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from va_gomoku.rules import RULES
from va_gomoku.select import RESULTS, Selection
from va_gomoku.times import FPS
from video_arena.game import (
    Choice,
    EventType,
    GameSpec,
    HudElement,
    Media,
    Prose,
    RecordOption,
)
from video_arena.labels import DeadBand
from video_arena.shapes import LeadShape

LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
"""Columns, with I, unlike go."""
SIDE: Final = 504
"""Pixels of the square picture."""


def coord(size: int, point: tuple[int, int]) -> str:
    """A point by its letter and its row from the bottom; `point` counts rows from the top.

    >>> coord(15, (0, 14)), coord(15, (8, 0))
    ('A1', 'I15')
    """
    return f"{LETTERS[point[0]]}{size - point[1]}"


_VIDEO = """\
The video shows one game of gomoku (five in a row) on a plain {size}x{size} board seen from above;
the view never turns. Stones stand on the crossings of the lines. Nothing marks the last move: you
see it by comparing the board before and after. Stones are never taken off or moved.

Coordinates, move numbers, player names, clocks, the result and engine annotations were removed.

The empty board stands for the first two seconds. A move's time is the video second in which the
board first shows its stone, so the first move is at 2.0. The pauses between moves differ; none is
shorter than a second. The last position stands for a few seconds before the video ends.
"""

_EVENTS = """\
Report every stone as one `move` row, in the order played. `color` is the side that placed it: `B`
(black, moves first) or `W`. `coord` is the crossing: a letter `A` to `{last}` for the column,
counted from the left and with the letter `I`, and a number `1` to `{size}` for the row, counted
from the bottom.
`A1` is the bottom-left corner, `{corner}` the top-right one.
"""

_VALUE = """\
V is Black's chance to win, between 0 (White wins) and 1 (Black wins). A strong engine estimates it
for the position after every move; before the first move it is 0.5. A game that is over has the
value of its result: 1, 0, or 0.5 for a draw.

In gomoku the side that moves next is always a little ahead, so the raw estimate jumps up and down
with every move. To take that out, V after a move is the mean of the estimates after it and after
the move before it. Labels are made from these means.
"""

_NOTES = """\
- A game has dozens of moves and each counts; scan the whole video.
- Black and White alternate. If two moves in a row seem to be of one colour, you missed one.
- Most moves of a sound game change V little, and a leader can lead for long: one answer for all
  rows, or the side that moved, scores badly on the others.
"""

_HUD = (
    HudElement("coordinates", "names the crossings: `coord` could be read off instead of counted"),
    HudElement("move_numbers", "tells the order of the stones: the whole game from one frame"),
    HudElement("last_move", "points at the newest stone"),
    HudElement("names", "identifies the programs, and through them a game that may be known"),
    HudElement("clocks", "tells the times between moves without looking at them"),
    HudElement("result", "gives away who wins, and so the last `leader_after`"),
    HudElement("engine_annotations", "shows V itself: `wr_swing` and `leader_after`"),
)

_DEFAULT = Selection()
_OPTIONS = (
    RecordOption(
        "rule",
        "str",
        "judge all games by this rule; else by the division that the record names, else freestyle",
        choices=RULES,
    ),
    RecordOption("min-moves", "int", "leave out games of fewer moves", default=_DEFAULT.min_moves),
    RecordOption(
        "max-moves",
        "int",
        "leave out games of more moves; 0 for no limit",
        default=_DEFAULT.max_moves,
    ),
    RecordOption("result", "str", "only games of this result", choices=RESULTS),
    RecordOption(
        "unfinished",
        "flag",
        "also games without a five in a row at the end: they have no winner",
        default=_DEFAULT.unfinished,
    ),
    RecordOption(
        "max-think",
        "int",
        "cut longer thinks to so many seconds of video",
        default=_DEFAULT.max_think,
    ),
)


def make_spec(size: int) -> GameSpec:
    """The spec for boards of `size`: `gomoku` for 15, as the benchmark has it, else `gomoku20`."""
    last = LETTERS[size - 1]
    coords = tuple(f"{letter}{row}" for row in range(1, size + 1) for letter in LETTERS[:size])
    return GameSpec(
        name="gomoku" if size == 15 else f"gomoku{size}",
        title="Gomoku" if size == 15 else f"Gomoku {size}x{size}",
        genre="board",
        version="1",
        time_field="game_clock_s",
        fields={"color": Choice(("B", "W")), "coord": Choice(coords)},
        events=(EventType("move", ("color", "coord"), "a stone comes to stand on a crossing"),),
        update_field="wr_swing",
        state_field="leader_after",
        labels=DeadBand(
            up="B",
            down="W",
            update_band=0.10,
            state_band=0.10,
            smoothing="trailing2_movepair",
        ),
        value="black_winrate_sigmoid_eval",
        media=Media(width=SIDE, height=SIDE, fps=Fraction(FPS)),
        hud=_HUD,
        prose=Prose(
            title="Reconstruct a gomoku game from a board-only video",
            video=_VIDEO.format(size=size),
            events=_EVENTS.format(last=last, size=size, corner=f"{last}{size}"),
            value=_VALUE,
            notes=_NOTES,
        ),
        shapes=LeadShape(),
        engine="rapfi-300k-nodes",
        options=_OPTIONS,
        suffixes=(".psq", ".rec", ".zip"),
        adapter_version="0.1.0",
    )
