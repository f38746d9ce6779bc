"""The same file in headless Chromium."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from video_arena.match import FrameRun
from video_arena.video import encode

from .browser import CHROMIUM, watch
from .drawing import media

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

# Far apart, so that a picture is told from each other one whatever the decoder rounds.
PALETTE = [(220, 179, 92), (20, 20, 20), (240, 240, 235), (181, 136, 99), (60, 120, 200)]
STRIPES = 4
TOLERANCE = 6


def numbered(index: int, width: int, height: int) -> np.ndarray:
    """Four stripes whose colours are the digits of `index` to the base of five."""
    picture = np.empty((height, width, 3), np.uint8)
    for i, colour in enumerate(colours(index)):
        picture[i * height // STRIPES : (i + 1) * height // STRIPES] = colour
    return picture


def colours(index: int):
    return [PALETTE[index // len(PALETTE) ** i % len(PALETTE)] for i in range(STRIPES)]


def is_picture(seen, index: int) -> bool:
    return bool(np.abs(np.subtract(seen, colours(index))).max() <= TOLERANCE)


@pytest.mark.parametrize(
    ("contract", "counts"),
    [
        # 48,000 frames are the 32 minutes of a long board game.
        (media(612, 612, 25), [50, 1, 1, 3, 700, 250, 20, *[187] * 251, 38]),
        (media(504, 504, Fraction(28, 5)), [12, 1, 1, 90, 60, 3, 8]),
        (media(548, 548, 1), [2, 1, 1, 14, 30, 5, 3]),
        (media(1280, 720, 24, path="moving"), [1, 2, 3] * 60),
    ],
    ids=["hold 25", "hold 28/5", "hold 1", "moving 24"],
)
def test_chromium_seeks_to_the_right_picture(tmp_path, contract, counts):
    width, height, fps = contract.width, contract.height, contract.fps
    path = tmp_path / "case.mp4"
    facts = encode(
        (FrameRun(numbered(i, width, height), count) for i, count in enumerate(counts)),
        contract,
        path,
    )
    shown = [i for i, count in enumerate(counts) for _ in range(count)]
    starts = np.cumsum([0, *counts])
    edges = [*starts[:12], *(starts[1:13] - 1), *starts[-6:-1], starts[-1] - 1]
    wanted = sorted({int(i) for i in edges} & set(range(len(shown))))
    wanted = wanted[1::2] + wanted[::2][::-1]
    points = [[width // 3, (2 * i + 1) * height // (2 * STRIPES)] for i in range(STRIPES)]
    # The middle of a frame's time: media times are floating-point numbers in a browser.
    times = [float((i + Fraction(1, 2)) / fps) for i in wanted]
    answer = watch(path, tmp_path / "profile", points=points, frame_s=float(1 / fps), seek=times)
    assert (answer["width"], answer["height"]) == (width, height)
    assert answer["duration"] == pytest.approx(facts.duration_s, abs=1e-5)
    for index, (time, seen) in zip(wanted, answer["seek"], strict=True):
        assert time == pytest.approx(float(index / fps), abs=1e-5)
        assert is_picture(seen, shown[index]), (index, shown[index], seen)


def test_chromium_plays_the_right_pictures(tmp_path):
    # Six seconds with a change of picture every fifth of a second, and one long hold.
    counts = [5] * 20 + [25] + [5] * 5
    contract = media(612, 612, 25)
    path = tmp_path / "case.mp4"
    runs = [FrameRun(numbered(i, 612, 612), count) for i, count in enumerate(counts)]
    encode(runs, contract, path)
    shown = [i for i, count in enumerate(counts) for _ in range(count)]
    points = [[200, (2 * i + 1) * 612 // (2 * STRIPES)] for i in range(STRIPES)]
    answer = watch(path, tmp_path / "profile", points=points, frame_s=0.04, rate=1)
    frames = {round(time * 25): seen for time, seen in answer["play"]}
    # A busy machine may drop frames, but none may show the wrong picture, and most are seen.
    assert len(frames) >= 50
    wrong = [i for i, seen in frames.items() if not is_picture(seen, shown[i])]
    assert wrong == []
