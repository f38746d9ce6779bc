"""x264 through PyAV, with everything fixed that could differ from run to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import av
from av.codec.context import Flags
from av.video.frame import PictureType

from video_arena.video.h264 import (
    HIGH_PROFILE,
    Headers,
    NalType,
    UnsupportedStreamError,
    nal_type,
    read_headers,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from av.packet import Packet
    from numpy.typing import NDArray

    from video_arena.game import Media

# ITU-T H.264, Tables E-3 to E-5: 6 is BT.601 with 525 lines, which ffmpeg calls smpte170m.
BT601 = 6
LIMITED_RANGE = 1
_SLICES = frozenset({NalType.SLICE, NalType.IDR})


class Slice(NamedTuple):
    """One coded picture: a NAL unit without start code."""

    nal: bytes
    keyframe: bool


class X264:
    """One encoder: pictures go in, slices come out, SEI is dropped.

    SEI would name the version and the options of x264, which are no part of a case.

    Args:
        media: size and rate of the video.
        quantiser: the constant QP of every picture, 0 to 51.
        parameters: of x264 itself, by their names.

    Raises:
        UnsupportedStreamError: x264 wrote headers other than those of the High profile.
    """

    def __init__(self, media: Media, quantiser: int, parameters: Mapping[str, int | str]) -> None:
        context = av.CodecContext.create("libx264", "w")
        context.width, context.height = media.width, media.height
        context.pix_fmt = "yuv420p"
        context.framerate = media.fps
        context.time_base = 1 / media.fps
        context.color_primaries = context.color_trc = context.colorspace = BT601
        context.color_range = LIMITED_RANGE
        # The output differs with the number of threads, so there is always one.
        context.thread_count = 1
        context.flags |= Flags.global_header
        # chromaloc 1: a chroma sample is the mean of its 2x2 block, so it lies in the middle.
        given = {"chromaloc": 1, **parameters}
        context.options = {
            "preset": "veryfast",
            "profile": "high",
            "qp": str(quantiser),
            "forced-idr": "1",
            "x264-params": ":".join(f"{name}={value}" for name, value in given.items()),
        }
        context.open()
        self._context = context
        self._pictures = 0
        self.headers: Headers = read_headers(context.extradata or b"")
        if self.headers.sps.profile != HIGH_PROFILE:
            raise UnsupportedStreamError(
                f"x264 wrote profile {self.headers.sps.profile}, expected High ({HIGH_PROFILE})"
            )

    def encode(
        self, planes: NDArray[np.uint8], count: int = 1, kind: PictureType = PictureType.NONE
    ) -> list[Slice]:
        """Encode an I420 picture `count` times; give the slices that are ready.

        Args:
            planes: I420, shape (height * 3 / 2, width), contiguous; free again afterwards.
            count: how many frames in a row show it.
            kind: I for an IDR picture, P, or NONE to let x264 choose.
        """
        frame = _frame_of(planes)
        frame.pict_type = kind
        slices: list[Slice] = []
        for _ in range(count):
            frame.pts = self._pictures
            self._pictures += 1
            slices += [_slice_of(packet) for packet in self._context.encode(frame)]
        return slices

    def flush(self) -> list[Slice]:
        """The slices that x264 still holds back, after the last picture."""
        return [_slice_of(packet) for packet in self._context.encode(None)]


def _frame_of(planes: NDArray[np.uint8]) -> av.VideoFrame:
    # x264 takes what it needs before `encode` returns, so the planes need not be copied. PyAV's
    # way without a copy rounds the height down to a multiple of four; other heights are copied.
    if planes.shape[0] % 6:
        return av.VideoFrame.from_ndarray(planes, format="yuv420p")
    return av.VideoFrame.from_numpy_buffer(planes, format="yuv420p")


def _slice_of(packet: Packet[Any]) -> Slice:
    slices = [nal for nal in split(bytes(packet)) if nal_type(nal) in _SLICES]
    if len(slices) != 1:
        raise UnsupportedStreamError(f"x264 wrote {len(slices)} slices for a picture, expected 1")
    return Slice(slices[0], nal_type(slices[0]) == NalType.IDR)
