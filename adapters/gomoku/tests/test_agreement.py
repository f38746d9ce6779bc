"""threat-v1 beside real Rapfi, and what smoothing takes from the side that moved."""

from __future__ import annotations

from statistics import fmean

import pytest

from va_engines.gomocup import driver

pytestmark = pytest.mark.engine


@pytest.mark.slow
def test_leaders_agree_with_rapfi(agreement, shared_records):
    found = agreement.measure(shared_records / "gomoku")
    assert found["all"]["rows"] == 136
    for half in ("all", "fitted", "held out"):
        assert found[half]["t3 threat-v1"]["agreement"] >= 0.75, found
    assert found["all"]["t3 threat-v1"]["agreement"] > found["all"]["t3 always B"]["agreement"]
    assert found["held out"]["t3 threat-v1"]["macro"] > found["held out"]["t3 always B"]["macro"]


def test_the_labels_of_the_bench_by_hand(agreement):
    """Means .5 .6 .75 .55: changes .1 (an edge) .15 -.2, leads .1 (an edge) .25 .05."""
    assert agreement.labels([0.5, 0.7, 0.8, 0.3]) == (
        ["equal", "B", "W"],
        ["equal", "B", "equal"],
    )


def test_smoothing_takes_away_what_the_side_that_moved_tells(agreement, parity, examples):
    """Of the rules that know only who moved last, the better one's macro accuracy drops."""
    session = driver.open(driver.pins()["threat-v1"].with_budget({"nodes": 4000}))
    try:
        cases = [parity.parity(agreement.trajectory(game, session)) for game in examples]
    finally:
        session.close()
    for tier in ("t2", "t3"):
        rules = [f"{tier} the mover", f"{tier} the next to move"]
        best = {
            how: max(fmean(case[rule][how] for case in cases) for rule in rules)
            for how in ("smoothed", "unsmoothed")
        }
        assert best["smoothed"] < best["unsmoothed"] - 0.02, (tier, best, cases)
        assert best["smoothed"] < 0.45, (tier, best)


def test_a_square_wave_is_all_parity_and_none_when_smoothed(parity):
    """Whoever moves next is ahead by .3: unsmoothed, that rule is always right on T3."""
    wave = [0.5] + [0.2 if number % 2 == 0 else 0.8 for number in range(20)]
    found = parity.parity(wave)["t3 the next to move"]
    assert found["unsmoothed"] == 1.0
    assert found["smoothed"] < 0.6
