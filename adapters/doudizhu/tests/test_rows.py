"""T1 rows, the questions for V, times, the generator, and what the contract promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from va_doudizhu import times
from va_doudizhu.selfplay import generate
from va_doudizhu.spec import SPEC
from va_engines.doudizhu.driver import driver
from video_arena.build.plan import with_defaults
from video_arena.engines import EngineError
from video_arena.plugins import load_game
from video_arena.records import RecordFile
from video_arena.values import EngineQuery, Terminal

GAMES = Path(__file__).parent / "games.jsonl"
SEATS = ("landlord", "farmer_down", "farmer_up")


@pytest.fixture(scope="module")
def game():
    return load_game("doudizhu")


@pytest.fixture(scope="module")
def match(game):
    return next(iter(game.parse(RecordFile(GAMES), with_defaults(game.spec, {}))))


def test_every_play_is_a_row_and_no_pass_is(game, match):
    events = game.events(match)
    plays = [(i, cards) for i, cards in enumerate(match.actions) if cards != "pass"]
    assert len(events) == len(plays) < len(match.actions)
    for idx, (event, (i, cards)) in enumerate(zip(events, plays, strict=True), start=1):
        assert event.fields["idx"] == idx
        assert event.fields["player"] == SEATS[i % 3]
        assert event.fields["num_cards"] == len(cards)
        assert event.prefix == i + 1
        # Twelve seconds of dealing, six for each action, in the middle of them.
        assert game.spec.time_of(event.frame) == 12 + 6 * i + 3


def test_the_first_play_is_seen_at_fifteen_seconds(game, match):
    assert game.spec.time_of(game.events(match)[0].frame) == 15.0
    assert match.frames == (12 + 6 * len(match.actions) + 1) * times.FPS


def test_v_is_asked_of_what_the_landlord_knows(match, game):
    query = game.value(match, 2)
    assert query == EngineQuery("pimc", {"hand": match.landlord, "plays": list(match.actions[:2])})
    assert game.value(match, match.prefixes) == Terminal(float(match.winner == "landlord"))


def test_the_pins_know_the_contracts_bands():
    for pin in driver.pins().values():
        assert float(pin.options["update_band"]) == SPEC.labels.update_band == 0.034
        assert float(pin.options["state_band"]) == SPEC.labels.state_band == 0.05
        assert pin.value == SPEC.value
    assert SPEC.engine in driver.pins()


def test_the_generator_is_a_function_of_its_seed(tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    options = {"games": 2}
    one = generate(5, tmp_path / "one", options).read_bytes()
    assert generate(5, tmp_path / "two", options).read_bytes() == one
    assert generate(6, tmp_path / "three", options).read_bytes() != one
    assert one.count(b"\n") == 2
    with pytest.raises(ValueError, match="no option speed"):
        generate(5, tmp_path, {"speed": 1})
    with pytest.raises(EngineError, match="no policy 'best'"):
        generate(5, tmp_path, {"policy": "best"})
