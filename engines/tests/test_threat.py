"""threat-v1, over its own pipe: what it sees, and that it always says the same."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from va_engines.gomocup import driver
from va_engines.gomocup_process import GomocupPosition
from va_engines.gomocup_session import gomocup_query
from va_engines.line_process import ProcessNonsense

HERE = Path(__file__).parent
WINS_9 = range(220)
WINS_15 = range(60)
QUIET = 12


def _solver():
    spec = importlib.util.spec_from_file_location("threat_solver", HERE / "threat_solver.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


solving = _solver()


@pytest.fixture(scope="module")
def engine():
    with driver.start(driver.pins()["threat-v1"]) as process:
        yield process


def look(engine, moves, size=15, rule=0):
    return engine.search(GomocupPosition(size, rule, tuple(moves))).lines[0]


def known(size, seed):
    """A scattered position, its shortest threat win of up to 7 plies, and whether fours win."""
    moves = solving.scattered(seed, size, 8 + seed % (11 if size < 15 else 20))
    solver = solving.Solver(size)
    own, other = solving.stones(moves, size)
    return moves, solver.shortest(own, other, 7), solver.fours(own, other)


@pytest.mark.parametrize(("size", "seeds"), [(9, WINS_9), (15, WINS_15)])
def test_every_win_that_brute_force_sees_is_seen(engine, size, seeds):
    seen = {"threats": 0, "fours": 0}
    for seed in seeds:
        moves, threats, fours = known(size, seed)
        if threats is None and not fours:
            continue
        block = look(engine, moves, size)
        assert block.mate is not None, (seed, moves, threats, fours, block)
        assert block.mate > 0, (seed, moves, threats, fours, block)
        seen["threats"] += threats in {5, 7}
        seen["fours"] += fours
    assert seen["threats"] >= 5, seen
    assert seen["fours"] >= 20, seen


def test_no_short_win_is_claimed_that_brute_force_does_not_see(engine):
    looked = 0
    for seed in range(1000, 1100):
        moves, threats, fours = known(9, seed)
        if threats is None and not fours:
            block = look(engine, moves, 9)
            assert block.mate is None or not 0 < block.mate <= 7, (moves, block)
            looked += 1
        if looked == QUIET:
            break
    assert looked == QUIET


# Black B, white W, by hand: x from the left, y from the top.
OPEN_FOUR = [(4, 7), (0, 0), (5, 7), (0, 2), (6, 7), (0, 4), (7, 7)]  # white to move, lost
OPEN_THREE = [(5, 7), (0, 0), (6, 7), (0, 2), (7, 7), (14, 0)]  # black to move: an open four
BLOCKED = [(4, 7), (3, 7), (5, 7), (0, 2), (6, 7), (0, 4), (7, 7)]  # white must take 8,7


def test_what_any_player_sees(engine):
    assert look(engine, OPEN_FOUR).mate == -2
    assert look(engine, OPEN_THREE).mate == 3
    found = engine.search(GomocupPosition(15, 0, tuple(BLOCKED)))
    assert found.move == (8, 7)
    assert look(engine, [*OPEN_THREE, (4, 7), (14, 2)]).mate in {1, 3}


def test_six_is_no_five_where_exactly_five_wins(engine):
    """Black has 3,7 to 6,7 and 8,7: the gap at 7,7 makes six, the free end 2,7 makes five."""
    row = [(3, 7), (4, 7), (5, 7), (6, 7), (8, 7)]
    white = [(0, 0), (0, 2), (0, 4), (14, 0), (14, 2)]
    moves = [stone for pair in zip(row, white, strict=True) for stone in pair]
    for rule, wins in ((0, {(7, 7), (2, 7)}), (1, {(2, 7)})):
        found = engine.search(GomocupPosition(15, rule, tuple(moves)))
        assert found.lines[0].mate == 1
        assert found.move in wins
    shut = [*moves[:-1], (2, 7)]
    assert look(engine, shut, rule=0).mate == 1
    assert look(engine, shut, rule=1).mate != 1


def test_answers_depend_on_the_query_alone():
    """Two processes, two orders: the same values, nodes and moves."""
    games = [solving.scattered(seed, 15, 9) for seed in range(6)]
    queries = [gomocup_query(15, "freestyle", moves) for moves in games]
    pin = driver.pins()["threat-v1"].with_budget({"nodes": 5000})
    answers = []
    for order in (range(6), reversed(range(6))):
        session = driver.open(pin)
        asked = list(order)
        found = dict(session.evaluate([queries[i] for i in asked]))
        answers.append({asked[index]: answer for index, answer in found.items()})
        session.close()
    assert answers[0] == answers[1]


def test_several_lines_of_play_have_different_moves(engine):
    found = engine.search(GomocupPosition(15, 0, ((7, 7), (8, 8))), lines=3)
    assert sorted(found.lines) == [0, 1, 2]
    assert len({block.bestline for block in found.lines.values()}) == 3


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (GomocupPosition(15, 4, ((7, 7),)), "rule 4 is not supported"),
        (GomocupPosition(30, 0, ((7, 7),)), "5 to 22 are supported"),
        (GomocupPosition(15, 0, ((7, 7), (7, 7))), "two stones on 7,7"),
    ],
)
def test_what_it_cannot_do_it_refuses(engine, position, reason):
    with pytest.raises(ProcessNonsense, match=reason):
        engine.search(position)


def test_its_pin_is_proved():
    status = driver.check(driver.pins()["threat-v1"])
    assert status.usable, status.reason
    assert status.observed["name"] == "threat"
