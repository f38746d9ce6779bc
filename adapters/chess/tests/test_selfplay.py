"""Records that were never public, made by engines that really play."""

from __future__ import annotations

import re

import pytest

from va_chess.parse import parse_file
from va_chess.selfplay import Wanted, generate
from va_engines.uci import driver
from video_arena.engines import EngineError
from video_arena.records import RecordFile


@pytest.fixture(scope="module")
def pin():
    """The first pin that runs here; self-play is the same with each of them."""
    for name in ("stockfish-15.1", "stockfish-18"):
        try:
            driver.start(driver.pins()[name]).close()
        except EngineError:
            continue
        return name
    pytest.skip("no chess engine is installed: `va engines install stockfish-15.1`")


@pytest.mark.engine
def test_games_are_whole_and_a_seed_gives_the_same_bytes(tmp_path, pin):
    options = {"games": 2, "min_plies": 12, "max_plies": 60, "engine": pin}
    path = generate(5, tmp_path / "a", options)
    assert path == tmp_path / "a" / "selfplay-5.pgn"
    assert generate(5, tmp_path / "b", options).read_bytes() == path.read_bytes()
    assert generate(6, tmp_path / "b", options).read_bytes() != path.read_bytes()
    matches = list(parse_file(RecordFile(path), {}))
    assert len(matches) == 2
    for match in matches:
        assert 12 <= match.prefixes <= 60
        assert match.source.licence == "never-public"
        assert match.source.notes == ()
        assert len(match.hidden["clocks"]) == match.prefixes
        assert match.hidden["result"]
    assert len({match.fingerprint for match in matches}) == 2


@pytest.mark.engine
def test_clocks_never_rise_by_more_than_the_increment_nor_run_out(tmp_path, pin):
    path = generate(7, tmp_path, {"games": 2, "max_plies": 80, "engine": pin})
    for game in path.read_text().split("\n\n[Event")[0:2]:
        increment = int(re.search(r'TimeControl "\d+\+(\d+)"', game).group(1))
        clocks = [int(m) * 60 + int(s) for m, s in re.findall(r"%clk 0:(\d\d):(\d\d)", game)]
        assert len(clocks) >= 20
        for before, after in zip(clocks, clocks[2:], strict=False):
            assert 0 < after <= before + increment


@pytest.mark.engine
def test_decisive_games_only(tmp_path, pin):
    path = generate(1, tmp_path, {"decisive": 1, "max_plies": 60, "engine": pin})
    (match,) = parse_file(RecordFile(path), {})
    assert match.winner in {"W", "B"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plies": 3}, "chess generates no plies"),
        ({"games": 0}, "above 0"),
        ({"min_plies": 50, "max_plies": 40}, "min_plies 50 is above max_plies 40"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=message):
        Wanted.of(options)


def test_an_unknown_pin(tmp_path):
    with pytest.raises(EngineError, match="stockfish-18"):
        generate(1, tmp_path, {"engine": "stockfish-1"})
