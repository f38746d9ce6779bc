"""The kit that every adapter passes, on two games of the project's own self-play."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from video_arena.testing import AdapterConformance

EXAMPLES = Path(__file__).parents[3] / "examples" / "gomoku"


@pytest.mark.engine
@pytest.mark.slow
class TestGomoku(AdapterConformance):
    game = "gomoku"
    records: ClassVar[list[Path]] = [EXAMPLES / f"selfplay-3-0{number}.psq" for number in (1, 4)]
    engine = "threat-v1"
    budget: ClassVar[dict[str, int]] = {"nodes": 300}
