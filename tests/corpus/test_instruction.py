"""One instruction.md, two prompts: the same task, each with its own delivery."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from video_arena.corpus.instruction import (
    FRAMES,
    InstructionError,
    check_prompts,
    compose_instruction,
    render_instruction,
)
from video_arena.corpus.task_text import example_rows, task_text
from video_arena.game import Choice, EventType, Flag, GameSpec, Integer, Media, Name, Prose
from video_arena.judge.judge import judge
from video_arena.judge.spec import judge_spec
from video_arena.labels import DeadBand, ScoreTransition
from video_arena.shapes import LeadShape

CANARY = "VIDEO-ARENA CANARY GUID 00000000-0000-5000-8000-000000000000"
SQUARES = tuple(file + rank for file in "ABCDEFGH" for rank in "12345678")


@pytest.fixture
def spec():
    return GameSpec(
        name="chess",
        title="Chess",
        genre="board",
        version="1",
        time_field="game_clock_s",
        fields={"color": Choice(("W", "B")), "coord": Choice(SQUARES)},
        events=(
            EventType("move", ("color", "coord"), "a piece was moved to that square."),
            EventType("capture", ("color", "coord"), "the move took a piece.", labelled=False),
        ),
        update_field="wr_swing",
        state_field="leader_after",
        labels=DeadBand(up="W", down="B", update_band=0.1, state_band=0.1),
        value="white_expected_score_wdl",
        media=Media(width=548, height=548, fps=Fraction(1)),
        hud=(),
        prose=Prose(
            title="Reconstruct a chess game from a board-only video",
            video="A plain board from White's side.",
            events="Files A to H from the left, ranks 1 to 8 from the bottom.",
            value="V is White's expected score.",
            notes="Events are sparse: scan the whole video.",
        ),
        shapes=LeadShape(),
        engine="stockfish-18",
    )


@pytest.fixture
def text(spec):
    return compose_instruction(spec, CANARY)


def test_a_composed_file_has_no_problems(text):
    assert check_prompts(text) == []


def test_the_task_is_the_same_bytes_under_both_protocols_and_comes_first(spec, text):
    task = task_text(spec)
    for protocol in ("A", "B"):
        prompt = render_instruction(text, protocol)
        assert prompt.startswith(task)
        assert prompt[len(task) :].lstrip().startswith("## What you may use")
    assert task.encode() in text.encode()


def test_each_prompt_has_its_own_delivery_only(text):
    a, b = render_instruction(text, "A"), render_instruction(text, "B")
    assert "answer.json" in b
    assert "match.mp4" in b
    for word in ("answer.json", "match.mp4", "ffmpeg", "this folder"):
        assert word not in a
    assert "LAST ```json fenced block" in a
    assert "LAST ```json" not in b
    tail = a[a.index("This is one reply") :]
    assert "`events`" in tail


def test_prompts_hold_no_comment_and_the_file_keeps_its_canary(text):
    assert text.startswith(f"<!-- {CANARY} -->\n")
    for protocol in ("A", "B"):
        prompt = render_instruction(text, protocol)
        assert "<!--" not in prompt
        assert "-->" not in prompt
        assert "CANARY" not in prompt
        assert "\n\n\n" not in prompt


def test_a_runner_puts_its_frames_where_they_are_marked(text):
    told = "You are given the match as 3 frames.\n\n    video_ts = [0.00, 1.00, 2.00]"
    prompt = render_instruction(text, "A", frames=told)
    assert (
        prompt.index("## What you may use") < prompt.index(told) < prompt.index("This is one reply")
    )
    assert prompt.replace(f"{told}\n\n", "") == render_instruction(text, "A")
    assert told not in render_instruction(text, "B", frames=told)


def test_the_worked_example_is_valid_and_scores_one_under_the_judge(spec, text):
    (block,) = re.findall(r"```json\n(\{.*?\})\n```", render_instruction(text, "A"), re.DOTALL)
    assert json.loads(block) == {"events": example_rows(spec)}
    move, capture = json.loads(block)["events"]
    assert list(move) == [
        "type",
        "idx",
        "color",
        "coord",
        "game_clock_s",
        "wr_swing",
        "leader_after",
    ]
    assert (capture["wr_swing"], capture["leader_after"]) == (None, None)
    result = judge(block.encode(), block.encode(), judge_spec(spec))
    assert (result["f1"], result["bad_rows"], result["n_ref"]) == (1.0, 0, 2)


def test_everything_to_report_is_told(spec, text):
    task = task_text(spec)
    for word in (*spec.fields, "move", "capture", "wr_swing", "leader_after", "game_clock_s"):
        assert f"`{word}`" in task
    for word in ("0.10", "0.60", "0.40", "3.0 s", "`A1` to `H8`", "548x548"):
        assert word in task
    for part in (spec.prose.video, spec.prose.events, spec.prose.value, spec.prose.notes):
        assert part in task


def test_other_vocabularies_and_bands(spec):
    other = replace(
        spec,
        fields={"n": Integer(1, 10), "own": Flag(), "by": Name()},
        events=(EventType("play", ("n", "own", "by"), "a play."),),
        labels=DeadBand(
            up="landlord",
            down="farmers",
            update_band=0.034,
            state_band=0.05,
            neutral_update="neutral",
            smoothing="trailing2_movepair",
        ),
        type_field=None,
        conditional=True,
        carried=(),
    )
    task = task_text(other)
    for word in ("1 to 10", "`true` or `false`", "0.034", "0.55", "0.45", "(V[t] + V[t-1]) / 2"):
        assert word in task
    assert "events that T1 matched" in task
    assert "`type`" not in task
    assert list(example_rows(other)[0]) == [
        "n",
        "own",
        "by",
        "game_clock_s",
        "wr_swing",
        "leader_after",
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("Nothing outside that last", "Write answer.json. Nothing outside that last", "agentic"),
        ("Events are sparse", "Use ./ffmpeg.exe. Events are sparse", "agentic"),
        ("This is one reply and there are no tools", "Reply once", "single-reply tail is missing"),
        ("LAST ```json fenced block", "last block", "single-reply tail is missing"),
        ("with the single `events` key", "with its single key", "does not name the root key"),
        (FRAMES, "", "place of the frames"),
        ("`answer.json`", "the file", "does not tell of `answer.json`"),
        ("so does a text reply.", "so on. This is one reply and there are no tools.", "holds Pro"),
        ("<!-- /protocol:A -->", "", "unknown or unbalanced"),
        ("<!-- /protocol:B -->", "", "never closed"),
        ("<!-- protocol:A -->", "", "unknown or unbalanced"),
        ("<!-- protocol:B -->", "<!-- protocol:A -->", "delivered twice"),
        ("<!-- protocol:B -->", "<!-- protocol:C -->", "unknown or unbalanced"),
        ("<!-- protocol:A -->", "<!-- protocol:A -->\n<!-- protocol:B -->", "unbalanced"),
        ("## Scoring", "<!-- todo -->\n## Scoring", "unknown or unbalanced"),
        ("## Scoring", "<!-- frames -->\n## Scoring", "unknown or unbalanced"),
        ("<!-- /protocol:B -->", "<!-- /protocol:B -->\n<!-- open", "opened or closed alone"),
        (f"<!-- {CANARY} -->", "", "no canary"),
    ],
)
def test_the_pre_flight_check_finds(text, old, new, problem):
    assert old in text
    problems = check_prompts(text.replace(old, new))
    assert any(problem in found for found in problems), problems


def test_a_missing_delivery_is_found_and_cannot_be_rendered(text):
    start, stop = text.index("<!-- protocol:A -->"), text.index("<!-- protocol:B -->")
    broken = text[:start] + text[stop:]
    assert check_prompts(broken) == ["no delivery for protocol A"]
    with pytest.raises(InstructionError, match="protocol A"):
        render_instruction(broken, "A")


def test_another_root_key_is_found(text):
    problems = check_prompts(text, root_key="moves")
    assert len(problems) == 3
    assert all("`moves`" in problem for problem in problems)


@pytest.mark.parametrize("canary", ["a --> b", "two\nlines"])
def test_a_canary_that_would_break_its_comment_is_refused(spec, canary):
    with pytest.raises(ValueError, match="comment"):
        compose_instruction(spec, canary)


def test_a_score_game_asks_for_the_pair_and_its_example_is_consistent(spec):
    goals = replace(
        spec,
        fields={"side": Choice(("L", "R"))},
        events=(EventType("goal", ("side",), "a goal."),),
        update_field="impact",
        state_field="score_after",
        labels=ScoreTransition(up="L", down="R"),
    )
    (row,) = example_rows(goals)
    assert (row["impact"], row["score_after"]) == ("taken", [1, 0])
    answer = json.dumps({"events": [row]}).encode()
    result = judge(answer, answer, judge_spec(goals))
    assert (result["f1"], result["t3"]["kind"]) == (1.0, "exact_pair")
    assert "the share of exact pairs" in task_text(goals)


def test_an_evaluator_that_abstains_asks_for_every_row_all_the_same(spec):
    sure, estimated = spec, replace(spec, labels=replace(spec.labels, abstain_sigma=2.0))
    assert "label every row" in task_text(estimated)
    assert "V is an estimate" not in task_text(sure)
