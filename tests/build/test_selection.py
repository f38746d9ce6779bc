"""Which matches become cases."""

from __future__ import annotations

import pytest

from video_arena.build.plan import with_defaults
from video_arena.build.report import Silent
from video_arena.build.selection import select
from video_arena.plugins import load_game
from video_arena.records import RecordFile

GAME = load_game("tictactoe")
GAMES = [
    "b2 a1 c3 a3 a2 c2 c1 b1 b3",
    "a1 b2 c3 b1 b3 c1 a3",
    "a1 b1 a2 b2 a3",
    "a1 c1 b2 c2 c3",
    "b2 b1 a1 c3 a3 c1 a2",
    "c3 b3 c2 b2 c1",
]


def chosen(path, **how):
    defaults = {"limit": None, "sample_seed": None}
    options = with_defaults(GAME.spec, {})
    return select(GAME, [RecordFile(path)], options, reporter=Silent(), **{**defaults, **how})


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("\n".join(GAMES))
    return path


def fingerprints(selection):
    return [match.fingerprint for match in selection.matches]


def test_without_a_limit_all_are_chosen_in_record_order(record):
    found = chosen(record)
    assert len(found.matches) == len(GAMES)
    assert [m.source.place for m in found.matches] == sorted(m.source.place for m in found.matches)


def test_a_limit_takes_the_first_and_reads_no_further(record):
    found = chosen(record, limit=2)
    assert fingerprints(found) == fingerprints(chosen(record))[:2]
    assert found.seen == 2


def test_a_sample_depends_on_the_seed_and_not_on_the_order(record, tmp_path):
    turned = tmp_path / "turned.txt"
    turned.write_text("\n".join(reversed(GAMES)))
    samples = set()
    for seed in range(12):
        one = set(fingerprints(chosen(record, limit=2, sample_seed=seed)))
        assert one == set(fingerprints(chosen(turned, limit=2, sample_seed=seed)))
        samples.add(frozenset(one))
    assert len(samples) > 1


def test_the_same_play_twice_is_rejected_and_says_where_it_was(record):
    record.write_text("\n".join([GAMES[0], GAMES[1], GAMES[0]]))
    found = chosen(record)
    assert len(found.matches) == 2
    (error,) = found.rejected
    assert "the same match as games.txt" in error.reason


def test_a_bad_record_does_not_stop_the_next(record):
    record.write_text("\n".join([GAMES[0], "a1 a1 z9", GAMES[1]]))
    found = chosen(record)
    assert len(found.matches) == 2
    assert len(found.rejected) == 1
