"""Which games a person with a dump gets."""

from __future__ import annotations

import pytest

from va_chess.select import speed
from va_chess.spec import SPEC
from video_arena.match import RecordSkipped

GAME = (
    '[Event "{event}"]\n[Result "{result}"]\n[WhiteElo "{white}"]\n[BlackElo "{black}"]\n'
    '[TimeControl "{control}"]\n{more}\n1. e4 e5 2. Nf3 {result}'
)
DEFAULTS = {
    "event": "Rated Blitz game",
    "result": "1-0",
    "white": "2000",
    "black": "1800",
    "control": "300+3",
    "more": "",
}


def game(**changed):
    return GAME.format(**{**DEFAULTS, **changed})


@pytest.mark.parametrize(
    ("options", "changed", "reason"),
    [
        ({"min_plies": 3}, {}, None),
        ({"min_plies": 4}, {}, "below --min-plies 4"),
        ({"max_plies": 3}, {}, None),
        ({"max_plies": 2}, {}, "above --max-plies 2"),
        ({"max_plies": 0}, {}, None),
        ({"time_control": "300+3"}, {}, None),
        ({"time_control": "300+0"}, {}, "not --time-control 300+0"),
        ({"time_control": "rapid"}, {"control": "600+0"}, None),
        ({"time_control": "Blitz"}, {}, None),
        ({"time_control": "blitz"}, {"control": "-"}, "not --time-control blitz"),
        ({"time_control": "correspondence"}, {"control": "-"}, None),
        ({"rated": True}, {}, None),
        ({"rated": True}, {"event": "Casual Blitz game"}, "not --rated"),
        ({"rated": False}, {"event": "Casual Blitz game"}, None),
        ({"min_rating": 1800}, {}, None),
        ({"min_rating": 1801}, {}, "below --min-rating 1801"),
        ({"min_rating": 1}, {"white": "?"}, "below --min-rating 1"),
        ({"result": "1-0"}, {}, None),
        ({"result": "0-1"}, {}, "not --result 0-1"),
        ({"result": "decisive"}, {}, None),
        ({"result": "decisive"}, {"result": "1/2-1/2"}, "not --result decisive"),
        ({"result": "1/2-1/2"}, {"result": "1/2-1/2"}, None),
        (
            {"standard_start": True},
            {"more": '[FEN "4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1"]\n'},
            "not --standard-start",
        ),
        ({"standard_start": True}, {}, None),
    ],
)
def test_flags(one, options, changed, reason):
    outcome = one(game(**changed), **options)
    skipped = outcome.reason if isinstance(outcome, RecordSkipped) else None
    assert skipped == reason


def test_the_result_is_also_told_from_the_moves(one):
    bare = "1. e4 e5 0-1"
    assert isinstance(one(bare, result="1-0"), RecordSkipped)
    assert not isinstance(one(bare, result="0-1"), RecordSkipped)


def test_tags_decide_before_the_moves_are_read(one):
    broken = game().replace("1. e4 e5", "1. e4 nonsense")
    assert one(broken, min_rating=3000).reason == "below --min-rating 3000"


def test_max_think_cuts_long_thinks(one):
    pgn = (
        '[TimeControl "600+0"]\n\n1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} '
        "2. d4 {[%clk 0:05:00]} *"
    )
    assert one(pgn).shown == (2, 3, 122)
    assert one(pgn, max_think=30).shown == (2, 3, 32)


@pytest.mark.parametrize(
    ("control", "name"),
    [
        # Lichess: base + 40 * increment, in seconds; below 30, 180, 480, 1500
        ("29+0", "ultrabullet"),
        ("30+0", "bullet"),
        ("60+2", "bullet"),
        ("60+3", "blitz"),
        ("300+4", "blitz"),
        ("300+5", "rapid"),
        ("900+14", "rapid"),
        ("900+15", "classical"),
        ("-", "correspondence"),
        ("?", ""),
    ],
)
def test_classes(control, name):
    assert speed(control) == name


def test_every_option_of_the_spec_is_understood(one):
    defaults = {option.name.replace("-", "_"): option.default for option in SPEC.options}
    assert one(game(), **defaults) == one(game())
