"""Sweeps over corpora whose values were chosen by hand: figures, flips, controls, resuming."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.build.evaluate import Trajectory
from video_arena.build.report import Silent
from video_arena.engines import EngineError
from video_arena.sweep.compare import FlippedRow, Step, compare
from video_arena.sweep.reference import open_reference
from video_arena.sweep.run import repeat_cache

BOTH_GAMES = 15
"""Distinct positions before the end: 0 to 6 marks, 0 to 8 marks, the empty board shared."""
THIRD_S, FIFTH_S = 6.0, 10.0
"""The first mark appears at 2 s, then one every other second."""


def test_figures_by_hand(built, swept):
    # V at depth 1: .5 .7 .5 .6 .4 .3 .5, then 1 by the rules; bands .1, an edge is neutral.
    #   T2: X O = O = X X     T3: X = = = O = X
    # V at depth 2: .5 .7 .5 .65 .4 .25 .5, 1.
    #   T2: X O X O O X X     T3: X = X = O = X
    (arm,) = swept(built(limit=1), "depth=2").arms
    update, state = arm.comparison.tiers["t2"], arm.comparison.tiers["t3"]
    assert (update.agreed, update.joint, update.labelled) == (5, 7, 7)
    assert (state.agreed, state.joint, state.labelled) == (6, 7, 7)
    # p_o = 35/49. Margins X O =: 3 2 2 and 4 3 0, so p_e = (12 + 6 + 0)/49.
    assert update.kappa.estimate == pytest.approx((35 - 18) / (49 - 18))
    # p_o = 42/49. Margins 2 1 4 and 3 1 3, so p_e = (6 + 1 + 12)/49.
    assert state.kappa.estimate == pytest.approx((42 - 19) / (49 - 19))
    # Wilson: the bounds p solve (5/7 - p)^2 = z^2 p (1 - p) / 7.
    for bound in (update.raw.low, update.raw.high):
        assert (5 / 7 - bound) ** 2 == pytest.approx(3.8414588 * bound * (1 - bound) / 7)
    assert update.raw.low < 5 / 7 < update.raw.high
    assert update.classes == {"O": (2, 0), "X": (3, 0), "equal": (2, 2)}
    assert state.classes == {"O": (1, 0), "X": (2, 0), "equal": (4, 1)}
    assert update.coverage.estimate == state.coverage.estimate == 1.0


def test_flipped_rows_by_hand(built, swept):
    (arm,) = swept(built(limit=1), "depth=2").arms
    case, third, fifth = "tictactoe-01", Step(0.5, 0.6), Step(0.4, 0.3)
    assert arm.comparison.flips == (
        FlippedRow("t2", case, 2, THIRD_S, "equal", "X", third, Step(0.5, 0.65)),
        FlippedRow("t3", case, 2, THIRD_S, "equal", "X", third, Step(0.5, 0.65)),
        FlippedRow("t2", case, 4, FIFTH_S, "equal", "O", fifth, Step(0.4, 0.25)),
    )
    # .6 -> .65 and .3 -> .25; the other six values are the same.
    shift = arm.comparison.shift
    assert (shift.prefixes, shift.changed, shift.largest) == (8, 2, 0.05)


def test_the_corpus_own_setting_is_read_from_the_builds_cache(hand, built, swept):
    (arm,) = swept(built(), "depth=1").arms
    assert hand.asked == []
    assert (arm.asked, arm.known) == (0, BOTH_GAMES)
    assert arm.setting.own
    assert arm.comparison.flips == ()


def test_a_repeat_asks_a_fresh_engine_everything(hand, built, swept):
    found = swept(built(), repeats=2)
    assert [(arm.asked, arm.known) for arm in found.arms] == [(BOTH_GAMES, 0)] * 2
    assert len(hand.asked) == 2 * BOTH_GAMES
    for arm in found.arms:
        assert arm.comparison.tiers["t2"].raw.estimate == 1.0
        assert arm.comparison.tiers["t3"].raw.estimate == 1.0
        assert arm.comparison.tiers["t2"].labelled == 16
        assert arm.comparison.shift.changed == 0
    assert found.exit_code == 0


def test_a_repeat_does_not_read_what_it_repeats(hand, built, swept, tmp_path):
    """A wrong answer in the builds' cache is found by the repeat, and by it alone."""
    corpus = built()
    with sqlite3.connect(tmp_path / "cache.sqlite") as cache:
        wrong = '{"detail":{},"value":0.05}'
        assert cache.execute("UPDATE evaluation SET answer = ?", (wrong,)).rowcount == BOTH_GAMES
    cache.close()
    control, own = swept(corpus, "depth=1", repeats=1).arms
    assert control.comparison.shift.changed == 0
    assert own.comparison.shift.changed > 0


def test_a_repeat_that_differs_is_called_out(hand, built, swept):
    corpus = built()
    hand.drift = 0.001  # far inside every band: labels may stay, values do not
    found = swept(corpus, repeats=1)
    assert found.arms[0].comparison.shift.changed == 16
    assert found.arms[0].comparison.shift.largest == 0.001
    assert found.arms[0].unstable
    assert found.exit_code == 1


