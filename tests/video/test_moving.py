from __future__ import annotations

from fractions import Fraction

import pytest

from video_arena.video import check_media, encode
from video_arena.video.colour import rgb_to_i420

from .drawing import floor, game, media, planes_of, psnr


@pytest.mark.parametrize(
    ("size", "fps", "counts"),
    [
        ((768, 768), 15, [1] * 40),
        ((320, 180), 24, [1, 2, 3] * 90),  # more than one group
        ((140, 130), Fraction(28, 5), [1] * 130),
        ((64, 64), 1, [25]),
        ((64, 64), 15, [1]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_every_frame_is_the_drawn_one(tmp_path, size, fps, counts):
    contract = media(*size, fps, path="moving")
    path = tmp_path / "case.mp4"
    runs = game(*size, counts)
    facts = encode(runs, contract, path)
    assert facts.longest_gop == min(sum(counts), int(10 * contract.fps))
    assert facts.duration_s == pytest.approx(float(sum(counts) / contract.fps), abs=1e-9)
    assert check_media(path, contract, sum(counts)) == []
    decoded = planes_of(path)
    drawn = [run.picture for run in runs for _ in range(run.count)]
    assert len(decoded) == len(drawn)
    for got, picture in zip(decoded, drawn, strict=True):
        assert psnr(got, rgb_to_i420(picture)) >= min(floor(size[0]), 45)


def test_the_same_runs_give_the_same_bytes(tmp_path):
    contract = media(320, 180, 24, path="moving")
    for name in ("a.mp4", "b.mp4"):
        encode(game(320, 180, [1, 2] * 100), contract, tmp_path / name)
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
