"""The hold encoder: each distinct picture is encoded once, repeats are skip slices.

A board video is almost all repeats. x264 sees each state once; every repeat is a ready-made slice
of a few bytes which says "the previous picture again" (`h264.skip_slice`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from av.video.frame import PictureType

from video_arena.match import FrameRun
from video_arena.video.colour import rgb_to_i420
from video_arena.video.h264 import (
    START_CODE,
    AccessUnit,
    Headers,
    UnsupportedStreamError,
    require_skippable,
    skip_slice,
    with_frame_num,
)
from video_arena.video.x264 import X264

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from video_arena.game import Media

QUANTISER = 16
PARAMETERS: Mapping[str, int | str] = {
    # What skip slices rest on (h264.require_skippable): output order is decoding order, one
    # reference, CAVLC, no weights.
    "bframes": 0,
    "ref": 1,
    "weightp": 0,
    "cabac": 0,
    # One picture in, one slice out. Without force-cfr x264 lags by a picture.
    "rc-lookahead": 0,
    "sync-lookahead": 0,
    "force-cfr": 1,
    # Every picture is treated alike, and keyframes stand only where they are asked for.
    "mbtree": 0,
    "aq-mode": 0,
    "scenecut": 0,
    "keyint": "infinite",
    "open-gop": 0,
    "no-deblock": 1,
}


def encode_hold(runs: Iterable[FrameRun], media: Media) -> Iterator[AccessUnit]:
    """Encode runs of frames, one access unit a frame, decoding order = output order.

    Every hold is constant to the bit, however long: a hold that does not fit into the rest of
    the group of pictures starts a new one, and if it is longer than a whole group, the same IDR
    slice is written again. So no two IDR pictures are further apart than `media.max_gop_s`.

    Args:
        runs: pictures of the size of `media`; equal neighbours count as one hold.
        media: the picture contract.

    Raises:
        ValueError: `max_gop_s` is less than two frames. Two IDR pictures in a row must differ in
            idr_pic_id (7.4.3), so the same slice cannot follow itself.
        UnsupportedStreamError: this build of x264 does not write what skip slices rest on.
    """
    longest = int(media.max_gop_s * media.fps)
    if longest < 2:
        raise ValueError(
            f"a keyframe at least every {media.max_gop_s} s is {longest} frame(s) at "
            f"{media.fps} fps: holding needs two; raise max_gop_s or choose the path `moving`"
        )
    encoder = X264(media, QUANTISER, PARAMETERS)
    headers = encoder.headers
    require_skippable(headers)
    numbers = 1 << headers.sps.frame_num_bits
    skips = [_unit(skip_slice(headers, n), headers) for n in range(numbers)]
    position = longest  # frames since the last IDR: as if a group had just ended
    for run in joined(runs):
        fits = position + run.count <= longest
        nal = _encode_one(encoder, run, keyframe=not fits)
        if fits:
            moved = with_frame_num(nal, headers, position % numbers)
            yield _unit(moved, headers)
            for k in range(position + 1, position + run.count):
                yield skips[k % numbers]
            position += run.count
            continue
        restart = _unit(nal, headers, keyframe=True)
        for k in range(run.count):
            position = k % longest
            yield skips[position % numbers] if position else restart
        position += 1


def joined(runs: Iterable[FrameRun]) -> Iterator[FrameRun]:
    """The same frames with equal neighbours made one run."""
    last: FrameRun | None = None
    for given in runs:
        # A lent picture is drawn over before it is compared with the next one.
        lent = given.dirty is not None
        run = replace(given, picture=given.picture.copy(), dirty=None) if lent else given
        if last is None:
            last = run
        elif run.picture is last.picture or np.array_equal(run.picture, last.picture):
            last = FrameRun(last.picture, last.count + run.count)
        else:
            yield last
            last = run
    if last is not None:
        yield last


def _encode_one(encoder: X264, run: FrameRun, *, keyframe: bool) -> bytes:
    kind = PictureType.I if keyframe else PictureType.P
    slices = encoder.encode(rgb_to_i420(run.picture), kind=kind)
    if len(slices) != 1 or slices[0].keyframe != keyframe:
        raise UnsupportedStreamError(
            f"x264 answered one {kind.name} picture with {slices!r:.80}: it must not hold back "
            "pictures nor choose keyframes"
        )
    return slices[0].nal


def _unit(nal: bytes, headers: Headers, *, keyframe: bool = False) -> AccessUnit:
    return AccessUnit(START_CODE + nal, keyframe, headers)
