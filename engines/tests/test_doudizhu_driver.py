"""The PIMC driver: pins, queries, refusals, and the same answers however the work is spread."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from va_engines.doudizhu import weights
from va_engines.doudizhu.driver import driver, prove
from va_engines.doudizhu.line import action_text
from va_engines.doudizhu.rule_v1 import RuleV1
from va_engines.doudizhu.self_play import deal, play
from video_arena.build.fleet import Fleet
from video_arena.engines import EngineError, EngineFailed, EngineMismatch, EngineMissing
from video_arena.plugins import find_pin
from video_arena.values import EngineQuery

SMALL = {"min_worlds": 50, "max_worlds": 100}


@pytest.fixture
def pin():
    return driver.pins()["pimc-rule-v1"]


@pytest.fixture
def queries():
    landlord, down, up, _ = deal(random.Random(2))
    plays = list(map(action_text, play((landlord, down, up), RuleV1())))
    return [
        EngineQuery("pimc", {"hand": landlord, "plays": plays[:prefix]})
        for prefix in range(len(plays))
    ]


def test_the_default_pin_is_found_by_its_name_and_proves_itself(pin):
    assert find_pin("pimc-rule-v1") == (driver, pin)
    assert pin.budget == {"min_worlds": 400, "max_worlds": 4000}
    status = driver.check(pin)
    assert status.usable
    assert status.observed == {"policy": "rule-v1"}
    assert driver.install(pin).is_dir()


def test_a_policy_that_plays_otherwise_is_not_the_pins(pin):
    other = replace(pin, proof={**pin.proof, "seed": 2})
    with pytest.raises(EngineMismatch, match="plays otherwise"):
        prove(RuleV1(), other)
    assert not driver.check(other).usable


def test_answers_have_errors_and_changes(pin, queries):
    session = driver.open(pin.with_budget(SMALL))
    assert session.observed == {"method": "PIMC 1", "policy": "rule-v1"}
    answers = dict(session.evaluate(queries[:4]))
    session.close()
    start = answers[0]
    assert 0 < start.value < 1
    assert start.detail.keys() == {"error", "worlds", "exact"}
    first = answers[1]
    assert first.detail["change"] == pytest.approx(0)
    assert first.detail["change_error"] > 0
    assert first.detail["worlds"] in {50, 100}
    assert {query.error(answers[i]) for i, query in enumerate(queries[:1])} == {
        start.detail["error"]
    }
    assert queries[1].change(first) == (0, first.detail["change_error"])
    turned = replace(queries[1], flipped=True)
    assert turned.change(first).value == -first.detail["change"]


def test_one_and_two_processes_and_any_order_give_the_same(pin, queries):
    small = pin.with_budget(SMALL)
    alone = dict(Fleet(driver, small, 1).answer(queries))
    both = dict(Fleet(driver, small, 2).answer(queries))
    assert alone == both
    back = dict(Fleet(driver, small, 1).answer(queries[::-1]))
    assert {len(queries) - 1 - i: answer for i, answer in back.items()} == alone


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({}, "no game of doudizhu"),
        ({"hand": "3", "plays": 7}, "no game of doudizhu"),
        ({"hand": "33456", "plays": []}, "5 cards, not 20"),
        ({"hand": "33334444555566667777", "plays": ["34"]}, "no combination"),
        ({"hand": "33334444555566667777", "plays": ["8"]}, "landlord .* played 8"),
        ({"hand": "3" * 9, "plays": []}, "9 cards '3'"),
        (
            {"hand": "33334444555566667777", "plays": ["3", "8", "8", "3", "8", "8", "3", "8"]},
            "farmers .* played 8",
        ),
    ],
)
def test_a_query_that_is_no_game_fails_alone(pin, request_, reason):
    session = driver.open(pin.with_budget(SMALL))
    with pytest.raises(EngineFailed, match=reason):
        list(session.evaluate([EngineQuery("pimc", request_)]))


def test_a_budget_that_is_none_is_refused(pin):
    with pytest.raises(EngineError, match="max_worlds"):
        driver.open(pin.with_budget({"min_worlds": 3}))


def test_without_weights_douzero_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.delenv(weights.VARIABLE, raising=False)
    pin = driver.pins()["pimc-douzero-wp-400-4000"]
    assert pin.networks == ()
    status = driver.check(pin)
    assert not status.usable
    for word in (weights.VARIABLE, "landlord_down.ckpt", "torch"):
        assert word in status.reason
    with pytest.raises(EngineMissing):
        driver.open(pin)
    monkeypatch.setenv(weights.VARIABLE, str(tmp_path))
    (tmp_path / "landlord.ckpt").write_bytes(b"x")
    with pytest.raises(EngineMissing):  # two of three are not there
        driver.install(pin)


def test_the_weights_are_part_of_the_pin(monkeypatch, tmp_path):
    for name in weights.FILES:
        (tmp_path / name).write_bytes(name.encode())
    monkeypatch.setenv(weights.VARIABLE, str(tmp_path))
    pin = driver.pins()["pimc-douzero-wp-400-4000"]
    # sha256 of the text "landlord.ckpt"
    assert pin.networks[0] == (
        "landlord.ckpt sha256:" + __import__("hashlib").sha256(b"landlord.ckpt").hexdigest()
    )
    (tmp_path / "landlord.ckpt").write_bytes(b"others")
    assert driver.pins()[pin.name].digest() != pin.digest()
    with pytest.raises(EngineMismatch, match="not those of the pin"):
        driver.open(pin)
