"""The fleet: every query answered once, in any order, and no failure costs another query.

And the evaluator before it: engines begin at once, and end with whoever asked, at any moment.
"""

from __future__ import annotations

import threading
import time

import pytest

from video_arena.build.evaluate import ChosenEngine, Demand, Evaluator, _Waiting
from video_arena.build.fleet import Fleet
from video_arena.build.report import Silent
from video_arena.engines import EngineFailed, EngineMissing, EnginePin
from video_arena.values import EngineQuery, Evaluation

PIN = EnginePin(
    name="sum", driver="sum", engine="Sum 1", value="sum", budget={"depth": 1}, options={}
)


class Session:
    """Answers with the number asked about, and fails on the numbers it is told to fail on."""

    def __init__(self, driver):
        self.driver = driver
        self.observed = {"name": "Sum 1"}
        self.is_closed = False

    def evaluate(self, queries):
        for index in reversed(range(len(queries))):  # any order is allowed
            number = queries[index].request["number"]
            if number in self.driver.bad:
                raise EngineFailed(f"no answer to {number}")
            self.driver.asked.append(number)
            time.sleep(self.driver.pause)
            yield index, Evaluation(number / 1000)

    def close(self):
        if not self.is_closed:
            self.is_closed = True
            self.driver.closed += 1


class Driver:
    name, in_process = "sum", False

    def __init__(self, batch=1, bad=(), missing=False, pause=0.0):
        self.pause = pause
        self.batch, self.bad, self.missing = batch, set(bad), missing
        self.asked, self.closed = [], 0
        self.opened = threading.Event()

    def open(self, pin):
        self.opened.set()
        if self.missing:
            raise EngineMissing(f"{pin.name} is not installed")
        return Session(self)


def queries(count):
    return [EngineQuery("sum", {"number": n}) for n in range(count)]


@pytest.mark.parametrize("batch", [1, 7, 1000])
@pytest.mark.parametrize("workers", [1, 3])
def test_every_query_is_answered_once(batch, workers):
    driver = Driver(batch)
    answers = dict(Fleet(driver, PIN, workers).answer(queries(50)))
    assert {i: e.value for i, e in answers.items()} == {n: n / 1000 for n in range(50)}
    assert sorted(driver.asked) == list(range(50))
    assert driver.closed == workers


@pytest.mark.parametrize("batch", [1, 20])
def test_a_failed_query_is_reported_and_costs_no_other(batch):
    driver = Driver(batch, bad=[3, 17])
    answers = dict(Fleet(driver, PIN, 2).answer(queries(20)))
    assert sorted(answers) == list(range(20))
    assert {i for i, e in answers.items() if isinstance(e, EngineFailed)} == {3, 17}
    assert answers[4].value == 0.004


def test_an_engine_that_is_not_there_stops_the_run():
    with pytest.raises(EngineMissing, match="not installed"):
        list(Fleet(Driver(missing=True), PIN, 2).answer(queries(5)))


def test_the_caller_may_stop_early():
    driver = Driver(pause=0.001)
    answers = Fleet(driver, PIN, 2).answer(queries(1000))
    next(answers)
    answers.close()
    assert driver.closed == 2
    assert len(driver.asked) < 1000


def test_engines_start_before_the_first_answer_is_asked_for():
    driver = Driver()
    with Fleet(driver, PIN, 2).at_work(queries(5)) as answers:
        assert driver.opened.wait(timeout=30)
        assert len(list(answers)) == 5


def test_engines_are_stopped_though_no_answer_was_taken():
    driver = Driver(pause=0.001)
    with Fleet(driver, PIN, 2).at_work(queries(1000)):
        assert driver.opened.wait(timeout=30)
    assert driver.closed == 2
    assert len(driver.asked) < 1000


def test_nothing_to_ask_starts_nothing():
    assert list(Fleet(Driver(missing=True), PIN, 2).answer([])) == []


def test_what_the_engine_says_it_is_is_known_before_the_first_answer():
    fleet = Fleet(Driver(), PIN, 2)
    assert fleet.observed is None
    next(fleet.answer(queries(5)))
    assert fleet.observed == {"name": "Sum 1"}


def test_observing_alone_opens_and_closes_one_session():
    driver = Driver()
    assert Fleet(driver, PIN, 2).observe() == {"name": "Sum 1"}
    assert driver.closed == 1


def test_an_engine_that_fills_the_machine_is_started_once_whatever_the_workers():
    driver = Driver(batch=100)
    driver.most_sessions = 1
    answers = dict(Fleet(driver, PIN, 8).answer(queries(50)))
    assert sorted(answers) == list(range(50))
    assert driver.closed == 1


def demand_for(asked):
    """A match of one prefix for each query."""
    demand = Demand()
    for index, query in enumerate(asked):
        demand.waiting.append(_Waiting([query]))
        demand.queries[query.digest()] = query
        demand.users[query.digest()] = [(index, 0)]
    return demand


def evaluator(driver, tmp_path):
    return Evaluator(ChosenEngine(driver, PIN), tmp_path / "cache.sqlite", 2, Silent())


def test_leaving_while_cached_values_are_given_stops_the_engines(tmp_path):
    list(evaluator(Driver(), tmp_path).trajectories(demand_for(queries(3))))
    driver = Driver(pause=0.001)
    with evaluator(driver, tmp_path).at_work(demand_for(queries(1000))) as trajectories:
        assert next(trajectories).values == (0.0,)
        assert driver.opened.wait(timeout=30)
    assert driver.closed == 2
    assert len(driver.asked) < 997


def test_leaving_early_keeps_what_was_answered(tmp_path):
    asked = queries(1000)
    first = Driver(pause=0.001)
    with evaluator(first, tmp_path).at_work(demand_for(asked)) as trajectories:
        given = [next(trajectories).index for _ in range(5)]
    again = Driver()
    found = list(evaluator(again, tmp_path).trajectories(demand_for(asked)))
    assert [t.values[0] for t in sorted(found, key=lambda t: t.index)] == [
        n / 1000 for n in range(1000)
    ]
    assert not set(given) & set(again.asked)
