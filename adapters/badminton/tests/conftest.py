"""A generated match that several tests draw."""

from __future__ import annotations

import pytest

from va_badminton.generate import generate
from va_badminton.parse import parse_file
from video_arena.records import RecordFile


@pytest.fixture(scope="session")
def short_match(tmp_path_factory):
    """A generated set to 3."""
    folder = generate(2, tmp_path_factory.mktemp("generated"), {"game_to": 3, "most_strokes": 8})
    (match,) = parse_file(RecordFile(folder), {"game_to": 3})
    return match
