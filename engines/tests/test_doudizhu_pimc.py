"""The estimator against exact averages over every deal."""

from __future__ import annotations

import itertools
import random
from functools import cache

import numpy as np
import pytest

from va_engines.doudizhu.cards import pack, text_of
from va_engines.doudizhu.combinations import PASS
from va_engines.doudizhu.line import Line
from va_engines.doudizhu.pimc import Budget, Pimc
from va_engines.doudizhu.rollouts import play_out
from va_engines.doudizhu.rule_v1 import RuleV1
from va_engines.doudizhu.self_play import deal, play

BANDS = {"update_band": 0.034, "state_band": 0.05, "stop_sigma": 3.0}


@cache
def endgames():
    """Lines in which the farmers hold 9 to 12 cards, some after a play and some after a pass."""
    chance = random.Random(12)
    found = []
    while len(found) < 9:
        landlord, down, up, _ = deal(chance)
        actions = play((landlord, down, up), RuleV1())
        for prefix in range(2, len(actions)):
            line = Line(pack(landlord), actions[:prefix])
            if 9 <= len(text_of(line.hidden.unseen)) <= 12 and line.hidden.deals() > 220:
                found.append(line)
                break
    return tuple(found)


@cache
def exact(line):
    """The mean over all ways to deal the single cards: no ranks put together, no weights."""
    cards = text_of(line.hidden.unseen)
    farmers = []
    for chosen in itertools.combinations(range(len(cards)), line.hidden.down):
        down = "".join(cards[i] for i in chosen)
        up = "".join(card for i, card in enumerate(cards) if i not in chosen)
        farmers.append((pack(down), pack(up)))
    return play_out(line.tables(np.array(farmers)), RuleV1()).mean()


def test_all_deals_played_out_are_the_exact_average():
    pimc = Pimc(RuleV1(), Budget(min_worlds=400, max_worlds=4000, **BANDS))
    values = []
    for line in endgames():
        found = pimc.estimate(line)
        assert found.exact
        assert found.error == 0
        assert found.worlds == line.hidden.deals()
        assert found.value == pytest.approx(exact(line), abs=1e-12)
        values.append(found.value)
    assert len({round(value, 3) for value in values} - {0.0, 1.0}) > 2


def test_a_sample_is_within_three_standard_errors():
    pimc = Pimc(RuleV1(), Budget(min_worlds=200, max_worlds=200, **BANDS))
    for line in endgames():
        found = pimc.estimate(line)
        assert not found.exact
        assert found.worlds == 200
        assert 0 < found.error < 0.036
        assert abs(found.value - exact(line)) <= 3 * found.error


def test_a_change_is_within_three_standard_errors_and_surer_than_two_values():
    tight = Pimc(RuleV1(), Budget(min_worlds=200, max_worlds=200, **BANDS))
    surer = total = 0
    for line in endgames():
        if line.actions[-1] == PASS:
            assert tight.estimate(line).change is None
            continue
        before = Line(line.landlord, line.actions[:-1])
        if before.hidden.deals() > 4000:
            continue
        found = tight.estimate(line)
        truth = exact(line) - exact(before)
        assert abs(found.change - truth) <= 3 * found.change_error
        apart = np.hypot(found.error, tight.estimate(before).error)
        surer += found.change_error < apart
        total += 1
    assert total >= 3
    assert surer > total / 2


def test_the_move_that_the_policy_would_make_changes_nothing():
    landlord, down, up, _ = deal(random.Random(3))
    actions = play((landlord, down, up), RuleV1())
    pimc = Pimc(RuleV1(), Budget(min_worlds=100, max_worlds=400, **BANDS))
    found = pimc.estimate(Line(pack(landlord), actions[:1]))
    # All seats go on by the policy, and the landlord's own hand is no secret to him.
    assert found.change == 0
    assert 0 < found.change_error <= 0.015


def test_worlds_are_added_until_the_decision_is_clear():
    landlord, down, up, _ = deal(random.Random(3))
    actions = play((landlord, down, up), RuleV1())
    line = Line(pack(landlord), actions[:1])
    few = Pimc(RuleV1(), Budget(min_worlds=50, max_worlds=50, **BANDS)).estimate(line)
    assert few.worlds == 50
    # No value is near an edge of a band as wide as everything, and every value of one that
    # lies where the value is.
    wide = {"update_band": 9.0, "state_band": 9.0, "stop_sigma": 3.0}
    found = Pimc(RuleV1(), Budget(min_worlds=50, max_worlds=800, **wide)).estimate(line)
    assert found.worlds == 50
    on_it = {**BANDS, "state_band": abs(few.value - 0.5)}
    found = Pimc(RuleV1(), Budget(min_worlds=50, max_worlds=800, **on_it)).estimate(line)
    assert found.worlds > 50


def test_what_was_asked_before_changes_nothing():
    landlord, down, up, _ = deal(random.Random(8))
    actions = play((landlord, down, up), RuleV1())
    lines = [Line(pack(landlord), actions[:prefix]) for prefix in range(0, len(actions), 3)]
    budget = Budget(min_worlds=50, max_worlds=200, **BANDS)
    forth = Pimc(RuleV1(), budget)
    back = Pimc(RuleV1(), budget)
    found = [forth.estimate(line) for line in lines]
    assert found == [back.estimate(line) for line in reversed(lines)][::-1]
    assert found[-1] == Pimc(RuleV1(), budget).estimate(lines[-1])
