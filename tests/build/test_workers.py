"""A crew does everything once, and a killed process costs no work."""

from __future__ import annotations

import os
import signal
from functools import partial

import pytest

from video_arena.build.workers import Crew, WorkerLost


def answer(number):
    return 2 * number


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark):
    """The first caller that finds the file takes it along."""
    if mark.exists():
        mark.unlink()
        die()
    return "alive"


def fail():
    raise OSError("no space left")


def settled(crew):
    while crew.settle(block=True):
        pass


def test_everything_is_done_once():
    results = []
    with Crew(2) as crew:
        for number in range(20):
            crew.put(partial(answer, number), results.append)
        settled(crew)
    assert sorted(results) == [2 * number for number in range(20)]


def test_a_killed_process_costs_no_work(tmp_path):
    mark = tmp_path / "mark"
    mark.touch()
    results = []
    with Crew(2) as crew:
        crew.put(partial(die_once, mark), results.append)
        for number in range(6):
            crew.put(partial(answer, number), results.append)
        settled(crew)
    assert not mark.exists()
    assert sorted(results, key=str) == [0, 10, 2, 4, 6, 8, "alive"]


def test_what_kills_its_process_twice_is_given_up_and_nothing_else_is():
    results, lost = [], []
    with Crew(2) as crew:
        for number in range(4):
            crew.put(partial(answer, number), results.append)
        crew.put(die, lost.append)
        for number in range(4, 8):
            crew.put(partial(answer, number), results.append)
        settled(crew)
    assert sorted(results) == [2 * number for number in range(8)]
    assert [type(result) for result in lost] == [WorkerLost]


def test_urgent_work_goes_before_what_waits_and_dropped_work_is_not_done():
    order = []
    with Crew(1) as crew:
        works = [crew.put(partial(answer, number), order.append) for number in range(6)]
        assert crew.drop(works[4])
        assert not crew.drop(works[0]), "it has begun"
        crew.put(partial(answer, 50), order.append, urgent=True)
        settled(crew)
    assert order == [0, 2, 100, 4, 6, 10]


def test_what_a_call_raises_reaches_the_caller():
    with Crew(1) as crew:
        crew.put(fail, print)
        with pytest.raises(OSError, match="no space left"):
            settled(crew)
