"""CPU time of encoding a board video: the hold encoder beside moviepy, on the same frames.

    python bench/encode.py [--minutes 30] [--json]

The pictures are drawn before anything is measured. CPU is user and system time, children
included. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import tempfile
from bisect import bisect_right
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from video_arena.game import Media
from video_arena.match import FrameRun
from video_arena.video import encode, read_frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SIZE, POINTS, FPS = 612, 19, Fraction(25)
CHANGES_A_MINUTE = 250 / 30
TARGET = 40
"""How many times less CPU than moviepy the hold encoder may cost at least."""


@dataclass(frozen=True, slots=True)
class Result:
    """One encoder's figures."""

    encoder: str
    cpu_s: float
    frames_per_cpu_s: float
    megabytes: float
    psnr_db: float
    """RGB, the lowest of the sampled states; chroma of a quarter of the size is the limit."""


def board(minutes: float, seed: int) -> list[FrameRun]:
    """A game of go: a stone with every run, at uneven intervals."""
    dice = np.random.default_rng(seed)
    frames = round(minutes * 60 * FPS)
    changes = max(1, round(minutes * CHANGES_A_MINUTE))
    starts = [0, *sorted(dice.choice(np.arange(1, frames), changes, replace=False).tolist())]
    stops = [*starts[1:], frames]
    places = dice.permutation(POINTS * POINTS)
    picture = _empty_board()
    runs = []
    for i, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        if i:
            picture = picture.copy()
            row, column = divmod(int(places[i % len(places)]), POINTS)
            _draw_stone(picture, column, row, (20, 20, 20) if i % 2 else (240, 240, 235))
        runs.append(FrameRun(picture, stop - start))
    return runs


def _empty_board() -> NDArray[np.uint8]:
    picture = np.full((SIZE, SIZE, 3), (220, 179, 92), np.uint8)
    first, last = _place(0), _place(POINTS - 1)
    for i in range(POINTS):
        cv2.line(picture, (first, _place(i)), (last, _place(i)), (40, 30, 20), 1, cv2.LINE_AA)
        cv2.line(picture, (_place(i), first), (_place(i), last), (40, 30, 20), 1, cv2.LINE_AA)
    return picture


def _place(index: int) -> int:
    return (2 * index + 2) * SIZE // (2 * POINTS + 2)


def _draw_stone(
    picture: NDArray[np.uint8], column: int, row: int, colour: tuple[int, int, int]
) -> None:
    centre = _place(column) * 16, _place(row) * 16
    cv2.circle(picture, centre, 14 * 16, colour, -1, cv2.LINE_AA, 4)


def with_hold(runs: list[FrameRun], path: Path) -> None:
    """Encode with this project's encoder, the check of the finished file included."""
    encode(runs, Media(width=SIZE, height=SIZE, fps=FPS), path)


def with_moviepy(runs: list[FrameRun], path: Path) -> None:
    """Encode with moviepy: a function from time to picture, x264's preset veryfast."""
    from moviepy import VideoClip  # noqa: PLC0415 - an extra, and slow to import

    stops = list(accumulate(run.count for run in runs))

    def picture_at(second: float) -> NDArray[np.uint8]:
        return runs[bisect_right(stops, math.floor(second * FPS + 1e-6))].picture

    clip = VideoClip(picture_at, duration=float(stops[-1] / FPS))
    clip.write_videofile(
        str(path), fps=float(FPS), codec="libx264", preset="veryfast", audio=False, logger=None
    )


def cpu_s() -> float:
    """User and system seconds of this process and its ended children."""
    own, children = (
        resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measure(
    name: str, encoder: Callable[[list[FrameRun], Path], None], runs: list[FrameRun], folder: Path
) -> Result:
    """Encode once and look at what came out."""
    path = folder / f"{name}.mp4"
    # Imports and first use are no part of the figure.
    encoder([FrameRun(runs[0].picture, 5)], folder / "warm.mp4")
    before = cpu_s()
    encoder(runs, path)
    spent = cpu_s() - before
    frames = sum(run.count for run in runs)
    return Result(
        encoder=name,
        cpu_s=round(spent, 2),
        frames_per_cpu_s=round(frames / spent),
        megabytes=round(path.stat().st_size / 1e6, 2),
        psnr_db=round(lowest_psnr(runs, path), 1),
    )


def lowest_psnr(runs: list[FrameRun], path: Path) -> float:
    """RGB PSNR in dB of the middle frames of up to 40 runs, the lowest."""
    stops = list(accumulate(run.count for run in runs))
    sampled = range(0, len(runs), math.ceil(len(runs) / 40))
    middles = [stops[i] - 1 - runs[i].count // 2 for i in sampled]
    pictures = (picture for _, picture in read_frames(path, middles))
    return min(
        cv2.PSNR(runs[i].picture, picture) for i, picture in zip(sampled, pictures, strict=True)
    )


def summary(minutes: float, runs: list[FrameRun], results: list[Result]) -> dict[str, object]:
    """What `--json` prints."""
    hold, moviepy = results
    return {
        "minutes": minutes,
        "frames": sum(run.count for run in runs),
        "states": len(runs),
        "results": [asdict(result) for result in results],
        "moviepy_over_hold": round(moviepy.cpu_s / hold.cpu_s, 1),
        "target": TARGET,
    }


def print_table(found: dict[str, object], results: list[Result]) -> None:
    """The same for people."""
    print(f"{SIZE}x{SIZE}, {FPS} fps, {found['frames']} frames, {found['states']} states")
    print(f"{'encoder':10}{'CPU s':>10}{'frames/CPU-s':>15}{'MB':>8}{'PSNR dB':>10}")
    for r in results:
        rate = f"{r.frames_per_cpu_s:,}"
        print(f"{r.encoder:10}{r.cpu_s:>10}{rate:>15}{r.megabytes:>8}{r.psnr_db:>10}")
    print(f"moviepy / hold: {found['moviepy_over_hold']}x CPU (target: at least {TARGET}x)")


def main() -> int:
    """Measure both, print a table or JSON; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30, help="length of the video")
    parser.add_argument("--seed", type=int, default=1, help="of the game that is drawn")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    runs = board(options.minutes, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        results = [
            measure(name, encoder, runs, Path(folder))
            for name, encoder in (("hold", with_hold), ("moviepy", with_moviepy))
        ]
    found = summary(options.minutes, runs, results)
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        print_table(found, results)
    hold, moviepy = results
    return 0 if moviepy.cpu_s >= TARGET * hold.cpu_s else 1


if __name__ == "__main__":
    sys.exit(main())
