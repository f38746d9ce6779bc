"""Everything that Video-Arena relies on in an adapter, on two generated sets to 2 points."""

from __future__ import annotations

from typing import ClassVar

import pytest

from va_badminton.generate import generate
from video_arena.testing import AdapterConformance


@pytest.fixture(scope="module")
def va_records(tmp_path_factory):
    """Two sets that are as short as sets can be, in place of whole ones."""
    folder = tmp_path_factory.mktemp("generated")
    options = {"game_to": 2, "most_strokes": 4}
    return tuple(generate(seed, folder, options) for seed in (0, 1))


@pytest.mark.slow
class TestBadminton(AdapterConformance):
    game = "badminton"
    options: ClassVar = {"game_to": 2}
