from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from video_arena.match import FrameRun
from video_arena.video import encode
from video_arena.video.mux import timescale

from .drawing import board, game, media


@pytest.mark.parametrize("path", ["hold", "moving"])
@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        (np.zeros((64, 66, 3), np.uint8), r"uint8 \(64, 66, 3\), expected uint8 \(64, 64, 3\)"),
        (np.zeros((64, 64, 3), np.float32), r"float32 \(64, 64, 3\)"),
        (np.zeros((64, 64), np.uint8), r"uint8 \(64, 64\)"),
        (np.zeros((64, 64, 4), np.uint8), r"uint8 \(64, 64, 4\)"),
    ],
)
def test_a_wrong_picture_is_named(tmp_path, path, picture, complaint):
    runs = [FrameRun(board(64, 64, []), 12), FrameRun(picture, 1)]
    with pytest.raises(ValueError, match=rf"run 1 \(from frame 12\): picture is {complaint}"):
        encode(runs, media(64, 64, 25, path=path), tmp_path / "case.mp4")


@pytest.mark.parametrize("count", [0, -3])
def test_a_wrong_count_is_named(tmp_path, count):
    runs = [FrameRun(board(64, 64, []), count)]
    with pytest.raises(ValueError, match=f"run 0 .*count is {count}"):
        encode(runs, media(64, 64, 25), tmp_path / "case.mp4")


@pytest.mark.parametrize("path", ["hold", "moving"])
def test_no_frames_is_an_error(tmp_path, path):
    with pytest.raises(ValueError, match="no frames"):
        encode([], media(64, 64, 25, path=path), tmp_path / "case.mp4")


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        encode(game(64, 64, [3]), media(64, 64, 25), tmp_path / "no" / "case.mp4")


def test_runs_are_read_as_a_stream(tmp_path):
    contract = media(64, 64, 25)
    encode(iter(game(64, 64, [3, 4])), contract, tmp_path / "stream.mp4")
    encode(game(64, 64, [3, 4]), contract, tmp_path / "list.mp4")
    assert (tmp_path / "stream.mp4").read_bytes() == (tmp_path / "list.mp4").read_bytes()


def test_the_name_of_the_file_does_not_matter(tmp_path):
    contract = media(64, 64, 25)
    names = ("case.mp4", ".case.mp4.4711.partial", "case.mkv", "case %03d")
    for name in names:
        encode(game(64, 64, [3, 4]), contract, tmp_path / name)
    assert len({(tmp_path / name).read_bytes() for name in names}) == 1


def test_nothing_but_the_pictures_is_in_the_file(tmp_path):
    encode(game(64, 64, [3, 4]), media(64, 64, 25), tmp_path / "case.mp4")
    content = (tmp_path / "case.mp4").read_bytes()
    assert not any(name in content for name in (b"Lavf", b"Lavc", b"x264", b"FFmpeg"))
    assert b"\0\0\0\x08ilst" in content, "the list of tags is there, and empty"


@pytest.mark.parametrize(
    ("fps", "ticks"),
    [(1, 16384), (25, 12800), (Fraction(28, 5), 14336), (Fraction(30000, 1001), 30000)],
)
def test_a_frame_is_a_whole_number_of_ticks(fps, ticks):
    assert timescale(Fraction(fps)) == ticks
    assert (ticks / Fraction(fps)).denominator == 1


def test_importing_the_core_imports_neither_pyav_nor_opencv():
    code = "import sys, video_arena; sys.exit(bool({'av', 'cv2'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
