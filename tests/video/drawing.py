"""Board-like pictures, and what is to be compared with them."""

from __future__ import annotations

from fractions import Fraction

import av
import cv2
import numpy as np

from video_arena.game import Media
from video_arena.match import FrameRun

WOOD, DARK, LIGHT = (220, 179, 92), (20, 20, 20), (240, 240, 235)
CELLS = 8


def media(width: int, height: int, fps: Fraction | int, *, path="hold", max_gop_s=10) -> Media:
    return Media(width=width, height=height, fps=Fraction(fps), path=path, max_gop_s=max_gop_s)


def board(width: int, height: int, stones) -> np.ndarray:
    """A wooden board with lines and stones: (column, row, is it dark) on an 8x8 grid."""
    picture = np.full((height, width, 3), WOOD, np.uint8)
    for i in range(CELLS):
        x, y = centre(width, i), centre(height, i)
        cv2.line(picture, (x, 0), (x, height), DARK, 1, cv2.LINE_AA)
        cv2.line(picture, (0, y), (width, y), DARK, 1, cv2.LINE_AA)
    for column, row, dark in stones:
        place = centre(width, column), centre(height, row)
        radius = min(width, height) * 2 // (5 * CELLS)
        cv2.circle(picture, place, radius, DARK if dark else LIGHT, -1, cv2.LINE_AA)
    return picture


def centre(size: int, cell: int) -> int:
    """The pixel in the middle of a cell."""
    return size * (2 * cell + 1) // (2 * CELLS)


def game(width: int, height: int, counts, seed: int = 1) -> list[FrameRun]:
    """One more stone with every run."""
    dice = np.random.default_rng(seed)
    places = dice.permutation(CELLS * CELLS)
    stones, runs = [], []
    for i, count in enumerate(counts):
        place = int(places[i % len(places)])
        stones.append((place % CELLS, place // CELLS, (i + i // len(places)) % 2 == 0))
        runs.append(FrameRun(board(width, height, stones), count))
    return runs


def planes_of(path) -> list[np.ndarray]:
    """Every frame of a file as I420, decoded from the first to the last."""
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="yuv420p") for frame in container.decode(video=0)]


def floor(width: int) -> float:
    """The PSNR in dB to expect of the planes: a small board is nearly all edges.

    Chroma of a quarter of the size costs more than the encoder does, so sharpness is measured in
    the planes that were given to it; that the colours are right is seen on areas of one colour.
    """
    return 50.0 if width >= 500 else 40.0


def psnr(a: np.ndarray, b: np.ndarray) -> float:
    error = float(np.mean((a.astype(np.float64) - b) ** 2))
    return 10 * np.log10(255**2 / error) if error else 99.0
