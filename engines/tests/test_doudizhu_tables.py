"""Tricks, whole games, and the embedded policy."""

from __future__ import annotations

import json
import random
from types import MappingProxyType

import numpy as np
import pytest

from va_engines.doudizhu.cards import ONE, pack, text_of
from va_engines.doudizhu.combinations import PASS, table
from va_engines.doudizhu.line import BadLine, action_row, check_line
from va_engines.doudizhu.rollouts import choose, play_out
from va_engines.doudizhu.rule_v1 import RuleV1, plays_needed
from va_engines.doudizhu.self_play import deal, play
from va_engines.doudizhu.tables import Tables


def row_of(text):
    return np.array([table().number_of[pack(text)]])


def tables_of(*hands):
    return Tables.dealt(np.array([[pack(hand) for hand in hands]], np.int64))


def deals(count, seed):
    chance = random.Random(seed)
    return [deal(chance)[:3] for _ in range(count)]


def test_two_passes_end_a_trick_and_one_does_not():
    tables = tables_of("3458", "67", "9T")
    passed = np.array([PASS])
    tables.act(row_of("3"))
    tables.act(passed)
    assert tables.lead[0] == row_of("3")[0]
    tables.act(row_of("9"))
    assert (tables.seat, tables.leader[0]) == (0, 2)
    tables.act(passed)
    tables.act(passed)
    assert (tables.seat, tables.lead[0]) == (2, PASS)
    assert PASS not in tables.legal().row  # who leads must play
    assert tables.left[0].tolist() == [3, 2, 1]
    assert text_of(int(tables.played[0, 2])) == "9"


def test_bombs_are_counted_and_actions_remembered():
    tables = tables_of("33334", "BR5", "67")
    tables.act(row_of("3333"))
    tables.act(row_of("BR"))
    assert tables.bombs[0] == 2
    assert tables.past[0, -2:].tolist() == [row_of("3333")[0], row_of("BR")[0]]
    assert (tables.past[0, :-2] == PASS).all()
    assert tables.last[0].tolist() == [row_of("3333")[0], row_of("BR")[0], PASS]


@pytest.mark.parametrize(
    ("hands", "landlord_wins"),
    [
        (("3", "44", "55"), True),
        (("34", "5", "6"), False),  # whatever he leads, the next farmer beats it and is out
        (("3BR", "4", "5"), True),  # the rocket first
        (("33", "4", "5"), True),
        (("3345", "6", "7"), False),
    ],
)
def test_endings_that_have_one_outcome(hands, landlord_wins):
    assert play_out(tables_of(*hands), RuleV1()).tolist() == [landlord_wins]


def test_many_games_in_step_are_the_games_one_by_one():
    hands = np.array([[pack(hand) for hand in hands] for hands in deals(60, seed=4)])
    won = play_out(Tables.dealt(hands), RuleV1())
    for row, landlord_won in zip(hands, won, strict=True):
        actions = play(tuple(text_of(int(hand)) for hand in row), RuleV1())
        out = check_line(tuple(int(hand) for hand in row), actions)
        assert (out == 0) == landlord_won
    assert 10 < won.sum() < 50


def test_play_out_leaves_its_tables_alone():
    hands = np.array([[pack(hand) for hand in hands] for hands in deals(5, seed=8)])
    tables = Tables.dealt(hands)
    play_out(tables, RuleV1())
    assert (tables.hands == hands).all()
    assert tables.seat == 0


@pytest.mark.parametrize(
    ("hand", "needed"),
    [
        ("3", 1),
        ("3344", 2),
        ("34567", 1),
        ("334455", 1),
        ("33345", 2),  # the trio takes one of them along
        ("333444", 1),
        ("33344456", 1),
        ("BR", 1),
        ("B2", 2),
        ("789TJ334455", 2),
        ("3456789TJQKA", 1),
        ("2222", 1),
        ("33334", 2),
        ("34568", 5),  # four in a row are no chain
        ("KKKAAA222", 2),  # a plane stops at the ace
    ],
)
def test_plays_that_a_hand_needs(hand, needed):
    assert plays_needed(np.array([pack(hand)])).tolist() == [needed]


