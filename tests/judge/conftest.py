"""Judge specs of all three kinds of T3, as the nine games have them, and files in their form."""

from __future__ import annotations

import json
from typing import Any

import pytest

CHESS = {
    "game": "chess",
    "version": "1",
    "root_key": "events",
    "time_field": "game_clock_s",
    "type_field": "type",
    "identity": {
        "move": {"color": "choice", "coord": "choice"},
        "capture": {"color": "choice", "coord": "choice"},
    },
    "update": {"field": "wr_swing", "labels": ["W", "B", "equal"]},
    "state": {"field": "leader_after", "labels": ["W", "B", "equal"], "kind": "class"},
    "conditional": False,
    "tolerance_s": 3.0,
}
GFOOTBALL = {
    **CHESS,
    "game": "gfootball",
    "identity": {"goal": {"scoring_side": "choice", "scorer_name": "name", "own_goal": "flag"}},
    "update": {"field": "impact", "labels": ["taken", "extended", "levelled", "narrowed"]},
    "state": {"field": "score_after", "labels": ["L", "R"], "kind": "pair"},
}
CS2 = {
    **CHESS,
    "game": "cs2",
    "time_field": "video_ts",
    "identity": {
        "kill": {"side": "choice", "number": "integer"},
        "elimination": {"winner_side": "choice"},
    },
    "update": {"field": "round_winner", "labels": ["T", "CT"]},
    "state": {"field": "score_after", "labels": ["A", "B"], "kind": "fraction"},
}
DOTA2 = {
    **CHESS,
    "game": "dota2",
    "time_field": "video_ts",
    "identity": {
        "firstblood": {"killer_side": "choice"},
        "tower": {"side": "choice", "tier": "integer", "lane": "choice"},
    },
    "update": {"field": "minute_gain", "labels": ["radiant", "dire", "even"]},
    "state": {"field": "leader_after", "labels": ["radiant", "dire", "even"], "kind": "class"},
    "conditional": True,
}
DOUDIZHU = {
    **CHESS,
    "game": "doudizhu",
    "type_field": None,
    "identity": {"play": {"player": "choice", "move_type": "choice", "num_cards": "integer"}},
    "update": {"field": "impact", "labels": ["landlord", "farmers", "neutral"]},
    "state": {"field": "leader_after", "labels": ["landlord", "farmers", "equal"], "kind": "class"},
}


@pytest.fixture
def specs() -> dict[str, dict[str, Any]]:
    return {spec["game"]: spec for spec in (CHESS, GFOOTBALL, CS2, DOTA2, DOUDIZHU)}


@pytest.fixture
def chess() -> dict[str, Any]:
    return CHESS


@pytest.fixture
def document():
    """Rows as the bytes of an answer or ground-truth file."""
    return lambda rows: json.dumps({"events": rows}).encode()


@pytest.fixture
def move():
    """A chess row: `move(time, coord="E4", color="W", swing="equal", leader="equal")`."""

    def row(
        time: Any, coord: Any = "E4", color: Any = "W", swing: Any = "equal", leader: Any = "equal"
    ) -> dict[str, Any]:
        return {
            "type": "move",
            "color": color,
            "coord": coord,
            "game_clock_s": time,
            "wr_swing": swing,
            "leader_after": leader,
        }

    return row
