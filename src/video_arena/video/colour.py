"""RGB pictures to the planes that H.264 stores, and back: BT.601, limited range, 4:2:0.

An I420 array has shape (height * 3 / 2, width), uint8: the Y plane, then U, then V, each packed
without gaps. Sizes are even.
"""

from __future__ import annotations

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


def rgb_to_i420(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert one picture; chroma is the mean of each 2x2 block.

    cv2's own conversion takes one pixel of four for the chroma, which frays coloured edges.

    Args:
        picture: RGB, shape (height, width, 3), even sizes.
    """
    height, width = picture.shape[:2]
    planes = cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420)
    halved = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    chroma = cv2.transform(halved, _CHROMA)
    flat = planes.reshape(-1)
    quarter = width * height // 4
    for channel, plane in enumerate((flat[-2 * quarter : -quarter], flat[-quarter:])):
        plane.reshape(height // 2, width // 2)[:] = chroma[:, :, channel]
    return np.asarray(planes, dtype=np.uint8)


def i420_to_rgb(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert back; every pixel takes the chroma of its 2x2 block, which the mean fits."""
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2RGB_I420), dtype=np.uint8)
