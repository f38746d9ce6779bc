"""Trajectory shapes from the eventual winner's point of view."""

from __future__ import annotations

import pytest

from video_arena.shapes import LeadShape

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
