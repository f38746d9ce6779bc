"""RGB pictures to the planes that H.264 stores, and back: BT.601, limited range, 4:2:0.

An I420 array has shape (height * 3 / 2, width), uint8: the Y plane, then U, then V, each packed
without gaps. Sizes are even.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# BT.601-7, 2.5.1 and 2.5.3: luma weights, and 219 and 224 steps of an 8-bit signal.
_RED, _GREEN, _BLUE = 0.299, 0.587, 0.114
_U_SCALE = 224 / 255 / (2 * (1 - _BLUE))
_V_SCALE = 224 / 255 / (2 * (1 - _RED))
_CHROMA = np.array(
    [
        [-_RED * _U_SCALE, -_GREEN * _U_SCALE, (1 - _BLUE) * _U_SCALE, 128],
        [(1 - _RED) * _V_SCALE, -_GREEN * _V_SCALE, -_BLUE * _V_SCALE, 128],
        # Not used. From three channels to three, cv2 works in whole numbers (at most 0.6 of a
        # step from the formula), and ten times as fast as from three to two.
        [0, 0, 0, 0],
    ]
)


class Converter:
    """`rgb_to_i420` again and again in the same memory: fresh memory costs more than the work."""

    def __init__(self) -> None:
        self._rooms = [np.empty(0, np.uint8) for _ in range(3)]

    def convert(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """As `rgb_to_i420`; the result is valid until the next call."""
        height, width = picture.shape[:2]
        half = height // 2, width // 2
        planes = self._room(0, (height * 3 // 2, width))
        halved, chroma = self._room(1, (*half, 3)), self._room(2, (*half, 3))
        cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420, dst=planes)
        cv2.resize(picture, half[::-1], dst=halved, interpolation=cv2.INTER_AREA)
        cv2.transform(halved, _CHROMA, dst=chroma)
        for channel, plane in enumerate(parts(planes)[1:]):
            plane[:] = chroma[:, :, channel]
        return planes

    def _room(self, number: int, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        size = prod(shape)
        if self._rooms[number].size < size:
            self._rooms[number] = np.empty(size, np.uint8)
        return self._rooms[number][:size].reshape(shape)


def rgb_to_i420(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert one picture; chroma is the mean of each 2x2 block.

    cv2's own conversion takes one pixel of four for the chroma, which frays coloured edges.

    Args:
        picture: RGB, shape (height, width, 3), even sizes.
    """
    return Converter().convert(picture)


def parts(i420: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], ...]:
    """Y, U and V as views of two dimensions."""
    width = i420.shape[1]
    height = i420.shape[0] * 2 // 3
    flat, quarter = i420.reshape(-1), width * height // 4
    half = height // 2, width // 2
    return (
        i420[:height],
        flat[-2 * quarter : -quarter].reshape(half),
        flat[-quarter:].reshape(half),
    )


def i420_to_rgb(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert back; every pixel takes the chroma of its 2x2 block, which the mean fits."""
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2RGB_I420), dtype=np.uint8)
