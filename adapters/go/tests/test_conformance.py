"""The kit that every adapter passes, on a game that holds all there is in Go."""

from __future__ import annotations

from video_arena.testing.conformance import AdapterConformance


class TestGo(AdapterConformance):
    game = "go"
    records = ("game.sgf",)
    options = {"board_size": 9}  # noqa: RUF012 - as the kit has it
