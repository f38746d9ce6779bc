"""What the session makes of an engine that misbehaves: the right outcome, never a wrong value."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from va_engines.gomocup import hold_to_pin
from va_engines.gomocup_process import GomocupPatience, GomocupPosition, GomocupProcess
from va_engines.gomocup_session import GomocupSession, gomocup_query
from va_engines.line_process import ProcessHung
from video_arena.engines import EngineFailed, EngineMismatch, EnginePin

FAKE = Path(__file__).parent / "fake_gomocup.py"
SETTINGS = {"thread_num": 1, "SHOW_DETAIL": 2, "max_node": 1000}
PIN = EnginePin(
    name="fake",
    driver="gomocup",
    engine="Fake",
    value="winrate_sigmoid_eval_200",
    budget={"nodes": 1000},
    options={"thread_num": 1, "SHOW_DETAIL": 2},
    proof={
        "version": "1.",
        "scaling_factor": 200.0,
        "probe": [{"moves": [[7, 7], [8, 8]], "nodes": 10}],
    },
)
GAMES = [((7, 7),), ((7, 7), (8, 8)), ((7, 7), (8, 8), (3, 11))]


@pytest.fixture(scope="module")
def fake():
    """The module of the fake engine: the value that it gives."""
    spec = importlib.util.spec_from_file_location("fake_gomocup", FAKE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def process(tmp_path):
    """Starts a fake of a mode; all are closed at the end."""
    opened = []

    def start(mode):
        hangs = mode.startswith("silent")
        patience = GomocupPatience(reply_s=60.0, silence_s=1.0 if hangs else 60.0)
        command = [sys.executable, "-I", str(FAKE), mode, str(tmp_path)]
        opened.append(GomocupProcess(command, SETTINGS, patience=patience))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def session(process):
    return lambda mode: GomocupSession(process(mode), PIN, {})


@pytest.fixture
def started(tmp_path):
    return lambda: [int(line) for line in (tmp_path / "starts").read_text().split()]


def sent(moves):
    """The stones as the engine must get them: 1 the side to move, 2 the other, black's first."""
    own = len(moves) % 2
    return [f"{x},{y},{1 if i % 2 == own else 2}" for i, (x, y) in enumerate(moves)]


def score(fake, moves, size=15, rule="0"):
    return fake.eval_of(size, rule, sent(moves))


def ask(engine, games=GAMES, size=15, rule="freestyle"):
    queries = [gomocup_query(size, rule, moves) for moves in games]
    return [answer for _, answer in engine.evaluate(queries)]


def test_the_first_stone_is_blacks_and_field_1_is_the_side_to_move():
    assert sent([(7, 7), (7, 8)]) == ["7,7,1", "7,8,2"]
    assert sent([(7, 7), (7, 8), (3, 3)]) == ["7,7,2", "7,8,1", "3,3,2"]


@pytest.mark.parametrize("mode", ["ok", "race", "die-once", "silent-once", "nonsense-once"])
def test_every_value_is_right(mode, session, started, fake):
    answers = ask(session(mode))
    scores = [score(fake, moves) for moves in GAMES]
    assert [answer.detail["eval"] for answer in answers] == scores
    assert [answer.value for answer in answers] == pytest.approx(
        [fake.winrate(score) for score in scores], abs=1e-6
    )
    assert len(started()) == (2 if mode.endswith("once") else 1)


