from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from va_gomoku.parse import parse_file
from video_arena.records import RecordFile

BENCH = Path(__file__).parent.parent / "bench"
EXAMPLES = Path(__file__).parents[3] / "examples" / "gomoku"

WIN = "8,8,900 1,1,1000 9,8,800 1,3,1500 10,8,2000 1,5,100 11,8,0 1,7,60 12,8,70"
"""Black wins with its fifth stone, at 12,8 (`L8`)."""


def psq(moves=WIN, size=15, begins=0, tail=("one.zip", "two.zip", "0")):
    """A PSQ of the moves, which stand in a row in a line of text."""
    lines = [f"Piskvorky {size}x{size}, 11:11, {begins}", *moves.split(), *tail]
    return "".join(f"{line}\r\n" for line in lines)


@pytest.fixture
def parse(tmp_path):
    """Write a record to a file and parse it: `parse(text_or_bytes, min_moves=2, ...)`."""

    def parse_record(content, name="game.psq", size=15, **options):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(parse_file(RecordFile(path), options, size))

    return parse_record


@pytest.fixture
def one(parse):
    """The only outcome of a file of one game."""

    def parse_one(content, **options):
        (outcome,) = parse(content, **options)
        return outcome

    return parse_one


def load_bench(name):
    """A script of the bench folder as a module."""
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def agreement():
    return load_bench("agreement")


@pytest.fixture(scope="session")
def parity():
    return load_bench("parity")


@pytest.fixture(scope="session")
def examples():
    """The generated games of the repository."""
    games = []
    for path in sorted(EXAMPLES.glob("*.psq")):
        games += parse_file(RecordFile(path), {}, 15)
    return games
