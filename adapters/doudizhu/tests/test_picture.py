"""The card table: what is seen when, and that hidden cards are not."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from va_doudizhu import picture, sheet, times
from va_doudizhu.picture import draw, render
from va_doudizhu.record import read_games
from va_doudizhu.scene import Scene, scenes
from va_doudizhu.suits import suited
from va_engines.doudizhu.cards import RANKS
from video_arena.match import Span
from video_arena.records import RecordFile

GAMES = Path(__file__).parent / "games.jsonl"


@pytest.fixture(scope="module")
def match():
    return next(iter(read_games(RecordFile(GAMES), {})))


def frame(match, number):
    (run,) = render(match, Span(number, number + 1), frozenset())
    return run.picture


def test_scenes_fill_the_video(match):
    found = list(scenes(match))
    assert found[0].start == 0
    assert found[-1].stop == match.frames
    assert all(a.stop == b.start < b.stop for a, b in pairwise(found))


def test_permuting_hidden_cards_changes_no_pixel_before_they_are_played(match):
    """Other farmers' hands that could have played the same cards give the same video."""
    chance = random.Random(4)
    played = [
        "".join(c for i, c in enumerate(match.actions) if i % 3 == seat and c != "pass")
        for seat in (1, 2)
    ]
    rest = []
    for name, gone in zip(("farmer_down", "farmer_up"), played, strict=True):
        left = list(match.hidden[name])
        for card in gone:
            left.remove(card)
        rest.append(left)
    pool = rest[0] + rest[1]
    assert pool, "the game must leave the farmers cards that are never seen"
    for _ in range(3):
        chance.shuffle(pool)
        mixed = pool[: len(rest[0])], pool[len(rest[0]) :]
        hands = [gone + "".join(left) for gone, left in zip(played, mixed, strict=True)]
        hidden = {**match.hidden, "farmer_down": hands[0], "farmer_up": hands[1]}
        other = replace(match, hidden=hidden)
        for scene in scenes(match):
            assert (frame(match, scene.start) == frame(other, scene.start)).all()


def test_nothing_that_is_played_later_is_seen_before(match):
    """Cut the game short after any action: the video up to then is the same."""
    for prefix in range(1, len(match.actions)):
        short = replace(match, actions=match.actions[:prefix], prefixes=prefix)
        at = times.landing_frame(prefix)
        assert (frame(match, at) == frame(short, at)).all()


def test_every_action_is_seen_when_it_lands_and_not_before(match):
    for number, action in enumerate(match.actions, start=1):
        at = times.landing_frame(number)
        changed = (frame(match, at) != frame(match, at - 1)).any(axis=2)
        assert changed.sum() > 1000, action
        rows, columns = np.nonzero(changed)
        middle, top, room = picture.LAID[(number - 1) % 3]
        inside = (abs(columns - middle) <= room // 2 + sheet.SHADOW) & (rows >= top - sheet.SHADOW)
        assert inside.any()


def test_each_card_has_one_face_and_the_landlords_stay_his(match):
    seen = suited(match.landlord, match.bottom, match.actions)
    farmers = [card for i, cards in enumerate(seen.actions) if i % 3 for card in cards]
    everything = Counter([*seen.landlord, *farmers])
    assert max(everything.values()) == 1
    own = [card for cards in seen.actions[::3] for card in cards]
    assert set(own) <= set(seen.landlord)
    assert set(seen.bottom) <= set(seen.landlord)
    assert Counter(card.rank for card in seen.bottom) == Counter(match.bottom)


def test_all_faces_differ_and_all_backs_are_alike():
    faces = [
        picture._cell("faces", row, column).tobytes()
        for row in range(4)
        for column in range(len(RANKS[:13]))
    ]
    jokers = [picture._cell("faces", row, sheet.EXTRA_COLUMN).tobytes() for row in (0, 1)]
    assert len({*faces, *jokers}) == 54


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_longest_plays_and_the_fullest_hands_stay_apart(match, seat):
    """No two groups of cards touch: the regions that each group alone changes do not meet."""
    hand = suited(match.landlord, match.bottom, ()).landlord
    bare = Scene(0, 1, (), (0, 0), 0, (None, None, None), None, None, 0)
    longest = hand if seat == 0 else hand[:17]
    laid = tuple(longest if other == seat else None for other in range(3))
    parts = [
        replace(bare, hand=hand),
        replace(bare, backs=(17, 0)),
        replace(bare, backs=(0, 17)),
        replace(bare, bottom=3),
        replace(bare, laid=laid, newest=seat),
    ]
    parts += [
        replace(bare, laid=tuple(hand[:17] if o == other else None for o in range(3)))
        for other in range(3)
        if other != seat
    ]
    empty = draw(bare).astype(int)
    # The rim of a shadow may meet a neighbour; a card never does.
    touched = [(abs(draw(part).astype(int) - empty).max(axis=2) > 40) for part in parts]
    assert np.sum(touched, axis=0).max() == 1


def test_cards_are_shown_with_their_whole_corner():
    hand_step = picture.HAND_STEP
    laid = [(room - sheet.CARD[0]) // (most - 1) for (_, _, room), most in zip(
        picture.LAID, (20, 17, 17), strict=True
    )]  # fmt: skip
    # A corner's rank is drawn in the leftmost pixels of a card.
    assert hand_step >= 26
    assert min(laid) >= 22


def test_backs_can_be_counted(match):
    """Each back more changes the fan."""
    bare = Scene(0, 1, (), (0, 0), 0, (None, None, None), None, None, 0)
    fans = [draw(replace(bare, backs=(count, count))) for count in range(18)]
    for fewer, more in pairwise(fans):
        assert (fewer != more).any()
    right, left = (draw(replace(bare, backs=backs)) for backs in ((17, 0), (0, 17)))
    top, bottom = 130, 520
    mirrored = left[top:bottom, :640][:, ::-1].astype(int)
    # The felt's own light is not quite in the middle of the picture's even width.
    assert abs(right[top:bottom, 640:] - mirrored).max() <= 3
