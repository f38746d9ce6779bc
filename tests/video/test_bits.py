from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.video.bits import BitReader, BitWriter, escape, unescape

# H.264, Table 9-2 (ue) and Table 9-3 (se), written out by hand.
UNSIGNED = {0: "1", 1: "010", 2: "011", 3: "00100", 6: "00111", 7: "0001000", 8: "0001001"}
SIGNED = {0: "1", 1: "010", -1: "011", 2: "00100", -2: "00101", 3: "00110", -3: "00111"}


def packed(bits: str) -> bytes:
    """The bits with a stop bit and zeros to the byte's end."""
    bits += "1"
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8)


@pytest.mark.parametrize(("value", "bits"), UNSIGNED.items())
def test_unsigned_codes_of_the_standard(value, bits):
    writer = BitWriter()
    writer.unsigned(value)
    assert writer.payload() == packed(bits)
    assert BitReader(packed(bits)).unsigned() == value


@pytest.mark.parametrize(("value", "bits"), SIGNED.items())
def test_signed_codes_of_the_standard(value, bits):
    writer = BitWriter()
    writer.signed(value)
    assert writer.payload() == packed(bits)
    assert BitReader(packed(bits)).signed() == value


FIELDS = st.one_of(
    st.tuples(st.just("unsigned"), st.integers(0, 2**32 - 2)),
    st.tuples(st.just("signed"), st.integers(-(2**31) + 1, 2**31 - 1)),
    st.tuples(st.just("flag"), st.booleans()),
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(st.just("bits"), st.integers(0, 2**n - 1), st.just(n))
    ),
)


@given(st.lists(FIELDS))
def test_what_was_written_is_read(fields):
    writer = BitWriter()
    for kind, *arguments in fields:
        getattr(writer, kind)(*arguments)
    reader = BitReader(writer.payload())
    for kind, value, *width in fields:
        assert getattr(reader, kind)(*width) == value
    rest = 8 * len(writer.payload()) - reader.position
    assert 1 <= rest <= 8
    assert reader.bits(rest) == 1 << (rest - 1)


def test_reading_past_the_end_is_an_error():
    with pytest.raises(EOFError, match="bit 9 of a payload of 8 bits"):
        BitReader(b"\xff").bits(9)
    with pytest.raises(EOFError):
        BitReader(b"\x00").unsigned()


@pytest.mark.parametrize(("value", "count"), [(2, 1), (-1, 4), (16, 4)])
def test_a_value_that_does_not_fit_is_an_error(value, count):
    with pytest.raises(ValueError, match=f"{value} does not fit into {count} bits"):
        BitWriter().bits(value, count)


def test_a_negative_unsigned_value_is_an_error():
    with pytest.raises(ValueError, match=r"ue\(v\) has no code for -1"):
        BitWriter().unsigned(-1)


# H.264, 7.4.1: 00 00 00..03 become 00 00 03 00..03; a payload may not end in 00.
EMULATION = {
    "000000": "0000030003",
    "000001": "00000301",
    "000002": "00000302",
    "000003": "00000303",
    "000004": "000004",
    "00000000": "000003000003",
    "0000000001": "00000300000301",
    "ff0000": "ff000003",
    "80": "80",
    "": "",
}


@pytest.mark.parametrize(("payload", "escaped"), EMULATION.items())
def test_emulation_prevention_by_hand(payload, escaped):
    assert escape(bytes.fromhex(payload)).hex() == escaped


# A payload ends in a stop bit. Mostly the bytes that matter, so that runs of zeros are common.
PAYLOADS = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4, 255])).map(lambda b: bytes([*b, 0x80]))


@given(PAYLOADS)
def test_escaped_bytes_hold_no_start_code_and_come_back(payload):
    escaped = escape(payload)
    assert not any(code in escaped for code in (b"\0\0\0", b"\0\0\1", b"\0\0\2"))
    assert unescape(escaped) == payload
