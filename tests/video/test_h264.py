from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.video import h264
from video_arena.video.h264 import Headers, Pps, Sps, UnsupportedStreamError
from video_arena.video.hold import PARAMETERS, QUANTISER
from video_arena.video.x264 import X264

from .drawing import media

SPS = Sps(
    profile=100,
    chroma_format=1,
    bit_depth=8,
    frame_num_bits=4,
    order_count_type=2,
    references=1,
    frame_num_gaps=False,
    macroblocks=1,
    frames_only=True,
)
PPS = Pps(
    id=0,
    cabac=False,
    field_order_present=False,
    slice_groups=1,
    references=1,
    weighted=False,
    deblocking_control=True,
    redundant_pictures=False,
)
HEADERS = Headers(annex_b=b"", sps=SPS, pps=PPS)

# A Baseline stream's headers, assembled by hand from 7.3.2.1.1 and 7.3.2.2:
# SPS: profile 66, flags 0, level 30 | sps id "1" | frame_num bits 4 "1" | order count type 2 "011"
#      | 1 reference "010" | gaps "0" | 3 columns "011" | 2 rows "010" | frames only "1"
#      | direct 8x8 "0" | cropping "0" | VUI "0" | stop "1"
BASELINE_SPS = bytes([0x67, 66, 0, 30]) + int("11011010001101010001" + "0000", 2).to_bytes(3)
# PPS: id "1" | sps id "1" | CAVLC "0" | order "0" | groups 1 "1" | refs "1" "1" | weights "0" "00"
#      | qp "1" "1" | chroma "1" | deblocking control "1" | intra "0" | redundant "0" | stop "1"
BASELINE_PPS = bytes([0x68]) + int("1100111000111100" + "10000000", 2).to_bytes(3)


def test_headers_assembled_by_hand_are_read():
    headers = h264.read_headers(b"\0\0\0\1" + BASELINE_SPS + b"\0\0\1" + BASELINE_PPS)
    assert headers.sps == replace(SPS, profile=66, macroblocks=6)
    assert headers.pps == PPS
    h264.require_skippable(headers)


def test_x264_writes_what_skip_slices_rest_on():
    headers = X264(media(612, 548, 25), QUANTISER, PARAMETERS).headers
    h264.require_skippable(headers)
    # 612 and 548 are 38.25 and 34.25 macroblocks.
    assert headers.sps == replace(SPS, macroblocks=39 * 35)


@pytest.mark.parametrize(
    ("parameter", "value", "complaint"),
    [
        ("cabac", 1, "CABAC"),
        ("ref", 2, "2 reference frames"),
        ("bframes", 1, "picture order count type 0"),
        ("weightp", 1, "weighted prediction"),
    ],
)
def test_a_stream_that_cannot_hold_skip_slices_is_refused(parameter, value, complaint):
    encoder = X264(media(64, 64, 25), QUANTISER, {**PARAMETERS, parameter: value})
    with pytest.raises(UnsupportedStreamError, match=complaint):
        h264.require_skippable(encoder.headers)


@pytest.mark.parametrize(
    ("sps", "pps"),
    [
        ({"frames_only": False}, {}),
        ({"frame_num_gaps": True}, {}),
        ({"chroma_format": 3}, {}),
        ({"bit_depth": 10}, {}),
        ({}, {"references": 2}),
        ({}, {"redundant_pictures": True}),
    ],
)
def test_each_condition_is_checked(sps, pps):
    headers = replace(HEADERS, sps=replace(SPS, **sps), pps=replace(PPS, **pps))
    with pytest.raises(UnsupportedStreamError):
        h264.require_skippable(headers)


def test_headers_must_be_one_of_each():
    with pytest.raises(UnsupportedStreamError, match="0 SPS and 0 PPS"):
        h264.read_headers(b"")
    with pytest.raises(UnsupportedStreamError, match="1 SPS and 2 PPS"):
        h264.read_headers(b"\0\0\1" + b"\0\0\1".join([BASELINE_SPS, BASELINE_PPS, BASELINE_PPS]))


def test_a_skip_slice_assembled_by_hand():
    # first_mb "1" | slice_type 5 "00110" | pps "1" | frame_num 3 "0011" | override "0"
    # | reordering "0" | marking "0" | qp delta "1" | deblocking idc 1 "010" | run of 1 "010"
    # | stop "1" | "00"
    bits = "100110100110001010010100"
    expected = bytes([0x41]) + int(bits, 2).to_bytes(3)
    assert h264.skip_slice(HEADERS, 3) == expected == bytes.fromhex("419a6294")


def test_a_skip_slice_without_deblocking_control_for_a_whole_board():
    headers = replace(
        HEADERS,
        sps=replace(SPS, macroblocks=39 * 39, frame_num_bits=5),
        pps=replace(PPS, deblocking_control=False),
    )
    # A run of 1521 = 1522 - 1: 1522 is "10111110010", after ten zeros.
    bits = "1001101111110001000000000010111110010100"
    assert h264.skip_slice(headers, 31) == bytes([0x41]) + int(bits, 2).to_bytes(5)


@given(old=st.integers(0, 15), new=st.integers(0, 15), rest=st.binary(max_size=80))
def test_frame_num_is_rewritten_and_nothing_else(old, new, rest):
    from video_arena.video.bits import escape

    def p_slice(frame_num: int) -> bytes:
        head = int("1001101" + f"{frame_num:04b}" + "00010", 2).to_bytes(2)
        return bytes([0x41]) + escape(head + rest + b"\x80")

    assert h264.with_frame_num(p_slice(old), HEADERS, new) == p_slice(new)


def test_frame_num_of_another_slice_is_refused():
    idr = bytes([0x65, 0x88, 0x84, 0x80])  # slice type 7: I
    with pytest.raises(UnsupportedStreamError, match="slice type 7"):
        h264.with_frame_num(idr, HEADERS, 1)
    unreferenced = bytes([0x01]) + h264.skip_slice(HEADERS, 3)[1:]
    with pytest.raises(UnsupportedStreamError, match="NAL header 0x01"):
        h264.with_frame_num(unreferenced, HEADERS, 1)
    with pytest.raises(ValueError, match="16 does not fit into 4 bits"):
        h264.with_frame_num(h264.skip_slice(HEADERS, 3), HEADERS, 16)


NALS = st.lists(
    st.binary(min_size=1, max_size=20).map(lambda b: b.replace(b"\0", b"\1")), max_size=5
)


@given(NALS, st.sampled_from([b"\0\0\1", b"\0\0\0\1"]))
def test_nal_units_are_split(nals, code):
    assert h264.split(b"".join(code + nal for nal in nals)) == nals
    prefixed = b"".join(len(nal).to_bytes(4) + nal for nal in nals)
    assert h264.length_prefixed(prefixed) == nals


@pytest.mark.parametrize("sample", [b"\0\0\0\2a", b"\0\0\0\0", b"\0\0"])
def test_wrong_lengths_are_refused(sample):
    with pytest.raises(ValueError, match="NAL unit 0"):
        h264.length_prefixed(sample)
