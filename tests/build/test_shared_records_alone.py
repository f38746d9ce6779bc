"""Every accepted match of the shared records is the same when read from its own record.

`va verify --rebuild` reads a case's record from `sources/`, alone, and compares bytes.
"""

from __future__ import annotations

import pytest

from video_arena.build.plan import with_defaults
from video_arena.match import Match
from video_arena.plugins import load_game
from video_arena.records import find_records
from video_arena.testing.reading import assert_reads_alone

# Options that let in as much as there is; how many are accepted at least.
GAMES = {
    "badminton": ({}, 25),
    "chess": ({}, 1000),
    "doudizhu": ({}, 240),
    "go": ({"board_size": 0}, 40),
    "gomoku": ({}, 5),
}


@pytest.mark.parametrize("name", GAMES)
def test_each_match_reads_the_same_alone(name, shared_records, tmp_path):
    game = load_game(name)
    given, least = GAMES[name]
    options = with_defaults(game.spec, given)
    count = 0
    for record in find_records([shared_records / name], game.spec.suffixes):
        for item in game.parse(record, options):
            if isinstance(item, Match) and item.record is not None:
                assert_reads_alone(game, item, tmp_path, options)
                count += 1
    assert count >= least
