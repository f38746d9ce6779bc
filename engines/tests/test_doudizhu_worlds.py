"""Deals that fit what the landlord knows: uniform, and never with a card that was seen."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_engines.doudizhu.cards import DECK, counts_of, pack, size_of, text_of
from va_engines.doudizhu.line import Line
from va_engines.doudizhu.rule_v1 import RuleV1
from va_engines.doudizhu.self_play import deal, play
from va_engines.doudizhu.worlds import Hidden

LANDLORD = pack("33344456789TJQKA22BR")


def games(count, seed):
    chance = random.Random(seed)
    for _ in range(count):
        landlord, down, up, _ = deal(chance)
        yield (landlord, down, up), play((landlord, down, up), RuleV1())


@given(st.integers(0, 2**31), st.data())
def test_a_world_holds_just_the_unseen_cards(seed, data):
    (hands, actions), *_ = games(1, seed)
    prefix = data.draw(st.integers(0, len(actions) - 1))
    hidden = Line(pack(hands[0]), actions[:prefix]).hidden
    farmers = hidden.sample(0, 50)
    # The true farmers' hands, as the actions leave them, are what is unseen.
    from va_engines.doudizhu.combinations import table

    left = [pack(hand) for hand in hands]
    for number, row in enumerate(actions[:prefix]):
        left[number % 3] -= int(table().cards[row])
    assert hidden.unseen == left[1] + left[2]
    assert hidden.down == size_of(left[1])
    assert (farmers.sum(axis=1) == hidden.unseen).all()
    assert (counts_of(farmers[:, 0]).sum(axis=1) == hidden.down).all()
    assert ((counts_of(farmers) >= 0) & (counts_of(farmers) <= 4)).all()


def chi_square(observed, expected):
    return sum((observed[key] - want) ** 2 / want for key, want in expected.items())


def card_deals(unseen, down):
    """Every way to deal single cards, by what down then holds."""
    cards = text_of(unseen)
    ways = Counter()
    for chosen in itertools.combinations(range(len(cards)), down):
        ways["".join(cards[i] for i in chosen)] += 1
    total = sum(ways.values())
    return {hand: count / total for hand, count in ways.items()}


@pytest.mark.parametrize(("unseen", "down"), [("TTTTJ2", 3), ("567889KK", 4), ("3BR", 1)])
def test_the_sampler_is_uniform(unseen, down):
    landlord = DECK - pack(unseen) - pack("TTTT" if "T" not in unseen else "9999")
    hidden = Hidden(landlord, pack(unseen), down)
    worlds = 20_000
    seen = Counter(text_of(int(hand)) for hand in hidden.sample(0, worlds)[:, 0])
    expected = {hand: share * worlds for hand, share in card_deals(pack(unseen), down).items()}
    assert seen.keys() <= expected.keys()
    freedom = len(expected) - 1
    # Five standard deviations of the chi-square distribution above its mean.
    assert chi_square(seen, expected) < freedom + 5 * np.sqrt(2 * freedom)


def test_the_sampler_is_uniform_after_plays_too():
    # The farmers have played some of the tens; which of the equal cards must make no difference.
    hidden = Hidden(LANDLORD, pack("TTJJQ"), 2)
    worlds = 20_000
    seen = Counter(text_of(int(hand)) for hand in hidden.sample(0, worlds)[:, 0])
    expected = {hand: share * worlds for hand, share in card_deals(pack("TTJJQ"), 2).items()}
    freedom = len(expected) - 1
    assert chi_square(seen, expected) < freedom + 5 * np.sqrt(2 * freedom)


@pytest.mark.parametrize(("unseen", "down"), [("TTTTJ2", 3), ("567889KK", 4), ("66", 1), ("6", 0)])
def test_every_deal_is_there_with_its_chance(unseen, down):
    hidden = Hidden(LANDLORD, pack(unseen), down)
    hands, chance = hidden.every_deal()
    found = {text_of(int(hand)): share for hand, share in zip(hands[:, 0], chance, strict=True)}
    assert found == pytest.approx(card_deals(pack(unseen), down))
    assert hidden.deals() == len(hands) == len(found)
    assert (hands.sum(axis=1) == pack(unseen)).all()


def test_a_world_has_a_number_and_can_be_made_alone():
    hidden = Hidden(LANDLORD, DECK - LANDLORD, 17)
    whole = hidden.sample(0, 100)
    assert (np.concatenate([hidden.sample(0, 37), hidden.sample(37, 100)]) == whole).all()
    assert len({tuple(world) for world in whole.tolist()}) == 100
    other = Hidden(pack("33344456789TJQKKA22B"), DECK - pack("33344456789TJQKKA22B"), 17)
    assert text_of(int(other.sample(0, 1)[0, 0])) != text_of(int(whole[0, 0]))


def test_worlds_change_no_more_than_a_play_forces():
    """What makes the numbers common: a play of k cards moves at most k others."""
    for hands, actions in games(20, seed=5):
        line = Line(pack(hands[0]), ())
        before = line.hidden.sample(0, 64)
        for row in actions[:-1]:
            seat = line.seat
            line = Line(line.landlord, (*line.actions, row))
            after = line.hidden.sample(0, 64)
            from va_engines.doudizhu.combinations import table

            played, size = int(table().cards[row]), int(table().size[row])
            if seat == 0 or size == 0:
                assert (after == before).all()
            else:
                gone = before[:, seat - 1] - after[:, seat - 1]
                # As multisets: the hand lost `size` cards net, and swapped at most that many.
                lost = counts_of(before[:, seat - 1]) - counts_of(after[:, seat - 1])
                assert (np.maximum(lost, 0).sum(axis=1) <= 2 * size).all()
                exact = gone == played
                assert exact.any() or size > 3
            before = after
