"""The little of H.264 that holding a picture needs: headers, skip slices, `frame_num`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from video_arena.video.bits import BitReader, BitWriter, escape, unescape

START_CODE = b"\x00\x00\x00\x01"
HIGH_PROFILE = 100
# Profiles whose SPS tells the chroma format; the others are 4:2:0 with 8 bits (7.3.2.1.1).
_PROFILES_WITH_CHROMA = frozenset({100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135})
_P_SLICES = frozenset({0, 5})
_ALL_P = 5
# More than any slice header up to frame_num can take: three ue(v) of 31 bits and 16 bits.
_HEADER_BYTES = 32
_START = START_CODE[1:]


class UnsupportedStreamError(ValueError):
    """The encoder wrote a stream that skip slices cannot be put into; the message says why."""


class NalType(IntEnum):
    """nal_unit_type of the units that x264 writes (Table 7-1)."""

    SLICE = 1
    IDR = 5
    SEI = 6
    SPS = 7
    PPS = 8


@dataclass(frozen=True, slots=True)
class Sps:
    """What counts here of a sequence parameter set (7.3.2.1.1)."""

    profile: int
    chroma_format: int
    bit_depth: int
    frame_num_bits: int
    """log2_max_frame_num, 4 to 16: the width of `frame_num` in a slice header."""
    order_count_type: int
    references: int
    frame_num_gaps: bool
    macroblocks: int
    """Macroblocks of a frame, 16x16 pixels each; the picture is cut out of them."""
    frames_only: bool


@dataclass(frozen=True, slots=True)
class Pps:
    """What counts here of a picture parameter set (7.3.2.2)."""

    id: int
    cabac: bool
    field_order_present: bool
    slice_groups: int
    references: int
    weighted: bool
    deblocking_control: bool
    redundant_pictures: bool


@dataclass(frozen=True, slots=True)
class Headers:
    """The parameter sets of a stream, as written and as read."""

    annex_b: bytes
    sps: Sps
    pps: Pps


@dataclass(frozen=True, slots=True)
class AccessUnit:
    """One coded picture: its slice with a start code, without headers and SEI."""

    data: bytes
    keyframe: bool
    headers: Headers


def split(stream: bytes) -> list[bytes]:
    """The NAL units of an Annex B byte stream, without start codes (B.1.1)."""
    # Zeros before a start code belong to it: a NAL unit never ends in one (7.4.1).
    return [nal.rstrip(b"\x00") for nal in stream.split(_START)[1:]]


def nal_type(nal: bytes) -> int:
    """nal_unit_type, 1 to 31 (7.3.1)."""
    return nal[0] & 0x1F


def is_reference(nal: bytes) -> bool:
    """Whether other pictures may refer to this one: nal_ref_idc is not 0 (7.4.1)."""
    return nal[0] & 0x60 != 0


def length_prefixed(sample: bytes) -> list[bytes]:
    """The NAL units of an MP4 sample: four bytes of length before each (ISO/IEC 14496-15, 5.3.2).

    Raises:
        ValueError: the lengths do not add up to the sample's.
    """
    nals: list[bytes] = []
    position = 0
    while position < len(sample):
        start = position + 4
        position = start + int.from_bytes(sample[position:start])
        if position > len(sample) or position == start:
            raise ValueError(f"NAL unit {len(nals)} ends at {position} of {len(sample)} bytes")
        nals.append(sample[start:position])
    return nals


def read_headers(extradata: bytes) -> Headers:
    """Read the one SPS and the one PPS of an encoder's Annex B headers; SEI is left out.

    Raises:
        UnsupportedStreamError: not exactly one of each, or a part that this module cannot read.
    """
    nals = split(extradata)
    sps = [nal for nal in nals if nal_type(nal) == NalType.SPS]
    pps = [nal for nal in nals if nal_type(nal) == NalType.PPS]
    if len(sps) != 1 or len(pps) != 1:
        raise UnsupportedStreamError(f"{len(sps)} SPS and {len(pps)} PPS, expected one of each")
    annex_b = START_CODE + sps[0] + START_CODE + pps[0]
    return Headers(annex_b=annex_b, sps=read_sps(sps[0]), pps=read_pps(pps[0]))


def read_sps(nal: bytes) -> Sps:
    """Read a sequence parameter set up to its size (7.3.2.1.1).

    Raises:
        UnsupportedStreamError: scaling matrices or picture order count type 1.
        EOFError: the unit is cut off.
    """
    reader = BitReader(unescape(nal[1:]))
    profile = reader.bits(8)
    reader.bits(16)  # constraint flags, level_idc
    reader.unsigned()  # seq_parameter_set_id
    chroma_format, bit_depth = 1, 8
    if profile in _PROFILES_WITH_CHROMA:
        chroma_format = reader.unsigned()
        if chroma_format == 3:
            reader.flag()  # separate_colour_plane_flag
        bit_depth = 8 + max(reader.unsigned(), reader.unsigned())
        reader.flag()  # qpprime_y_zero_transform_bypass_flag
        if reader.flag():
            raise UnsupportedStreamError("the SPS has scaling matrices")
    frame_num_bits = reader.unsigned() + 4
    order_count_type = reader.unsigned()
    if order_count_type == 0:
        reader.unsigned()  # log2_max_pic_order_cnt_lsb_minus4
    elif order_count_type != 2:
        raise UnsupportedStreamError(f"the SPS has picture order count type {order_count_type}")
    references, frame_num_gaps = reader.unsigned(), reader.flag()
    columns, rows = reader.unsigned() + 1, reader.unsigned() + 1
    frames_only = reader.flag()
    return Sps(
        profile=profile,
        chroma_format=chroma_format,
        bit_depth=bit_depth,
        frame_num_bits=frame_num_bits,
        order_count_type=order_count_type,
        references=references,
        frame_num_gaps=frame_num_gaps,
        macroblocks=columns * rows * (1 if frames_only else 2),
        frames_only=frames_only,
    )


def read_pps(nal: bytes) -> Pps:
    """Read a picture parameter set (7.3.2.2).

    Raises:
        UnsupportedStreamError: more than one slice group.
        EOFError: the unit is cut off.
    """
    reader = BitReader(unescape(nal[1:]))
    number = reader.unsigned()
    reader.unsigned()  # seq_parameter_set_id
    cabac, field_order_present = reader.flag(), reader.flag()
    slice_groups = reader.unsigned() + 1
    if slice_groups > 1:
        raise UnsupportedStreamError(f"the PPS has {slice_groups} slice groups")
    references = reader.unsigned() + 1
    reader.unsigned()  # num_ref_idx_l1_default_active_minus1
    weighted = reader.flag()
    reader.bits(2)  # weighted_bipred_idc: B slices only
    for _ in range(3):  # pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
        reader.signed()
    deblocking_control = reader.flag()
    reader.flag()  # constrained_intra_pred_flag
    return Pps(
        id=number,
        cabac=cabac,
        field_order_present=field_order_present,
        slice_groups=slice_groups,
        references=references,
        weighted=weighted,
        deblocking_control=deblocking_control,
        redundant_pictures=reader.flag(),
    )


def require_skippable(headers: Headers) -> None:
    """Refuse a stream into which `skip_slice` cannot be put without more work.

    Raises:
        UnsupportedStreamError: what differs, all of it.
    """
    sps, pps = headers.sps, headers.pps
    wrong = [
        text
        for text, holds in (
            ("not frames of 8-bit 4:2:0", sps.chroma_format == 1 and sps.bit_depth == 8),
            ("fields allowed", sps.frames_only),
            # Type 2: output order is decoding order, nothing to count in a slice (8.2.1.3).
            (f"picture order count type {sps.order_count_type}", sps.order_count_type == 2),
            (f"{sps.references} reference frames", sps.references == 1),
            ("gaps in frame_num allowed", not sps.frame_num_gaps),
            ("CABAC", not pps.cabac),
            ("weighted prediction", not pps.weighted),
            (f"{pps.references} default references", pps.references == 1),
            ("redundant pictures", not pps.redundant_pictures),
        )
        if not holds
    ]
    if wrong:
        raise UnsupportedStreamError(
            f"x264's stream cannot hold skip slices: {', '.join(wrong)}; "
            "this build of x264 ignores a parameter of video/hold.py"
        )


def skip_slice(headers: Headers, frame_num: int) -> bytes:
    """A P slice in which every macroblock is P_Skip: the previous picture again, bit by bit.

    P_Skip has reference 0, no residual and the predicted motion vector (7.4.5, 8.4.1.1); with no
    neighbour that moves, that is zero (8.4.1.1). All edges get filter strength 0 (8.7.2.1), so
    that the result is the reference whether or not the filter is on. The picture is a reference
    itself, since order count type 2 forbids two non-reference pictures in a row (7.4.2.1.1).

    Args:
        headers: of a stream that `require_skippable` accepted.
        frame_num: pictures since the last IDR, modulo 2^frame_num_bits (7.4.3).

    Returns:
        A NAL unit, escaped, without start code.
    """
    writer = BitWriter()
    writer.unsigned(0)  # first_mb_in_slice
    writer.unsigned(_ALL_P)  # slice_type
    writer.unsigned(headers.pps.id)
    writer.bits(frame_num, headers.sps.frame_num_bits)
    writer.flag(False)  # noqa: FBT003 - num_ref_idx_active_override_flag
    writer.flag(False)  # noqa: FBT003 - ref_pic_list_modification_flag_l0
    writer.flag(False)  # noqa: FBT003 - adaptive_ref_pic_marking_mode_flag
    writer.signed(0)  # slice_qp_delta
    if headers.pps.deblocking_control:
        writer.unsigned(1)  # disable_deblocking_filter_idc
    writer.unsigned(headers.sps.macroblocks)  # mb_skip_run (7.3.4)
    nal_ref_idc = 2
    return bytes([nal_ref_idc << 5 | NalType.SLICE]) + escape(writer.payload())


def with_frame_num(nal: bytes, headers: Headers, frame_num: int) -> bytes:
    """The same P slice with another `frame_num`, a field of fixed width (7.3.3).

    Raises:
        UnsupportedStreamError: not the one P slice of a reference picture.
        ValueError: `frame_num` does not fit into the field.
    """
    width = headers.sps.frame_num_bits
    if not 0 <= frame_num < 1 << width:
        raise ValueError(f"frame_num {frame_num} does not fit into {width} bits")
    payload = unescape(nal[1:])
    head = payload[:_HEADER_BYTES]
    reader = BitReader(head)
    first, kind, pps = reader.unsigned(), reader.unsigned(), reader.unsigned()
    if first or kind not in _P_SLICES or pps != headers.pps.id or not is_reference(nal):
        raise UnsupportedStreamError(
            f"expected a whole reference picture in one P slice: got NAL header {nal[0]:#04x}, "
            f"first macroblock {first}, slice type {kind}, PPS {pps}"
        )
    below = 8 * len(head) - reader.position - width
    difference = reader.bits(width) ^ frame_num
    changed = int.from_bytes(head) ^ (difference << below)
    return nal[:1] + escape(changed.to_bytes(len(head)) + payload[_HEADER_BYTES:])
