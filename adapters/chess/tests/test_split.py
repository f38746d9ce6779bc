"""Where one game ends and the next begins, for every layout that is met in the wild."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_chess import split
from va_chess.split import split_games


def cut(data, block=1 << 20):
    data = data.encode() if isinstance(data, str) else data
    return [game.raw.decode() for game in split_games(io.BytesIO(data), block)]


PLAIN = '[Event "A"]\n[Result "1-0"]\n\n1. e4 { [%clk 0:01:00] } 1... e5 { [%clk 0:01:00] } 1-0'
STUB = '[Event "B"]\n[Result "*"]\n\n*'

GAMES = {
    "plain": PLAIN,
    "no moves": STUB,
    "no tags": "1. e4 e5 2. Nf3 0-1",
    "comment hides a tag": '[Event "C"]\n\n1. e4 { see\n\n[Event "D"] 1-0 } e5 *',
    "semicolon hides a terminator": '[Event "C"]\n\n1. e4 ; 1-0 or 0-1\ne5 1/2-1/2',
    "escape line hides a tag": '[Event "C"]\n% [Event "D"]\n\n1. e4\n%1-0 {\ne5 *',
    "variation hides a terminator": '[Event "C"]\n\n1. e4 (1. d4 d5 1/2-1/2 (1. c4 *)) e5 0-1',
    "blank lines": '[Event "C"]\n\n[Site "here"]\n\n\n1. e4\n\ne5\n\n*',
    "tags on one line": '[Event "C"] [Site "x"][Round "1"]\n1. e4 *',
    "unicode terminator": '[Event "C"]\n\n1. e4 e5 ½\u2013½',
    "date in a comment": '[Event "C"]\n\n1. e4 { on 2001-01-01-0 } e5 0-1',
    "an unclosed quote": '[Event "C]\n[Site "x"]\n\n1. e4 *',
    "comment first": "{ one } {} ; two\n1. e4 e5 *",
}


@pytest.mark.parametrize("name", GAMES)
def test_each_layout_is_one_game(name):
    assert cut(GAMES[name]) == [GAMES[name]]


@given(
    names=st.lists(st.sampled_from(sorted(GAMES)), min_size=1, max_size=6),
    gap=st.sampled_from(["\n", "\n\n", "\n\n\n", "\r\n\r\n"]),
    block=st.integers(1, 200),
)
def test_any_concatenation_in_any_blocks_gives_the_single_games(names, gap, block):
    data = gap.join(GAMES[name] for name in names)
    # "comment first" behind a game starts with a comment line, which is part of its own text.
    assert cut(data, block) == [GAMES[name] for name in names]


@given(
    st.lists(
        st.sampled_from(
            [
                *'[]{}();"*%.\n',
                "\n\n",
                "1-0",
                " 0-1",
                '[Event "x"]\n',
                "\n\n[Event ",
                '[Round "2"]\n\n',
                "1. e4",
                " e5",
                " { [%clk 0:00:01] }",
                "½-½",
                "1\u20130",
                "\ufeff",
                "\r",
                "junk",
            ]
        ),
        max_size=25,
    ),
    st.integers(1, 64),
)
def test_the_plain_way_and_the_block_size_never_change_a_cut(pieces, block):
    data = "".join(pieces).encode()
    fast = list(split_games(io.BytesIO(data), block))
    held, split._is_plain = split._is_plain, lambda raw: False
    try:
        careful = list(split_games(io.BytesIO(data)))
    finally:
        split._is_plain = held
    assert fast == careful


@given(st.binary(max_size=400), st.integers(1, 50))
def test_any_bytes_are_cut_without_an_error_and_the_same_in_any_blocks(data, block):
    assert list(split_games(io.BytesIO(data), block)) == list(split_games(io.BytesIO(data)))


def test_plain_games_take_the_plain_way():
    assert split._is_plain(PLAIN.encode())
    assert not any(
        split._is_plain(text.encode())
        for name, text in GAMES.items()
        if name not in {"plain", "no moves"}
    )


def test_several_games_on_a_line():
    assert cut("1. e4 e5 * 1. d4 d5 1-0 a4(b4 1-0)a5*") == [
        "1. e4 e5 *",
        "1. d4 d5 1-0",
        "a4(b4 1-0)a5*",
    ]


def test_a_tag_that_comes_again_after_a_blank_line_begins_a_game_without_moves():
    blocks = ['[Event "A"]\n[Round "1"]', '[Round "2"]\n[White "x"]', '[Round "3"]']
    assert cut("\n\n".join(blocks)) == blocks


def test_move_one_after_a_blank_line_begins_another_game():
    assert cut("1. e4 e5\n\n1. d4 d5\n2. c4") == ["1. e4 e5", "1. d4 d5\n2. c4"]
    assert cut("1. e4\n\n1... e5") == ["1. e4\n\n1... e5"]


def test_byte_order_marks_may_stand_anywhere_before_a_tag():
    data = b"\xef\xbb\xbf" + PLAIN.encode() + b"\n\n\xef\xbb\xbf" + PLAIN.encode()
    assert cut(data) == [PLAIN, PLAIN]


def test_lines_and_numbers_are_counted():
    data = f"{PLAIN}\n\n\n{STUB}\n\n{PLAIN}\n"
    found = [(game.number, game.line) for game in split_games(io.BytesIO(data.encode()))]
    starts = [match.start() for match in re.finditer(r'\[Event "', data)]
    assert found == [(i + 1, data.count("\n", 0, at) + 1) for i, at in enumerate(starts)]


def test_a_comment_that_is_never_closed_does_not_swallow_the_file(monkeypatch):
    monkeypatch.setattr(split, "MAX_GAME", 2_000)
    data = (
        f'[Event "X"]\n\n1. e4 {{ oops\n{"word " * 50}\n' + "word\n" * 400 + f"\n{PLAIN}\n\n{STUB}"
    )
    games = list(split_games(io.BytesIO(data.encode())))
    assert "never closed" in games[0].problem
    assert [game.raw.decode() for game in games[1:]] == [PLAIN, STUB]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", b"{ only a comment }", b"% x\n"])
def test_a_file_without_games_says_so(data):
    (only,) = split_games(io.BytesIO(data))
    assert only.problem == "the file holds no game"


def test_text_that_is_no_game_is_reported():
    (only,) = split_games(io.BytesIO(b"Dear reader,\nhello\n"))
    assert only.problem == "text that is no game: 'Dear reader,'"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be"])
def test_utf16_is_recognised(codec):
    data = ("\ufeff" if codec.endswith("be") else "") + PLAIN
    (only,) = split_games(io.BytesIO(data.encode(codec)))
    assert "UTF-16" in only.problem


def test_memory_stays_bounded():
    class Endless(io.RawIOBase):
        """A dump of 64 MiB that remembers how far it was read when each game came out."""

        def __init__(self):
            self.given = 0

        def read(self, size=-1):
            if self.given > 64 << 20:
                return b""
            part = (PLAIN + "\n\n").encode() * (size // len(PLAIN) + 1)
            self.given += len(part)
            return part

    stream = Endless()
    taken = 0
    for game in split_games(stream):
        taken += len(game.raw) + 2
        assert stream.given - taken < 4 << 20
        if game.number == 100_000:
            break
