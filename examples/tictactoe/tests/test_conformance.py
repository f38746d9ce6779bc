"""Everything that Video-Arena asks of an adapter."""

from __future__ import annotations

from video_arena.testing import AdapterConformance


class TestTicTacToe(AdapterConformance):
    game = "tictactoe"
    records = ("games.ttt",)
