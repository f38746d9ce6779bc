"""One game at a time: what is accepted, what is refused, and what is said about it."""

from __future__ import annotations

import pickle
import random
from contextlib import suppress
from dataclasses import replace

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_chess.errors import RejectedError
from va_chess.movetext import read_movetext
from va_chess.parse import read_game
from va_chess.select import Selection
from va_chess.split import GameText
from video_arena.match import RecordError

MATE_IN_TWO = "1. f3 e5 2. g4 Qh4#"


def test_a_game_as_lichess_writes_it(one):
    match = one(
        '[Event "Rated Blitz game"]\n[Site "https://lichess.org/abcd1234"]\n[White "x"]\n'
        '[Black "y"]\n[Result "0-1"]\n[WhiteElo "1500"]\n[BlackElo "1600"]\n'
        '[TimeControl "180+0"]\n\n'
        "1. f3 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } "
        "2. g4?? { [%eval #-1] [%clk 0:02:50] } 2... Qh4# { [%clk 0:02:56] } 0-1"
    )
    assert match.start == "startpos"
    assert match.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    # thinks: -, 0, 10, 4
    assert match.shown == (2, 3, 12, 16)
    assert match.frames == 20
    assert (match.winner, match.ending, match.prefixes) == ("B", "checkmate", 4)
    assert match.source.id == "abcd1234"
    assert match.source.url == "https://lichess.org/abcd1234"
    assert match.source.licence == "CC0-1.0"
    assert match.source.place == "game 1"
    assert match.source.notes == ()
    assert match.hidden["clocks"] == ["3:00", "3:00", "2:50", "2:56"]
    assert match.hidden["white_rating"] == "1500"
    assert match.hidden["result"] == "0-1"


def test_the_fingerprint_is_of_the_play_alone(one):
    bare = one(f"{MATE_IN_TWO} 0-1")
    named = one(f'[Event "e"]\n[White "w"]\n[Result "0-1"]\n\n{MATE_IN_TWO} {{x}} 0-1')
    fen = one(f'[FEN "{chess.STARTING_FEN}"]\n\n{MATE_IN_TWO} 0-1')
    other = one("1. f3 e5 2. g4 Qh4# 0-1".replace("f3", "f4").replace("Qh4#", "Qe7"))
    assert bare.fingerprint == named.fingerprint == fen.fingerprint
    assert other.fingerprint != bare.fingerprint


def test_only_lichess_games_are_free(one):
    study = one('[Site "https://lichess.org/study/ZVU8ZBwM/LqSI1Pmt"]\n\n1. e4 *')
    assert (study.source.id, study.source.licence) == (None, "unknown")
    own = one('[Source "Video-Arena self-play, never public"]\n\n1. e4 *')
    assert own.source.licence == "never-public"


REJECTED = [
    ("no moves", '[Event "x"]\n[Result "1-0"]\n\n1-0', "game 1, line 1", "no moves"),
    ("illegal", "1. e4 e5\n2. Ke3 *", "game 1, line 2, ply 3", "illegal move 'Ke3' for White"),
    ("ambiguous", "1. d4 d5 2. Nf3 e6 3. Nd2 *", "game 1, line 1, ply 5", "ambiguous move 'Nd2'"),
    ("German", "1. d4 Nf6 2. Sf3 *", "game 1, line 1, ply 3", "'Sf3' is not a move"),
    ("a word", "1. e4 e5 resigns 1-0", "game 1, line 1, ply 3", "'resigns' is not a move"),
    ("null", "1. e4 -- *", "game 1, line 1, ply 2", "null move '--'"),
    ("null as Z0", "1. e4 Z0 *", "game 1, line 1, ply 2", "null move 'Z0'"),
    ("drop", "1. e4 N@f6 *", "game 1, line 1, ply 2", "'N@f6' drops a piece"),
    ("after mate", f"{MATE_IN_TWO} 3. e4 0-1", "game 1, line 1, ply 5", "after checkmate"),
    ("missing promotion", '[FEN "7k/P7/8/8/8/8/8/7K w - - 0 1"]\n\n1. a8 *', "ply 1", "illegal"),
    ("variant", '[Variant "Atomic"]\n\n1. e4 *', "game 1, line 1", "unsupported variant: 'Atomic'"),
    ("unknown variant", '[Variant "x"]\n\n1. e4 *', "game 1", "unsupported variant: 'x'"),
    ("no FEN", '[FEN "rnbq"]\n\n1. e4 *', "game 1, line 1", "illegal start position"),
    (
        "no king",
        '[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2 *',
        "game 1",
        "illegal start position: no black king",
    ),
    (
        "opposite check",
        '[FEN "k7/8/8/8/8/8/8/R6K w - - 0 1"]\n\n1. Ra7+ *',
        "game 1",
        "illegal start position: opposite check",
    ),
    (
        "shuffled castling",
        '[FEN "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1"]\n\n1. O-O *',
        "game 1",
        "illegal start position: bad castling rights",
    ),
    ("unquoted FEN", "[FEN 8/8 w - - 0 1]\n\n1. e4 *", "game 1, line 1", "malformed tag"),
    (
        "two results",
        '[Result "1-0"]\n[Result "0-1"]\n\n1. e4 0-1',
        "game 1, line 2",
        "contradictory tags: Result is both '1-0' and '0-1'",
    ),
    ("open comment", "1. e4 { x", "game 1, line 1, ply 1", "a comment is not closed"),
    ("open variation", "1. e4 (1. d4 d5\n", "game 1, line 1, ply 1", "a variation is not closed"),
]


