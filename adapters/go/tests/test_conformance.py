"""The kit that every adapter passes: two small games with first stones, a ko, passes, a count."""

from __future__ import annotations

import pytest

from video_arena.testing import AdapterConformance


@pytest.mark.engine
@pytest.mark.usefixtures("katago_test")
class TestGo(AdapterConformance):
    game = "go"
    records = ("games.sgf",)
    options = {"board_size": 5}  # noqa: RUF012
    engine = "katago-test"
    budget = {"visits": 1}  # noqa: RUF012
