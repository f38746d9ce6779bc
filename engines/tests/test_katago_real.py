"""KataGo itself, with its small test network: values are the same in every order and process."""

from __future__ import annotations

import pytest

from va_engines.katago import driver
from va_engines.katago_batch import katago_query
from video_arena.engines import EngineFailed

pytestmark = pytest.mark.engine

# A 9x9 game; every move is legal under every rule set.
MOVES = "E5 C4 C6 G6 G4 E3 D3 D4 F3 E4 E2 F4 G3 F6 D6 D5 E6 F5 C5"
GAME = [["BW"[i % 2], point] for i, point in enumerate(MOVES.split())]
RULES = {
    "ko": "SIMPLE",
    "score": "TERRITORY",
    "tax": "SEKI",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
}


def query(moves, **changes):
    request = {
        "rules": RULES,
        "komi": 6.5,
        "boardXSize": 9,
        "boardYSize": 9,
        "initialStones": [],
        "initialPlayer": "B",
        "moves": moves,
    }
    return katago_query({**request, **changes})


QUERIES = [query(GAME[:count]) for count in range(20)]


@pytest.fixture(scope="module")
def pin(katago_test):
    return driver.pins()[katago_test]


@pytest.fixture(scope="module")
def forwards(pin):
    """All positions in one query, in a process of their own."""
    session = driver.open(pin)
    try:
        return dict(session.evaluate(QUERIES)), session.observed
    finally:
        session.close()


def test_twenty_positions_have_values(forwards):
    answers, observed = forwards
    assert sorted(answers) == list(range(20))
    assert all(0 < answer.value < 1 for answer in answers.values())
    assert all(answer.detail["visits"] == 2 for answer in answers.values())
    assert observed["name"] == "KataGo 1.18.1"
    # Nobody has won yet on an empty board.
    assert 0.2 < answers[0].value < 0.8


def test_another_order_one_by_one_in_another_process_gives_the_same(pin, forwards):
    session = driver.open(pin)
    again = {}
    try:
        for index in [*range(19, -1, -2), *range(0, 20, 2)]:
            ((_, again[index]),) = session.evaluate([QUERIES[index]])
    finally:
        session.close()
    assert again == forwards[0]


def test_values_are_blacks_and_errors_are_told(pin):
    session = driver.open(pin)
    corner = [["B" if i % 2 else "W", f"{'ABCDE'[i % 5]}{1 + i // 5}"] for i in range(4)]
    try:
        # Black is forty points ahead by komi, then White is.
        asked = [query(GAME[:4], komi=-40), query(GAME[:4], komi=40), query(corner[:2])]
        answers = {index: answer.value for index, answer in session.evaluate(asked)}
        assert answers[0] > 0.9
        assert answers[1] < 0.1
        with pytest.raises(EngineFailed, match="refuses a query: Illegal move 1"):
            list(session.evaluate([query([["B", "E5"], ["W", "E5"]])]))
    finally:
        session.close()