@pytest.mark.parametrize(("pgn", "place", "reason"), [row[1:] for row in REJECTED])
def test_rejections_name_place_and_reason(one, pgn, place, reason):
    error = one(pgn)
    assert isinstance(error, RecordError)
    assert error.file == "games.pgn"
    assert place in error.place
    assert reason in error.reason


@pytest.mark.parametrize(
    ("tag", "movetext", "reason"),
    [
        ("1-0", "1. e4 e5 0-1", "the tag says 1-0, the moves end in 0-1"),
        ("1/2-1/2", "1. e4 e5 1-0", "the tag says 1/2-1/2, the moves end in 1-0"),
        ("1-0", f"{MATE_IN_TWO} 1-0", "the tag says 1-0, the board says 0-1 (checkmate)"),
        ("*", f"{MATE_IN_TWO} 1/2-1/2", "the movetext says 1/2-1/2, the board says 0-1"),
    ],
)
def test_contradictory_results(one, tag, movetext, reason):
    assert reason in one(f'[Result "{tag}"]\n\n{movetext}').reason


STALEMATE = '[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]\n'


def test_a_stalemate_is_no_win(one):
    assert "the board says 1/2-1/2 (stalemate)" in one(f"{STALEMATE}\n1. Qg6 1-0").reason
    match = one(f"{STALEMATE}\n1. Qg6 *")
    assert (match.winner, match.ending) == (None, "stalemate")


@pytest.mark.parametrize(
    ("tag", "terminator", "winner", "note"),
    [
        ("1-0", "1-0", "W", None),
        ("1-0", "", "W", "the result 1-0 was taken from the Result tag"),
        ("1-0", "*", "W", "the result 1-0 was taken from the Result tag"),
        ("*", "0-1", "B", "the result 0-1 was taken from the end of the moves"),
        ("?", "1/2-1/2", None, "the result 1/2-1/2 was taken from the end of the moves"),
        ("+--", "", None, "the result is unknown"),
        ("½-½", "½\u2013½", None, "Unicode dashes and halves were read as - and 1/2"),
        ("1\u20130", "1-0", "W", None),
    ],
)
def test_results(one, tag, terminator, winner, note):
    match = one(f'[Result "{tag}"]\n\n1. e4 e5 {terminator}\n')
    assert match.winner == winner
    kept = [n for n in match.source.notes if "clocks" not in n]
    assert kept == ([note] if note else [])


def test_a_board_that_is_decided_needs_no_result(one):
    match = one(MATE_IN_TWO)
    assert match.winner == "B"
    assert "the result 0-1 was taken from the board" in match.source.notes


@pytest.mark.parametrize("name", ["Standard", " Standard ", "standard", "From Position", "normal"])
def test_names_of_ordinary_chess(one, name):
    assert one(f'[Variant "{name}"]\n\n1. e4 *').moves == ("e2e4",)


SPELLINGS = {
    "exd6": ["exd6 e.p.", "exd6e.p.", "exd6ep", "e5d6", "e5xd6", "exd6!?", "exd6 $1", "exd6 ⩱ ±"],
    "O-O": ["0-0", "O\u2011O", "e1g1", "O\u2013O", "O-O!"],
    "Qxf7#": ["Qxf7++", "Qh5xf7#", "h5f7", "Qxf7+", "Qxf7"],
}
BEFORE = {
    "exd6": "1. e4 a6 2. e5 d5 3. ",
    "O-O": "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. ",
    "Qxf7#": "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. ",
}


@pytest.mark.parametrize(("san", "other"), [(s, o) for s, os in SPELLINGS.items() for o in os])
def test_spellings_of_a_move(one, san, other):
    assert one(BEFORE[san] + other + " *").moves == one(BEFORE[san] + san + " *").moves


@pytest.mark.parametrize("letter", "RNBQrnbq")
def test_promotions_without_an_equals_sign(one, letter):
    match = one(f'[FEN "7k/3P4/7K/8/8/8/8/8 w - - 6 55"]\n\nd7d8{letter} *')
    assert match.moves == (f"d7d8{letter.lower()}",)


def test_variations_and_comments_are_not_the_game(one):
    match = one("1. e4 (1. d4 {;(} (1. c4 c5)) {(} e5 ; ) 2. Nf3\n% ( 3.\n2. Nc3 $13 1-0")
    assert match.moves == ("e2e4", "e7e5", "b1c3")


