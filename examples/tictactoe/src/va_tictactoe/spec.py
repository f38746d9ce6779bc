"""What tic-tac-toe is to Video-Arena: rows, vocabularies, labels, picture."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import version

from va_tictactoe.board import SQUARES
from video_arena.game import Choice, EventType, GameSpec, HudElement, Media, Prose, RecordOption
from video_arena.labels import DeadBand
from video_arena.shapes import LeadShape

SPEC = GameSpec(
    name="tictactoe",
    title="Tic-tac-toe",
    genre="board",
    version="1",
    adapter_version=version("va-tictactoe"),
    # T1: what happened, who did it, where. Time is in video seconds.
    time_field="game_clock_s",
    fields={"color": Choice(("X", "O")), "coord": Choice(SQUARES)},
    events=(EventType("move", ("color", "coord"), "A cross or a nought appears on a square."),),
    # T2 and T3: V is X's, it is 0, 0.5 or 1, and any band below a half tells these apart.
    update_field="swing",
    state_field="leader_after",
    labels=DeadBand(up="X", down="O", update_band=0.1, state_band=0.1),
    value="game_value_x",
    engine="tictactoe-perfect-1",
    shapes=LeadShape(),
    # The picture, and what people see on it that a case must not show.
    media=Media(width=360, height=360, fps=Fraction(5)),
    hud=(
        HudElement("names", "who plays, and with that how well"),
        HudElement("move_number", "T1's idx: how many rows there are to report"),
        HudElement("winning_line", "T3 of the last row: that the game is over, and who has won"),
    ),
    options=(RecordOption("min-moves", "int", "Leave out games with fewer moves.", default=0),),
    suffixes=(".ttt",),
    prose=Prose(
        title="Reconstruct a game of tic-tac-toe from a board-only video",
        video="A sheet of paper with a tic-tac-toe grid. A mark appears when it is played.",
        events="Columns are A to C from the left, rows 1 to 3 from the bottom; B2 is the centre. "
        "X (a red cross) moves first, O (a blue nought) second.",
        value="X's result under perfect play of both sides from the position on: 1 when X wins, "
        "0.5 for a draw, 0 when O wins.",
        notes="A move can only keep what its side has or lose some of it.",
    ),
)
