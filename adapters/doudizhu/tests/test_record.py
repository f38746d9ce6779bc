"""Records: three formats read, and each fault named with its place."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from va_doudizhu.match import DoudizhuMatch
from video_arena.build.plan import with_defaults
from video_arena.match import RecordError, RecordSkipped
from video_arena.plugins import load_game
from video_arena.records import RecordFile

GAMES = Path(__file__).parent / "games.jsonl"
CODES = {**{card: i + 3 for i, card in enumerate("3456789TJQKA")}, "2": 17, "B": 20, "R": 30}


def read(path, content=None, **options):
    if content is not None:
        path.write_bytes(content)
    game = load_game("doudizhu")
    return list(game.parse(RecordFile(path), with_defaults(game.spec, options)))


@pytest.fixture
def game():
    return json.loads(GAMES.read_text().splitlines()[0])


@pytest.fixture
def line(tmp_path):
    """Read one record that is the given object."""

    def write(found, **options):
        (item,) = read(tmp_path / "one.jsonl", json.dumps(found).encode(), **options)
        return item

    return write


def test_our_own_format(game, line):
    match = line(game)
    assert isinstance(match, DoudizhuMatch)
    assert match.source.id == "selfplay-3-1"
    assert match.source.licence == "never-public"
    assert list(match.actions) == game["plays"]
    assert (match.landlord, match.bottom) == (game["landlord"], game["bottom"])
    assert match.prefixes == len(game["plays"])
    assert match.hidden["farmer_down"] == game["farmer_down"]
    # Letters in another order are the same cards.
    shuffled = {**game, "landlord": game["landlord"][::-1]}
    assert line(shuffled).fingerprint == match.fingerprint


def test_rlcards_logs_are_turned_to_the_landlord(game, line):
    seats = ("landlord", "farmer_down", "farmer_up")
    for first in range(3):
        players = [(first + k) % 3 for k in range(3)]
        hands = ["", "", ""]
        for player, seat in zip(players, seats, strict=True):
            hands[player] = game[seat]
        actions = [[players[i % 3], cards] for i, cards in enumerate(game["plays"])]
        won = line(game).winner == "landlord"
        payoffs = [int((player == first) == won) for player in range(3)]
        log = {"seed": 7, "agents": "rule", "landlord": first, "three_cards": game["bottom"]}
        log |= {"hands": hands, "actions": actions, "payoffs": payoffs}
        match = line(log)
        assert match.fingerprint == line(game).fingerprint
        assert match.source.id == "rlcard-rule-7"
        assert match.hidden["players"] == [f"rule {player}" for player in players]
        wrong = line({**log, "payoffs": [1 - share for share in payoffs]})
        assert isinstance(wrong, RecordError)
        assert "its plays say" in wrong.reason


def test_deals_are_played_when_a_policy_is_named(game, line):
    def coded(cards):
        return [CODES[card] for card in cards]

    known = {
        "landlord": coded(game["landlord"]),
        "landlord_down": coded(game["farmer_down"]),
        "landlord_up": coded(game["farmer_up"]),
        "three_landlord_cards": coded(game["bottom"]),
    }
    assert "--play rule-v1" in line(known).reason
    match = line(known, play="rule-v1")
    # The generator's own games are played by the same policy.
    assert list(match.actions) == game["plays"]
    assert match.source.notes == ("The deal was played by the policy rule-v1 in all seats.",)
    own = game["landlord"]
    for card in game["bottom"]:
        own = own.replace(card, "", 1)
    before = {"first": coded(own), "second": known["landlord_down"]}
    before |= {"third": known["landlord_up"], "three_landlord_cards": coded(game["bottom"])}
    assert line(before, play="rule-v1").actions == match.actions
    second = line(before, play="rule-v1", landlord="second")
    assert second.hidden["farmer_up"] == own
    assert set(game["bottom"]) <= set(second.landlord)
    assert "the second player was made the landlord" in second.source.notes[0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"doudizhu": 2}, "version 2 of the format; this reads 1"),
        ({"plays": []}, "no action"),
        ({"plays": ["pass"]}, "action 1 .landlord, pass.: a pass is not allowed when leading"),
        ({"plays": ["34"]}, "'34' is no combination"),
        ({"plays": ["1"]}, "'1' is no card"),
        ({"bottom": "BRB"}, "2 cards 'B'"),
        ({"landlord": "3" * 20}, "20 cards '3'"),
        ({"farmer_up": "333"}, r"hands of \[20, 17, 3\] cards"),
        ({"players": ["one"]}, "1 players"),
        ({"landlord": 7}, "TypeError: .*: not as its format has it"),
    ],
)
def test_what_is_wrong_is_said(game, line, change, reason):
    item = line({**game, **change})
    assert isinstance(item, RecordError)
    assert (item.file, item.place) == ("one.jsonl", "line 1")
    assert re.search(reason, item.reason), item.reason


def test_a_hand_dealt_twice_and_a_play_after_the_end(game, line):
    twice = {**game, "farmer_up": game["farmer_down"]}
    assert "the hands are not one deck" in line(twice).reason
    over = {**game, "plays": [*game["plays"], "pass"]}
    assert "the game was over before it" in line(over).reason
    assert "three of the landlord's" in line({**game, "bottom": game["bottom"][:2]}).reason


def test_a_game_that_breaks_off_has_no_winner(game, line):
    match = line({**game, "plays": game["plays"][:-1]})
    assert match.winner is None
    assert match.source.notes == ("The record breaks off before a hand is empty.",)
    assert line(json.loads(match.record)).source.notes == match.source.notes


def test_faulty_lines_do_not_hide_the_next(tmp_path):
    good = GAMES.read_bytes().splitlines()
    content = b"\n".join(
        [b"{", b"[1]", b"\xff", b"", good[0], b"[" * 70_000, good[1], b"3" * 70_000]
    )
    items = read(tmp_path / "some.jsonl", content)
    places = [item.place for item in items if isinstance(item, RecordError)]
    assert places == ["line 1", "line 2", "line 3", "line 6", "line 8"]
    matches = [item.source.place for item in items if isinstance(item, DoudizhuMatch)]
    assert matches == ["line 5", "line 7"]


def test_a_packed_file_that_is_cut_off(tmp_path):
    path = tmp_path / "some.jsonl.gz"
    items = read(path, gzip.compress(GAMES.read_bytes())[:-30])
    assert isinstance(items[-1], RecordError)
    assert "cannot be read further" in items[-1].reason


def test_selection(tmp_path):
    matches = read(GAMES)
    plays = [sum(action != "pass" for action in match.actions) for match in matches]
    assert read(GAMES, min_plays=99) == [
        RecordSkipped("games.jsonl", f"line {n}", "below --min-plays 99") for n in (1, 2)
    ]
    kept = [i for i in read(GAMES, max_plays=min(plays)) if isinstance(i, DoudizhuMatch)]
    assert len(kept) == plays.count(min(plays))
    for side in ("landlord", "farmers"):
        kept = [i for i in read(GAMES, winner=side) if isinstance(i, DoudizhuMatch)]
        assert [match.winner for match in kept] == [
            match.winner for match in matches if match.winner == side
        ]


def test_the_logs_beside_the_repository(shared_records):
    folder = shared_records / "doudizhu"
    for name, landlord in (("rlcard_rule_logs_120", 59), ("rlcard_random_logs_120", 45)):
        items = read(folder / f"{name}.jsonl")
        assert all(isinstance(item, DoudizhuMatch) for item in items)
        assert len(items) == 120
        # As PROVENANCE.md counts them.
        assert sum(item.winner == "landlord" for item in items) == landlord


def test_the_deals_beside_the_repository(shared_records, tmp_path):
    lines = (shared_records / "doudizhu" / "alphadou_eval_deals_1000.jsonl").read_bytes()
    some = b"\n".join(lines.splitlines()[:20])
    items = read(tmp_path / "deals.jsonl", some, play="rule-v1")
    assert all(isinstance(item, DoudizhuMatch) and item.winner for item in items)
    assert len({item.fingerprint for item in items}) == 20
