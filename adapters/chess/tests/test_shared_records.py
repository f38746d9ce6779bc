"""Every real record of the shared folder, with what must become of it."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import sys
from collections import Counter
from types import SimpleNamespace

import chess
import chess.pgn
import pytest
import zstandard

from va_chess.events import events_of
from va_chess.parse import parse_file
from va_chess.select import speed
from video_arena.match import RecordError
from video_arena.records import RecordFile

NO_MOVES = "no moves"
CONTRADICTORY = "contradictory results"
NULL = "null move"
VARIANT = "unsupported variant"

# file: games accepted, then reasons of the rejected ones. Told from PROVENANCE.md and the files.
EXPECTED = {
    # The letter of a German knight.
    "hard/german_san.pgn": (0, {"'Sf3' is not a move": 1}),
    "hard/pgn4web_carlsen_svidler.pgn": (1, {}),
    "hard/pgn4web_demo_games.pgn": (2, {}),
    # 15 sections; the 14th plays `--` in its main line, the 8th only in variations.
    "hard/pgn4web_features.pgn": (14, {NULL: 1}),
    "hard/pgn4web_live_no_event.pgn": (0, {NO_MOVES: 1}),
    "hard/pgnextract_7.pgn": (1, {}),
    "hard/pgnextract_P.pgn": (11, {}),
    "hard/pgnextract_allownullmoves.pgn": (0, {NULL: 2}),
    "hard/pgnextract_barnes_horton.pgn": (1, {}),
    "hard/pgnextract_checkmate.pgn": (2, {}),
    "hard/pgnextract_fifty.pgn": (2, {}),
    # Tag and terminator agree here; it is the last position (mate, stalemate) that says otherwise.
    "hard/pgnextract_fixresulttags_in.pgn": (0, {CONTRADICTORY: 5}),
    "hard/pgnextract_fools_mate.pgn": (1, {}),
    "hard/pgnextract_fuzzydepth.pgn": (4, {}),
    "hard/pgnextract_nagcomments.pgn": (1, {}),
    "hard/pgnextract_promotion_in.pgn": (8, {}),
    "hard/pgnextract_repetition.pgn": (12, {}),
    "hard/pgnextract_setup_in.pgn": (2, {}),
    "hard/pgnextract_stalemate.pgn": (3, {}),
    "hard/scalachess_android.pgn": (1, {}),
    "hard/scalachess_blackAbsentResult.pgn": (0, {NO_MOVES: 1}),
    "hard/scalachess_chessByPost.pgn": (1, {}),
    # One move, `1. e4`, though its PlyCount says 0.
    "hard/scalachess_chessbaseArrows.pgn": (1, {}),
    "hard/scalachess_chessbaseWeird.pgn": (1, {}),
    "hard/scalachess_clonoNoExoticNotation.pgn": (1, {}),
    "hard/scalachess_commentsAndVariations.pgn": (1, {}),
    "hard/scalachess_completeTagsWithSpaces.pgn": (0, {NO_MOVES: 1}),
    "hard/scalachess_enpassantEP.pgn": (1, {}),
    "hard/scalachess_enpassantEP2.pgn": (1, {}),
    "hard/scalachess_enpassantEP3.pgn": (1, {}),
    "hard/scalachess_fromChessgamesWithEscapeChar.pgn": (1, {}),
    "hard/scalachess_handwritten.pgn": (1, {}),
    "hard/scalachess_inlineComments.pgn": (1, {}),
    "hard/scalachess_inlineTags.pgn": (1, {}),
    "hard/scalachess_invalidVariant.pgn": (0, {VARIANT: 1}),
    "hard/scalachess_invisibleChar.pgn": (1, {}),
    "hard/scalachess_lichobile.pgn": (1, {}),
    "hard/scalachess_multipleInitalCommentsWithEmpty.pgn": (1, {}),
    "hard/scalachess_noTagButResult.pgn": (1, {}),
    "hard/scalachess_overflow3.pgn": (1, {}),
    "hard/scalachess_tagsCommentsWithoutMoves2.pgn": (0, {NO_MOVES: 1}),
    # The quote is got over; but the tag says 1-0 and the moves end in 0-1.
    "hard/scalachess_unclosedQuote.pgn": (0, {CONTRADICTORY: 1}),
    "hard/scalachess_unicodeResultDraw.pgn": (0, {NO_MOVES: 1}),
    "hard/scalachess_unicodeResultWeirdDashDraw.pgn": (0, {NO_MOVES: 1}),
    "hard/scalachess_unicodeResultWeirdDashWin.pgn": (0, {NO_MOVES: 1}),
    "hard/scalachess_weirdDashes.pgn": (1, {}),
    "hard/scalachess_whiteResignsInMoves.pgn": (1, {}),
    # The tag says 0-1 and the moves end in nothing: no contradiction.
    "hard/scalachess_whiteResignsInTags.pgn": (1, {}),
    "hard/scalachess_withGlyphAnnotations.pgn": (1, {}),
    "hard/utf8_bom_zero_moves.pgn": (0, {NO_MOVES: 2}),
    "lichess/lichess_crazyhouse_annotated.pgn": (0, {VARIANT: 1}),
    "lichess/lichess_crazyhouse_plain.pgn": (0, {VARIANT: 1}),
    "lichess/lichess_db_2013-01_32games.pgn": (32, {}),
    "lichess/lichess_db_2021-10_first999.pgn": (986, {NO_MOVES: 13}),
    # `41... Z0`
    "otb/anastasian_lewis.pgn": (0, {NULL: 1}),
    "otb/benko.pgn": (2, {}),
    "otb/broadcast_uzchesscup_headers_only.pgn": (0, {NO_MOVES: 45}),
    "otb/chess_informant_sample.pgn": (5, {}),
    "otb/demo_live_games_clk.pgn": (4, {}),
    "otb/fischer34.pgn": (34, {}),
    "otb/london2009_r5.pgn": (4, {}),
    "otb/molinari_bordais_1979.pgn": (1, {}),
    "otb/najdorf8.pgn": (8, {}),
    "otb/petrosian35.pgn": (35, {}),
    "otb/scalachess_allSortOfClocks.pgn": (1, {}),
    "otb/scalachess_fromTcecWithEngineOutput.pgn": (1, {}),
    "otb/scalachess_recentChessCom.pgn": (1, {}),
    "otb/scalachess_withNag.pgn": (1, {}),
    "otb/stockfish_learning.pgn": (1, {}),
    "otb/tilburg1998_r2_clk.pgn": (6, {}),
    "otb/uci_moves.pgn": (1, {}),
    "otb/wch2023_game1.pgn": (1, {}),
    "variants/antichess_programfox.pgn": (0, {VARIANT: 2}),
    "variants/chess960_wch2006.pgn": (0, {VARIANT: 8}),
    "variants/scalachess_atomicPromotion.pgn": (0, {VARIANT: 1}),
    # KQkq without a single rook at home.
    "variants/scalachess_caissa.pgn": (0, {"bad castling rights": 1}),
    "variants/scalachess_chessComCrazyhouse.pgn": (0, {VARIANT: 1}),
    "variants/scalachess_complete960.pgn": (0, {VARIANT: 1}),
    "variants/scalachess_crazyhouse1.pgn": (0, {VARIANT: 1}),
    "variants/scalachess_crazyhouseNoVariantTag.pgn": (0, {"'N@e3' drops a piece": 1}),
    # An odd but legal position, and ordinary moves to a mate.
    "variants/scalachess_fromPosProdCloseChess.pgn": (1, {}),
    # The main line is legal to its mate on ply 164; only the variations are another game's.
    "variants/scalachess_fromPositionEmptyFen.pgn": (1, {}),
    "variants/scalachess_stLouisFischerandom.pgn": (0, {VARIANT: 1}),
}


def parsed(path, **options):
    outcomes = list(parse_file(RecordFile(path), options))
    errors = [outcome for outcome in outcomes if isinstance(outcome, RecordError)]
    return [outcome for outcome in outcomes if outcome not in errors], errors


@pytest.fixture(scope="module")
def folder(shared_records):
    return shared_records / "chess"


def test_every_file_is_in_the_table(folder):
    assert {str(p.relative_to(folder)) for p in folder.rglob("*.pgn")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_counts_and_reasons(folder, name):
    matches, errors = parsed(folder / name)
    accepted, reasons = EXPECTED[name]
    assert len(matches) == accepted
    found = Counter()
    for error in errors:
        keys = [key for key in reasons if key in error.reason]
        found[keys[0] if keys else error.reason] += 1
        assert error.file == name.split("/")[1]
        assert error.place.startswith("game ")
    assert found == reasons
    for match in matches:
        board = chess.Board() if match.start == "startpos" else chess.Board(match.start)
        for move in match.moves:
            assert chess.Move.from_uci(move) in board.legal_moves
            board.push_uci(move)
        assert match.prefixes == len(match.moves) > 0
        assert match.frames - match.shown[-1] >= 4


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("hard/german_san.pgn", "game 1, line 2, ply 3"),
        # A note in the file's PROVENANCE counts this one as the 14th.
        ("hard/pgn4web_features.pgn", "game 14, line 129, ply 2"),
        ("otb/anastasian_lewis.pgn", "game 1, line 20, ply 82"),
        ("variants/scalachess_crazyhouseNoVariantTag.pgn", "game 1, line 14, ply 9"),
    ],
)
def test_places(folder, name, place):
    _, (error,) = parsed(folder / name)
    assert error.place == place
    words = (folder / name).read_text().splitlines()[int(place.split("line ")[1].split(",")[0]) - 1]
    assert any(word.strip("'") in words for word in error.reason.split() if word.startswith("'"))


def test_tag_blocks_are_games_of_their_own(folder):
    _, errors = parsed(folder / "otb/broadcast_uzchesscup_headers_only.pgn")
    text = (folder / "otb/broadcast_uzchesscup_headers_only.pgn").read_text().splitlines()
    lines = [int(error.place.split("line ")[1]) for error in errors]
    # The first block begins with its Event, the others with their Round.
    rounds = [i for i, line in enumerate(text, 1) if line.startswith("[Round ")]
    assert lines == [1, *rounds[1:]]


@pytest.mark.parametrize(
    "name",
    [
        "lichess/lichess_db_2013-01_32games.pgn",
        "otb/fischer34.pgn",
        "otb/petrosian35.pgn",
        "otb/najdorf8.pgn",
        "otb/london2009_r5.pgn",
        "otb/benko.pgn",
        "otb/chess_informant_sample.pgn",
        "otb/uci_moves.pgn",
        "hard/pgnextract_P.pgn",
        "hard/pgnextract_promotion_in.pgn",
        "hard/scalachess_commentsAndVariations.pgn",
    ],
)
def test_python_chess_reads_the_same_moves(folder, name):
    matches, _ = parsed(folder / name)
    with (folder / name).open() as stream:
        games = iter(lambda: chess.pgn.read_game(stream), None)
        expected = [[move.uci() for move in game.mainline_moves()] for game in games]
    assert [list(match.moves) for match in matches] == [moves for moves in expected if moves]


@pytest.fixture(scope="module")
def dump(folder):
    """The Lichess dump and what is independently known of each of its games."""
    path = folder / "lichess/lichess_db_2021-10_first999.pgn"
    with path.with_name(path.stem + ".index.tsv").open(newline="") as stream:
        facts = list(csv.DictReader(stream, delimiter="\t"))
    return SimpleNamespace(path=path, facts=facts, outcomes=list(parse_file(RecordFile(path), {})))


def test_the_dump_agrees_with_its_index(dump):
    assert len(dump.outcomes) == len(dump.facts) == 999
    winners = {"1-0": "W", "0-1": "B", "1/2-1/2": None}
    for fact, match in zip(dump.facts, dump.outcomes, strict=True):
        flags = set(fact["flags"].split(","))
        assert isinstance(match, RecordError) == ("zero_moves" in flags)
        if isinstance(match, RecordError):
            assert match.place.startswith(f"game {fact['n']}, ")
            continue
        assert match.source.id == fact["game_id"]
        assert match.source.licence == "CC0-1.0"
        assert match.prefixes == int(fact["plies"])
        assert match.winner == winners[fact["result"]]
        assert (match.ending == "checkmate") == ("mate" in flags)
        assert (match.ending == "stalemate") == ("stalemate" in flags)
        assert (match.ending == "insufficient material") == ("insuff" in flags)
        assert match.hidden["clocks"] is not None
        assert speed(fact["time_control"]) == fact["speed"].lower()


def test_special_moves_of_the_dump_agree_with_its_index(dump):
    kings = {"e1g1": "OO-w", "e1c1": "OOO-w", "e8g8": "OO-b", "e8c8": "OOO-b"}
    for fact, match in zip(dump.facts, dump.outcomes, strict=True):
        if isinstance(match, RecordError):
            continue
        flags = set(fact["flags"].split(","))
        board = chess.Board()
        found = set()
        captures = 0
        for uci in match.moves:
            move = chess.Move.from_uci(uci)
            piece = board.piece_type_at(move.from_square)
            if piece == chess.KING and uci in kings:
                found.add(kings[uci])
            if (
                piece == chess.PAWN
                and chess.square_file(move.from_square) != chess.square_file(move.to_square)
                and board.piece_at(move.to_square) is None
            ):
                found.add("ep")
            if len(uci) == 5:
                found.add("promo")
            before = chess.popcount(board.occupied)
            board.push(move)
            captures += before - chess.popcount(board.occupied)
        assert found == flags & {*kings.values(), "ep", "promo"}, fact["game_id"]
        rows = Counter(event.type for event in events_of(match))
        assert rows["move"] == match.prefixes
        assert rows["capture"] == captures


def test_the_first_times_of_a_bullet_game(dump):
    # NRafdioG, 60+0: clocks 60 60 | 60 59 | 60 58 | 60 58 | 59 56 | 59 55; thinks from the second
    # ply on 0 0 1 0 1 0 0 1 2 0 1, sums 0 0 1 1 2 2 2 3 5 5 6: a frame a ply is the slower pace.
    assert dump.outcomes[0].shown[:12] == tuple(range(2, 14))
    # Its last six clocks: 29 6 27 4 26 3 26, after 31 7.
    shown = dump.outcomes[0].shown
    assert [b - a for a, b in zip(shown[-7:], shown[-6:], strict=False)] == [1, 2, 2, 1, 1, 1]


def test_berserk_and_given_time_do_not_stretch_a_video(dump):
    for fact, match in zip(dump.facts, dump.outcomes, strict=True):
        flags = set(fact["flags"].split(","))
        if flags & {"berserk", "clk_jump_up"}:
            base, increment = map(int, fact["time_control"].split("+"))
            # Both sides can use no more than their time and increments, and a frame a ply.
            assert match.shown[-1] <= 2 + 2 * base + (increment + 1) * match.prefixes + 60


@pytest.mark.parametrize("packing", ["gz", "bz2", "zst", "zst in frames", "stdin", "crlf"])
def test_packed_and_piped_dumps_give_the_same(dump, tmp_path, monkeypatch, packing):
    raw = b"\n\n".join(dump.path.read_bytes().split(b"\n\n")[:100]) + b"\n\n"
    plain = tmp_path / "dump.pgn"
    plain.write_bytes(raw)
    path = tmp_path / f"dump.pgn.{packing.split()[0]}"
    match packing:
        case "gz":
            path.write_bytes(gzip.compress(raw))
        case "bz2":
            path.write_bytes(bz2.compress(raw))
        case "zst":
            path.write_bytes(zstandard.compress(raw))
        case "zst in frames":
            parts = [raw[:9_000], raw[9_000:]]
            path.write_bytes(b"".join(zstandard.compress(part) for part in parts))
        case "crlf":
            path = tmp_path / "dump.pgn"
            path.write_bytes(raw.replace(b"\n", b"\r\n"))
        case "stdin":
            path = RecordFile(path).path.__class__("-")
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    found, _ = parsed(path)
    expected, _ = parsed(plain) if packing != "crlf" else (dump.outcomes[:50], None)
    assert len(found) == 50
    for a, b in zip(found, expected, strict=True):
        assert (a.moves, a.shown, a.hidden, a.record) == (b.moves, b.shown, b.hidden, b.record)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, zstandard.compress])
def test_a_cut_off_file_gives_its_whole_games_and_then_an_error(dump, tmp_path, pack):
    suffix = {gzip.compress: "gz", bz2.compress: "bz2"}.get(pack, "zst")
    path = tmp_path / f"dump.pgn.{suffix}"
    packed = pack(dump.path.read_bytes())
    path.write_bytes(packed[: len(packed) * 3 // 4])
    found = list(parse_file(RecordFile(path), {}))
    if pack is not bz2.compress:  # whose blocks are of 900 kB
        assert len(found) > 300
    # The last game that came through whole is right, and what was cut off is an error.
    for a, b in zip(found[:-2], dump.outcomes, strict=False):
        assert getattr(a, "moves", None) == getattr(b, "moves", None)
    assert isinstance(found[-1], RecordError)


def test_latin1_dump(folder, tmp_path):
    path = tmp_path / "latin.pgn"
    text = (folder / "otb/fischer34.pgn").read_text().replace("Goldsmith", "Göldsmíth")
    path.write_bytes(text.encode("latin-1"))
    matches, errors = parsed(path)
    assert (len(matches), errors) == (34, [])
    assert matches[2].hidden["black"] == "Göldsmíth, Julius"
