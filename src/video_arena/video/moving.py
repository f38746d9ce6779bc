"""Pictures that change with almost every frame: x264 encodes them all, in chunks.

A chunk is one closed group of pictures of `media.max_gop_s` seconds, counted from the start of the
video, made by an encoder of its own. So its bytes depend on its own frames alone, and chunks that
were encoded by different processes can be put one after another (`video.chunks`).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from video_arena.video.h264 import START_CODE, AccessUnit, UnsupportedStreamError
from video_arena.video.planes import Planes
from video_arena.video.x264 import X264

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
    """Encode the runs of a whole video, one access unit a frame, decoding order = output order.

    Args:
        runs: pictures of the size of `media`.
        media: the picture contract.

    Raises:
        ValueError: as `chunk_frames`.
        DirtyBoxError: a run's boxes do not cover what changed.
        UnsupportedStreamError: this build of x264 does not write what chunks rest on.
    """
    pieces = _cut(runs, chunk_frames(media))
    for _, chunk in groupby(pieces, key=lambda piece: piece[0]):
        yield from encode_chunk((run for _, run in chunk), media)


def encode_chunk(runs: Iterable[FrameRun], media: Media) -> Iterator[AccessUnit]:
    """Encode the runs of one chunk; the same frames give the same bytes wherever they are from.

    Args:
        runs: at most `chunk_frames(media)` frames.
        media: the picture contract.

    Raises:
        DirtyBoxError: at the end of the chunk its planes are not those of its last picture.
        UnsupportedStreamError: this build of x264 does not write what chunks rest on.
    """
    encoder = X264(media, QUANTISER, PARAMETERS)
    planes = Planes()
    first = True
    run = None

    def units(slices: list[Slice]) -> Iterator[AccessUnit]:
        nonlocal first
        for nal, keyframe in slices:
            if keyframe != first:
                raise UnsupportedStreamError("x264 must write a keyframe first, and no other")
            first = False
            yield AccessUnit(START_CODE + nal, keyframe, encoder.headers)

    for run in runs:
        yield from units(encoder.encode(planes.show(run), run.count))
    if run is not None:
        planes.check(run.picture)
    yield from units(encoder.flush())


def _cut(runs: Iterable[FrameRun], length: int) -> Iterator[tuple[int, FrameRun]]:
    """The same frames, no run across the border of two chunks, each with its chunk's number."""
    frame = 0
    for run in runs:
        rest = run
        while rest.count > (room := length - frame % length):
            yield frame // length, replace(rest, count=room)
            frame += room
            rest = replace(rest, count=rest.count - room)
        yield frame // length, rest
        frame += rest.count
