"""Settings as typed: what they mean, what is refused, and names that can be typed again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.build.evaluate import ChosenEngine
from video_arena.build.plan import PlanError
from video_arena.engines import EngineError
from video_arena.plugins import find_pin
from video_arena.sweep.settings import parse_setting, settings_of


def own(depth=20):
    driver, pin = find_pin("stockfish-18")
    return ChosenEngine(driver, pin.with_budget({"depth": depth}))


def names(*words, repeats=0):
    return [setting.name for setting in settings_of(words, repeats, own())]


def test_the_papers_chess_sweep():
    found = settings_of(["depth=16", "depth=20", "depth=24"], 1, own())
    assert [setting.name for setting in found] == ["repeat 1", "depth=16", "depth=20", "depth=24"]
    assert [setting.own for setting in found] == [True, False, True, False]
    assert [dict(s.pin.budget) for s in found] == [{"depth": d} for d in (20, 16, 20, 24)]
    assert {setting.pin.name for setting in found} == {"stockfish-18"}


def test_another_engine_has_its_own_budget_unless_one_is_given():
    found = settings_of(["engine=stockfish-15.1", "engine=stockfish-15.1,nodes=500"], 0, own())
    assert [setting.name for setting in found] == [
        "engine=stockfish-15.1,depth=20",
        "engine=stockfish-15.1,nodes=500",
    ]
    assert [setting.pin.engine for setting in found] == ["Stockfish 15.1"] * 2
    assert dict(found[1].pin.budget) == {"nodes": 500}


def test_the_corpus_own_engine_by_name_is_no_other_engine():
    assert names("engine=stockfish-18,depth=16") == ["depth=16"]


@pytest.mark.parametrize(
    "word",
    [
        "",
        "depth",
        "depth=",
        "depth=0",
        "depth=-3",
        "depth=ten",
        "depth=2.5",
        "depth=\N{SUPERSCRIPT TWO}",
        "=7",
        "depth=3,depth=4",
        "engine=",
        "engine=stockfish-18,engine=stockfish-15.1",
        "depth=3,",
    ],
)
def test_what_is_no_setting_is_refused(word):
    with pytest.raises(PlanError, match="write NAME=NUMBER"):
        parse_setting(word)


def test_the_same_setting_twice_is_refused():
    with pytest.raises(PlanError, match="depth=16, which was given already"):
        names("depth=16", "engine=stockfish-18,depth=16")


def test_nothing_to_do_is_refused():
    with pytest.raises(PlanError, match="--setting"):
        names()


def test_unknown_engines_and_budgets_are_refused():
    with pytest.raises(EngineError, match="no engine pin 'deep-blue'"):
        names("engine=deep-blue,depth=3")
    with pytest.raises(PlanError, match="no budget called seconds"):
        names("seconds=3")


@given(
    st.sampled_from(["", "engine=stockfish-15.1,", "engine=stockfish-18,"]),
    st.sampled_from(["depth", "nodes"]),
    st.integers(1, 10**9),
)
def test_a_name_typed_again_is_the_same_setting(engine, kind, count):
    (first,) = settings_of([f"{engine}{kind}={count}"], 0, own())
    (again,) = settings_of([first.name], 0, own())
    assert again == first