def test_only_reproducible_pins_are_held_to_their_repeats(hand, built, swept):
    hand.known["hand-1"] = replace(hand.known["hand-1"], reproducible=False)
    corpus = built()
    hand.drift = 0.001
    found = swept(corpus, repeats=1)
    assert found.arms[0].comparison.shift.changed == 16
    assert found.exit_code == 0


def test_a_case_without_values_is_not_covered(built, swept):
    """Depth 3 has no answer for eight marks, which only the second game reaches."""
    found = swept(built(), "depth=3")
    (arm,) = found.arms
    assert list(arm.comparison.failures) == ["tictactoe-02"]
    assert "no answer chosen" in arm.comparison.failures["tictactoe-02"]
    for tier in arm.comparison.tiers.values():
        assert (tier.labelled, tier.joint, tier.agreed) == (16, 7, 7)
        assert tier.coverage.estimate == 7 / 16
    assert arm.comparison.shift.prefixes == 8
    assert found.exit_code == 3


class Interrupting(Silent):
    """Presses Ctrl-C after so many answers."""

    def __init__(self, after):
        self.left = after

    def advance(self, stage, steps=1):
        self.left -= steps
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("after", [1, 7, 15, 16, 22, 30])
def test_an_interrupted_sweep_asks_nothing_twice(hand, built, swept, tmp_path, after):
    corpus = built()
    hand.pause = 0.002
    with pytest.raises(KeyboardInterrupt):
        swept(corpus, "depth=2", repeats=1, reporter=Interrupting(after))
    hand.asked.clear()
    kept = _answers(tmp_path / "cache.sqlite", repeat_cache(tmp_path / "cache.sqlite", 1))
    found = swept(corpus, "depth=2", repeats=1)
    assert kept == after  # an answer that was counted was kept
    assert sum(arm.known for arm in found.arms) == kept
    assert len(hand.asked) == sum(arm.asked for arm in found.arms) == 2 * BOTH_GAMES - kept
    assert len(set(hand.asked)) == len(hand.asked)
    hand.asked.clear()
    again = swept(corpus, "depth=2", repeats=1)
    assert hand.asked == []
    assert [a.comparison for a in again.arms] == [a.comparison for a in found.arms]


def _answers(cache, *repeats):
    """How many answers were kept, the build's own not counted."""
    total = -BOTH_GAMES
    for path in (cache, *repeats):
        with sqlite3.connect(path) as db:
            total += db.execute("SELECT count(*) FROM evaluation").fetchone()[0]
        db.close()
    return total


def test_an_engine_that_refuses_is_found_before_anything_is_asked(hand, built, swept):
    corpus = built()
    with pytest.raises(EngineError, match=r"no answers for \{'depth': 9\}"):
        swept(corpus, "depth=2", "depth=9", repeats=1)
    assert hand.asked == []


def test_the_perfect_solver_has_no_budget_and_repeats_itself(built, swept):
    corpus = built(engine="tictactoe-perfect-1")
    (arm, own) = swept(corpus, "engine=tictactoe-perfect-1", repeats=1).arms
    assert arm.comparison.tiers["t2"].raw.estimate == 1.0
    assert arm.comparison.tiers["t3"].raw.estimate == 1.0
    assert (arm.asked, own.asked) == (BOTH_GAMES, 0)
    with pytest.raises(EngineError, match="no budget"):
        swept(corpus, "depth=3")


def test_another_engine_of_the_same_language(built, swept):
    """The hand's values against the solver's: the empty board is a draw, X's win is one."""
    (arm,) = swept(built(limit=1), "engine=tictactoe-perfect-1").arms
    flips = {(f.tier, f.row): (f.old, f.new) for f in arm.comparison.flips}
    # b2 is no mistake (0.5 stays), and the hand said 0.5 -> 0.7.
    assert flips["t2", 0] == ("X", "equal")
    assert flips["t3", 0] == ("X", "equal")


@pytest.fixture(scope="module")
def reference(originals):
    """The first game, labelled by the solver."""
    return open_reference(originals("tictactoe-perfect-1", 1) / "corpus")


values = st.integers(0, 20).map(lambda n: n / 20)


@given(st.lists(values, min_size=8, max_size=8))
def test_flips_are_the_rows_whose_bands_change(reference, course):
    """V in twentieths, so that labels can be told in whole numbers: a band is two of them."""
    spec = reference.game.spec
    truth = reference.cases[0].truth
    found = compare(reference, {0: Trajectory(0, tuple(course))})
    expected = set()
    n = [round(20 * value) for value in course]
    for row, event in enumerate(truth.events):
        labels = {"t2": _side(n[row + 1] - n[row]), "t3": _side(n[row + 1] - 10)}
        old = {"t2": event[spec.update_field], "t3": event[spec.state_field]}
        expected |= {(tier, row, old[tier], labels[tier]) for tier in old}
    changed = {entry for entry in expected if entry[2] != entry[3]}
    assert {(f.tier, f.row, f.old, f.new) for f in found.flips} == changed
    for tier in found.tiers.values():
        assert tier.joint == 7
        assert tier.agreed + len(tier.flips) == 7


def _side(twentieths):
    if abs(twentieths) <= 2:
        return "equal"
    return "X" if twentieths > 0 else "O"
