"""Generated records: the same seed, the same bytes; and games that the parser accepts."""

from __future__ import annotations

import pytest

from va_gomoku.parse import parse_file
from va_gomoku.selfplay import generate, read_point
from video_arena.engines import EngineError
from video_arena.records import RecordFile

from .conftest import EXAMPLES

pytestmark = pytest.mark.engine


def test_the_same_seed_gives_the_same_game(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    made = [generate(5, tmp_path / name, {"min_moves": 10}, 15) for name in ("a", "b")]
    assert made[0].name == "selfplay-5.psq"
    assert made[0].read_bytes() == made[1].read_bytes()
    (game,) = parse_file(RecordFile(made[0]), {}, 15)
    assert game.winner in {"B", "W"}
    assert game.rule == "freestyle"
    assert game.source.licence == "never-public"


def test_several_games_make_an_archive(tmp_path):
    path = generate(2, tmp_path, {"games": 2, "min_moves": 8, "rule": "standard"}, 20)
    games = list(parse_file(RecordFile(path), {}, 20))
    assert [game.rule for game in games] == ["standard", "standard"]
    assert [game.source.place for game in games] == ["selfplay-2-01.psq", "selfplay-2-02.psq"]
    assert games[0].fingerprint != games[1].fingerprint


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"speed": 3}, "generates no speed"),
        ({"games": 0}, "whole numbers above 0"),
        ({"min_moves": 50, "max_moves": 40}, "is above"),
        ({"rule": "renju"}, "one of freestyle, standard"),
    ],
)
def test_options_are_checked(tmp_path, options, reason):
    with pytest.raises(ValueError, match=reason):
        generate(1, tmp_path, options, 15)


def test_an_unknown_pin(tmp_path):
    with pytest.raises(EngineError, match="no pin 'nobody'"):
        generate(1, tmp_path, {"engine": "nobody"}, 15)


def test_the_examples_are_generated_games(examples):
    assert len(examples) == 6
    assert {game.source.licence for game in examples} == {"never-public"}
    assert all(b"Video-Arena self-play" in path.read_bytes() for path in EXAMPLES.glob("*.psq"))


def test_points_of_a_line_of_play():
    assert read_point("I1 A15", 15) == (8, 14)
    assert [read_point(text, 15) for text in ("", "P1", "A16", "A0", "77")] == [None] * 5
