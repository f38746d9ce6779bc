"""Every variation of PSQ that Piskvork and the tools around Gomocup write, and every broken one."""

from __future__ import annotations

import contextlib
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_gomoku.errors import RejectedError
from va_gomoku.psq import read_psq
from video_arena.match import RecordError, RecordSkipped

from .conftest import WIN, psq


def test_a_game_is_read(one):
    game = one(psq())
    assert (game.size, game.rule, game.winner, game.prefixes) == (15, "freestyle", "B", 9)
    assert game.moves[:3] == ((7, 7), (0, 0), (8, 7))
    assert (game.hidden["black"], game.hidden["white"]) == ("one.zip", "two.zip")
    assert game.record == psq().encode()
    assert game.record_suffix == ".psq"


def test_the_second_player_may_begin(one):
    game = one(psq(begins=1))
    assert (game.hidden["black"], game.hidden["white"]) == ("two.zip", "one.zip")
    assert game.winner == "B"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (psq().replace("\r\n", "\n"), "line feeds"),
        (psq().replace("\r\n", "\r"), "carriage returns"),
        ("\ufeff" + psq(), "a byte order mark"),
        (psq().replace("\r\n", "\r\n\r\n"), "blank lines"),
        (psq().replace(",", ", "), "blanks behind commas"),
        (psq().replace("15x15, 11:11, 0", "15x15 , 11 : 11 ,0"), "blanks in the header"),
        (psq(tail=("homo-1", "My best brain 2", "0")), "names with blanks"),
        (psq(tail=("0",)), "no names"),
        (psq(tail=()), "no trailer"),
        (psq(tail=("one.zip", "two.zip")), "no code"),
        (psq(tail=("one.zip", "two.zip", "-1", "0,Freestyle15_1")), "GomocupJudge's trailer"),
        (psq(tail=("7", "8", "0")), "names that are numbers"),
        (psq().encode().replace(b"one", b"\xe9\xe8"), "another encoding"),
        (WIN.replace(" ", "\n").join(["Piskvorky 15x15, 0:3, 0\n", "\n-1"]), "a human's game"),
    ],
)
def test_variations_are_the_same_game(one, text, what):
    assert one(text).moves == one(psq()).moves, what
    assert one(text).winner == "B"
    assert one(text).fingerprint == one(psq()).fingerprint


def test_names_that_are_numbers_are_names(one):
    game = one(psq(tail=("7", "8", "0")))
    assert (game.hidden["black"], game.hidden["white"]) == ("7", "8")


def test_a_missing_code_and_a_strange_end_are_noted(one):
    assert "does not say how the game ended" in one(psq(tail=())).source.notes[0]
    game = one(psq(tail=("a", "b", "0", "what is this?")))
    assert any("what is this?" in note for note in game.source.notes)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "game, line 1", "not a PSQ record"),
        ("1x0-16(2)", "game, line 1", "not a PSQ record"),
        (psq(size=20), "game", "the board is 20x20 and this game's is 15x15; build it with --game"),
        ("Piskvorky 15x20, 1:1, 0\n8,8,0\n", "game", "the board is 15x20"),
        (psq().replace("11:11, 0", "11:11, 2"), "game, line 1", "lets player 2 begin"),
        (psq(""), "game", "no moves"),
        (psq(WIN.replace("1,7", "16,7")), "game, move 8", "16,7 is off the board of 15x15"),
        (psq(WIN.replace("1,7", "0,7")), "game, move 8", "0,7 is off the board"),
        (psq(WIN.replace("1,7", "-3,7")), "game, move 8", "-3,7 is off the board"),
        (psq(WIN.replace("1,7", "9,8")), "game, move 8", "9,8 is occupied"),
        (psq(WIN + " 1,9"), "game, move 10", "goes on after Black's five in a row"),
        (psq(WIN.rsplit(" ", 1)[0]), "game, move 8", "no five in a row stands at the end"),
        (
            psq(WIN.rsplit(" ", 1)[0], tail=("a", "b", "15")),
            "game, move 8",
            "end code is 15 (out of time)",
        ),
        (psq(WIN.rsplit(" ", 1)[0], tail=("a", "b", "3")), "game, move 8", "end code is 3"),
        (psq(tail=("a", "b", "-1", "0,Caro15")), "game", "plays caro"),
        (psq(tail=("a", "b", "-1", "0,Mystery")), "game", "'Mystery' is not known: say it with"),
        (psq().replace("8,8,900", "8,8,900\0"), "game", "zero bytes"),
        ("x" * (1 << 20) + "yy", "game", "no game of gomoku"),
    ],
)
def test_broken_games_are_rejected_with_place_and_reason(one, text, place, reason):
    error = one(text)
    assert isinstance(error, RecordError), error
    assert (error.file, error.place) == ("game.psq", place)
    assert reason in error.reason


