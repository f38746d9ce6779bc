"""What the KataGo driver survives, and what it refuses: real processes that misbehave."""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
from pathlib import Path

import pytest

from va_engines.katago_batch import katago_query, merged
from va_engines.katago_player import likely_moves
from va_engines.katago_process import KataGoPatience, KataGoProcess
from va_engines.katago_session import KataGoSession
from va_engines.line_process import ProcessFailed
from video_arena.engines import EngineFailed, EnginePin
from video_arena.values import EngineQuery

FAKE = Path(__file__).parent / "fake_katago.py"
spec = importlib.util.spec_from_file_location("fake_katago", FAKE)
fake = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fake)

PIN = EnginePin(
    name="fake",
    driver="katago",
    engine="KataGo 9.9.9",
    value="black_winrate",
    budget={"visits": 7},
    options={},
    networks=("net",),
    proof={"version": fake.VERSION, "git_hash": fake.HASH, "network_sha256": "0" * 64},
)
MOVES = [["B", "E5"], ["W", "C3"], ["B", "G7"], ["W", "pass"], ["B", "C7"]]


def query(moves, komi=6.5, **changes):
    request = {
        "rules": {"ko": "SIMPLE"},
        "komi": komi,
        "boardXSize": 9,
        "boardYSize": 9,
        "initialStones": [],
        "initialPlayer": "B",
        "moves": moves,
    }
    return katago_query({**request, **changes})


GAME = [query(MOVES[:count]) for count in range(6)]


def right(asked):
    return fake.winrate(asked.request, len(asked.request["moves"]))


@pytest.fixture
def session(tmp_path):
    opened = []

    def open_session(mode):
        command = [sys.executable, "-I", str(FAKE), mode, str(tmp_path)]
        patience = KataGoPatience(start_s=10, silence_s=1.5, per_visit_s=0)
        opened.append(KataGoSession(KataGoProcess(command, 7, patience=patience), PIN))
        return opened[-1]

    yield open_session
    for one in opened:
        one.close()


@pytest.fixture
def starts(tmp_path):
    return lambda: len((tmp_path / "starts").read_text().split())


@pytest.fixture
def sent(tmp_path):
    return lambda: [json.loads(x) for x in (tmp_path / "queries").read_text().splitlines()]


def collect(one, queries, into):
    for index, evaluation in one.evaluate(queries):
        into[index] = evaluation.value


def values(one, queries):
    got = {}
    collect(one, queries, got)
    return got


def test_the_positions_of_a_game_are_one_query(session, sent):
    assert values(session("ok"), GAME) == {i: right(GAME[i]) for i in range(6)}
    (line,) = sent()
    assert line["analyzeTurns"] == [0, 1, 2, 3, 4, 5]
    assert (line["moves"], line["maxVisits"]) == (MOVES, 7)


@pytest.mark.parametrize(
    "mode",
    ["shuffled", "appimage", "during", "warning"],
)
def test_odd_but_sound_answers(session, mode, starts):
    assert values(session(mode), GAME) == {i: right(GAME[i]) for i in range(6)}
    assert starts() == 1


@pytest.mark.parametrize(
    "mode", ["die-once", "die-at-once-once", "silent-once", "broken-once", "noresults-once"]
)
def test_a_failure_costs_one_fresh_process(session, mode, starts):
    assert values(session(mode), GAME) == {i: right(GAME[i]) for i in range(6)}
    assert starts() == 2


def test_what_was_answered_before_a_death_is_not_asked_again(session, sent):
    values(session("die-once"), GAME)
    first, second = sent()
    assert first["analyzeTurns"] == [0, 1, 2, 3, 4, 5]
    assert second["analyzeTurns"] == [2, 3, 4, 5]


def test_an_engine_that_dies_after_every_answer_still_gets_through(session, starts):
    assert values(session("die-often"), GAME) == {i: right(GAME[i]) for i in range(6)}
    assert starts() == 6


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("die-at-once-always", "ended with status 3; .*Killed, honestly"),
        ("quiet-always", "gave no line for 1.5 s"),
        ("noresults-always", "broke off its search"),
        ("not-a-number", "winrate nan"),
        ("wrong-player", "thought W to move where B is"),
        ("stranger", "answered what was not asked"),
    ],
)
def test_two_failures_without_an_answer_are_the_end(session, mode, reason, starts):
    with pytest.raises(EngineFailed, match=f"(?s)no answer in two tries.*{reason}"):
        values(session(mode), GAME)
    assert starts() == 2


