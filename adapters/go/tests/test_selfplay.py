"""Records that were never public, made by KataGo playing itself."""

from __future__ import annotations

import pytest

from va_go.parse import parse_file
from va_go.points import PASS
from va_go.selfplay import Wanted, generate
from video_arena.engines import EngineError
from video_arena.records import RecordFile


@pytest.mark.engine
def test_games_are_whole_and_a_seed_gives_the_same_bytes(tmp_path, katago_test):
    options = {"size": 5, "min_moves": 4, "max_moves": 24, "visits": 2, "engine": katago_test}
    path = generate(5, tmp_path / "a", {**options, "games": 2})
    assert path == tmp_path / "a" / "selfplay-5.sgf"
    again = generate(5, tmp_path / "b", {**options, "games": 2})
    assert again.read_bytes() == path.read_bytes()
    matches = list(parse_file(RecordFile(path), {"board_size": 5}))
    assert len(matches) == 2
    for match in matches:
        assert 4 <= match.prefixes <= 24
        assert match.source.licence == "never-public"
        assert match.hidden["clocks"] is not None
        ended = [stone.point for stone in match.moves[-2:]] == [PASS, PASS]
        assert ended == (match.counted is not None)
    assert len({match.fingerprint for match in matches}) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plies": 3}, "go generates no plies"),
        ({"games": 0}, "above 0"),
        ({"min_moves": 50, "max_moves": 40}, "min_moves 50 is above max_moves 40"),
        ({"size": 25}, "size 25 is not 5 to 19"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=message):
        Wanted.of(options)


def test_an_unknown_pin(tmp_path):
    with pytest.raises(EngineError, match="katago-test"):
        generate(1, tmp_path, {"engine": "katago-1"})
