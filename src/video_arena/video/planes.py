"""One I420 picture that follows the runs of a span: only what changed is converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from video_arena.match import Box
from video_arena.video.colour import Converter, parts, rgb_to_i420

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from video_arena.match import FrameRun


OVERHEAD = 20_000
"""What converting a box costs beside its pixels, in pixels: measured, some 40 microseconds."""
_MANY = 64
"""So many boxes are not worth looking at one by one."""


class DirtyBoxError(ValueError):
    """A renderer changed pixels outside the boxes that it declared."""


class Planes:
    """The planes of the run that was shown last.

    They equal those of the whole picture to the bit: a 2x2 block of pixels has its chroma from
    itself alone, so converting whole blocks gives the same whatever lies around them.

    Args:
        overhead: the fixed cost of a box, in pixels; decides only what is done together.
    """

    def __init__(self, overhead: int = OVERHEAD) -> None:
        self._overhead = overhead
        self._whole = Converter()
        self._part = Converter()
        self._i420: NDArray[np.uint8] | None = None

    def show(self, run: FrameRun) -> NDArray[np.uint8]:
        """Take over what the run changed.

        Args:
            run: its picture has even sizes, the same in all calls.

        Returns:
            I420, shape (height * 3 / 2, width); written to by the next call.
        """
        picture = run.picture
        height, width = picture.shape[:2]
        if self._i420 is None or run.dirty is None:
            self._i420 = self._whole.convert(picture)
            return self._i420
        boxes = [even for box in run.dirty if (even := even_box(Box(*box), width, height))]
        if len(boxes) <= _MANY:
            boxes = united(boxes, self._overhead)
        cost = sum(self._overhead + box.width * box.height for box in boxes)
        if len(boxes) > _MANY or cost >= width * height:
            self._i420 = self._whole.convert(picture)
        else:
            for box in boxes:
                self._convert(picture, box, self._i420)
        return self._i420

    def _convert(self, picture: NDArray[np.uint8], box: Box, i420: NDArray[np.uint8]) -> None:
        x, y, width, height = box
        converted = self._part.convert(picture[y : y + height, x : x + width])
        luma, *chroma = parts(i420)
        new_luma, *new_chroma = parts(converted)
        luma[y : y + height, x : x + width] = new_luma
        for plane, new in zip(chroma, new_chroma, strict=True):
            plane[y // 2 : (y + height) // 2, x // 2 : (x + width) // 2] = new

    def check(self, picture: NDArray[np.uint8]) -> None:
        """See that the planes are those of `picture`.

        Raises:
            DirtyBoxError: names the first block of pixels that changed and was not declared.
        """
        if self._i420 is None:
            return
        height, width = picture.shape[:2]
        wrong = np.zeros((height // 2, width // 2), np.bool_)
        for have, want in zip(parts(self._i420), parts(rgb_to_i420(picture)), strict=True):
            differs = have != want
            if differs.shape != wrong.shape:
                differs = differs.reshape(height // 2, 2, width // 2, 2).any(axis=(1, 3))
            wrong |= differs
        if wrong.any():
            row, column = (int(place[0]) for place in np.nonzero(wrong))
            raise DirtyBoxError(
                f"the picture changed at x = {2 * column}, y = {2 * row} (and in {wrong.sum()} "
                "blocks of 2x2 pixels in all) outside the boxes of its run: FrameRun.dirty must "
                "cover every change since the run before"
            )


def even_box(box: Box, width: int, height: int) -> Box | None:
    """The smallest box of whole 2x2 blocks around the part of `box` that lies in the picture.

    >>> even_box(Box(-3, 5, 10, 4), width=64, height=64)
    Box(x=0, y=4, width=8, height=6)
    """
    left, top = max(0, box.x) & ~1, max(0, box.y) & ~1
    right = (min(width, box.x + box.width) + 1) & ~1
    bottom = (min(height, box.y + box.height) + 1) & ~1
    if box.width < 1 or box.height < 1 or left >= right or top >= bottom:
        return None
    return Box(left, top, right - left, bottom - top)


def united(boxes: Sequence[Box], overhead: int) -> list[Box]:
    """Boxes that cover the same pixels and are cheaper to convert: neighbours made one.

    A sprite that moves a little gives two boxes that nearly coincide, where it was and where it
    is.
    """
    kept: list[Box] = []
    for given in boxes:
        box, at = given, 0
        while at < len(kept):
            both, near = _around(box, kept[at]), kept[at]
            apart = box.width * box.height + near.width * near.height + overhead
            if both.width * both.height <= apart:
                del kept[at]
                box, at = both, 0
            else:
                at += 1
        kept.append(box)
    return kept


def _around(one: Box, other: Box) -> Box:
    left, top = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Box(left, top, right - left, bottom - top)
