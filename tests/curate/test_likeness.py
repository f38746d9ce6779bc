"""Used matches are known again in disguise, and strangers are not taken for them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.build.plan import with_defaults
from video_arena.curate.likeness import Known, UsedMatches, collision_bits
from video_arena.curate.play import Board, board_of, play_of_events, play_of_rows
from video_arena.game import Choice, EventType, Integer, Name
from video_arena.match import Match
from video_arena.plugins import load_game
from video_arena.records import RecordFile

EXAMPLES = Path(__file__).parents[2] / "examples" / "chess" / "selfplay.pgn"
CHESS_BOARD = Board("coord", "ABCDEFGH", 8)


def plays_in(path):
    chess = load_game("chess")
    options = with_defaults(chess.spec, {})
    matches = [m for m in chess.parse(RecordFile(path), options) if isinstance(m, Match)]
    return [
        Known(m.source.place, m.fingerprint, play_of_events(chess.spec, chess.events(m)))
        for m in matches
    ]


@pytest.fixture(scope="module")
def games():
    """Eight real games of 30 to 90 half-moves."""
    found = plays_in(EXAMPLES)
    assert len(found) == 8
    return found


@pytest.fixture(scope="module")
def used(games):
    return UsedMatches(load_game("chess").spec, games)


def test_a_chess_shingle_is_four_half_moves(used):
    assert used.shingle == 4
    assert 10 <= used.evidence <= 14


def test_the_same_play_is_refused_whoever_played_it(games, used):
    assert used.same(games[3].fingerprint) == f"the same match as {games[3].name}"
    assert used.same("0" * 64) is None


def transposed(play, plies):
    """The first moves of each side in another order, the rest as it was."""
    white, black = list(play[:plies:2]), list(play[1:plies:2])
    random.Random(5).shuffle(white)
    random.Random(6).shuffle(black)
    mixed = [square for pair in zip(white, black, strict=True) for square in pair]
    return (*mixed, *play[plies:])


DISGUISES = {
    "as it is": lambda play: play,
    "one move trimmed": lambda play: play[:-1],
    "the first move trimmed": lambda play: play[1:],
    "cut in half": lambda play: play[: len(play) // 2],
    "the second half": lambda play: play[len(play) // 2 :],
    "left and right exchanged": lambda play: tuple((7 - x, y) for x, y in play),
    "colours exchanged": lambda play: tuple((x, 7 - y) for x, y in play),
    "turned and trimmed": lambda play: tuple((y, 7 - x) for x, y in play[:-3]),
    "a transposed opening": lambda play: transposed(play, 8),
    "a move put in": lambda play: (*play[:15], (0, 0), *play[15:]),
    "played on": lambda play: (*play, *((i % 8, i // 8) for i in range(10))),
}


@pytest.mark.parametrize("what", DISGUISES)
def test_a_disguised_match_is_refused(games, used, what):
    for game in games:
        disguised = DISGUISES[what](game.play)
        if len(disguised) < used.evidence:
            continue
        reason = used.like(disguised)
        assert reason is not None, (what, len(game.play))
        assert reason.startswith(f"nearly the same match as {game.name}")


def test_other_games_are_not_refused(games):
    for game in games:
        others = UsedMatches(load_game("chess").spec, [g for g in games if g is not game])
        assert others.same(game.fingerprint) is None
        assert others.like(game.play) is None


def test_twenty_half_moves_of_one_opening_are_no_copy(games, used):
    for one in games:
        for other in games:
            rest = other.play[20:]
            if one is not other and min(len(one.play), 20 + len(rest)) > 31:
                joined = (*one.play[:20], *rest)
                reason = used.like(joined)
                # It shares its end with `other`, of which it is a copy with another opening.
                assert reason is None or one.name not in reason


def test_real_games_of_one_opening_are_not_refused(shared_records):
    """Pairs that share 21 to 25 half-moves of theory; and two that repeat a whole game."""
    otb = shared_records / "chess" / "otb"
    fischer = {game.name: game for game in plays_in(otb / "fischer34.pgn")}
    london, tilburg = (
        {game.name: game for game in plays_in(otb / name)}
        for name in ("london2009_r5.pgn", "tilburg1998_r2_clk.pgn")
    )
    pairs = [
        (fischer["game 11"], fischer["game 12"]),
        (fischer["game 6"], fischer["game 8"]),
        (london["game 2"], tilburg["game 2"]),
    ]
    spec = load_game("chess").spec
    for first, second in pairs:
        assert first.play[:20] == second.play[:20]
        assert UsedMatches(spec, [first]).like(second.play) is None
    again = UsedMatches(spec, [fischer["game 8"]]).like(fischer["game 34"].play)
    assert again is not None
    assert again.startswith("nearly the same match as game 8")


def test_a_thousand_real_games_are_strangers_to_each_other(shared_records):
    dump = plays_in(shared_records / "chess" / "lichess" / "lichess_db_2021-10_first999.pgn")
    used = UsedMatches(load_game("chess").spec, dump[:-200])
    long = [game for game in dump[-200:] if len(game.play) > 30]
    assert len(long) > 100
    assert not [game.name for game in long if used.like(game.play)]


def test_tiny_games_are_told_apart_by_fingerprint_alone():
    spec = load_game("tictactoe").spec
    play = ((0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (0, 2), (2, 0))
    used = UsedMatches(spec, [Known("first", "a" * 64, play)])
    assert used.like(play[:-1]) is None
    assert used.same("a" * 64) is not None


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=40))
def test_images_are_eight_and_each_is_undone_by_one(play):
    images = CHESS_BOARD.images(tuple(play))
    assert len(images) == 8
    for image in images:
        assert tuple(play) in CHESS_BOARD.images(image)


def test_a_board_that_is_no_square_is_not_turned():
    board = Board("coord", "ABC", 2)
    assert len(board.images(((0, 0), (2, 1)))) == 4
    assert board.square("d1") is None
    assert board.square("c3") is None
    assert board.square(" c2 ") == (2, 1)


def test_rows_and_events_of_a_match_are_one_play(built_pool):
    from video_arena.build.origin import source_match
    from video_arena.curate.corpora import open_corpus

    game, corpus = load_game("tictactoe"), open_corpus(built_pool)
    for truth in corpus.truths[:3]:
        match = source_match(game, corpus.tree, truth, {})
        events = game.events(match)
        assert play_of_rows(game.spec, truth.events) == play_of_events(game.spec, events)


def test_where_there_is_no_board_names_and_times_do_not_count():
    from dataclasses import replace

    spec = replace(
        load_game("tictactoe").spec,
        fields={"side": Choice(("L", "R")), "scorer": Name(), "number": Integer(1, 5)},
        events=(
            EventType("goal", ("side", "scorer"), "a goal"),
            EventType("card", ("side", "number"), "a card"),
        ),
    )
    assert board_of(spec) is None
    rows = [
        {"type": "goal", "side": "L", "scorer": "Silva", "game_clock_s": 3.2},
        {"type": "card", "side": "R", "number": 4, "game_clock_s": 9.1},
    ]
    renamed = [{**rows[0], "scorer": "Kane", "side": "l "}, {**rows[1], "game_clock_s": 99.0}]
    assert play_of_rows(spec, rows) == play_of_rows(spec, renamed)
    other = [rows[0], {**rows[1], "number": 5}]
    assert play_of_rows(spec, rows) != play_of_rows(spec, other)


def test_bits_of_tokens():
    assert collision_bits("aabb") == 1.0
    assert collision_bits("abcdefgh") == 3.0
    assert collision_bits("aaaa") == 0.0
    assert collision_bits("") == 0.0
