"""The random controls: what they may know, what they draw from, and what chance gives."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import ClassVar

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
)
from video_arena.judge.judge import Row, judge
from video_arena.judge.spec import judge_spec
from video_arena.labels import DeadBand
from video_arena.protocols.baselines import CONTROLS, Chance, control_answer, control_rows
from video_arena.protocols.references import CaseReference
from video_arena.shapes import LeadShape

GAME = GameSpec(
    name="skirmish",
    title="Skirmish",
    genre="test",
    version="1",
    time_field="video_ts",
    fields={
        "side": Choice(("A", "B")),
        "number": Integer(1, 5),
        "own": Flag(),
        "who": Name(),
    },
    events=(
        EventType("kill", ("side", "number"), "A dot stops."),
        EventType("goal", ("side", "own", "who"), "The ball is in."),
        EventType("note", ("side",), "A mark.", labelled=False),
    ),
    update_field="gain",
    state_field="leader",
    labels=DeadBand(up="A", down="B", update_band=0.1, state_band=0.1, neutral_state="even"),
    value="v",
    media=Media(width=16, height=16, fps=Fraction(1)),
    hud=(),
    prose=Prose(title="t", video="v", events="e", value="v", notes=""),
    shapes=LeadShape(),
)


@dataclasses.dataclass(frozen=True)
class Points:
    """As much of a score rule as a control reads."""

    state_kind: ClassVar[str] = "pair"
    update_labels: tuple[str, ...] = ("taken", "extended", "levelled", "narrowed")
    state_labels: tuple[str, ...] = ("L", "R")


class Rounds(Points):
    state_kind = "fraction"
    highest_score = 16


def case(count, case_id="skirmish-01", duration=600):
    rows = [Row(i, (10 * i + 5) * 10**6, ("kill", "a", 1), "A", "A") for i in range(count)]
    return CaseReference(case_id, Fraction(duration), tuple(rows))


@pytest.mark.parametrize("control", CONTROLS)
def test_one_row_a_reference_and_every_field_from_its_vocabulary(control):
    rows = control_rows(control, GAME, case(3000), 0)
    assert len(rows) == 3000
    seen = set()
    for number, row in enumerate(rows, start=1):
        assert row["idx"] == number
        fields = {
            "type",
            "idx",
            "video_ts",
            "gain",
            "leader",
            *GAME.event_type(row["type"]).identity,
        }
        assert set(row) == fields
        seen |= {(key, value) for key, value in row.items() if key not in ("idx", "video_ts")}
    assert seen == {
        *(("type", word) for word in ("kill", "goal", "note")),
        *(("side", word) for word in "AB"),
        *(("number", word) for word in range(1, 6)),
        ("own", True),
        ("own", False),
        ("who", "unknown"),  # an open word has no vocabulary
        *(("gain", word) for word in ("A", "B", "equal", None)),
        *(("leader", word) for word in ("A", "B", "even", None)),
    }
    nulls = {row["type"] for row in rows if row["gain"] is None or row["leader"] is None}
    assert nulls == {"note"}


def test_random_tuple_draws_times_over_the_whole_video():
    times = [row["video_ts"] for row in control_rows("random_tuple", GAME, case(4000), 0)]
    assert all(0 <= time < 600 for time in times)
    # The mean of 4000 uniform times on [0, 600) has a deviation of 600 / sqrt(12 * 4000) = 2.74.
    assert sum(times) / 4000 == pytest.approx(300, abs=4 * 2.74)


def test_set_time_is_given_the_times_and_nothing_else():
    known = case(40)
    rows = control_rows("set_time_random_tuple", GAME, known, 0)
    assert [row["video_ts"] for row in rows] == [10 * i + 5 for i in range(40)]
    other = [row._replace(identity=("goal", "b", True, "x"), update="B") for row in known.rows]
    same = dataclasses.replace(known, rows=tuple(other))
    assert control_rows("set_time_random_tuple", GAME, same, 0) == rows


@pytest.mark.parametrize("control", CONTROLS)
def test_an_answer_depends_on_seed_and_case_alone(control):
    answer = control_answer(control, GAME, case(30), 7)
    assert control_answer(control, GAME, case(30), 7) == answer
    assert control_answer(control, GAME, case(30), 8) != answer
    assert control_answer(control, GAME, case(30, "skirmish-02"), 7) != answer


def test_draws_never_change():
    """Hand-worked from SHA-256 and the Mersenne twister: random() of the seed, times six."""
    import hashlib
    import random

    stream = random.Random(int(hashlib.sha256(b"a\nb").hexdigest(), 16))
    expected = [int(stream.random() * 6) + 1 for _ in range(20)]
    chance = Chance("a", "b")
    assert [chance.whole(1, 6) for _ in range(20)] == expected


def test_set_time_scores_chance():
    """kill with one of 2 sides and 5 numbers, 2 x 3 labels of three: T1 1/30, T2 and T3 1/3 of it.

    Rows are 10 s apart, so a row can match its own reference only.
    """
    count = 9_000
    known = case(count)
    truth = [
        {
            "type": "kill",
            "side": "A",
            "number": 1,
            "video_ts": 10 * i + 5,
            "gain": "A",
            "leader": "A",
        }
        for i in range(count)
    ]
    answer = control_answer("set_time_random_tuple", GAME, known, 0)
    found = judge(answer, json.dumps({"events": truth}).encode(), judge_spec(GAME))
    p = 1 / 3 / 2 / 5
    assert found["n_pred"] == count
    assert found["t1"]["recall"] == pytest.approx(p, abs=4 * (p * (1 - p) / count) ** 0.5)
    assert found["recall"] == pytest.approx(p / 9, abs=4 * (p / 9 / count) ** 0.5)


def test_scores_are_drawn_side_by_side():
    pairs = dataclasses.replace(GAME, labels=Points())
    labelled = [
        row["leader"]
        for row in control_rows("random_tuple", pairs, case(400), 0)
        if row["leader"] is not None
    ]
    # Without a declared highest score it is the number of rows.
    assert all(len(score) == 2 and 0 <= min(score) <= max(score) <= 400 for score in labelled)
    assert max(max(score) for score in labelled) > 380
    rounds = dataclasses.replace(GAME, labels=Rounds())
    rows = control_rows("random_tuple", rounds, case(2000), 0)
    found = {score for row in rows if row["leader"] for score in row["leader"].values()}
    assert found == set(range(17))