def test_an_error_costs_its_own_query_only(session):
    asked = [*GAME, query(MOVES[:2], komi=7), query(MOVES[:1], komi=0.5)]
    got = {}
    with pytest.raises(EngineFailed, match=r"refuses a query: Illegal move 1: E5 \(field moves\)"):
        collect(session("error"), asked, got)
    assert got == {i: right(asked[i]) for i in (0, 1, 2, 3, 4, 5, 7)}


def test_a_warning_about_what_decides_values_refuses_the_answer(session):
    asked = [query(MOVES[:2], komi=7), query(MOVES[:1], komi=0.5)]
    got = {}
    with pytest.raises(EngineFailed, match=r"ignores a part of a query: Unknown \(field rules\)"):
        collect(session("warning-rules"), asked, got)
    assert got == {1: right(asked[1])}


def test_a_warning_is_told(session, caplog):
    with caplog.at_level(logging.WARNING):
        values(session("warning"), GAME[:1])
    assert "KataGo warns: Unused (field priority)" in caplog.text


def test_an_answer_that_comes_twice_is_nonsense(session):
    # The first is taken; its double is not owed any more, so the process is thrown away, and the
    # fresh one does the same: every position is had at the price of a process.
    assert values(session("twice"), GAME) == {i: right(GAME[i]) for i in range(6)}


def test_an_engine_that_does_not_start(tmp_path):
    command = [sys.executable, "-I", str(FAKE), "mute", str(tmp_path)]
    patience = KataGoPatience(start_s=0.5)
    with pytest.raises(ProcessFailed, match="gave no line"):
        KataGoProcess(command, 1, patience=patience)


def test_another_games_queries_are_lines_of_their_own():
    other = query([["B", "A1"], ["W", "B2"]])
    komi = query(MOVES[:3], komi=0.5)
    asked = [GAME[3], other, GAME[1], komi, GAME[5], query(MOVES[:3])]
    lines = {(line.game["komi"], line.moves[:1]): line for line in merged(asked, range(len(asked)))}
    assert len(lines) == 3
    game = lines[6.5, (("B", "E5"),)]
    assert game.turns == {1: (2,), 3: (0, 5), 5: (4,)}
    assert lines[6.5, (("B", "A1"),)].turns == {2: (1,)}
    assert lines[0.5, (("B", "E5"),)].turns == {3: (3,)}


def test_branches_of_a_game_are_not_mixed_up():
    one, two = query([*MOVES[:2], ["B", "A1"]]), query([*MOVES[:2], ["B", "A2"]])
    asked = [one, two, GAME[2], GAME[0]]
    found = {}
    for line in merged(asked, range(4)):
        for turn, indices in line.turns.items():
            for index in indices:
                found[index] = [list(move) for move in line.moves[:turn]]
    assert found == {i: q.request["moves"] for i, q in enumerate(asked)}


@pytest.mark.parametrize(
    "bad",
    [
        EngineQuery("uci", {"start": "startpos", "moves": []}),
        EngineQuery("katago", {"moves": []}),
        EngineQuery("katago", {**GAME[0].request, "overrideSettings": {}}),
    ],
)
def test_other_queries_are_refused(session, bad):
    with pytest.raises(EngineFailed):
        values(session("ok"), [bad])


def test_likely_moves_are_named_from_the_top_left():
    # A 3x3 board: A3 B3 C3 / A2 B2 C2 / A1 B1 C1, and the pass.
    policy = [0.1, 0.0, -1, 0.3, 0.05, -1, 0.2, 0.25, 0.02, 0.08]
    likely = ["A2", "B1", "A1", "A3", "pass", "B2", "C1", "B3"]
    assert likely_moves(policy, 3) == likely
    assert likely_moves(policy, 3, most=2) == likely[:2]
