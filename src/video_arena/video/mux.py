"""Access units to an MP4 file that holds them and nothing else."""

from __future__ import annotations

import io
from itertools import chain
from typing import TYPE_CHECKING

import av

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction
    from pathlib import Path

    from video_arena.video.h264 import AccessUnit


def timescale(fps: Fraction) -> int:
    """Ticks a second in which a frame of `fps` lasts a whole number: at least 10,000."""
    ticks = fps.numerator
    while ticks < 10_000:
        ticks *= 2
    return ticks


def write_mp4(units: Iterable[AccessUnit], fps: Fraction, path: Path) -> None:
    """Write one video track, index first, no audio, no encoder name, no dates.

    The format is MP4 whatever `path` is called. The rate is exact: every frame, the last one
    too, lasts 1/fps.

    Args:
        units: one per frame, each shown when it is decoded.
        fps: frames per second.
        path: the file to write; the caller makes it whole or not at all.

    Raises:
        ValueError: there are no frames.
        OSError: the file cannot be written.
    """
    units = iter(units)
    first = next(units, None)
    if first is None:
        raise ValueError(f"{path}: no frames to write; a video needs at least one")
    ticks = str(timescale(fps))
    options = {
        "fflags": "+bitexact",  # no encoder name
        "movflags": "+faststart",
        "video_track_timescale": ticks,
        "movie_timescale": ticks,
    }
    frame_time = 1 / fps
    # The start of the stream is read as a file of its own, for a template: so the MP4 gets the
    # avcC and the colour box that belong to it.
    start = io.BytesIO(first.headers.annex_b + first.data)
    with (
        av.open(start, format="h264") as template,
        av.open(str(path), "w", format="mp4", options=options) as container,
    ):
        stream = container.add_stream_from_template(template.streams.video[0])
        stream.time_base = frame_time
        for index, unit in enumerate(chain((first,), units)):
            packet = av.Packet(unit.data)
            packet.stream = stream
            packet.time_base = frame_time
            packet.pts = packet.dts = index
            packet.duration = 1
            packet.is_keyframe = unit.keyframe
            container.mux_one(packet)
