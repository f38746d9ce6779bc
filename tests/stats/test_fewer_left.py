"""The shortcut 'whoever has fewer left leads', counted by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from video_arena.corpus.release import measured_shortcut, shortcut_warning
from video_arena.game import FewerLeft
from video_arena.labels import DeadBand
from video_arena.stats.shortcuts import fewer_left

PILES = FewerLeft(
    player="who",
    taken="many",
    start={"ann": 5, "bob": 3, "cy": 3},
    sides={"ann": ("ann",), "others": ("bob", "cy")},
    limit=0.45,
)


class Truth:
    """What the measure reads of a ground truth."""

    def __init__(self, rows):
        self.events = rows


@pytest.fixture
def spec(request):
    """A game of piles, made of the contract that another game happens to have."""
    from video_arena.plugins import load_game

    labels = DeadBand(up="ann", down="others", update_band=0.1, state_band=0.1)
    return replace(load_game("tictactoe").spec, labels=labels, shortcut=PILES)


def rows(*moves):
    return [{"who": who, "many": many, "leader_after": leader} for who, many, leader in moves]


# What is left after each row, ann against the nearer of bob and cy: 2:3, 2:2, 1:2, 1:0.
GAME = rows(("ann", 3, "ann"), ("bob", 1, "ann"), ("ann", 1, None), ("cy", 3, "others"))
# 5:1, 4:1, 0:1
OTHER = rows(("bob", 2, "equal"), ("ann", 1, "ann"), ("ann", 4, "ann"))


def test_it_is_counted_by_hand(spec):
    found = fewer_left(spec, PILES, [GAME, OTHER])
    # Said: ann, equal, -, others; others, others, ann. Recalls: ann 2/4, others 1/1, equal 0/1.
    assert found.share == pytest.approx(3 / 6)
    assert found.macro == pytest.approx((2 / 4 + 1 + 0) / 3)
    # Game by game: (1/2 + 1) / 2 and (0 + 1/2) / 2.
    assert found.mean == pytest.approx((0.75 + 0.25) / 2)


def test_a_corpus_says_how_far_it_gets_and_warns(spec):
    truths = [Truth(GAME), Truth(OTHER)]
    assert measured_shortcut(spec, truths) == {
        "rule": "whoever has fewer left",
        "tier": "t3",
        "macro": 0.5,
        "limit": 0.45,
    }
    assert "0.500 on T3, above 0.45" in shortcut_warning(spec, truths)
    assert shortcut_warning(spec, [Truth(OTHER)]) is None
    assert measured_shortcut(replace(spec, shortcut=None), truths) is None


def test_no_labelled_row_is_no_success(spec):
    nothing = rows(("ann", 1, None))
    assert fewer_left(spec, PILES, [nothing]).macro == 0
