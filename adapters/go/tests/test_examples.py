"""The example records are what their README says."""

from __future__ import annotations

from pathlib import Path

import pytest

from va_go.parse import parse_file
from video_arena.records import RecordFile

FOLDER = Path(__file__).parents[3] / "examples" / "go"


@pytest.mark.parametrize("name", ["selfplay.sgf", "small.sgf"])
def test_games_and_moves(name):
    matches = list(parse_file(RecordFile(FOLDER / name), {"board_size": 0}))
    (row,) = [
        line for line in (FOLDER / "README.md").read_text().splitlines() if f"`{name}` |" in line
    ]
    _, _, games, board, moves, _, _ = (cell.strip() for cell in row.split("|"))
    assert len(matches) == int(games.split(",")[0])
    assert {f"{match.size}x{match.size}" for match in matches} == {board}
    assert sorted(match.prefixes for match in matches) == [int(n) for n in moves.split(" and ")]
    assert {match.source.licence for match in matches} == {"never-public"}
    assert all(match.hidden["result"] for match in matches)
    assert all(match.hidden["clocks"] for match in matches)
