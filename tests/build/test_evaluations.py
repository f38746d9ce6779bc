"""The evaluation cache: shared, first answer stays, keyed by what decides the answer."""

from __future__ import annotations

from dataclasses import replace

from video_arena.build.evaluations import EvaluationCache
from video_arena.engines import EnginePin
from video_arena.values import EngineQuery, Evaluation

PIN = EnginePin(
    name="e-1", driver="uci", engine="E 1", value="wdl", budget={"depth": 9}, options={"Hash": 16}
)
QUERY = EngineQuery("uci", {"start": "startpos", "moves": ["e2e4"]})


def test_answers_survive_and_the_first_one_stays(tmp_path):
    path = tmp_path / "deep" / "cache.sqlite"
    with EvaluationCache(path, PIN) as cache:
        assert cache.get(QUERY.digest()) is None
        cache.put([(QUERY.digest(), Evaluation(0.4625, {"depth": 9}))])
        cache.put([(QUERY.digest(), Evaluation(0.9, {}))])
    with EvaluationCache(path, PIN) as cache:
        assert cache.get(QUERY.digest()) == Evaluation(0.4625, {"depth": 9})


def test_what_decides_a_value_is_in_the_key(tmp_path):
    path = tmp_path / "cache.sqlite"
    with EvaluationCache(path, PIN) as cache:
        cache.put([(QUERY.digest(), Evaluation(0.5))])
    others = [
        PIN.with_budget({"depth": 10}),
        replace(PIN, options={"Hash": 32}),
        replace(PIN, networks=("nn-1",)),
        replace(PIN, engine="E 2"),
    ]
    for pin in others:
        with EvaluationCache(path, pin) as cache:
            assert cache.get(QUERY.digest()) is None
    same = replace(PIN, name="other", install={"url": "x"}, proof={"id": "y"}, note="z")
    with EvaluationCache(path, same) as cache:
        assert cache.get(QUERY.digest()) is not None


def test_the_point_of_view_is_not_part_of_the_question():
    flipped = replace(QUERY, flipped=True)
    assert flipped.digest() == QUERY.digest()
    assert QUERY.value(Evaluation(0.4625)) == 0.4625
    assert flipped.value(Evaluation(0.4625)) == 0.5375


def test_two_builds_write_to_one_file(tmp_path):
    path = tmp_path / "cache.sqlite"
    with EvaluationCache(path, PIN) as one, EvaluationCache(path, PIN) as two:
        one.put([("a", Evaluation(0.1))])
        two.put([("b", Evaluation(0.2))])
        assert one.get("b") == Evaluation(0.2)
        assert two.get("a") == Evaluation(0.1)


def test_what_the_engine_said_it_is_is_kept(tmp_path):
    with EvaluationCache(tmp_path / "c", PIN) as cache:
        assert cache.observed() is None
        cache.remember({"name": "E 1"})
        cache.remember({"name": "E 1 on another machine"})
        assert cache.observed() == {"name": "E 1"}
