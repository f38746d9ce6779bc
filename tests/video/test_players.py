"""The same file in other programs' hands: every frame right, and every seek."""

from __future__ import annotations

import hashlib
import subprocess
from fractions import Fraction

import cv2
import imageio_ffmpeg
import numpy as np
import pytest

from video_arena.video import encode
from video_arena.video.colour import rgb_to_i420

from .drawing import floor, game, media, planes_of, psnr

FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
VIDEOS = {
    "hold 25": (media(612, 612, 25), [40, 300, 1, 1, 17, 250, 5]),
    "hold 1": (media(548, 548, 1), [1, 1, 12, 30, 3, 1, 9]),
    "hold 28/5": (media(504, 504, Fraction(28, 5)), [12, 1, 1, 90, 60, 3]),
    "moving 24": (media(320, 180, 24, path="moving"), [1, 1, 2] * 90),
}


@pytest.fixture(scope="module", params=list(VIDEOS))
def video(request, tmp_path_factory):
    """The contract, the runs and the file."""
    contract, counts = VIDEOS[request.param]
    path = tmp_path_factory.mktemp("video") / "case.mp4"
    runs = game(contract.width, contract.height, counts)
    encode(runs, contract, path)
    return contract, runs, path


def frames_to_seek(runs) -> list[int]:
    """The first and the last frame of every run, and of every group of 250; out of order."""
    starts = np.cumsum([0, *[run.count for run in runs]])
    total = int(starts[-1])
    wanted = {*starts[:-1].tolist(), *(starts[1:] - 1).tolist()}
    wanted |= {i for i in (9, 10, 55, 56, 249, 250, 251, 499, 500) if i < total}
    ordered = sorted(wanted)[:40]
    return ordered[::2] + ordered[1::2][::-1]


def decoders() -> str:
    command = [FFMPEG, "-hide_banner", "-decoders"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# OpenH264 is no kin of ffmpeg's own decoder: what both read alike is what the standard says.
@pytest.mark.parametrize("decoder", ["h264", "libopenh264"])
def test_ffmpeg_decodes_every_frame_and_finds_no_error(video, decoder):
    if decoder not in decoders():
        pytest.skip(f"this ffmpeg has no {decoder}")
    contract, runs, path = video
    command = [FFMPEG, "-v", "warning", "-xerror", "-err_detect", "explode"]
    command += ["-c:v", decoder, "-i", str(path)]
    command += ["-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f", "framemd5", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split(",") for line in done.stdout.splitlines() if not line.startswith("#")]
    seen = [row[5].strip() for row in rows]
    planes = planes_of(path)
    assert seen == [hashlib.md5(frame.tobytes()).hexdigest() for frame in planes]
    drawn = [run.picture for run in runs for _ in range(run.count)]
    assert len(planes) == len(drawn)
    last = None
    for frame, picture in zip(planes, drawn, strict=True):
        if picture is not last:
            wanted, last = rgb_to_i420(picture), picture
        assert psnr(frame, wanted) >= min(floor(contract.width), 45)


def test_ffmpeg_seeks_to_the_frame(video):
    contract, runs, path = video
    planes = planes_of(path)
    for index in frames_to_seek(runs)[:8]:
        time = f"{float(index / contract.fps):.6f}"
        command = [FFMPEG, "-v", "error", "-ss", time, "-i", str(path), "-frames:v", "1"]
        command += ["-pix_fmt", "yuv420p", "-f", "rawvideo", "-"]
        raw = subprocess.run(command, capture_output=True, check=True).stdout
        assert raw == planes[index].tobytes(), index


def test_opencv_reads_and_seeks_every_frame(video):
    contract, runs, path = video
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    total = sum(run.count for run in runs)
    assert capture.get(cv2.CAP_PROP_FPS) == float(contract.fps)
    assert capture.get(cv2.CAP_PROP_FRAME_COUNT) == total
    frames = []
    for run in runs:
        for i in range(run.count):
            there, frame = capture.read()
            assert there
            frames.append(frame)
            # Right in the colours, up to what chroma of a quarter of the size costs.
            if i in {0, run.count - 1}:
                assert psnr(frame[:, :, ::-1], run.picture) >= 25
            if i and contract.path == "hold":
                assert np.array_equal(frame, frames[-2])
    assert not capture.read()[0]
    for index in frames_to_seek(runs):
        capture.set(cv2.CAP_PROP_POS_FRAMES, index)
        assert np.array_equal(capture.read()[1], frames[index]), index
    capture.release()
