"""Pictures that change with almost every frame: x264 encodes them all, in chunks.

A chunk is one closed group of pictures of `media.max_gop_s` seconds, counted from the start of the
video, made by an encoder of its own. So its bytes depend on its own frames alone, and chunks that
were encoded by different processes can be put one after another (`video.chunks`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from video_arena.video.h264 import START_CODE, AccessUnit, UnsupportedStreamError
from video_arena.video.planes import Planes
from video_arena.video.x264 import X264

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from video_arena.game import Media
    from video_arena.match import FrameRun
    from video_arena.video.x264 import Slice

QUANTISER = 18
PARAMETERS: Mapping[str, int | str] = {
    "bframes": 0,
    "open-gop": 0,
    "scenecut": 0,
    "force-cfr": 1,
    # A chunk is no longer than a group of pictures: its first one is its only keyframe.
    "keyint": "infinite",
}


def chunk_frames(media: Media) -> int:
    """Frames of a chunk; the last one of a video may have fewer.

    Raises:
        ValueError: fewer than two. Two IDR pictures in a row must differ in idr_pic_id (ITU-T
            H.264, 7.4.3), and encoders that do not know of each other begin with the same one.
    """
    frames = int(media.max_gop_s * media.fps)
    if frames < 2:
        raise ValueError(
            f"a keyframe at least every {media.max_gop_s} s is {frames} frame(s) at {media.fps} "
            "fps: a chunk needs two; raise max_gop_s"
        )
    return frames


def encode_moving(runs: Iterable[FrameRun], media: Media) -> Iterator[AccessUnit]:
    """Encode runs of frames, one access unit a frame, decoding order = output order.

    Args:
        runs: pictures of the size of `media`; the first frame is the first one of a chunk.
        media: the picture contract.

    Raises:
        ValueError: as `chunk_frames`.
        DirtyBoxError: a run's boxes do not cover what changed.
        UnsupportedStreamError: this build of x264 does not write what chunks rest on.
    """
    length = chunk_frames(media)
    chunk, room = None, 0
    for run in runs:
        left = run.count
        while left:
            if chunk is None:
                chunk, room = _Chunk(media), length
            count = min(left, room)
            yield from chunk.encode(replace(run, count=count))
            left -= count
            room -= count
            if not room:
                yield from chunk.close(run.picture)
                chunk = None
    if chunk is not None:
        yield from chunk.close(run.picture)


class _Chunk:
    """The encoder of one chunk."""

    def __init__(self, media: Media) -> None:
        self._encoder = X264(media, QUANTISER, PARAMETERS)
        self._planes = Planes()
        self._keyframe_is_next = True

    def encode(self, run: FrameRun) -> Iterator[AccessUnit]:
        return self._units(self._encoder.encode(self._planes.show(run), run.count))

    def close(self, last: NDArray[np.uint8]) -> Iterator[AccessUnit]:
        """End with `last` still as it was shown; boxes that did not cover a change are found."""
        self._planes.check(last)
        return self._units(self._encoder.flush())

    def _units(self, slices: list[Slice]) -> Iterator[AccessUnit]:
        for nal, keyframe in slices:
            if keyframe != self._keyframe_is_next:
                raise UnsupportedStreamError("x264 must write a keyframe first, and no other")
            self._keyframe_is_next = False
            yield AccessUnit(START_CODE + nal, keyframe, self._encoder.headers)
