"""What the judge learns of a game from its GameSpec."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from video_arena.game import (
    Choice,
    EventType,
    Flag,
    GameSpec,
    Integer,
    Media,
    Name,
    Prose,
    SpecError,
)
from video_arena.judge.emit import emit_from_spec, emit_judge
from video_arena.judge.spec import judge_spec
from video_arena.labels import DeadBand
from video_arena.shapes import LeadShape


@pytest.fixture
def game():
    return GameSpec(
        name="toy",
        title="Toy",
        genre="board",
        version="3",
        time_field="video_ts",
        fields={
            "who": Choice(("red", "blue")),
            "count": Integer(1, 9),
            "own": Flag(),
            "by": Name(),
        },
        events=(
            EventType("drop", ("who", "count"), "a piece fell."),
            EventType("goal", ("who", "own", "by"), "a goal fell.", labelled=False),
        ),
        update_field="gain",
        state_field="lead",
        labels=DeadBand(up="red", down="blue", update_band=0.1, state_band=0.1),
        value="red_wins",
        media=Media(width=64, height=64, fps=Fraction(1)),
        hud=(),
        prose=Prose(title="t", video="v", events="e", value="v", notes=""),
        shapes=LeadShape(),
    )


def test_the_spec_of_a_game(game):
    assert judge_spec(game) == {
        "game": "toy",
        "version": "3",
        "root_key": "events",
        "time_field": "video_ts",
        "type_field": "type",
        "identity": {
            "drop": {"who": "choice", "count": "integer"},
            "goal": {"who": "choice", "own": "flag", "by": "name"},
        },
        "update": {"field": "gain", "labels": ["red", "blue", "equal"]},
        "state": {"field": "lead", "labels": ["red", "blue", "equal"], "kind": "class"},
        "conditional": False,
        "tolerance_s": 3.0,
    }
    assert emit_judge(game) == emit_from_spec(judge_spec(game))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"fields": {"who": Choice(("A", "a"))}}, "who has words"),
        ({"labels": DeadBand(up="W", down="w ", update_band=1, state_band=1)}, "gain has words"),
        ({"events": (EventType("x", (), "."), EventType("X", (), "."))}, "event types has words"),
        ({"type_field": None}, "one event type"),
    ],
)
def test_words_that_the_judge_could_not_tell_apart_are_refused(game, part, message):
    if "fields" in part:
        part = {**part, "events": (EventType("drop", ("who",), "."),)}
    with pytest.raises(SpecError, match=message):
        judge_spec(replace(game, **part))
