from __future__ import annotations

import pytest

from va_chess.parse import parse_file
from video_arena.records import RecordFile


@pytest.fixture
def parse(tmp_path):
    """Write PGN to a file and parse it: `parse(text_or_bytes, min_plies=2, ...)`."""

    def parse_text(content, name="games.pgn", **options):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(parse_file(RecordFile(path), options))

    return parse_text


@pytest.fixture
def one(parse):
    """The only outcome of a file of one game."""

    def parse_one(content, **options):
        (outcome,) = parse(content, **options)
        return outcome

    return parse_one
