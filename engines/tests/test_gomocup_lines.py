"""The lines of a Gomocup engine, from the dialogue of a real Rapfi."""

from __future__ import annotations

import pytest

from va_engines.gomocup import GomocupDriver
from va_engines.gomocup_lines import (
    Block,
    BlockReader,
    fits_scaling,
    is_fallback,
    read_about,
    read_fact,
    read_move,
    scaling_factor,
)
from va_engines.gomocup_session import settings_of
from video_arena.engines import EngineError

# Rapfi 0.43 on 7,7 7,8 at 15x15, as its documentation of the dialogue shows it.
RAPFI = """\
MESSAGE OptiTime 873ms | MaxTime 970ms
INFO PV 0
INFO DEPTH 14
INFO SELDEPTH 23
INFO TOTALNODES 46971
INFO EVAL 192
INFO WINRATE 0.723088
INFO BESTLINE F9 G10
INFO PV DONE
MESSAGE Speed 86363 | Depth 15-19 | Eval 142 | Node 83K | Time 971ms
5,6
"""


def read(text):
    reader = BlockReader()
    for line in text.splitlines():
        reader.take(line)
    return reader.last


def test_the_last_completed_block_is_read():
    assert read(RAPFI) == {0: Block(192, None, 0.723088, 14, 46971, "F9 G10")}
    unfinished = RAPFI + "INFO PV 0\nINFO DEPTH 15\nINFO EVAL 142\nINFO WINRATE 0.67\n"
    assert read(unfinished)[0].eval == 192


def test_lines_of_play_are_kept_apart():
    second = RAPFI.replace("PV 0", "PV 1").replace("EVAL 192", "EVAL 0").replace(".723088", ".5")
    found = read(RAPFI + second)
    assert (found[0].eval, found[1].eval) == (192, 0)


@pytest.mark.parametrize(
    ("text", "mate", "winrate"), [("+M3", 3, 1.0), ("-M2", -2, 0.0), ("+M1", 1, 1.0)]
)
def test_mates(text, mate, winrate):
    rate = "1" if mate > 0 else "0"
    (block,) = read(f"INFO PV 0\nINFO EVAL {text}\nINFO WINRATE {rate}\nINFO PV DONE").values()
    assert (block.eval, block.mate, block.winrate) == (None, mate, winrate)


@pytest.mark.parametrize(
    "values",
    ["EVAL 5", "WINRATE 0.5", "EVAL x\nINFO WINRATE 0.5", "EVAL 5\nINFO WINRATE 1.5",
     "EVAL +M3\nINFO WINRATE 0.99"],
)  # fmt: skip
def test_broken_blocks_are_refused(values):
    with pytest.raises(ValueError, match=r"."):
        read(f"INFO PV 0\nINFO {values}\nINFO PV DONE")


def test_the_scaling_factor_of_the_classical_model():
    """192 / ln(.723088 / .276912) = 192 / .95983 = 200.04"""
    block = read(RAPFI)[0]
    assert scaling_factor(block) == pytest.approx(200.04, abs=0.01)
    assert fits_scaling(block, 200)
    assert not fits_scaling(block, 250)


def test_moves_end_answers_and_nothing_else_does():
    assert read_move("5,6\r") == (5, 6)
    assert [line for line in RAPFI.splitlines() if read_move(line)] == ["5,6"]
    assert read_move("MESSAGE 5,6") is None


def test_about_facts_and_fallbacks():
    assert read_about('name="Rapfi", version="0.43.02", author="x"')["version"] == "0.43.02"
    assert read_about("OK") is None
    assert read_fact("MESSAGE Load config from /a b/config.toml") == (
        "config",
        "/a b/config.toml",
    )
    assert read_fact("MESSAGE Evaluator set to mix9svq") == ("evaluator", "mix9svq")
    assert is_fallback("MESSAGE Evaluator mix9svq disabled.")
    assert not is_fallback("MESSAGE Evaluator set to mix9svq")


def test_budgets():
    assert settings_of({"ms": 1000}) == {"timeout_turn": 1000}
    assert settings_of({"depth": 9}) == {"timeout_turn": 600_000, "max_depth": 9}
    for budget in ({}, {"nodes": 0}, {"visits": 5}, {"nodes": 5, "depth": 5}):
        with pytest.raises(EngineError, match="one of nodes, depth or ms"):
            settings_of(budget)


def test_the_pins_of_rapfi():
    pins = GomocupDriver().pins()
    assert set(pins) >= {"rapfi-1000ms", "rapfi-300k-nodes", "threat-v1"}
    assert not pins["rapfi-1000ms"].reproducible
    assert pins["rapfi-300k-nodes"].reproducible
    assert pins["rapfi-300k-nodes"].proof["scaling_factor"] == 200


def test_a_reproducible_pin_takes_no_wall_clock_budget():
    driver = GomocupDriver()
    with pytest.raises(EngineError, match="promises to be reproducible"):
        driver.open(driver.pins()["threat-v1"].with_budget({"ms": 100}))


def test_rapfi_must_be_brought(monkeypatch, tmp_path):
    driver = GomocupDriver()
    pin = driver.pins()["rapfi-300k-nodes"]
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("VIDEO_ARENA_RAPFI", raising=False)
    status = driver.check(pin)
    assert not status.usable
    assert "VIDEO_ARENA_RAPFI" in status.reason
    assert "--engine threat-v1" in status.reason
    monkeypatch.setenv("VIDEO_ARENA_RAPFI", str(tmp_path / "none"))
    assert "no such file" in driver.check(pin).reason
