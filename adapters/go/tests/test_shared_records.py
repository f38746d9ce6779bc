"""Every real record: accepted, or rejected for the reason that its provenance calls for."""

from __future__ import annotations

import pytest

from va_go.match import GoMatch
from va_go.parse import parse_file
from va_go.points import PASS
from va_go.replay import placed_by
from video_arena.match import RecordError, RecordSkipped
from video_arena.records import RecordFile

NO_POINT = "is no point"
SETUP = "setup stones (AB, AW, AE) after move 1"
UNSUPPORTED = "unsupported format"
NO_MOVES = "no moves"

EXPECTED = {
    # file: games accepted at any board size, reasons of those that are not
    "encoding/chinese.sgf": (1, []),
    "encoding/japanese.sgf": (1, []),
    "encoding/japanese_bad.sgf": (1, []),
    "encoding/korean.sgf": (1, []),
    "encoding/no-ca.sgf": (1, []),
    "encoding/utf8bom.sgf": (1, []),
    "invalid/digits_in_moves.sgf": (0, [NO_POINT]),
    "invalid/empty.txt": (0, ["the file is empty"]),
    "invalid/extra_bracket.sgf": (0, ["unreadable SGF at ']"]),
    "invalid/gibberish.txt": (0, ["unreadable SGF"]),
    "invalid/gm3_backgammon.sgf": (0, ["GM[3] is not Go"]),
    # Its bracket is wrong too, but that comes later in the file.
    "invalid/illegal_move_occupied.sgf": (0, ["W R16 is on an occupied point"]),
    "invalid/missing_bracket.sgf": (0, ["a variation has the move 'nc"]),
    "invalid/missing_two_parens.sgf": (0, ["unbalanced: 2 closing brackets are missing"]),
    "invalid/move_one_letter.sgf": (0, [NO_POINT]),
    "invalid/move_three_letters.sgf": (0, [NO_POINT]),
    "ogs_json/game-18759438.json": (1, []),
    "ogs_json/game-23871959.json": (1, []),
    "ogs_json/game-25076729.json": (1, []),
    "ogs_json/game-25291907.json": (1, []),
    "ogs_json/game-26268396.json": (1, []),
    "ogs_json/game-26269354.json": (1, []),
    "ogs_json/game-27053412.json": (1, []),
    "ogs_json/game-27671778.json": (1, []),
    "ogs_json/game-beta-11359.json": (1, []),
    "other/cyberoro_handicap2.ngf": (0, [UNSUPPORTED]),
    "other/tygem.gib": (0, [UNSUPPORTED]),
    "sgf/alphago_leesedol_g4_commented.sgf": (1, []),
    "sgf/comment_semicolon.sgf": (1, []),
    "sgf/dosaku_1696_ha2.sgf": (1, []),
    "sgf/ear_reddening_no_size.sgf": (1, []),
    # A root with a comment and nothing else: read well, and nothing to show.
    "sgf/escaped_backslash.sgf": (0, [NO_MOVES]),
    "sgf/escaped_bracket.sgf": (1, []),
    "sgf/ff1_longnames_9x9.sgf": (1, []),
    "sgf/ff4_example_collection.sgf": (2, []),
    "sgf/fox_works.sgf": (1, []),
    "sgf/kata_cornermoves.sgf": (1, []),
    "sgf/kata_foxlike_komi325_handicap.sgf": (1, []),
    "sgf/kata_humanslbigdiff.sgf": (1, []),
    "sgf/kata_sample7x7.sgf": (1, []),
    "sgf/kata_sample9x9_setup.sgf": (1, []),
    "sgf/kim_cheong_1987.sgf": (1, []),
    "sgf/leesedol_ladder_no_size.sgf": (1, []),
    "sgf/ogs_35166124_resign.sgf": (1, []),
    "sgf/ogs_9x9_handicap2_canadian.sgf": (1, []),
    "sgf/ogs_deep_variations.sgf": (1, []),
    "sgf/ogs_handicap4_no_time.sgf": (1, []),
    "sgf/ogs_wipeout_komi0.5.sgf": (1, []),
    "sgf/punctuation_in_comment.sgf": (1, []),
    "sgf/setup_AE.sgf": (0, [SETUP]),
    "sgf/setup_mid_game.sgf": (0, [SETUP]),
    "sgf/shusaku_gennan_wgo.sgf": (1, []),
    "warning/ff1_with_ff4_props.sgf": (1, []),
    "warning/ff2_with_ru.sgf": (1, []),
    "warning/ff3_leesedol_wangyao.sgf": (1, []),
    "warning/ff3_rd_property.sgf": (1, []),
    "warning/jd_property.sgf": (1, []),
}
SMALL = {
    "ogs_json/game-25076729.json",
    "ogs_json/game-27053412.json",
    "sgf/ff1_longnames_9x9.sgf",
    "sgf/kata_sample7x7.sgf",
    "sgf/kata_sample9x9_setup.sgf",
    "sgf/ogs_9x9_handicap2_canadian.sgf",
}
"""Not of 19 lines: left out unless they are asked for."""


@pytest.fixture(scope="module")
def folder(shared_records):
    return shared_records / "go"


@pytest.fixture(scope="module")
def read(folder):
    def read_file(name, **options):
        return list(parse_file(RecordFile(folder / name), {"board_size": 0, **options}))

    return read_file


@pytest.fixture(scope="module")
def game(read):
    def read_game(name):
        (match,) = read(name)
        return match

    return read_game


