"""What the session makes of an engine that misbehaves: a retry, a failure, never a wrong value."""

from __future__ import annotations

from pathlib import Path

import pytest

from va_engines.line_process import ProcessHung
from va_engines.uci_process import Patience, UciProcess
from va_engines.uci_session import UciSession, uci_query
from video_arena.engines import EngineFailed, EngineMismatch, EnginePin

OPTIONS = {"Threads": 1, "Hash": 16, "UCI_ShowWDL": True}
PIN = EnginePin(
    name="fake",
    driver="uci",
    engine="Fake 1",
    value="expected_score_wdl",
    budget={"depth": 5},
    options=OPTIONS,
)
GAMES = [["e2e4"], ["d2d4", "d7d5"], []]


@pytest.fixture
def session(fake_command, impatient):
    """Opens a session with a fake of a mode; all are closed at the end."""
    opened = []

    def open_session(mode):
        patience = impatient if mode.startswith("hang") else None
        opened.append(UciSession(UciProcess(fake_command(mode), OPTIONS, patience=patience), PIN))
        return opened[-1]

    yield open_session
    for one in opened:
        one.close()


def position(moves):
    return f"position startpos moves {' '.join(moves)}" if moves else "position startpos"


def right(fake_uci, moves):
    return fake_uci.wins(position(moves)) / 1000


SURVIVED_WITHOUT_RETRY = ["ok", "bound-last", "garbage", "multipv", "flood"]
SURVIVED_WITH_RETRY = ["die-once", "hang-once", "nonsense-once", "late-once"]
FATAL = ["die-always", "hang-always", "nonsense-always", "shallow", "other-move"]


@pytest.mark.parametrize("mode", [*SURVIVED_WITHOUT_RETRY, *SURVIVED_WITH_RETRY])
def test_every_value_is_right(mode, session, started, fake_uci):
    answers = list(session(mode).evaluate([uci_query("startpos", moves) for moves in GAMES]))
    assert [index for index, _ in answers] == [0, 1, 2]
    assert [answer.value for _, answer in answers] == [right(fake_uci, moves) for moves in GAMES]
    assert len(started()) == (2 if mode in SURVIVED_WITH_RETRY else 1)


def test_the_details_are_those_of_the_last_exact_line(session, fake_uci):
    ((_, answer),) = session("bound-last").evaluate([uci_query("startpos", ["e2e4"])])
    win = fake_uci.wins("position startpos moves e2e4")
    assert answer.detail == {
        "depth": 5,
        "nodes": win * 7,
        "score_cp": win,
        "wdl": [win, 0, 1000 - win],
        "bestmove": "e2e4",
    }


@pytest.mark.parametrize("mode", FATAL)
def test_what_fails_twice_fails_with_the_question_and_both_reasons(mode, session, started):
    engine = session(mode)
    with pytest.raises(EngineFailed, match=r"go depth 5, 'startpos'.*two tries.*fresh process"):
        list(engine.evaluate([uci_query("startpos", moves) for moves in GAMES]))
    assert len(started()) == 2


def test_a_death_reports_stderr(session):
    with pytest.raises(EngineFailed, match="Segmentation fault, honestly"):
        list(session("die-always").evaluate([uci_query("startpos", [])]))


def test_an_engine_that_is_always_late_costs_a_process_a_query(session, started, fake_uci):
    answers = session("late-always").evaluate([uci_query("startpos", moves) for moves in GAMES])
    assert [answer.value for _, answer in answers] == [right(fake_uci, moves) for moves in GAMES]
    assert len(started()) == 3


def test_answers_before_a_failure_are_given(session, fake_uci):
    queries = [uci_query("startpos", ["e2e4"]), uci_query("no FEN", [])]
    answers = session("ok").evaluate(queries)
    assert next(answers)[1].value == right(fake_uci, ["e2e4"])
    with pytest.raises(EngineFailed, match="not a FEN"):
        next(answers)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("no-wdl", "no wdl"), ("finished", "game is over"), ("drops-moves", "took 1 of 2 moves")],
)
def test_what_a_retry_cannot_cure_fails_at_once(mode, reason, session, started):
    with pytest.raises(EngineFailed, match=reason):
        list(session(mode).evaluate([uci_query("startpos", ["d2d4", "d7d5"])]))
    assert len(started()) == 1


def test_a_session_goes_on_after_a_failed_query(session, fake_uci):
    engine = session("die-once")
    bad = uci_query("no fen at all", [])
    with pytest.raises(EngineFailed, match="not a FEN"):
        list(engine.evaluate([bad]))
    ((_, answer),) = engine.evaluate([uci_query("startpos", ["e2e4"])])
    assert answer.value == right(fake_uci, ["e2e4"])


@pytest.mark.parametrize(
    ("start", "moves"),
    [("startpos", ["e2e4\nquit"]), ("startpos\nquit", []), ("8/8/8/8/8/8/8/8 x - - 0 1", [])],
)
def test_a_request_cannot_smuggle_commands(start, moves, session):
    with pytest.raises(EngineFailed, match="not a"):
        list(session("ok").evaluate([uci_query(start, moves)]))


def test_an_interrupted_search_leaves_nothing_behind(fake_command, impatient, fake_uci, started):
    with UciProcess(fake_command("hang-once"), OPTIONS, patience=impatient) as engine:
        with pytest.raises(ProcessHung):
            engine.search(moves=["e2e4"], go="depth 5")
        result = engine.search(moves=["d2d4"], go="depth 5")
        assert result.wdl[0] == fake_uci.wins("position startpos moves d2d4")
    assert len(started()) == 2


def test_an_engine_that_never_greets_is_hung(fake_command):
    with pytest.raises(ProcessHung, match="uciok"):
        UciProcess(fake_command("mute-always"), patience=Patience(reply_s=0.3))


def test_options_are_checked_against_what_the_engine_offers(fake_command):
    with pytest.raises(EngineMismatch, match="no option 'Threads'"):
        UciProcess(fake_command("no-option"), OPTIONS)
    with pytest.raises(EngineMismatch, match="Hash takes 1 to 1024, not 4096"):
        UciProcess(fake_command("ok"), {"Hash": 4096})
    with pytest.raises(EngineMismatch, match="UCI_ShowWDL takes true or false"):
        UciProcess(fake_command("ok"), {"UCI_ShowWDL": 1})


def test_a_deaf_engine_is_killed_on_close(fake_command, started):
    engine = UciProcess(fake_command("deaf"), OPTIONS)
    engine.close()
    engine.close()
    assert not Path(f"/proc/{started()[0]}").exists()
