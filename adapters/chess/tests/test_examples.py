"""The example records are what their README says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from va_chess.parse import parse_file
from va_chess.selfplay import generate
from va_engines.uci import driver
from video_arena.engines import EngineError
from video_arena.records import RecordFile

FOLDER = Path(__file__).parents[3] / "examples" / "chess"


@pytest.mark.parametrize(
    ("name", "games", "low", "high"), [("demo.pgn", 2, 28, 36), ("selfplay.pgn", 8, 30, 90)]
)
def test_lengths(name, games, low, high):
    matches = list(parse_file(RecordFile(FOLDER / name), {}))
    assert len(matches) == games
    assert all(low <= match.prefixes <= high for match in matches)
    assert {match.source.licence for match in matches} == {"never-public"}
    if name == "demo.pgn":
        assert all(match.winner for match in matches)


@pytest.mark.engine
@pytest.mark.slow
def test_the_command_in_the_readme_makes_the_demo(tmp_path):
    try:
        driver.start(driver.pins()["stockfish-18"]).close()
    except EngineError as error:
        pytest.skip(str(error))
    (command,) = re.findall(
        r"va generate .*--seed (\d+) (.*--set decisive=1)", (FOLDER / "README.md").read_text()
    )
    seed, rest = command
    words = dict(re.findall(r"--set (\w+)=(\d+)", rest))
    path = generate(int(seed), tmp_path, {name: int(value) for name, value in words.items()})
    assert path.read_bytes() == (FOLDER / "demo.pgn").read_bytes()
