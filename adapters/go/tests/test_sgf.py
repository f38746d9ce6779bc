"""SGF of every kind to matches."""

from __future__ import annotations

import pytest

from va_go.match import GoMatch
from video_arena.match import RecordError, RecordSkipped


def moves(match):
    return [f"{colour} {point}" for colour, point in match.moves]


def test_letters_count_from_the_left_and_from_the_top(one):
    match = one("(;SZ[19];B[aa];W[sa];B[as];W[ss];B[ii];W[jj])")
    assert moves(match) == ["B A19", "W T19", "B A1", "W T1", "B J11", "W K10"]


def test_a_board_without_size_has_19_lines(one):
    assert one("(;B[pd];W[dp])").size == 19


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        ("19:19", None),
        ("9", None),
        ("15:17", "a board of 15x17 points: only square ones are supported"),
        ("21", "a board of 21 lines: 5 to 19 are supported"),
        ("4", "a board of 4 lines: 5 to 19 are supported"),
        ("big", "SZ[big] is no size of a board"),
    ],
)
def test_sizes(one, size, reason):
    outcome = one(f"(;SZ[{size}];B[aa])")
    assert getattr(outcome, "reason", None) == reason


def test_only_19_lines_unless_others_are_asked_for(one):
    assert one("(;SZ[9];B[aa])", board_size=19) == RecordSkipped(
        "games.sgf", "game 1", "not --board-size 19"
    )
    assert isinstance(one("(;SZ[9];B[aa])", board_size=9), GoMatch)


def test_passes(one):
    match = one("(;SZ[19];B[pd];W[];B[tt];W[dp])")
    assert moves(match) == ["B Q16", "W pass", "B pass", "W D4"]
    assert match.prefixes == 4


def test_handicap_stones_and_setup(one):
    match = one("(;SZ[19]HA[2]AB[pd][dp];W[dd])")
    assert match.setup == (("B", "D4"), ("B", "Q16"))
    assert (match.to_move, match.handicap, match.komi) == ("W", 0, 0.5)
    # Fox puts them into the second node; AE takes back, rectangles are spelt out.
    match = one("(;SZ[9]AB[aa:cb];AE[bb]AW[ii];PL[W];W[dd])")
    points = ["A8", "C8", "A9", "B9", "C9"]
    assert match.setup == (("W", "J1"), *(("B", point) for point in points))


@pytest.mark.parametrize("setup", ["AB[dd]", "AW[dd]", "AE[pd]"])
def test_setup_in_mid_game_is_refused(one, setup):
    error = one(f"(;SZ[19];B[pd];{setup};W[dp])")
    assert error.reason.startswith("setup stones (AB, AW, AE) after move 1: ")


def test_colours_may_play_twice_in_a_row(one):
    match = one("(;SZ[19];B[pd];B[dp];W[dd])")
    assert moves(match) == ["B Q16", "B D4", "W D16"]
    assert any("twice in a row at move 2" in note for note in match.source.notes)


def test_the_first_branch_is_the_game(one):
    match = one("(;SZ[19];B[pd](;W[dp];B[dd])(;W[dd](;B[qq])(;B[cc])))")
    assert moves(match) == ["B Q16", "W D4", "B D16"]


def test_a_collection_is_many_games_and_text_between_them_is_none(parse):
    text = "Mail\n(;SZ[9];B[aa])\n--\n(;SZ[9];B[bb](;W[cc])(;W[dd]))"
    text += "(;GM[3];B[aa])\n (\n;SZ[9];B[ii])"
    first, second, third, fourth = parse(text)
    assert [m.source.place for m in (first, second, fourth)] == ["game 1", "game 2", "game 4"]
    assert moves(second) == ["B B8", "W C7"]
    assert moves(fourth) == ["B J1"]
    assert third == RecordError("games.sgf", "game 3", "GM[3] is not Go, which is GM[1]")


def test_a_game_that_does_not_close_costs_the_next_nothing(parse):
    broken, sound = parse("(;FF[4]SZ[9];B[aa](;W[bb]\n(;FF[4]SZ[9];B[cc])")
    assert broken.reason == "unbalanced: 2 closing brackets are missing"
    assert moves(sound) == ["B C7"]


def test_a_record_alone_is_the_same_match(parse, one):
    _, second = parse("(;SZ[9];B[aa])(;SZ[9]PB[X];B[bb];W[cc])")
    again = one(second.record, "alone.sgf")
    assert (again.fingerprint, again.moves, again.shown) == (
        second.fingerprint,
        second.moves,
        second.shown,
    )


@pytest.mark.parametrize("depth", [5_000, 60_000])
def test_no_depth_of_variations_is_too_deep(one, depth):
    # As OGS writes them: every move opens a bracket. The stones go to and fro in passes.
    text = "(;SZ[19];B[pd]" + "(;W[]" * depth + ")" * (depth + 1)
    assert one(text).prefixes == depth + 1


