"""The plain path, for pictures that change with almost every frame: x264 encodes them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.video.colour import rgb_to_i420
from video_arena.video.h264 import START_CODE, AccessUnit
from video_arena.video.x264 import X264, Slice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from video_arena.game import Media
    from video_arena.match import FrameRun

QUANTISER = 18
PARAMETERS = {"bframes": 0, "open-gop": 0, "scenecut": 0, "force-cfr": 1}


def encode_moving(runs: Iterable[FrameRun], media: Media) -> Iterator[AccessUnit]:
    """Encode runs of frames, one access unit a frame, decoding order = output order.

    Groups of pictures are closed and of equal length, the longest that `media.max_gop_s` allows.

    Args:
        runs: pictures of the size of `media`.
        media: the picture contract.

    Raises:
        UnsupportedStreamError: this build of x264 does not write the High profile.
    """
    group = max(1, int(media.max_gop_s * media.fps))
    encoder = X264(media, QUANTISER, {**PARAMETERS, "keyint": group, "min-keyint": group})

    def units(slices: Iterable[Slice]) -> Iterator[AccessUnit]:
        for nal, keyframe in slices:
            yield AccessUnit(START_CODE + nal, keyframe, encoder.headers)

    for run in runs:
        yield from units(encoder.encode(rgb_to_i420(run.picture), run.count))
    yield from units(encoder.flush())
