"""What a video file is, without decoding it; and single frames of it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import av
import numpy as np
from av.codec.context import ThreadType

from video_arena.video.boxes import index_comes_first
from video_arena.video.colour import i420_to_rgb
from video_arena.video.h264 import NalType, length_prefixed, nal_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from av.container.input import InputContainer
    from av.video.stream import VideoStream
    from numpy.typing import NDArray


class VideoFileError(ValueError):
    """The file cannot be read as a video; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoFacts:
    """What the container and the headers of a video file say."""

    width: int
    height: int
    fps: Fraction
    """Frames per second: exact where `steady`, else the average."""
    steady: bool
    """Frame i is shown at i / fps, for all of them."""
    frames: int
    duration_s: float
    """Including the time that the last frame stands."""
    codec: str
    profile: str
    pix_fmt: str
    matrix: int
    """Colour matrix, primaries and transfer by the numbers of ITU-T H.264, Tables E-3 to E-5."""
    primaries: int
    transfer: int
    limited_range: bool
    has_audio: bool
    faststart: bool
    """The index (moov) lies before the pictures (mdat)."""
    longest_gop: int
    """Frames from a keyframe to the next one or to the end, at most."""
    has_sei: bool
    """The first picture carries SEI, such as an encoder's name and options."""
    metadata: Mapping[str, str]
    """Tags of the file and the track, without those that every MP4 has."""


# What the MP4 demuxer always reports: brands, and the names of a track that has none.
_PLAIN_TAGS = frozenset({"major_brand", "minor_version", "compatible_brands"})
_PLAIN_TRACK_TAGS = frozenset(
    {("language", "und"), ("handler_name", "VideoHandler"), ("vendor_id", "[0][0][0][0]")}
)


def probe(path: Path) -> VideoFacts:
    """Read the facts of a video file; packets are counted, nothing is decoded.

    Raises:
        VideoFileError: no video in it, or it is damaged.
        OSError: the file cannot be opened.
    """
    try:
        with av.open(str(path), "r") as container:
            return _facts(container, path)
    except av.error.InvalidDataError as error:
        raise VideoFileError(f"{path}: not a readable video: {error}") from error


def _facts(container: InputContainer, path: Path) -> VideoFacts:
    stream = _video_of(container, path)
    context = stream.codec_context
    unit = stream.time_base or Fraction(1)
    times: list[int] = []
    lengths: set[int] = set()
    keys: list[int] = []
    first = b""
    for packet in container.demux(stream):
        if packet.pts is None or not packet.size:
            continue
        if not times:
            first = bytes(packet)
        if packet.is_keyframe:
            keys.append(len(times))
        times.append(packet.pts)
        lengths.add(packet.duration or 0)
    if not times:
        raise VideoFileError(f"{path}: the video track has no frames")
    length = max(lengths)
    steady = len(lengths) == 1 and length > 0 and times == [i * length for i in range(len(times))]
    fps = 1 / (length * unit) if steady else stream.average_rate or Fraction(0)
    gaps = [b - a for a, b in zip(keys, [*keys[1:], len(times)], strict=True)]
    return VideoFacts(
        width=stream.width,
        height=stream.height,
        fps=fps,
        steady=steady,
        frames=len(times),
        duration_s=float((stream.duration or 0) * unit),
        codec=context.codec.name,
        profile=stream.profile or "unknown",
        pix_fmt=stream.pix_fmt or "unknown",
        matrix=int(context.colorspace),
        primaries=int(context.color_primaries),
        transfer=int(context.color_trc),
        limited_range=int(context.color_range) == 1,
        has_audio=bool(container.streams.audio),
        faststart=index_comes_first(path),
        longest_gop=max(gaps, default=len(times)),
        has_sei=_has_sei(first) if context.codec.name == "h264" else False,
        metadata=_tags(container, stream),
    )


def _video_of(container: InputContainer, path: Path) -> VideoStream:
    if not container.streams.video:
        raise VideoFileError(f"{path}: no video track in it")
    return container.streams.video[0]


def _has_sei(sample: bytes) -> bool:
    try:
        return any(nal_type(nal) == NalType.SEI for nal in length_prefixed(sample))
    except ValueError:  # Not an MP4 sample: nothing that we write.
        return False


def _tags(container: InputContainer, stream: VideoStream) -> dict[str, str]:
    found = {k: v for k, v in container.metadata.items() if k not in _PLAIN_TAGS}
    found |= dict(item for item in stream.metadata.items() if item not in _PLAIN_TRACK_TAGS)
    return dict(sorted(found.items()))


def read_frames(path: Path, indices: Iterable[int]) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Give single frames, exactly those asked for.

    Decodes from the nearest keyframe before each, or goes on from the last frame given where no
    keyframe lies between: asking for all frames decodes the file once.

    Args:
        path: a video whose frames stand at i / fps.
        indices: in rising order, from 0; repeats are allowed.

    Yields:
        (index, RGB picture of shape (height, width, 3)).

    Raises:
        ValueError: the indices do not rise, or are negative.
        IndexError: there is no such frame.
        VideoFileError: the file cannot be read as a video.
    """
    try:
        with av.open(str(path), "r") as container:
            yield from _Frames(container, path).at(indices)
    except av.error.InvalidDataError as error:
        raise VideoFileError(f"{path}: not a readable video: {error}") from error


class _Frames:
    """An open file and the place up to which it was decoded."""

    def __init__(self, container: InputContainer, path: Path) -> None:
        self._path = path
        self._container = container
        self._stream = _video_of(container, path)
        self._stream.thread_type = ThreadType.NONE
        entries = list(self._stream.index_entries)
        # The index tells when a frame is decoded. At a steady rate, and with every group closed,
        # a keyframe is shown the same time after it as the first one is: at 0.
        self._lead = entries[0].timestamp if entries else 0
        self._times = [entry.timestamp - self._lead for entry in entries]
        self._keys = [entry.timestamp - self._lead for entry in entries if entry.is_keyframe]
        self._decoded = container.decode(self._stream)
        self._time = -1
        self._picture: NDArray[np.uint8] | None = None

    def at(self, indices: Iterable[int]) -> Iterator[tuple[int, NDArray[np.uint8]]]:
        last = 0
        for index in indices:
            if index < last:
                raise ValueError(f"frame indices must rise from 0, got {index} after {last}")
            if index >= len(self._times):
                raise IndexError(f"{self._path}: no frame {index}, it has {len(self._times)}")
            last = index
            yield index, self._at(self._times[index])

    def _at(self, time: int) -> NDArray[np.uint8]:
        if self._picture is not None and time == self._time:
            return self._picture
        key = self._keys[bisect_right(self._keys, time) - 1]
        if key > self._time:
            self._container.seek(key + self._lead, stream=self._stream)
            self._decoded = self._container.decode(self._stream)
        for frame in self._decoded:
            if frame.pts == time:
                self._time = time
                self._picture = i420_to_rgb(
                    np.asarray(frame.to_ndarray(format="yuv420p"), dtype=np.uint8)
                )
                return self._picture
        raise VideoFileError(f"{self._path}: the frame at {time} ticks cannot be decoded")
