"""The table of combinations and legal moves, against rules written a second time and RLCard's."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_engines.doudizhu.cards import COPIES, DECK, RANKS, NotCards, pack, size_of, text_of
from va_engines.doudizhu.combinations import KINDS, NO_KIND, PASS, table
from va_engines.doudizhu.moves import legal_moves

DECK_TEXT = "".join(card * count for card, count in zip(RANKS, COPIES, strict=True))
hands = st.permutations(DECK_TEXT).flatmap(
    lambda cards: st.integers(1, 9).map(lambda n: "".join(sorted(cards[:n], key=RANKS.index)))
)
# Hands of few ranks, so that trios, planes and bombs are common.
rich_hands = st.lists(st.sampled_from(DECK_TEXT[12:36]), min_size=6, max_size=10).map(
    lambda cards: "".join(c * min(cards.count(c), 4) for c in sorted(set(cards), key=RANKS.index))
)


def row_of(text):
    return table().number_of[pack(text)]


def test_cards_are_packed_and_unpacked():
    assert size_of(DECK) == 54
    assert text_of(pack("RB2A3334")) == "3334A2BR"
    with pytest.raises(NotCards, match="5 cards '3'"):
        pack("33333")
    with pytest.raises(NotCards, match="'1' is no card"):
        pack("T1")


def test_there_are_37_kinds_of_the_known_sizes():
    counts = Counter(table().name(row) for row in range(1, len(table().cards)))
    assert len(KINDS) == len(counts) == 37
    # 15 ranks; 13 with pairs, trios and bombs; runs of n out of twelve: 13 - n.
    assert [counts[name] for name in ("solo", "pair", "trio", "bomb", "rocket")] == [
        15, 13, 13, 13, 1,
    ]  # fmt: skip
    assert [counts[f"solo_chain_{n}"] for n in range(5, 13)] == [13 - n for n in range(5, 13)]
    assert [counts[f"pair_chain_{n}"] for n in range(3, 11)] == [13 - n for n in range(3, 11)]
    assert [counts[f"trio_chain_{n}"] for n in range(2, 7)] == [13 - n for n in range(2, 7)]
    assert counts["trio_solo"] == 13 * 14
    assert counts["trio_pair"] == 13 * 12
    # Two wings out of 14 other ranks: 91 of two ranks and 12 pairs, the jokers being single.
    assert counts["four_two_solo"] == 13 * (91 + 12)
    assert counts["four_two_pair"] == 13 * 66
    assert counts["trio_pair_chain_2"] == 11 * 55
    # Two wings out of 13 other ranks: 78 of two ranks, and 11 pairs.
    assert counts["trio_solo_chain_2"] == 11 * (78 + 11)


@pytest.mark.parametrize(
    ("cards", "name", "shown", "rank"),
    [
        ("444BR", None, None, None),  # a trio carries one card or a pair, not both jokers
        ("QKA23", None, None, None),  # a chain stops at the ace
        ("334455", "pair_chain_3", "pair_chain_3", "3"),
        ("333344", "four_two_solo", "four_two_solo", "3"),
        ("3333BR", "four_two_solo", "four_two_solo", "3"),
        ("33334444", None, None, None),  # four with two pairs wants two other ranks
        ("333444BR", "trio_solo_chain_2", "trio_solo_chain_2", "4"),
        ("33344435", None, None, None),  # a wing is of another rank
        ("333444555777", "trio_solo_chain_3", "trio_solo_chain_3", "7"),
        ("333444555666", "trio_chain_4", "trio_chain_4", "3"),
        ("3334445556667778", "trio_solo_chain_4", None, "7"),
        ("333444555666TTTK", "trio_solo_chain_4", None, "T"),
        ("3334445556667777", "trio_solo_chain_4", None, "6"),
    ],
)
def test_the_convention_is_douzeros(cards, name, shown, rank):
    row = table().number_of.get(pack(cards))
    if name is None:
        assert row is None
        return
    assert table().name(row) == name
    kind = table().shown[row]
    assert (None if kind == NO_KIND else KINDS[kind].name) == shown
    assert RANKS[table().rank[row]] == rank


def test_all_of_rlcards_table_is_in_ours_and_the_rest_is_where_the_conventions_differ(
    shared_records,
):
    path = shared_records / "doudizhu" / "rlcard_type_card.json"
    theirs = {
        pack(cards): name
        for name, by_rank in json.loads(path.read_text()).items()
        for group in by_rank.values()
        for cards in group
    }
    assert len(theirs) == 27_471
    rows = table()
    ours = {int(rows.cards[row]): row for row in np.flatnonzero(rows.canonical) if row != PASS}
    assert {cards: rows.name(ours[cards]) for cards in theirs} == theirs
    for cards in ours.keys() - theirs.keys():
        text = text_of(cards)
        counts = Counter(text)
        both_jokers = "B" in counts and "R" in counts
        trios = [rank for rank in RANKS[:12] if counts[rank] >= 3]
        bomb = 4 in counts.values()
        # A trio among the wings that would make the chain longer.
        longer = len(trios) > KINDS[rows.kind[ours[cards]]].length
        assert both_jokers or bomb or longer, text


def kinds_of(cards):
    """Every kind of a set of cards with the rank that it compares by: the rules once more."""
    counts = Counter(cards)
    ranks = sorted(map(RANKS.index, counts))
    found = {"rocket": 13} if cards == "BR" else {}
    if len(ranks) == 1:
        found[("solo", "pair", "trio", "bomb")[len(cards) - 1]] = ranks[0]
    for repeat, least, name in ((1, 5, "solo"), (2, 3, "pair"), (3, 2, "trio")):
        if is_run(ranks) and len(ranks) >= least and set(counts.values()) == {repeat}:
            found[f"{name}_chain_{len(ranks)}"] = ranks[0]
    for length in range(1, len(ranks) + 1):
        for core in itertools.combinations(ranks, length):
            found |= winged(counts, core)
    return found


def is_run(ranks):
    ranks = list(ranks)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] < 12


def winged(counts, core):
    """What a core of trios or of one bomb makes with all the other cards as wings."""
    wings = [n for card, n in counts.items() if RANKS.index(card) not in core]
    inside = {counts[RANKS[rank]] for rank in core}
    pairs = len(wings) if set(wings) == {2} else None
    found = {}
    if inside == {4} and len(core) == 1:
        if sum(wings) == 2:
            found["four_two_solo"] = core[0]
        if pairs == 2:
            found["four_two_pair"] = core[0]
    if inside == {3} and (len(core) == 1 or is_run(core)):
        plane, end = ("", "") if len(core) == 1 else ("_chain", f"_{len(core)}")
        highest = max(RANKS.index(card) for card, n in counts.items() if n == 3)
        if sum(wings) == len(core):
            found[f"trio_solo{plane}{end}"] = highest if plane else core[0]
        if pairs == len(core):
            found[f"trio_pair{plane}{end}"] = core[0]
    return found


def subsets(hand):
    counts = sorted(Counter(hand).items(), key=lambda item: RANKS.index(item[0]))
    for take in itertools.product(*(range(n + 1) for _, n in counts)):
        text = "".join(card * n for (card, _), n in zip(counts, take, strict=True))
        if text:
            yield text


@cache
def some_leads():
    rows = np.flatnonzero(table().canonical & (table().size <= 8))
    return tuple(rows[rows != PASS].tolist())


def legal_texts(hand, lead):
    found = legal_moves(np.array([pack(hand)]), np.array([lead])).row
    texts = [text_of(int(table().cards[row])) for row in found]
    assert len(set(texts)) == len(texts)
    return set(texts)


@given(hands | rich_hands)
def test_leads_are_all_combinations_in_the_hand(hand):
    assert legal_texts(hand, PASS) == {cards for cards in subsets(hand) if kinds_of(cards)}


@given(hands | rich_hands, st.data())
def test_answers_are_higher_of_the_same_kind_bombs_and_the_pass(hand, data):
    lead = data.draw(st.sampled_from(some_leads()))
    name, rank = table().name(lead), table().rank[lead]
    wanted = {""}
    for cards in subsets(hand):
        kinds = kinds_of(cards)
        beats = kinds.get(name, -1) > rank
        bomb = "bomb" in kinds and name not in {"bomb", "rocket"}
        if beats or bomb or ("rocket" in kinds and name != "rocket"):
            wanted.add(cards)
    assert legal_texts(hand, lead) == wanted


def test_many_hands_at_once_are_as_one_by_one():
    chance = np.random.default_rng(3)
    leads = np.append(chance.choice(some_leads(), 150), [PASS] * 50)
    packed = []
    for _ in leads:
        cards = chance.permutation(list(DECK_TEXT))[: chance.integers(1, 21)]
        packed.append(pack("".join(cards)))
    found = legal_moves(np.array(packed), leads)
    for i, (hand, lead) in enumerate(zip(packed, leads, strict=True)):
        alone = legal_moves(np.array([hand]), np.array([lead])).row
        assert found.row[found.hand == i].tolist() == alone.tolist()
        assert found.hand[found.start[i]] == i


def test_a_plane_of_three_may_be_answered_with_four_trios():
    # 444555666 with 333 is higher than 333444555789, and then lies there as a chain of four.
    answer = "333444555666"
    assert answer in legal_texts(answer + "8", row_of("333444555789"))
    assert answer not in legal_texts(answer + "8", row_of("333444555999"))
    # What hides among its wings is no kind: only a bomb beats it.
    hidden = row_of("333444555666TTTK")
    assert legal_texts("4445556667778899QQQQ", hidden) == {"", "QQQQ"}