@pytest.mark.parametrize(
    ("hands", "actions", "choice"),
    [
        (("3456789T", "3", "4"), [], "3456789T"),  # out at once
        (("3335", "K", "K"), [], "3335"),
        (("55K", "2", "AA3"), [], "55"),  # no single card to a farmer who has one left
        (("9344", "2", "66"), ["9", "pass"], "pass"),  # the pair stays whole under a single nine
        (("934", "2", "K5"), ["9", "pass"], "K"),
        (("3344", "AA", "22K"), ["33", "AA"], "pass"),  # the partner's trick stands
        (("34", "55", "9TK"), ["3", "pass"], "K"),  # the landlord has one card left
    ],
)
def test_rule_v1_is_sensible(hands, actions, choice):
    tables = tables_of(*hands)
    for action in actions:
        tables.act(np.array([action_row(action)]))
    assert text_of(int(table().cards[choose(tables, RuleV1())[0]])) == choice.replace("pass", "")


def test_rule_v1_does_not_look_into_other_hands():
    chance = np.random.default_rng(2)
    hands = np.array([[pack(hand) for hand in hands] for hands in deals(60, seed=6)])
    tables = Tables.dealt(hands)
    for _ in range(12):
        tables.act(choose(tables, RuleV1()))
        tables = tables.chosen((tables.left > 0).all(axis=1))
        other = tables.chosen(np.arange(len(tables)))
        one, two = ((tables.seat + k) % 3 for k in (1, 2))
        for i in range(len(tables)):
            cards = "".join(text_of(int(tables.hands[i, seat])) for seat in (one, two))
            mixed = chance.permutation(list(cards))
            cut = tables.left[i, one]
            other.hands[i, one] = pack("".join(mixed[:cut]))
            other.hands[i, two] = pack("".join(mixed[cut:]))
        assert (choose(tables, RuleV1()) == choose(other, RuleV1())).all()


def test_rule_v1_beats_a_player_that_plays_anything():
    class Anyhow:
        name = "anyhow"
        observed = MappingProxyType({})

        def __init__(self):
            self.chance = np.random.default_rng(1)

        def choose(self, tables, moves):
            return self.chance.integers(moves.start, np.append(moves.start[1:], len(moves.row)))

    class Seated:
        name = "seated"
        observed = MappingProxyType({})

        def __init__(self, landlord, farmers):
            self.seats = (landlord, farmers, farmers)

        def choose(self, tables, moves):
            return self.seats[tables.seat].choose(tables, moves)

    hands = np.array([[pack(hand) for hand in hands] for hands in deals(300, seed=9)])
    rule, anyhow = RuleV1(), Anyhow()
    assert play_out(Tables.dealt(hands), Seated(rule, anyhow)).mean() > 0.8
    assert play_out(Tables.dealt(hands), Seated(anyhow, rule)).mean() < 0.1


def test_a_deal_is_a_deck():
    landlord, down, up, bottom = deal(random.Random(0))
    assert [len(hand) for hand in (landlord, down, up, bottom)] == [20, 17, 17, 3]
    total = sum(pack(hand) for hand in (landlord, down, up))
    assert total == sum(int(ONE[r]) * (4 if r < 13 else 1) for r in range(15))
    assert all(landlord.count(card) >= bottom.count(card) for card in bottom)


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        (["pass"], "action 1 .* a pass is not allowed when leading"),
        (["9"], "action 1 .* the hand is 34588"),
        (["8", "7"], "action 2 .farmer_down, 7.: it does not beat 8"),
        (["3", "66"], "action 2 .* it does not beat 3"),
        (["3", "pass", "pass", "pass"], "action 4 .landlord, pass.: a pass is not allowed"),
        (["88", "pass", "TT", "pass"], "action 4 .* over before it"),
    ],
)
def test_what_the_rules_forbid_is_said_with_its_place(plays, reason):
    hands = tuple(map(pack, ("34588", "667", "TT")))
    with pytest.raises(BadLine, match=reason):
        check_line(hands, tuple(map(action_row, plays)))


def test_cards_that_are_no_combination_are_named():
    with pytest.raises(BadLine, match="'34' is no combination"):
        action_row("34")
    with pytest.raises(BadLine, match="'' is no combination; a pass is written `pass`"):
        action_row("")


@pytest.mark.parametrize("name", ["rlcard_rule_logs_120", "rlcard_random_logs_120"])
def test_other_peoples_games_are_legal_and_end_as_they_say(shared_records, name):
    path = shared_records / "doudizhu" / f"{name}.jsonl"
    for line in path.read_text().splitlines():
        game = json.loads(line)
        order = [(game["landlord"] + k) % 3 for k in range(3)]
        hands = tuple(pack(game["hands"][player]) for player in order)
        out = check_line(hands, tuple(action_row(cards) for _, cards in game["actions"]))
        assert game["payoffs"][game["landlord"]] == (1 if out == 0 else 0)
