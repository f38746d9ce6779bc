"""OGS's game data."""

from __future__ import annotations

import json

import pytest

from video_arena.match import RecordError

BASE = {
    "game_id": 77,
    "width": 9,
    "height": 9,
    "komi": 5.5,
    "rules": "japanese",
    "handicap": 0,
    "initial_player": "black",
    "phase": "finished",
    "black_player_id": 1,
    "white_player_id": 2,
    "players": {
        "black": {"id": 1, "username": "Ann", "rank": 29.4},
        "white": {"id": 2, "username": "Bo", "rank": 31.6},
    },
    "moves": [[0, 0, 900], [8, 0, 1_500], [-1, -1, 800], [4, 4, 700]],
}


def data(**changes):
    return json.dumps({**BASE, **changes})


def test_x_is_from_the_left_and_y_from_the_top(one):
    match = one(data(), "g.json")
    assert match.moves == (("B", "A9"), ("W", "J9"), ("B", "pass"), ("W", "E5"))
    assert match.hidden["black"] == "Ann"
    assert (match.hidden["black_rank"], match.hidden["white_rank"]) == ("1k", "2d")
    assert (match.source.id, match.source.url) == ("77", "https://online-go.com/game/77")


def test_the_answer_of_the_rest_api_holds_the_same(one):
    inner = one(data(), "g.json")
    outer = one(json.dumps({"id": 77, "gamedata": BASE}), "h.json")
    assert (outer.moves, outer.fingerprint) == (inner.moves, inner.fingerprint)


def test_free_handicap_is_placed_by_black(one):
    match = one(data(handicap=3, komi=0.5, rules="chinese"), "g.json")
    assert [colour for colour, _ in match.moves] == ["B", "B", "B", "W"]
    assert match.handicap == 3
    assert not any("twice" in note for note in match.source.notes)


def test_handicap_with_first_stones(one):
    match = one(
        data(handicap=2, initial_state={"black": "ccgg", "white": ""}, initial_player="white"),
        "g.json",
    )
    assert match.setup == (("B", "G3"), ("B", "C7"))
    assert [colour for colour, _ in match.moves] == ["W", "B", "W", "B"]
    assert match.handicap == 0


def test_a_handicap_that_is_still_being_placed(one):
    match = one(data(handicap=5, phase="play", moves=[[0, 0, 1], [8, 8, 1]]), "g.json")
    assert match.moves == (("B", "A9"), ("B", "J1"))
    assert match.handicap == 2
    assert match.winner is None


@pytest.mark.parametrize(
    ("changes", "winner", "counted"),
    [
        ({"winner": 1, "outcome": "Resignation"}, "B", None),
        ({"winner": 2, "outcome": "Timeout"}, "W", None),
        ({"winner": 2, "outcome": "56.5 points"}, "W", 0.0),
        ({"winner": 1, "outcome": "1 point"}, "B", 1.0),
        ({"winner": None, "outcome": "0 points"}, None, 0.5),
        ({"winner": 3, "outcome": "Resignation"}, None, None),
        ({"winner": 1, "outcome": "5 points", "phase": "stone removal"}, None, None),
    ],
)
def test_results(one, changes, winner, counted):
    moves = [[0, 0, 900], [-1, -1, 1], [-1, -1, 1]]
    match = one(data(moves=moves, **changes), "g.json")
    assert (match.winner, match.counted) == (winner, counted)


def test_unfinished_games_have_no_winner_and_say_so(one):
    match = one(data(phase="play"), "g.json")
    assert match.winner is None
    assert "the game is unfinished: its phase is 'play'" in match.source.notes


def test_rules(one):
    assert one(data(rules="chinese"), "g.json").rules.name == "chinese-ogs"
    assert one(data(rules="nz", komi=7), "g.json").rules.name == "new-zealand"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "no JSON"),
        ("[1, 2]", "no OGS game data"),
        ('{"moves": 3}', "no OGS game data"),
        ("[" * 100_000, "no JSON"),
        (data(width=15, height=17), "a board of 15x17 points: only square ones are supported"),
        (data(width=25, height=25), "a board of 25 lines: 5 to 19 are supported"),
        (data(width="9"), "width is '9', and not a whole number"),
        (data(moves=[]), "no moves"),
        (data(moves=[[0, 9, 1]]), "[0, 9] lies outside a board of 9 lines"),
        (data(moves=["aa"]), "'aa' is no [x, y, milliseconds]"),
        (data(moves=[[0, 0, 1], [0, 0, 1]]), "W A9 is on an occupied point"),
        (data(initial_state={"black": "zz"}), "initial_state.black: 'zz' lies outside"),
        (data(komi=1000), "the komi 1000 is not to be believed"),
        (data(komi="x"), "the komi 'x' is no number"),
    ],
)
def test_refused(one, content, reason):
    error = one(content, "g.json")
    assert isinstance(error, RecordError)
    assert reason in error.reason
    assert error.place.startswith("game 1")


def test_one_game_a_line(parse):
    lines = [data(), "", data(moves=[[9, 9, 1]]), data(game_id=78)]
    first, bad, last = parse("\n".join(lines), "dump.jsonl")
    assert (first.source.place, last.source.place) == ("game 1", "game 3")
    assert bad.place == "game 2, move 1"
    assert last.source.id == "78"