def test_every_file_is_in_the_table(folder):
    files = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert files - {"PROVENANCE.md"} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_counts_and_reasons(read, name):
    accepted, reasons = EXPECTED[name]
    outcomes = read(name)
    matches = [outcome for outcome in outcomes if isinstance(outcome, GoMatch)]
    errors = [outcome for outcome in outcomes if isinstance(outcome, RecordError)]
    assert (len(matches), len(errors)) == (accepted, len(reasons))
    for error, reason in zip(errors, reasons, strict=True):
        assert reason in error.reason
        assert error.file == name.split("/")[1]
    for match in matches:
        assert match.prefixes == len(match.moves) == len(placed_by(match)) > 0
        stones = [i for i, stone in enumerate(match.moves) if stone.point != PASS]
        assert match.frames - match.shown[stones[-1]] == 100


@pytest.mark.parametrize("name", [name for name, (count, _) in EXPECTED.items() if count])
def test_by_default_only_boards_of_19_lines(read, name):
    for outcome in read(name, board_size=19):
        assert isinstance(outcome, RecordSkipped) == (name in SMALL)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("invalid/digits_in_moves.sgf", "game 1, move 1"),
        ("invalid/extra_bracket.sgf", "game 1, line 12"),
        ("invalid/illegal_move_occupied.sgf", "game 1, move 2"),
        ("invalid/move_one_letter.sgf", "game 1, move 56"),
        ("invalid/move_three_letters.sgf", "game 1, move 232"),
    ],
)
def test_places(folder, read, name, place):
    (error,) = read(name)
    assert error.place == place
    if "letter" in name:  # the moves of these stand one on a line, in order
        letters = error.reason.split("'")[1]
        text = (folder / name).read_text()
        assert text[: text.index(f"[{letters}]")].count("\n;") + text.count(
            "(;", 1, text.index(f"[{letters}]")
        ) == int(place.rsplit(" ", 1)[1])


def test_names_in_every_charset(game):
    names = {
        "chinese": ("古力", "侣恋"),
        "japanese": ("井山 裕太", "河野 臨"),
        "korean": ("이세돌", "박정환"),
    }
    for name, (black, _) in names.items():
        match = game(f"encoding/{name}.sgf")
        assert match.hidden["black"] == black
        # `B[pd]`, `W[dp]`
        assert match.moves == (("B", "Q16"), ("W", "D4"))
    assert game("encoding/japanese_bad.sgf").moves == (("B", "Q16"), ("W", "D4"))
    assert "no CA, not UTF-8: read as gb18030" in game("encoding/no-ca.sgf").source.notes


def test_deep_variations_are_one_line_of_play(folder, game):
    text = (folder / "sgf/ogs_deep_variations.sgf").read_text()
    assert game("sgf/ogs_deep_variations.sgf").prefixes == text.count(";B[") + text.count(";W[")


def test_komi_and_rules(game):
    fox = game("sgf/kata_foxlike_komi325_handicap.sgf")
    assert (fox.komi, fox.rules.name, len(fox.setup), fox.winner) == (6.5, "chinese", 2, None)
    assert game("sgf/ff1_longnames_9x9.sgf").komi == -1.5
    assert game("sgf/ogs_wipeout_komi0.5.sgf").komi == 0.5
    assert game("sgf/ear_reddening_no_size.sgf").komi == 0.0
    assert game("sgf/kim_cheong_1987.sgf").rules.name == "korean"


def test_the_largest_captures(game):
    # PROVENANCE: eight stones at once, in these two.
    for name in ("sgf/alphago_leesedol_g4_commented.sgf", "sgf/fox_works.sgf"):
        assert max(len(placed.captured) for placed in placed_by(game(name))) == 8


def test_a_wipe_out_leaves_the_stones_that_the_score_counts(game):
    # W+368.5 by area with komi 0.5 and every black stone dead: 361 points and 0.5, and seven more
    # for what no rule set counts; only that White's stones alone stand is checked.
    match = game("sgf/ogs_wipeout_komi0.5.sgf")
    assert (match.winner, match.counted) == ("W", 0.0)
    assert [stone.point for stone in match.moves[-2:]] == [PASS, PASS]


def test_free_handicap_of_ogs(game):
    placed = {"25291907": 2, "26268396": 8, "26269354": 5}
    for number, handicap in placed.items():
        match = game(f"ogs_json/game-{number}.json")
        colours = "".join(colour for colour, _ in match.moves[: handicap + 2])
        assert colours == "B" * handicap + "WB"
        assert match.handicap == handicap
    first = game("ogs_json/game-23871959.json")
    assert first.setup == (("B", "D4"), ("B", "Q16"))
    assert first.moves[0] == ("W", "D16")
    assert first.winner == "W"


def test_warnings(game):
    wanted = {
        "ff1_with_ff4_props": "FF[1] does not know FF",
        "ff2_with_ru": "FF[2] does not know AP, CA, RU, ST",
        "ff3_leesedol_wangyao": "FF[3] does not know AP",
        "ff3_rd_property": "properties outside the standard: RD",
        "jd_property": "properties outside the standard: JD",
    }
    for name, note in wanted.items():
        assert any(text.startswith(note) for text in game(f"warning/{name}.sgf").source.notes)


def test_real_thinking_times(game):
    # The first moves of 23871959: 3145, 280, 2787, 1240 ms. 2.0; 0.28 but 0.4 s; 3.067; 4.307 s
    assert game("ogs_json/game-23871959.json").shown[1:4] == (60, 127, 158)
