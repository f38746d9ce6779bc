"""Frame runs to a finished video file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from video_arena.video.hold import encode_hold
from video_arena.video.moving import encode_moving
from video_arena.video.mux import write_mp4
from video_arena.video.probe import VideoFacts, probe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from video_arena.game import Media
    from video_arena.match import FrameRun


def encode(runs: Iterable[FrameRun], media: Media, path: Path) -> VideoFacts:
    """Write the runs to `path` as the contract asks; the same runs give the same bytes.

    Args:
        runs: what `render_video` gives; read once, as a stream.
        media: size, rate, and which encoder suits the picture.
        path: written in place, as MP4 whatever its ending; wrap it in `files.whole_file`.

    Returns:
        The facts of the file as it lies on the disk.

    Raises:
        ValueError: a picture of the wrong size or type, an impossible count, or no frames.
        UnsupportedStreamError: this build of x264 does not write what we rely on.
        OSError: the file cannot be written.
    """
    encoder = encode_hold if media.path == "hold" else encode_moving
    write_mp4(encoder(checked(runs, media), media), media.fps, path)
    return probe(path)


def checked(runs: Iterable[FrameRun], media: Media, first: int = 0) -> Iterator[FrameRun]:
    """The same runs, once each is seen to fit the contract.

    Args:
        runs: what `render_video` gives.
        media: the picture contract.
        first: the frame with which they begin.

    Raises:
        ValueError: names the run, its first frame, what was wrong and what was expected.
    """
    shape = (media.height, media.width, 3)
    frame = first
    for index, run in enumerate(runs):
        where = f"run {index} (from frame {frame})"
        if run.count < 1:
            raise ValueError(f"{where}: count is {run.count}, expected at least 1")
        picture = run.picture
        if picture.shape != shape or picture.dtype != np.uint8:
            raise ValueError(
                f"{where}: picture is {picture.dtype} {picture.shape}, expected uint8 {shape}: "
                "RGB rows of the size that the game's media contract declares"
            )
        frame += run.count
        yield run
