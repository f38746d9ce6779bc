"""The contract of a chess case."""

from __future__ import annotations

from fractions import Fraction

from va_chess.select import RESULTS, Selection
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

SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "ABCDEFGH")
_DEFAULT = Selection()

VIDEO = """\
The video shows one game of chess on a plain 8x8 board seen from above. White
plays from the bottom up; the view never turns. Nothing marks the last move: you see it by
comparing the board before and after.

Coordinates, move numbers, player names, clocks, the result, captured pieces and the evaluation
bar were removed.

The starting position, which need not be the usual one, stands for the first two seconds. A move's
time is the video second in which the board first shows it, so the first move is at 2.0. The
pauses between moves differ. The last position stands for a few seconds before the video ends.
"""

EVENTS = """\
Report every half-move as one `move` row, in the order played. `color` is the side that moved:
`W` or `B`. `coord` is the square on which the moved piece comes to stand, never the square it
left: a letter `A` to `H` for the file, counted from the left, and a digit `1` to `8` for the
rank, counted from the bottom. `A1` is the bottom-left corner, `H8` the top-right one.

A half-move that takes a piece is two rows with the same time, `color` and `coord`: the `move`
and a `capture`. The colour is that of the side that takes, not of the piece taken.

- Castling is one `move`: `coord` is the square on which the king comes to stand.
- En passant: `coord` is the square on which the taking pawn lands, for both rows.
- Promotion: `coord` is the square of promotion; the new piece is not asked for.
- Which piece moved, check and checkmate are not asked for.
"""

VALUE = """\
It is White's expected score: White's chance to win plus half the chance of a draw, between 0
(Black wins) and 1 (White wins). A strong chess engine estimates it for the position after every
half-move, and for the starting position before the first. A position in which the game is over
has the value of its result: 1, 0, or 0.5 for a draw.
"""

NOTES = """\
- A game has dozens of half-moves and each counts; scan the whole video.
- White and Black alternate. If two moves in a row seem to be of one colour, you missed one: in a
  hurry, moves follow each other within a second or two.
- The evaluation is of the position and not of the material on the board: most half-moves of a
  sound game change V little, and one answer for all rows scores badly on the others.
"""

HUD = (
    HudElement("coordinates", "names the squares: `coord` could be read off instead of counted"),
    HudElement("move_numbers", "counts the moves and tells whether one was missed"),
    HudElement("names", "identifies the players, and through them a game that may be known"),
    HudElement("clocks", "tells the times between moves, and who moved, without looking at them"),
    HudElement("result", "gives away who wins, and so the last `leader_after`"),
    HudElement("captured_tray", "lists the captures and the balance of material"),
    HudElement("evaluation_bar", "shows V itself: `wr_swing` and `leader_after`"),
)

OPTIONS = (
    RecordOption(
        "min-plies", "int", "leave out games of fewer half-moves", default=_DEFAULT.min_plies
    ),
    RecordOption(
        "max-plies",
        "int",
        "leave out games of more half-moves; 0 for no limit",
        default=_DEFAULT.max_plies,
    ),
    RecordOption(
        "time-control",
        "str",
        "only this time control: as in the tag (300+3), or ultrabullet, bullet, blitz, rapid, "
        "classical, correspondence by Lichess's estimate base + 40 * increment",
    ),
    RecordOption(
        "rated", "flag", "only games whose Event begins with Rated", default=_DEFAULT.rated
    ),
    RecordOption(
        "min-rating",
        "int",
        "only games in which both players are rated at least this",
        default=_DEFAULT.min_rating,
    ),
    RecordOption(
        "result",
        "str",
        "only games of this result",
        choices=RESULTS,
    ),
    RecordOption(
        "standard-start",
        "flag",
        "only games from the usual starting position (no FEN tag)",
        default=_DEFAULT.standard_start,
    ),
    RecordOption(
        "max-think",
        "int",
        "cut longer thinks to so many seconds of video",
        default=_DEFAULT.max_think,
    ),
)

SPEC = GameSpec(
    name="chess",
    title="Chess",
    genre="board",
    version="1",
    time_field="game_clock_s",
    fields={"color": Choice(("W", "B")), "coord": Choice(SQUARES)},
    events=(
        EventType("move", ("color", "coord"), "a piece comes to stand on a square"),
        EventType(
            "capture",
            ("color", "coord"),
            "the move of the same time took a piece of the other side",
            labelled=False,
        ),
    ),
    update_field="wr_swing",
    state_field="leader_after",
    labels=DeadBand(up="W", down="B", update_band=0.10, state_band=0.10),
    value="white_expected_score_wdl",
    media=Media(width=548, height=548, fps=Fraction(1)),
    hud=HUD,
    prose=Prose(
        title="Reconstruct a chess game from a board-only video",
        video=VIDEO,
        events=EVENTS,
        value=VALUE,
        notes=NOTES,
    ),
    shapes=LeadShape(),
    engine="stockfish-18",
    options=OPTIONS,
    suffixes=(".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"),
    adapter_version="0.1.0",
)
