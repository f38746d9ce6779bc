"""The rules of Go: positions worked out by hand, and what holds in every game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_go.board import BLACK, WHITE, Board
from va_go.errors import RejectedError
from va_go.match import Stone
from va_go.points import PASS, name_at
from va_go.replay import Game
from va_go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR


def start(picture, rules=JAPANESE, to_move="B"):
    """A position drawn with X for black and O for white, rows from the top."""
    rows = picture.split()
    size = len(rows)
    setup = [
        Stone("B" if letter == "X" else "W", name_at((size - 1 - y) * size + x, size))
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "."
    ]
    return Game(size, setup, rules, to_move)


def drawn(game):
    size = game.board.size
    rows = (game.board.cells[row * size : (row + 1) * size] for row in reversed(range(size)))
    return " ".join("".join(".XO"[cell] for cell in row) for row in rows)


def takes(game, move):
    colour, point = move.split()
    placed = game.play(Stone(colour, point))
    return " ".join(name_at(p, game.board.size) for p in placed.captured)


def test_a_stone_is_taken_on_its_last_liberty():
    game = start("..... ..X.. .XO.. ..X.. .....")
    assert takes(game, "B D3") == "C3"
    assert drawn(game) == "..... ..X.. .X.X. ..X.. ....."


def test_a_chain_is_taken_as_a_whole():
    game = start("OOX.. OX... ..... ..... .....")
    assert takes(game, "B A3") == "A4 A5 B5"
    assert drawn(game) == "..X.. .X... X.... ..... ....."


@pytest.mark.parametrize("colour", ["B", "W"])
def test_one_stone_takes_four_groups(colour):
    mine, theirs = ("X", "O") if colour == "B" else ("O", "X")
    picture = "..m.. .mym. my.ym .mym. ..m.."
    game = start(picture.replace("m", mine).replace("y", theirs), to_move=colour)
    assert takes(game, f"{colour} C3") == "C2 B3 D3 C4"


def test_taking_comes_before_suicide():
    # A1 has no liberty of its own, but it takes B1, which has no other either.
    game = start("..... ..... ..... OX... .OX..")
    assert takes(game, "B A1") == "B1"


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE, AGA, NEW_ZEALAND, TROMP_TAYLOR])
def test_suicide_of_one_stone_is_never_legal(rules):
    with pytest.raises(RejectedError, match="B A1 is suicide"):
        start("..... ..... ..... O.... .O...", rules).play(Stone("B", "A1"))


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE, AGA])
def test_suicide_of_a_group_is_illegal_under_most_rules(rules):
    with pytest.raises(RejectedError, match=f"suicide, illegal under {rules.name} rules"):
        start("..... ..... ..... OO... X.O..", rules).play(Stone("B", "B1"))


@pytest.mark.parametrize("rules", [NEW_ZEALAND, TROMP_TAYLOR])
def test_suicide_of_a_group_takes_it_away_under_some(rules):
    game = start("..... ..... ..... OO... X.O..", rules)
    placed = game.play(Stone("B", "B1"))
    assert placed == ((), (0, 1))
    assert drawn(game) == "..... ..... ..... OO... ..O.."


KO = "..... .XO.. XO.O. .XO.. ....."


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE, AGA, NEW_ZEALAND, TROMP_TAYLOR])
def test_a_ko_is_not_retaken_at_once(rules):
    game = start(KO, rules)
    assert takes(game, "B C3") == "B3"
    with pytest.raises(RejectedError) as caught:
        game.play(Stone("W", "B3"))
    assert caught.value.reason == "W B3 retakes the ko at once"
    assert caught.value.move == 2


def test_a_ko_is_retaken_after_a_threat():
    game = start(KO)
    takes(game, "B C3")
    takes(game, "W E1")
    takes(game, "B E5")
    assert takes(game, "W B3") == "C3"


def test_snapback():
    game = start("..... ..... .OOO. OXXXO OX..O", to_move="W")
    assert takes(game, "W C1") == ""
    assert takes(game, "B D1") == "C1"
    # Not a ko: five stones go.
    assert takes(game, "W C1") == "B1 D1 B2 C2 D2"
    assert drawn(game) == "..... ..... .OOO. O...O O.O.O"


def test_positional_and_situational_superko_differ_in_a_suicide():
    # After a pass, two black stones take themselves away: the first position again, but now
    # White is to move in it.
    picture = "..... ..... ..... OO... ..O.."
    for rules, legal in ((NEW_ZEALAND, True), (TROMP_TAYLOR, False)):
        game = start(picture, rules)
        game.play(Stone("B", "A1"))
        game.play(Stone("W", PASS))
        if legal:
            game.play(Stone("B", "B1"))
            assert drawn(game) == picture
        else:
            with pytest.raises(RejectedError, match="repeats the position after move 0"):
                game.play(Stone("B", "B1"))


def triple_ko(rules):
    """Three kos one above the other, with middles in rows 2, 7 and 12 of a 13x13 board.

    The first and the third are White's, the second Black's.
    """
    setup = []
    for row, white_holds in ((2, True), (7, False), (12, True)):
        setup += [Stone("B", f"A{row}"), Stone("B", f"B{row + 1}"), Stone("B", f"B{row - 1}")]
        setup += [Stone("W", f"D{row}"), Stone("W", f"C{row + 1}"), Stone("W", f"C{row - 1}")]
        setup.append(Stone("W", f"B{row}") if white_holds else Stone("B", f"C{row}"))
    return Game(13, setup, rules)


CYCLE = ["B C2", "W B7", "B C12", "W B2", "B C7", "W B12"]


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE])
def test_a_triple_ko_goes_round_under_rules_without_superko(rules):
    game = triple_ko(rules)
    for move in CYCLE * 2:
        assert len(takes(game, move).split()) == 1
    assert game.positions[0] == game.positions[6] == game.positions[12]


@pytest.mark.parametrize("rules", [AGA, NEW_ZEALAND, TROMP_TAYLOR])
def test_a_triple_ko_does_not_go_round_under_superko(rules):
    game = triple_ko(rules)
    for move in CYCLE[:-1]:
        takes(game, move)
    with pytest.raises(RejectedError, match="W B12 repeats the position after move 0"):
        takes(game, CYCLE[-1])


def test_an_occupied_point():
    game = start(KO)
    with pytest.raises(RejectedError, match="B C4 is on an occupied point"):
        takes(game, "B C4")


def test_first_stones_must_have_liberties_and_points_of_their_own():
    with pytest.raises(RejectedError, match="without liberties at A1"):
        start("..... ..... ..... X.... OX...")
    with pytest.raises(RejectedError, match="two stones on C3"):
        Game(5, [Stone("B", "C3"), Stone("W", "C3")], JAPANESE)


@given(
    st.integers(2, 7),
    st.lists(st.tuples(st.sampled_from([BLACK, WHITE]), st.integers(0, 48)), max_size=120),
)
def test_no_group_is_ever_left_without_liberties_and_stones_add_up(size, moves):
    board = Board(size)
    standing = {BLACK: 0, WHITE: 0}
    for colour, number in moves:
        point = number % (size * size)
        if board.cells[point]:
            continue
        before = bytes(board.cells)
        placed = board.put(colour, point)
        other = BLACK + WHITE - colour
        assert not list(board.dead_groups())
        assert not (placed.captured and placed.suicide)
        assert all(before[p] == other for p in placed.captured)
        assert all(before[p] == colour or p == point for p in placed.suicide)
        standing[colour] += 1 - len(placed.suicide)
        standing[other] -= len(placed.captured)
        assert board.cells.count(BLACK) == standing[BLACK]
        assert board.cells.count(WHITE) == standing[WHITE]


@given(st.sampled_from([JAPANESE, AGA, TROMP_TAYLOR]), st.lists(st.integers(0, 9), max_size=150))
def test_legal_games_never_repeat_what_their_rules_forbid(rules, choices):
    game = Game(3, (), rules)
    seen = {(game.positions[0], "W")}
    for number, point in enumerate(choices):
        colour = "BW"[number % 2]
        name = PASS if point == 9 else name_at(point, 3)
        try:
            game = _tried(game, Stone(colour, name))
        except RejectedError:
            name = PASS
            game.play(Stone(colour, PASS))
        now = game.positions[-1]
        if name != PASS:
            if rules is TROMP_TAYLOR:
                assert now not in {position for position, _ in seen}
            if rules is AGA:
                assert (now, colour) not in seen
            assert now != game.positions[-3] if len(game.positions) > 2 else True
        seen.add((now, colour))


def _tried(game, stone):
    trial = game.copy()
    trial.play(stone)
    return trial
