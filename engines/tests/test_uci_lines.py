"""Lines as real engines wrote them (Stockfish 15.1 and 18), and lines that no engine should."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_engines.uci_lines import is_exact, ply_of, read_option, read_result
from va_engines.uci_session import go_of
from video_arena.engines import EngineError

SF15 = (
    "info depth 10 seldepth 13 multipv 1 score cp 25 wdl 32 965 3 nodes 20978 nps 154250 "
    "hashfull 10 tbhits 0 time 136 pv e2e4 c7c5 g1f3"
)
MATE = "info depth 13 seldepth 10 multipv 1 score mate 5 wdl 1000 0 0 nodes 2810 pv g3g2 f1g1"


def test_a_line_of_stockfish():
    result = read_result(SF15, "bestmove e2e4 ponder c7c5")
    assert (result.depth, result.nodes, result.score_cp, result.mate) == (10, 20978, 25, None)
    assert result.wdl == (32, 965, 3)
    assert (result.bestmove, result.pv) == ("e2e4", ("e2e4", "c7c5", "g1f3"))


def test_a_mate():
    result = read_result(MATE, "bestmove g3g2")
    assert (result.score_cp, result.mate, result.wdl) == (None, 5, (1000, 0, 0))


def test_no_move_and_no_line():
    assert read_result("info depth 0 score mate 0", "bestmove (none)").bestmove is None
    assert read_result(None, "bestmove e2e4").wdl is None


@pytest.mark.parametrize(
    ("line", "exact"),
    [
        (SF15, True),
        (MATE, True),
        (SF15.replace("multipv 1 ", ""), True),
        (SF15.replace("multipv 1 ", "multipv 2 "), False),
        (SF15.replace("multipv 1 ", "multipv 10 "), False),
        (SF15.replace(" wdl", " lowerbound wdl"), False),
        (SF15.replace(" wdl", " upperbound wdl"), False),
        ("info depth 22 currmove e2e4 currmovenumber 1", False),
        ("info string a score cp 12 in words", False),
        ("bestmove e2e4", False),
    ],
)
def test_which_lines_count(line, exact):
    assert is_exact(line) is exact


@pytest.mark.parametrize(
    ("info", "best"),
    [
        (SF15, "bestmove"),
        (SF15.replace("cp 25", "cp much"), "bestmove e2e4"),
        (SF15.replace("cp 25", "25 cp"), "bestmove e2e4"),
        (SF15.replace("wdl 32 965 3", "wdl 32 965 4"), "bestmove e2e4"),
        (SF15.replace("wdl 32 965 3", "wdl -1 998 3"), "bestmove e2e4"),
        ("info depth 3 score cp 1 wdl 1 2", "bestmove e2e4"),
        ("info score cp 1", "bestmove e2e4"),
    ],
)
def test_nonsense_is_refused(info, best):
    with pytest.raises(ValueError, match=r"."):
        read_result(info, best)


@given(st.integers(0, 1000), st.data())
def test_every_wdl_that_adds_up_is_read(win, data):
    draw = data.draw(st.integers(0, 1000 - win))
    line = SF15.replace("wdl 32 965 3", f"wdl {win} {draw} {1000 - win - draw}")
    assert read_result(line, "bestmove e2e4").wdl == (win, draw, 1000 - win - draw)


@given(st.text())
def test_any_text_is_an_option_or_refused(text):
    try:
        option = read_option(f"option name {text}")
    except ValueError:
        return
    assert option.name
    assert option.type


def test_options():
    spin = read_option("option name Skill Level type spin default 20 min 0 max 20")
    assert (spin.name, spin.default, spin.minimum, spin.maximum) == ("Skill Level", "20", 0, 20)
    assert read_option("option name Debug Log File type string default ").default == ""
    combo = read_option("option name Style type combo default Normal var Solid var Normal")
    assert combo.choices == ("Solid", "Normal")
    assert combo.refusal("Solid") is None
    assert combo.refusal("Wild") is not None
    assert read_option("option name Clear Hash type button").type == "button"


@pytest.mark.parametrize(
    ("fen", "ply"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1),
        ("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 30", 58),
        ("8/8/8/8/5kp1/P7/8/1K1N4 b - -", 1),
        ("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 0", 0),
    ],
)
def test_the_ply_of_a_fen(fen, ply):
    assert ply_of(fen) == ply


@pytest.mark.parametrize(
    "budget", [{}, {"depth": 0}, {"depth": -3}, {"depht": 10}, {"depth": 3, "nodes": 4}]
)
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(EngineError, match="depth"):
        go_of(budget)