def test_old_long_names_lose_their_small_letters(one):
    match = one("(;FileFormat[1]GaMe[1]SiZe[9]KoMi[3.5]PlayerBlack[Ann];Black[ff];White[gd])")
    assert (match.size, match.komi, match.hidden["black"]) == (9, 3.5, "Ann")
    assert moves(match) == ["B F4", "W G6"]


def test_escapes_and_brackets_in_comments(one):
    match = one(r"(;SZ[9]C[a \] b ; ( \\]PB[A\]n\\n];B[aa]C[;B[bb\];W(]C[x];W[ii])")
    assert moves(match) == ["B A9", "W J1"]
    assert match.hidden["black"] == "A]n\\n"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("(;SZ[9];B[a])", "game 1, move 1", "B: 'a' is no point: a point is two letters"),
        ("(;SZ[9];B[aa];W[abc])", "game 1, move 2", "W: 'abc' is no point"),
        ("(;SZ[9];B[aa];W[37])", "game 1, move 2", "W: '37' is no point"),
        ("(;SZ[9];B[aj])", "game 1, move 1", "lies outside a board of 9 lines"),
        ("(;SZ[9];B[aa];W[aa])", "game 1, move 2", "W A9 is on an occupied point"),
        ("(;SZ[9];B[aa]W[bb])", "game 1, move 1", "a node holds two moves"),
        ("(;SZ[9];B[aa][bb])", "game 1, move 1", "a node holds two moves"),
        ("(;SZ[9];B[aa]]\n;W[bb])", "game 1, line 1", "unreadable SGF at ']"),
        ("(;SZ[9]\n;B[aa](;W[bb]]))", "game 1, line 2", "unreadable SGF at ']"),
        ("(;SZ[9];B[aa](;W[bb])(;W[bx;W[cc]))", "game 1", "a variation has the move 'bx;W[cc'"),
        ("(;SZ[9];B[aa]", "game 1", "unbalanced: 1 closing brackets are missing"),
        ("(;SZ[9];PB[Ann])", "game 1", "no moves"),
        ("(;SZ[9];B[];W[])", "game 1", "no moves"),
        ("(;SZ[9]AB[zz];W[aa])", "game 1", "setup: 'zz' is no point of a board of 9 lines"),
        ("(;SZ[9]PL[X];W[aa])", "game 1", "PL[X] is no colour"),
        ("(;SZ[9]KM[lots];B[aa])", "game 1", "the komi 'lots' is no number"),
        ("(;SZ[9]KM[1234567];B[aa])", "game 1", "is not to be believed"),
        ("", "file", "the file is empty, or no SGF"),
        ("Just a letter.", "file", "the file is empty, or no SGF"),
    ],
)
def test_what_is_refused_and_where(one, text, place, reason):
    error = one(text)
    assert isinstance(error, RecordError)
    assert error.place == place
    assert reason in error.reason


@pytest.mark.parametrize(
    ("result", "winner", "counted"),
    [
        ("B+R", "B", None),
        ("W+Resign", "W", None),
        ("W+T", "W", None),
        ("B+3.5", "B", 1.0),
        ("W+12", "W", 0.0),
        ("0", None, 0.5),
        ("Draw", None, 0.5),
        ("?", None, None),
        ("Void", None, None),
        ("", None, None),
    ],
)
def test_results(one, result, winner, counted):
    match = one(f"(;SZ[9]RE[{result}];B[aa];W[];B[])")
    assert (match.winner, match.counted) == (winner, counted)
    # Without two passes at the end, a count says nothing of the last position.
    assert one(f"(;SZ[9]RE[{result}];B[aa];W[bb])").counted is None


def test_flags(one):
    text = "(;SZ[9]HA[2]AB[aa][bb]RE[?];W[cc];B[dd])"
    assert one(text, even=True).reason == "not --even"
    assert one(text, finished=True).reason == "not --finished"
    assert one(text, min_moves=3).reason == "below --min-moves 3"
    assert one(text, max_moves=1).reason == "above --max-moves 1"
    assert isinstance(one(text, min_moves=2, max_moves=2), GoMatch)


def test_where_a_game_comes_from(one):
    match = one("(;SZ[9]PC[OGS: https://online-go.com/game/34839594]RU[Chinese];B[aa])")
    assert match.source.id == "34839594"
    assert match.source.url == "https://online-go.com/game/34839594"
    assert match.rules.name == "chinese-ogs"
    assert match.source.licence == "unknown"


def test_the_fingerprint_is_of_the_play_alone(one):
    first = one("(;SZ[9]PB[A]KM[6.5]RE[B+R];B[aa];W[];B[bb])")
    second = one("(;SZ[9]PB[B]KM[0]DT[2020];B[aa]C[!](;W[tt];B[bb])(;W[cc]))")
    other = one("(;SZ[9]PB[A]KM[6.5]RE[B+R];B[aa];W[cc];B[bb])")
    passes = one("(;SZ[9];B[aa];W[];B[bb];W[])")
    assert first.fingerprint == second.fingerprint
    assert len({first.fingerprint, other.fingerprint, passes.fingerprint}) == 3