def test_the_fivefold_repetition_ends_a_game(one):
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 4  # the first position stands for the fifth time
    assert one(f"{shuffle} 1/2-1/2").ending == "fivefold repetition"
    error = one(f"{shuffle} e4 1-0")
    assert error.place == "game 1, line 1, ply 17"
    assert "after fivefold repetition" in error.reason


def test_the_threefold_repetition_does_not(one):
    assert one("Nf3 Nf6 Ng1 Ng8 " * 2 + "e4 1-0").ending == ""


def test_seventy_five_moves_and_dead_positions_end_a_game(one):
    rook = '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 149 100"]\n\n1. Ra2'
    assert one(f"{rook} 1/2-1/2").ending.startswith("75 moves")
    assert "after 75 moves" in one(f"{rook} Kd8 1/2-1/2").reason
    bare = '[FEN "7k/8/8/8/8/8/6p1/7K w - - 0 1"]\n\n1. Kxg2'
    assert one(f"{bare} *").ending == "insufficient material"
    assert "after insufficient material" in one(f"{bare} Kg8 *").reason


def test_notes_on_what_was_odd(one):
    assert "passed over: 'hello there'" in one('hello there\n[Site "x"]\n\n1. e4 *').source.notes[0]
    assert "PlyCount says 9" in one('[PlyCount "9"]\n\n1. e4 *').source.notes[0]
    assert "malformed tag" in one('[Event "A]\n[Site "x"]\n\n1. e4 *').source.notes[0]
    partly = one("1. e4 {[%clk 0:01:00]} e5 *")
    assert "clocks not used: 1 of 2 plies show one" in partly.source.notes


def test_latin1_names_are_read_and_noted(parse):
    text = '[White "Grünfeld"]\n[Black "José"]\n\n1. e4 *'
    (latin,) = parse(text.encode("latin-1"))
    assert latin.hidden["white"] == "Grünfeld"
    assert "read as Windows-1252" in latin.source.notes[0]
    (plain,) = parse(text)
    assert plain.hidden["black"] == "José"
    assert not any("1252" in note for note in plain.source.notes)


@pytest.mark.parametrize(
    ("name", "byte"),
    [(b"Gr\xc3\xbcnfeld and \xe9", "0xe9"), (b"\x81", "0x81"), (b"a\x00b", "0x00")],
)
def test_broken_encodings_are_refused_with_their_line(one, name, byte):
    error = one(b'[Event "x"]\n[White "' + name + b'"]\n\n1. e4 *')
    assert error.place == "game 1, line 2"
    assert "broken encoding" in error.reason
    assert byte in error.reason


def test_a_game_after_a_bad_one_is_read(parse):
    outcomes = parse("1. e4 e5 2. Ke8 * 1. d4 d5 *\n\n1. e5 *\n\n1. c4 *")
    assert [isinstance(o, RecordError) for o in outcomes] == [True, False, True, False]
    assert [o.place for o in outcomes if isinstance(o, RecordError)] == [
        "game 1, line 1, ply 3",
        "game 3, line 3, ply 1",
    ]


@given(st.text(alphabet="abcdefgh12345678KQRBNxO-+#=!?().{};$*/ \n", max_size=60))
def test_any_movetext_gives_an_outcome(text):
    outcome = read_game(GameText(1, 1, text.encode()), "f", Selection())
    assert isinstance(outcome, RecordError) or outcome.prefixes == len(outcome.moves)


@given(st.text(max_size=60))
def test_any_unicode_is_read_or_rejected(text):
    with suppress(RejectedError):
        read_movetext(text, 0)
    assert read_game(GameText(1, 1, text.encode("utf-8", "replace")), "f", Selection())


def random_game(seed, plies):
    """A legal game of random moves as python-chess writes it, and its moves."""
    choose = random.Random(seed)
    board = chess.Board()
    while len(board.move_stack) < plies and not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
    return chess.pgn.Game.from_board(board), tuple(move.uci() for move in board.move_stack)


@given(st.integers(), st.integers(1, 120))
def test_random_games_come_back_as_they_were_played(seed, plies):
    game, moves = random_game(seed, plies)
    match = read_game(GameText(1, 1, str(game).encode()), "f", Selection())
    assert match.moves == moves
    assert all(b > a for a, b in zip(match.shown, match.shown[1:], strict=False))
    assert match.frames >= match.shown[-1] + 4
    # ... and from the match's own record, and through a pickle
    again = read_game(GameText(1, 1, match.record), "f", Selection())
    assert again == match
    assert pickle.loads(pickle.dumps(match)) == match


def test_the_record_of_one_game_of_many_gives_the_same_match(parse):
    games = "junk\n" + "\n\n".join(
        f'[Event "É {i}"]\n[Site "x"]\n[TimeControl "60+0"]\n\n'
        f"1. e4 {{[%clk 0:01:00]}} e5 {{[%clk 0:00:{50 - i}]}} 1-0"
        for i in range(3)
    )
    for content in (games, games.replace("\n", "\r\n"), games.encode("cp1252")):
        for match in parse(content):
            (again,) = parse(match.record, name=f"again{match.record_suffix}")
            assert replace(again, source=match.source) == match
            assert again.source.notes == match.source.notes
