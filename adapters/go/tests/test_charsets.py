"""Bytes to text; whatever is lost, the moves are not."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_go.charset import declared, sniffed
from va_go.split import split_games

NAMES = {
    "GB2312": ("gb18030", "古力"),
    "GBK": ("gb18030", "柯潔"),
    "Big5": ("cp950", "周俊勳"),
    "Shift_JIS": ("cp932", "井山裕太のソ"),
    "MS_KANJI": ("cp932", "表"),
    "EUC-KR": ("cp949", "이세돌"),
    "ISO-8859-1": ("cp1252", "Jürgen"),
    "UTF-8": ("utf-8", "Björn 井山"),
    "Windows-1251": ("cp1251", "Иван"),
    "no-such-thing": ("utf-8", "Ann"),
}


@pytest.mark.parametrize("declared_as", NAMES)
def test_declared(one, declared_as):
    codec, name = NAMES[declared_as]
    text = f"(;SZ[19]CA[{declared_as}]PB[{name}];B[pd]C[{name}];W[dp])"
    match = one(text.encode(codec))
    assert match.hidden["black"] == name
    assert [stone.point for stone in match.moves] == ["Q16", "D4"]


def test_letters_whose_second_byte_is_a_backslash_or_a_bracket_hide_nothing(one):
    # Shift_JIS: 0x955C and 0x835D; GBK: 0x815C and 0x815D.
    for codec, letters, ca in (("cp932", "表ゾ", "Shift_JIS"), ("gbk", "乗乚", "GBK")):
        raw = letters.encode(codec)
        assert 0x5C in raw or 0x5D in raw, raw
        match = one(f"(;SZ[9]CA[{ca}]PB[{letters}];B[aa]C[{letters}];W[bb])".encode(codec))
        assert match.hidden["black"] == letters
        assert len(match.moves) == 2


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("gb18030", "黑棋先手的时候这样下比较好"),
        ("cp932", "この手はよくないと思います"),
        ("cp949", "이 수는 좋지 않습니다"),
        ("utf-8", "この手はよくない"),
        ("cp1252", "Schwarz spielt hier für später"),
    ],
)
def test_sniffed(one, codec, text):
    match = one(f"(;SZ[9]PB[{text}];B[aa];W[bb])".encode(codec))
    assert match.hidden["black"] == text
    assert len(match.moves) == 2


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_byte_order_mark(one, codec):
    text = "\ufeff(;SZ[9]CA[UTF-16LE]PB[井山];B[aa];W[bb])"
    match = one(text.encode(codec))
    assert match.hidden["black"] == "井山"
    assert len(match.moves) == 2
    assert match.record.decode() == text[1:]


def test_a_byte_order_mark_of_utf8(one):
    assert one(b"\xef\xbb\xbf(;SZ[9];B[aa])").prefixes == 1


def test_destroyed_bytes_are_lost_and_said_to_be(one):
    match = one(b"(;SZ[9]CA[UTF-8]PB[A\xff\xfen];B[aa])")
    assert match.hidden["black"] == "A\ufffd\ufffdn"
    assert "some letters are not utf-8: lost" in match.source.notes


def test_each_game_of_a_collection_has_its_own_charset(parse):
    games = [
        "(;SZ[9]CA[GB2312]PB[古力];B[aa])".encode("gb18030"),
        "(;SZ[9]CA[Shift_JIS]PB[表];B[bb])".encode("cp932"),
        "(;SZ[9]CA[UTF-8]PB[이세돌];B[cc])".encode(),
    ]
    assert [m.hidden["black"] for m in parse(b"\n".join(games))] == ["古力", "表", "이세돌"]


def test_a_ca_far_from_the_head_is_none():
    assert declared(b"(;C[" + b"x" * 5000 + b"]CA[GBK]") is None
    assert sniffed(b"plain").codec == "utf-8"


class Dribble(io.RawIOBase):
    """A stream that gives few bytes at a time, so that everything is cut everywhere."""

    def __init__(self, data, step):
        self.data, self.step = data, step

    def read(self, _size=-1):
        out, self.data = self.data[: self.step], self.data[self.step :]
        return out


TEXT = (
    "intro (;SZ[9]CA[Shift_JIS]PB[表];B[aa]C[a\\]b(;]\n(;W[bb])(;W[cc]C[ソ]))\n ( ;GM[1];B[dd]) end"
).encode("cp932")


@given(st.integers(1, 80))
def test_where_a_stream_is_cut_does_not_matter(step):
    whole = [(game.line, game.raw) for game in split_games(io.BytesIO(TEXT))]
    assert [(game.line, game.raw) for game in split_games(Dribble(TEXT, step))] == whole
    assert len(whole) == 2


@given(st.binary(max_size=300))
def test_no_bytes_raise(raw):
    for game in split_games(io.BytesIO(b"(;" + raw)):
        game.charset.decode(game.raw)
