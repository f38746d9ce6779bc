"""Both pins on the real engines. Installed once, into the user's cache folder."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from va_engines.fetch import install
from va_engines.locate import candidates
from va_engines.proof import hold_to_probe
from va_engines.uci import driver
from va_engines.uci_process import UciProcess
from va_engines.uci_session import UciSession, uci_query
from video_arena.cache import CACHE_VARIABLE
from video_arena.engines import EngineFailed, EngineMismatch

pytestmark = pytest.mark.engine

RUY_LOPEZ = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"]
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
"""White mates by Ra8."""

QUERIES = [
    uci_query("startpos", []),
    uci_query("startpos", RUY_LOPEZ[:3]),
    uci_query("startpos", RUY_LOPEZ),
    uci_query(ENDGAME, []),
    uci_query(ENDGAME, ["b4b1", "h4g3"]),
    uci_query(BACK_RANK, []),
]


@pytest.fixture(scope="module", params=["stockfish-18", "stockfish-15.1"])
def pin(request):
    """Each pin, thinking little: depth 10 for the native engine, 8 for WASM."""
    name = request.param.replace("-", "_").replace(".", "_")
    full = request.getfixturevalue(name)
    return full.with_budget({"depth": 8 if full.name == "stockfish-18" else 10})


@pytest.fixture(scope="module")
def session(pin):
    """One session for all that leaves it in order; a query leaves nothing behind."""
    session = driver.open(pin)
    yield session
    session.close()


def in_order(session, order):
    answers = dict(session.evaluate([QUERIES[at] for at in order]))
    return {at: answers[place] for place, at in enumerate(order)}


def test_the_pin_is_proved(pin):
    status = driver.check(pin)
    assert status.usable, status.reason
    assert status.observed["name"].startswith(pin.engine)
    assert status.observed["networks"] == list(pin.networks)


def test_answers_do_not_depend_on_order_or_process(pin, session):
    order = list(range(len(QUERIES)))
    shuffled = order[:]
    random.Random(1).shuffle(shuffled)
    first, again = in_order(session, order), in_order(session, shuffled)
    other = driver.open(pin)
    elsewhere = in_order(other, order[::-1])
    other.close()
    assert first == again == elsewhere
    assert len({answer.value for answer in first.values()}) > 3


def test_answers_are_sound(pin, session):
    answers = in_order(session, range(len(QUERIES)))
    for answer in answers.values():
        win, draw, loss = answer.detail["wdl"]
        assert win + draw + loss == 1000
        assert answer.value == pytest.approx((win + draw / 2) / 1000)
        assert answer.detail["depth"] == pin.budget["depth"]
    assert 0.4 < answers[0].value < 0.7
    assert answers[5].value == 1.0
    assert answers[5].detail["mate"] == 1
    assert answers[5].detail["bestmove"] == "a1a8"


def test_a_search_that_is_killed_is_repeated_and_gives_the_same(pin):
    deep = pin.with_budget({"depth": pin.budget["depth"] + 5})
    session = driver.open(deep)
    process = session._process
    ((_, wanted),) = session.evaluate([QUERIES[2]])
    victim = process.pid
    killer = threading.Thread(target=kill_when_busy, args=(victim,))
    killer.start()
    ((_, answer),) = session.evaluate([QUERIES[2]])
    killer.join()
    assert answer == wanted
    assert process.pid != victim
    session.close()


def cpu_ticks(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def kill_when_busy(pid):
    """Kill it once it has begun to think: after a twentieth of a second of its CPU."""
    before = cpu_ticks(pid)
    while cpu_ticks(pid) < before + 5:
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)


def test_an_illegal_move_is_an_error_and_not_another_positions_value(session):
    with pytest.raises(EngineFailed, match="took 1 of 3 moves"):
        list(session.evaluate([uci_query("startpos", ["e2e4", "e2e4", "e7e5"])]))
    ((_, answer),) = session.evaluate([QUERIES[0]])
    assert answer.detail["bestmove"]


def test_a_finished_game_is_an_error(session):
    fools_mate = ["f2f3", "e7e5", "g2g4", "d8h4"]
    with pytest.raises(EngineFailed, match="game is over"):
        list(session.evaluate([uci_query("startpos", fools_mate)]))


def test_the_engine_sees_repetitions(session):
    """A queen down, Black may repeat a position for the third time; without the moves it loses."""
    start = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
    moves = ["a1a2", "e8e7", "a2a1", "e7e8"] * 2 + ["a1a2"]
    queries = [uci_query(start, moves), uci_query("4k3/8/8/8/8/8/Q7/4K3 b - - 9 5", [])]
    with_moves, bare = [answer for _, answer in session.evaluate(queries)]
    assert with_moves.detail["bestmove"] == "e8e7"
    assert 0.45 < with_moves.value < 0.55
    assert bare.value < 0.1


OWNER = """
import sys
from va_engines.uci import driver
process = driver.start(driver.pins()[sys.argv[1]])
print(process.pid, flush=True)
process.search(go="depth 60")
"""


def test_a_searching_engine_ends_when_its_owner_is_killed(pin):
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, pin.name], stdout=subprocess.PIPE, text=True
    )
    engine = int(owner.stdout.readline())
    before = cpu_ticks(engine)
    while cpu_ticks(engine) < before + 20:
        time.sleep(0.01)
    owner.kill()
    owner.wait()
    owner.stdout.close()
    deadline = time.monotonic() + 30
    while Path(f"/proc/{engine}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{engine}").exists()


def probe_differs(process, pin, how):
    with pytest.raises(EngineMismatch, match=how):
        hold_to_probe(process, pin)


def test_the_probe_knows_another_version(stockfish_18, stockfish_15_1):
    with UciProcess(driver_command(stockfish_15_1), stockfish_15_1.options) as other:
        probe_differs(other, stockfish_18, r"position 1: nodes .*position 3")


@pytest.mark.parametrize("name", ["stockfish-18", "stockfish-15.1"])
def test_the_probe_knows_another_hash(name, stockfish_18, stockfish_15_1):
    pin = driver.pins()[name]
    with UciProcess(driver_command(pin), {**pin.options, "Hash": 1}) as other:
        probe_differs(other, pin, "position 3: nodes")


def driver_command(pin):
    return next(iter(candidates(pin))).command


@pytest.mark.slow
def test_the_light_build_is_not_stockfish_18(stockfish_18, tmp_path, monkeypatch):
    """The same npm package holds a build with a small network, whose name differs by a word."""
    light = {
        **stockfish_18.install,
        "keep": ["bin/stockfish-18-lite-single.js", "bin/stockfish-18-lite-single.wasm"],
        "entry": "bin/stockfish-18-lite-single.js",
    }
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    entry = install(replace(stockfish_18, name="light", install=light))
    monkeypatch.setenv(stockfish_18.install["variable"], str(entry))
    with pytest.raises(EngineMismatch, match=r"Lite.*networks"):
        driver.open(stockfish_18)
    with UciProcess(driver_command(stockfish_18), stockfish_18.options) as other:
        probe_differs(other, stockfish_18, r"position 1: nodes .*position 3")


@pytest.mark.slow
def test_debian_installs_without_package_lists(stockfish_15_1, tmp_path, monkeypatch):
    """A fresh image has no package lists, and a user has no right to fetch the machine's."""
    (tmp_path / "lists").mkdir()
    config = tmp_path / "apt.conf"
    config.write_text(f'Dir::State::Lists "{tmp_path / "lists"}";\n')
    monkeypatch.setenv("APT_CONFIG", str(config))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    assert install(stockfish_15_1).is_file()


def test_the_answer_is_for_the_side_to_move(session):
    queen_up = "4k3/8/8/8/8/8/8/Q3K3 {} - - 0 1"
    answers = session.evaluate([uci_query(queen_up.format(side), []) for side in "wb"])
    white, black = [answer.value for _, answer in answers]
    assert white > 0.9
    assert black < 0.1


def test_a_session_reports_what_it_observes(pin, session):
    assert isinstance(session, UciSession)
    assert session.observed["options"] == dict(pin.options)
