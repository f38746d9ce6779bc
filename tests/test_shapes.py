"""Trajectory shapes from the eventual winner's point of view."""

from __future__ import annotations

import pytest

from video_arena.shapes import DeficitShape, LeadingSide, LeadShape, ScoreShape, TroughShape

RULE = LeadShape()


@pytest.mark.parametrize(
    ("values", "won_by_up", "shape"),
    [
        ([0.5] * 4 + [0.9] * 16, True, "blowout"),
        ([0.5] * 4 + [0.1] * 16, False, "blowout"),
        ([0.5] * 4 + [0.1] * 8 + [0.9] * 8, True, "reversal"),  # the winner trailed for long
        ([0.5] * 4 + [0.1] * 8 + [0.9] * 8, False, "reversal"),
        ([0.5] * 18 + [0.9] * 2, True, "tense"),
        ([0.5] * 4 + [0.9] * 16, None, "tense"),  # nobody won
        ([], True, "tense"),
    ],
)
def test_shapes(values, won_by_up, shape):
    assert RULE.classify(values, won_by_up) == shape


def test_one_wild_value_is_smoothed_away():
    spike = [0.9] * 10 + [0.35] + [0.9] * 10
    assert RULE.shares(spike, winner_is_up=True) == (1.0, 0.0)


def test_a_lead_exactly_on_the_margin_is_no_lead():
    assert RULE.shares([0.6, 0.6, 0.6], winner_is_up=True) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("values", "won_by_up", "shape"),
    [
        ([0.5] + [0.2] * 5 + [1.0], True, "tense"),  # trough 0.2, between 0.12 and 0.22
        ([0.5] + [0.1] * 5 + [1.0], True, "reversal"),
        ([0.5] + [0.9] * 5 + [0.0], False, "reversal"),
        ([0.5] + [0.22] * 5 + [1.0], True, "blowout"),  # the bound itself is a blowout
        ([0.5] + [0.12] * 5 + [1.0], True, "tense"),  # and the lower bound no reversal
        ([0.5, 0.5, 0.05, 0.5, 1.0], True, "blowout"),  # one wild value: (0.5+0.05+0.5)/3 = 0.35
        ([0.5] + [0.1] * 5, None, "tense"),
    ],
)
def test_troughs(values, won_by_up, shape):
    assert TroughShape().classify(values, won_by_up) == shape


@pytest.mark.parametrize(
    ("leads", "won_by_up", "shape"),
    [
        ([0, -1, -2, -3, -2, -1, 0, 1], True, "comeback"),  # three rounds behind, and won
        ([0, 1, 2, 3, 2, 1, 0, -1], False, "comeback"),
        ([0, -1, -2, -1, 0, 1], True, "tense"),
        ([0, 1, 2, 3, 4], True, "blowout"),
        ([0, 1, 0, 1, 2], True, "blowout"),  # 3 of 4 led: the share itself is enough
        ([0, 1, 0, 1, 0, 1], True, "tense"),  # 3 of 5
        ([0, 1, 0], None, "tense"),
    ],
)
def test_deficits(leads, won_by_up, shape):
    assert DeficitShape(deficit=3).classify(leads, won_by_up) == shape


@pytest.mark.parametrize(
    ("difference", "won_by_up", "shape"),
    [
        ([0, -1, 0, 1], True, "reversal"),
        ([0, 1, 2, 3], True, "blowout"),
        ([0, 1, 2, 1], True, "tense"),
        ([0, -1, -2, -3], False, "blowout"),
        ([0, 1, 0], None, "tense"),
    ],
)
def test_scores(difference, won_by_up, shape):
    assert ScoreShape(blowout_peak=3).classify(difference, won_by_up) == shape


def test_the_leading_side_is_who_led_for_longer():
    rule = LeadingSide(up="A", down="B")
    assert rule.classify([0, 5, 5, -9], None) == "A"
    assert rule.classify([0, 5, -1, -1], True) == "B"
    assert rule.classify([0, 1, -1], None) == "even"
    assert set(rule.labels) == {"A", "B", "even"}
