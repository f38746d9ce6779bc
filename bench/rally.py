"""A picture that moves: two figures on a court, with rackets, shadows and a shuttle.

It stands in for a game in `moving.py`. Drawn on one canvas, only where something moves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

import cv2
import numpy as np

from video_arena.game import Media
from video_arena.match import Box, FrameRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from video_arena.match import Span

Colour = tuple[int, int, int]
SKIN, SHIRT, RACKET = (226, 178, 142), (200, 52, 46), (230, 230, 240)
LINES: Colour = (236, 240, 236)
MEDIA = Media(width=1280, height=720, fps=Fraction(15), path="moving")


@cache
def _court() -> NDArray[np.uint8]:
    picture = np.full((MEDIA.height, MEDIA.width, 3), (52, 60, 74), np.uint8)
    corners = [np.array([[390, 150], [890, 150], [1120, 680], [160, 680]])]
    cv2.fillPoly(picture, corners, (44, 120, 84), cv2.LINE_AA)
    for t in (0.0, 0.06, 0.4, 0.5, 0.6, 0.94, 1.0):
        y = int(150 + 530 * t)
        left, right = (int(390 - 230 * t), y), (int(890 + 230 * t), y)
        cv2.line(picture, left, right, LINES, 3, cv2.LINE_AA)
    for u in (0.0, 0.08, 0.5, 0.92, 1.0):
        top, bottom = (int(390 + 500 * u), 150), (int(160 + 960 * u), 680)
        cv2.line(picture, top, bottom, LINES, 3, cv2.LINE_AA)
    return picture


def render(span: Span) -> Iterator[FrameRun]:
    """The frames of a span."""
    canvas = _court().copy()
    before: tuple[Box, ...] = ()
    for frame in range(*span):
        for x, y, width, height in before:
            canvas[y : y + height, x : x + width] = _court()[y : y + height, x : x + width]
        t = frame / float(MEDIA.fps)
        boxes = (
            _figure(canvas, 640 + 260 * sin(0.9 * t), 560 + 60 * cos(1.3 * t), 1.25, t),
            _figure(canvas, 640 + 150 * cos(0.8 * t), 240 + 30 * sin(1.1 * t), 0.75, t + 1),
            _shuttle(canvas, t),
        )
        yield FrameRun(canvas, 1, (*before, *boxes))
        before = boxes


def _figure(canvas: NDArray[np.uint8], x: float, y: float, size: float, t: float) -> Box:
    def at(right: float, up: float) -> tuple[int, int]:
        return round(16 * (x + size * right)), round(16 * (y - size * up))

    def limb(one: tuple[int, int], other: tuple[int, int], width: float, colour: Colour) -> None:
        cv2.line(canvas, one, other, colour, max(1, round(width * size)), cv2.LINE_AA, 4)

    step, swing = 22 * sin(6 * t), 0.7 + 1.3 * sin(2.2 * t)
    axes = (round(16 * 44 * size), round(16 * 12 * size))
    cv2.ellipse(canvas, at(0, 0), axes, 0, 0, 360, (36, 92, 66), cv2.FILLED, cv2.LINE_AA, 4)
    for side in (-1, 1):
        knee, foot = at(side * 10 + side * step / 2, 42), at(side * 12 + side * step, 2)
        limb(at(side * 8, 78), knee, 15, SKIN)
        limb(knee, foot, 12, SKIN)
    limb(at(0, 82), at(0, 132), 34, SHIRT)
    limb(at(-18, 134), at(-34, 104), 11, SKIN)
    hand = at(20 + 52 * cos(swing), 134 + 52 * sin(swing))
    limb(at(18, 136), hand, 11, SKIN)
    head = at(20 + 110 * cos(swing), 134 + 110 * sin(swing))
    limb(hand, head, 4, RACKET)
    cv2.circle(canvas, head, round(16 * 17 * size), RACKET, 2, cv2.LINE_AA, 4)
    cv2.circle(canvas, at(0, 158), round(16 * 15 * size), SKIN, cv2.FILLED, cv2.LINE_AA, 4)
    reach = round(160 * size)
    left, top = max(0, int(x) - reach), max(0, int(y - 275 * size))
    return Box(left, top, 2 * reach, min(720, int(y + 20 * size)) - top)


def _shuttle(canvas: NDArray[np.uint8], t: float) -> Box:
    phase = (t * 0.7) % 1
    x, y = 640 + 240 * cos(pi * t * 0.7), 400 + 160 * cos(2 * pi * phase) - 200 * sin(pi * phase)
    cv2.circle(canvas, (round(16 * x), round(16 * y)), 16 * 6, (250, 250, 250), -1, cv2.LINE_AA, 4)
    return Box(int(x) - 9, int(y) - 9, 20, 20)
