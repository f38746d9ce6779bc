"""Chunks of a moving video: drawn and encoded apart, joined without encoding anything again.

A chunk on the disk is an H.264 elementary stream: the parameter sets, then one slice a frame. Any
player shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.match import Span
from video_arena.video.encode import checked
from video_arena.video.h264 import (
    START_CODE,
    AccessUnit,
    Headers,
    NalType,
    UnsupportedStreamError,
    nal_type,
    read_headers,
    split,
)
from video_arena.video.moving import chunk_frames, encode_moving
from video_arena.video.mux import write_mp4
from video_arena.video.probe import VideoFacts, probe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from video_arena.game import Media
    from video_arena.match import FrameRun

_PARAMETER_SETS = frozenset({NalType.SPS, NalType.PPS})


def chunk_spans(frames: int, media: Media) -> tuple[Span, ...]:
    """The chunks of a video of so many frames.

    Raises:
        ValueError: as `video.moving.chunk_frames`.
    """
    length = chunk_frames(media)
    return tuple(Span(start, min(start + length, frames)) for start in range(0, frames, length))


def write_chunk(runs: Iterable[FrameRun], span: Span, media: Media, path: Path) -> None:
    """Encode the frames of one chunk into a file; memory for its packets only.

    Args:
        runs: what `render_video` gives for `span`.
        span: one of `chunk_spans`.
        media: the picture contract.
        path: written in place.

    Raises:
        ValueError, UnsupportedStreamError, OSError: as `video.encode`.
    """
    units = list(encode_moving(checked(runs, media, first=span.start), media))
    headers = units[0].headers.annex_b if units else b""
    path.write_bytes(headers + b"".join(unit.data for unit in units))


def read_chunk(path: Path) -> Iterator[AccessUnit]:
    """The access units of a chunk file, one a frame.

    Raises:
        UnsupportedStreamError: not one set of parameters in it.
    """
    stream = path.read_bytes()
    headers = read_headers(stream)
    for nal in split(stream):
        if nal_type(nal) not in _PARAMETER_SETS:
            yield AccessUnit(START_CODE + nal, nal_type(nal) == NalType.IDR, headers)


def join_chunks(paths: Sequence[Path], media: Media, path: Path) -> VideoFacts:
    """Put chunks one after another: the same bytes as `video.encode` of all their frames.

    Args:
        paths: chunk files in the order of their frames.
        media: the picture contract.
        path: the MP4 file, written in place.

    Raises:
        UnsupportedStreamError: chunks with different parameter sets.
        ValueError: there are no frames.
        OSError: a file cannot be read or written.
    """
    write_mp4(_joined(paths), media.fps, path)
    return probe(path)


def _joined(paths: Sequence[Path]) -> Iterator[AccessUnit]:
    headers: Headers | None = None
    for path in paths:
        for unit in read_chunk(path):
            headers = headers or unit.headers
            if unit.headers != headers:
                raise UnsupportedStreamError(f"{path.name} has other parameters than chunk 1")
            yield unit
