"""Chunks encoded apart and joined are the video encoded in one go."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from fractions import Fraction

import imageio_ffmpeg
import numpy as np
import pytest

from video_arena.match import Box, FrameRun, Span
from video_arena.video import UnsupportedStreamError, check_media, encode
from video_arena.video.chunks import chunk_spans, join_chunks, read_chunk, write_chunk
from video_arena.video.moving import chunk_frames

from .drawing import board, game, media, planes_of


def cut(runs, span):
    """The runs of a span."""
    at = 0
    for run in runs:
        count = min(at + run.count, span.stop) - max(at, span.start)
        if count > 0:
            yield replace(run, count=count)
        at += run.count


def chunks(runs, contract, folder):
    paths = []
    for span in reversed(chunk_spans(sum(run.count for run in runs), contract)):
        paths.append(folder / f"{span.start}.h264")
        write_chunk(cut(runs, span), span, contract, paths[-1])
    return paths[::-1]


@pytest.mark.parametrize(
    ("size", "fps", "gop", "counts"),
    [
        ((320, 180), 24, 2, [1, 2, 3] * 40),
        ((64, 64), Fraction(28, 5), 3, [1] * 33),  # 16 frames a chunk, and one left over
        ((64, 64), 1, 2, [1] * 7),  # the shortest chunks there are
        ((130, 34), 10, 1, [25, 1, 4]),  # runs across several borders
    ],
    ids=str,
)
def test_joined_chunks_are_the_whole_video(tmp_path, size, fps, gop, counts):
    contract = media(*size, fps, path="moving", max_gop_s=gop)
    runs = game(*size, counts)
    whole = encode(runs, contract, tmp_path / "whole.mp4")
    joined = join_chunks(chunks(runs, contract, tmp_path), contract, tmp_path / "joined.mp4")
    assert joined == whole
    assert (tmp_path / "joined.mp4").read_bytes() == (tmp_path / "whole.mp4").read_bytes()
    assert check_media(tmp_path / "joined.mp4", contract, sum(counts)) == []


def test_a_canvas_gives_the_bytes_of_whole_pictures(tmp_path):
    contract = media(320, 180, 10, path="moving", max_gop_s=1)
    pictures = [run.picture for run in game(320, 180, [1] * 35)]

    def on_a_canvas():
        canvas = np.zeros_like(pictures[0])
        for picture in pictures:
            rows, columns = np.nonzero((canvas != picture).any(axis=2))
            left, top = int(columns.min()), int(rows.min())
            box = Box(left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1)
            canvas[:] = picture
            yield FrameRun(canvas, 1, (box,))

    encode((FrameRun(picture, 1) for picture in pictures), contract, tmp_path / "whole.mp4")
    encode(on_a_canvas(), contract, tmp_path / "canvas.mp4")
    assert (tmp_path / "canvas.mp4").read_bytes() == (tmp_path / "whole.mp4").read_bytes()


def test_the_hold_encoder_takes_a_canvas_too(tmp_path):
    contract = media(64, 64, 10)
    runs = game(64, 64, [3, 1, 40, 2])

    def on_a_canvas():
        canvas = np.zeros_like(runs[0].picture)
        for run in runs:
            canvas[:] = run.picture
            yield FrameRun(canvas, run.count, (Box(0, 0, 64, 64),))

    encode(runs, contract, tmp_path / "whole.mp4")
    encode(on_a_canvas(), contract, tmp_path / "canvas.mp4")
    assert (tmp_path / "canvas.mp4").read_bytes() == (tmp_path / "whole.mp4").read_bytes()


def test_a_joined_video_decodes_without_a_complaint(tmp_path):
    """By another build of ffmpeg, told to stop at anything odd; and a chunk alone plays too."""
    contract = media(320, 180, 10, path="moving", max_gop_s=1)
    paths = chunks(game(320, 180, [1] * 35), contract, tmp_path)
    join_chunks(paths, contract, tmp_path / "joined.mp4")
    for path, frames in ((tmp_path / "joined.mp4", 35), (paths[0], 10)):
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "warning", "-err_detect", "explode"]
        command += ["-i", path, "-f", "framemd5", "-"]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        assert run.stderr == ""
        lines = [line for line in run.stdout.splitlines() if not line.startswith("#")]
        assert len(lines) == frames
    assert len(planes_of(tmp_path / "joined.mp4")) == 35


def test_spans_cover_the_video():
    contract = media(64, 64, Fraction(28, 5), path="moving", max_gop_s=10)
    assert chunk_spans(120, contract) == (Span(0, 56), Span(56, 112), Span(112, 120))
    assert chunk_spans(56, contract) == (Span(0, 56),)
    assert chunk_spans(1, contract) == (Span(0, 1),)


def test_a_chunk_of_one_frame_is_refused(tmp_path):
    contract = media(64, 64, 1, path="moving", max_gop_s=1)
    with pytest.raises(ValueError, match="a chunk needs two; raise max_gop_s"):
        chunk_frames(contract)
    with pytest.raises(ValueError, match="a chunk needs two"):
        encode(game(64, 64, [3]), contract, tmp_path / "case.mp4")


def test_chunks_of_different_videos_are_not_joined(tmp_path):
    small, large = (media(side, side, 10, path="moving", max_gop_s=1) for side in (64, 128))
    one, other = (_one_chunk(m, tmp_path / f"{m.width}.h264") for m in (small, large))
    with pytest.raises(UnsupportedStreamError, match=r"128\.h264 has other parameters"):
        join_chunks([one, other], small, tmp_path / "case.mp4")


def _one_chunk(contract, path):
    write_chunk(game(contract.width, contract.height, [10]), Span(0, 10), contract, path)
    assert sum(unit.keyframe for unit in read_chunk(path)) == 1
    return path


def test_a_wrong_picture_is_named_by_its_frame_in_the_video(tmp_path):
    contract = media(64, 64, 10, path="moving", max_gop_s=1)
    runs = [FrameRun(board(64, 64, []), 4), FrameRun(np.zeros((64, 66, 3), np.uint8), 1)]
    with pytest.raises(ValueError, match=r"run 1 \(from frame 24\): picture is"):
        write_chunk(runs, Span(20, 30), contract, tmp_path / "20.h264")
