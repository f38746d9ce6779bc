from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from video_arena.video.colour import i420_to_rgb, rgb_to_i420

# 8-bit BT.601 of the primaries, by hand: Y = 16 + 219 (.299 R + .587 G + .114 B) / 255,
# U = 128 + 112 (B - Y') / .886 / 255, V = 128 + 112 (R - Y') / .701 / 255.
COLOURS = {
    (0, 0, 0): (16, 128, 128),
    (255, 255, 255): (235, 128, 128),
    (255, 0, 0): (81, 90, 240),
    (0, 255, 0): (145, 54, 34),
    (0, 0, 255): (41, 240, 110),
    (128, 128, 128): (126, 128, 128),
}


def planes(picture):
    """Y, U and V as arrays of two dimensions."""
    height, width = picture.shape[:2]
    y, u, v = np.split(rgb_to_i420(picture).reshape(-1), [height * width, height * width * 5 // 4])
    half = (height // 2, width // 2)
    return y.reshape(height, width), u.reshape(half), v.reshape(half)


@pytest.mark.parametrize(("rgb", "yuv"), COLOURS.items())
def test_primaries(rgb, yuv):
    picture = np.full((6, 10, 3), rgb, np.uint8)
    y, u, v = planes(picture)
    for plane, value in zip((y, u, v), yuv, strict=True):
        # cv2 rounds the weights of Y to three places: up to 0.1 of a step.
        assert np.abs(plane.astype(int) - value).max() <= (plane is y)


@given(seed=st.integers(0, 2**32 - 1), height=st.integers(1, 20), width=st.integers(1, 20))
@settings(max_examples=50)
def test_every_plane_is_the_formula(seed, height, width):
    picture = np.random.default_rng(seed).integers(0, 256, (2 * height, 2 * width, 3), np.uint8)
    y, u, v = planes(picture)
    weights = np.array([0.299, 0.587, 0.114])
    luma = picture @ weights
    assert np.abs(y - (16 + 219 / 255 * luma)).max() <= 1
    mean = picture.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    grey = mean @ weights
    # The mean is rounded to a whole number before, and the result after.
    assert np.abs(u - (128 + 112 / 0.886 / 255 * (mean[..., 2] - grey))).max() <= 1
    assert np.abs(v - (128 + 112 / 0.701 / 255 * (mean[..., 0] - grey))).max() <= 1


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_an_area_of_one_colour_comes_back(rgb):
    picture = np.full((4, 4, 3), rgb, np.uint8)
    back = i420_to_rgb(rgb_to_i420(picture)).astype(int)
    # One step of limited-range U is up to 2.02 of blue (1.772 * 255 / 224).
    assert np.abs(back - picture).max() <= 3