def test_twenty_by_twenty_is_a_game_of_its_own(one):
    game = one(psq(size=20), size=20)
    assert (game.size, game.winner) == (20, "B")
    assert (
        "15x15 and this game's is 20x20; build it with --game gomoku" in one(psq(), size=20).reason
    )


@pytest.mark.parametrize(
    ("division", "rule"),
    [
        ("Freestyle15_1", "freestyle"),
        ("Fastgame", "freestyle"),
        ("Standard1", "standard"),
        ("Renju", "renju"),
    ],
)
def test_the_division_tells_the_rule(one, division, rule):
    assert one(psq(tail=("a", "b", "-1", f"0,{division}"))).rule == rule


def test_the_option_decides_against_the_division(one):
    game = one(psq(tail=("a", "b", "-1", "0,Standard1")), rule="freestyle")
    assert game.rule == "freestyle"
    assert "judged by --rule freestyle" in game.source.notes[0]


SIX = "3,8 1,1 4,8 1,3 5,8 1,5 7,8 1,7 8,8 1,9 6,8"
"""Black fills the gap between three and two stones: six in a row."""


def test_an_overline_wins_by_the_rule(one):
    assert one(psq(SIX)).winner == "B"
    assert "no five in a row stands" in one(psq(SIX), rule="standard").reason
    error = one(psq(SIX), rule="renju")
    assert (error.place, error.reason[:30]) == ("game, move 11", "Black loses by an overline at ")


def test_unfinished_games_on_demand(one):
    game = one(psq(WIN.rsplit(" ", 1)[0]), unfinished=True)
    assert (game.winner, game.prefixes) == (None, 8)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"min_moves": 10}, "below --min-moves 10"),
        ({"max_moves": 8}, "above --max-moves 8"),
        ({"result": "white"}, "not --result white"),
    ],
)
def test_selection(one, options, reason):
    assert one(psq(), **options) == RecordSkipped("game.psq", "game", reason)
    assert one(psq(), result="decisive", min_moves=9, max_moves=9).winner == "B"


def test_a_name_that_counts_other_moves_is_noted(one):
    assert one(psq(), name="1x0-9(2).psq").source.notes == (
        "the record names no rule: taken for freestyle",
    )
    assert "counts 16 moves, it has 9" in one(psq(), name="1x0-16(2).psq").source.notes[1]


def packed(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def test_a_zip_of_folders_of_games(parse):
    found = parse(
        packed(
            [
                ("openings_freestyle15.txt", "1,2\n"),
                ("Freestyle15_1/", ""),
                ("Freestyle15_1/1_2_1_1.psq", psq()),
                ("Freestyle15_1/1_2_1_2.PSQ", psq(WIN.replace("12,8", "7,8"))),
                ("Standard1/broken.psq", "nothing"),
            ]
        ),
        name="gomocup2025results.zip",
    )
    assert [
        item.place if isinstance(item, RecordError) else item.source.place for item in found
    ] == [
        "Freestyle15_1/1_2_1_1.psq",
        "Freestyle15_1/1_2_1_2.PSQ",
        "Standard1/broken.psq, line 1",
    ]
    assert [getattr(item, "winner", "-") for item in found] == ["B", "B", "-"]
    assert found[0].record == psq().encode()


def test_a_zip_without_games_and_a_broken_one(parse):
    whole = packed([("a.psq", psq())])
    assert "no .psq" in parse(packed([("readme.txt", "hi")]), name="x.zip")[0].reason
    assert "cannot be read further" in parse(whole[: len(whole) // 2], name="x.zip")[0].reason
    assert "cannot be read further" in parse(whole[:-1], name="x.zip")[0].reason


def test_rec_counts_from_zero_and_has_no_board(parse):
    moves = "\n".join(
        ",".join(str(int(n) - 1) for n in move.split(",")[:2]) + ",5" for move in WIN.split()
    )
    text = f"first brain\nsecond\n{moves}\n0\n"
    (game,) = parse(text, name="a.rec", size=20)
    assert game.moves[0] == (7, 7)
    assert (game.hidden["black"], game.winner, game.record_suffix) == ("first brain", "B", ".rec")
    (error,) = parse(text, name="a.rec")
    assert "a .rec does not say its board; Piskvork takes it for that" in error.reason
    (error,) = parse("first\nsecond\n", name="b.rec")
    assert "not a REC record" in error.reason
    (game,) = parse(psq(), name="c.rec")
    assert (game.size, game.winner, game.record_suffix) == (15, "B", ".psq")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_rejected(raw):
    with contextlib.suppress(RejectedError):
        read_psq(b"Piskvorky 15x15, 1:1, 0\n" + raw)
