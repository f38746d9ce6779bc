"""The conformance kit: what every adapter must do, as tests that its author inherits.

    from video_arena.testing import AdapterConformance

    class TestTicTacToe(AdapterConformance):
        game = "tictactoe"
        records = ["games.ttt"]

Loaded by pytest at start-up through `video_arena.testing.plugin`, so nothing is imported here
before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from video_arena.testing.conformance import AdapterConformance

__all__ = ["AdapterConformance"]


def __getattr__(name: str) -> object:
    if name == "AdapterConformance":
        from video_arena.testing.conformance import AdapterConformance  # noqa: PLC0415

        return AdapterConformance
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