def test_commands_in_the_race_window_are_lost_and_nothing_else_is(process, fake):
    """Forty searches in a row: without waiting for ABOUT's answer, each next one would hang."""
    engine = process("race")
    for number in range(40):
        moves = ((number % 15, number // 15),)
        found = engine.search(GomocupPosition(15, 0, moves))
        assert found.lines[0].eval == score(fake, moves)


def test_only_completed_blocks_count(session, fake):
    (answer,) = ask(session("ok"), GAMES[:1])
    assert answer.detail == {
        "depth": 14,
        "nodes": 14000,
        "eval": score(fake, GAMES[0]),
        "bestmove": [0, 0],
    }


def test_size_and_rule_reach_the_engine(session, fake):
    engine = session("ok")
    (twenty,) = ask(engine, GAMES[:1], size=20)
    (exact,) = ask(engine, GAMES[:1], rule="standard")
    assert twenty.detail["eval"] == score(fake, GAMES[0], size=20)
    assert exact.detail["eval"] == score(fake, GAMES[0], rule="1")


def test_a_mate_is_zero_or_one(session):
    (answer,) = ask(session("mate"), GAMES[:1])
    assert (answer.value, answer.detail["mate"]) == (0.0, -4)


@pytest.mark.parametrize("mode", ["die-always", "silent-always", "nonsense-always", "wrong-mate"])
def test_what_fails_twice_fails_with_the_question_and_both_reasons(mode, session, started):
    with pytest.raises(EngineFailed, match=r"15x15, rule 0, after 7,7: .*two tries.*fresh process"):
        ask(session(mode))
    assert len(started()) == 2


def test_a_death_reports_stderr(session):
    with pytest.raises(EngineFailed, match="Segmentation fault, honestly"):
        ask(session("die-always"))


def test_an_engine_without_its_network_is_refused_at_the_start(process):
    with pytest.raises(EngineMismatch, match=r"works without its network.*Failed to load"):
        process("fallback")


def test_an_engine_that_loses_its_network_later_is_refused_without_a_retry(session, started):
    with pytest.raises(EngineMismatch, match="Evaluator nnue disabled"):
        ask(session("fallback-late"))
    assert len(started()) == 1


def test_another_scaling_factor_is_refused(session):
    with pytest.raises(EngineMismatch, match=r"than the pin's 200.*tells about 250\.0"):
        ask(session("wrong-scale"))


@pytest.mark.parametrize(("mode", "reason"), [("no-detail", None), ("taken", "not free")])
def test_answers_that_cannot_be_trusted(mode, reason, session, fake):
    engine = session(mode)
    if reason is None:
        # The block of depth 3 is the last completed one, so it is the answer.
        (answer,) = ask(engine, GAMES[:1])
        assert answer.detail["depth"] == 3
    else:
        with pytest.raises(EngineFailed, match=reason):
            ask(engine, GAMES[:1])


@pytest.mark.parametrize("mode", ["wrong-name", "wrong-version", "wrong-scale"])
def test_an_engine_is_held_to_its_pin(mode, process):
    with pytest.raises(EngineMismatch):
        hold_to_pin(process(mode), PIN)


def test_what_is_observed_names_no_folder_of_this_machine(process):
    assert hold_to_pin(process("ok"), PIN) == {
        "name": "Fake",
        "version": "1.4",
        "config": "config.toml",
        "scaling_factor": 200.0,
        "options": {"thread_num": 1, "SHOW_DETAIL": 2},
    }


def test_an_interrupted_search_leaves_nothing_behind(process, fake, started):
    engine = process("silent-once")
    with pytest.raises(ProcessHung):
        engine.search(GomocupPosition(15, 0, GAMES[0]))
    found = engine.search(GomocupPosition(15, 0, GAMES[1]))
    assert found.lines[0].eval == score(fake, GAMES[1])
    assert len(started()) == 2


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({"size": 15, "rule": "freestyle", "moves": []}, "empty board"),
        ({"size": 15, "rule": "freestyle", "moves": [[15, 0]]}, "no stone"),
        ({"size": 15, "rule": "freestyle", "moves": [[1, 1], [1, 1]]}, "two stones"),
        ({"size": 15, "rule": "caro", "moves": [[1, 1]]}, "a Gomocup request is"),
        ({"size": 15, "rule": "freestyle", "moves": [["1,1,1\nEND", 1]]}, "no stone"),
    ],
)
def test_requests_are_checked(request_, reason, session):
    from video_arena.values import EngineQuery

    with pytest.raises(EngineFailed, match=reason):
        list(session("ok").evaluate([EngineQuery("gomocup", request_)]))
