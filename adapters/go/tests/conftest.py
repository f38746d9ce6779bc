from __future__ import annotations

import pytest

from va_go.parse import parse_file
from video_arena.records import RecordFile


@pytest.fixture
def parse(tmp_path):
    """Write a record to a file and parse it: `parse(text_or_bytes, board_size=0, ...)`."""

    def parse_text(content, name="games.sgf", **options):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(parse_file(RecordFile(path), {"board_size": 0, **options}))

    return parse_text


@pytest.fixture
def one(parse):
    """The only outcome of a file of one game."""

    def parse_one(content, name="games.sgf", **options):
        (outcome,) = parse(content, name, **options)
        return outcome

    return parse_one
