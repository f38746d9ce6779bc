"""The contract of a Go case."""

from __future__ import annotations

from va_go.parse import SUFFIXES
from va_go.points import COORDINATES
from va_go.read import FPS
from va_go.select import Selection
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

_DEFAULT = Selection()

VIDEO = """\
The video shows one game of Go on a plain wooden board seen from above. The board has 19x19 lines
unless you count fewer; smaller boards fill the same picture. Nothing marks the last move: you see
it by comparing the board before and after.

Coordinates, move numbers, player names, clocks, captured stones, komi, the result and the
evaluation bar were removed.

The starting position stands for the first two seconds. It is empty, or holds handicap stones. A
move's time is the video second in which the board first shows it, so the first move is at 2.0.
Stones that it captures vanish in the same frame. The pauses between moves differ. The last position
stands for a few seconds before the video ends.
"""

EVENTS = """\
Report every stone that is played as one `move` row, in the order played. `color` is the side that
played it: `B` or `W`. `coord` is its point: a letter `A` to `T` for the column, counted from the
left and **without `I`**, and a number `1` to `19` for the row, counted from the bottom. `A1` is the
bottom-left corner; on a 19x19 board `T19` is the top-right one and `K10` the centre.

A move that captures is two rows with the same time, `color` and `coord`: the `move` and one
`capture`, however many stones were taken. The colour is that of the side that captures, and the
coordinate that of the stone played, not of the stones taken.

- Stones that stand there when the video begins are no moves.
- A pass shows nothing and is not reported; after one, the same colour plays twice in a row. So
  does Black while placing handicap stones.
"""

VALUE = """\
It is Black's chance to win, between 0 (White wins) and 1 (Black wins). A strong Go engine estimates
it for the position after every move, and for the starting position before the first. It knows the
rules and the komi (points given to White), which the video does not show: on an even board komi is
mostly 6.5 or 7.5, with a handicap mostly 0.5.
"""

NOTES = """\
- A game has up to some hundreds of moves and each counts; scan the whole video.
- Black and White mostly alternate. If two moves in a row seem to be of one colour, you probably
  missed one: in a hurry, moves follow each other within half a second.
- Strong play changes V little from move to move; a mistake changes it at once. In weak players'
  games V often jumps to and fro.
"""

HUD = (
    HudElement("coordinates", "names the points: `coord` could be read off instead of counted"),
    HudElement("move_numbers", "tells the order of the moves from one picture"),
    HudElement("last_move", "marks where the last stone was played"),
    HudElement("names", "identifies the players, and through them a game that may be known"),
    HudElement("clocks", "tells the times between moves, and who moved, without looking at them"),
    HudElement("captures", "counts the captured stones, and so tells when there was a capture"),
    HudElement("komi", "shifts V by an amount that the board does not show"),
    HudElement("result", "gives away who wins, and so the last `leader_after`"),
    HudElement("evaluation_bar", "shows V itself: `wr_swing` and `leader_after`"),
)

OPTIONS = (
    RecordOption(
        "board-size",
        "int",
        "only boards of so many lines; 0 for every size from 5 to 19",
        default=_DEFAULT.board_size,
    ),
    RecordOption("min-moves", "int", "leave out games of fewer moves", default=_DEFAULT.min_moves),
    RecordOption(
        "max-moves",
        "int",
        "leave out games of more moves; 0 for no limit",
        default=_DEFAULT.max_moves,
    ),
    RecordOption(
        "even", "flag", "only games without handicap or other first stones", default=_DEFAULT.even
    ),
    RecordOption("finished", "flag", "only games whose result is known", default=_DEFAULT.finished),
    RecordOption(
        "max-think",
        "int",
        "cut longer thinks to so many seconds of video",
        default=_DEFAULT.max_think,
    ),
)

SPEC = GameSpec(
    name="go",
    title="Go",
    genre="board",
    version="1",
    time_field="game_clock_s",
    fields={"color": Choice(("B", "W")), "coord": Choice(COORDINATES)},
    events=(
        EventType("move", ("color", "coord"), "a stone is played on a point"),
        EventType(
            "capture",
            ("color", "coord"),
            "the stone of the same time took stones of the other side",
            labelled=False,
        ),
    ),
    update_field="wr_swing",
    state_field="leader_after",
    labels=DeadBand(up="B", down="W", update_band=0.10, state_band=0.10),
    value="black_win_probability",
    media=Media(width=612, height=612, fps=FPS),
    hud=HUD,
    prose=Prose(
        title="Reconstruct a Go game from a board-only video",
        video=VIDEO,
        events=EVENTS,
        value=VALUE,
        notes=NOTES,
    ),
    shapes=LeadShape(),
    engine="katago-b18c384nbt-1600-exact",
    options=OPTIONS,
    suffixes=tuple(
        ending + packing for ending in SUFFIXES for packing in ("", ".gz", ".bz2", ".zst")
    ),
    adapter_version="0.1.0",
)
