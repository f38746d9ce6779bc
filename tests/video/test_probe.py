from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import av
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from video_arena.video import VideoFileError, check_media, encode, probe, read_frames
from video_arena.video.boxes import index_comes_first, outer_boxes
from video_arena.video.colour import i420_to_rgb

from .drawing import LIGHT, centre, game, media, planes_of

CONTRACT = media(96, 96, 25)
COUNTS = [30, 300, 1, 249, 2, 60]


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    path = tmp_path_factory.mktemp("video") / "case.mp4"
    encode(game(96, 96, COUNTS), CONTRACT, path)
    return path


def other_file(path, *, audio=False, **codec):
    """A video of 60 frames that some other program might have written."""
    options = {"width": 96, "height": 96, "pix_fmt": "yuv420p", **codec}
    name = options.pop("codec", "libx264")
    file = options.pop("file", {})
    with av.open(str(path), "w", format="mp4", options=file) as container:
        stream = container.add_stream(name, rate=25, **options)
        sound = container.add_stream("aac", rate=48000, layout="mono") if audio else None
        for i in range(60):
            grey = np.full((96, 96, 3), 4 * i, np.uint8)
            frame = av.VideoFrame.from_ndarray(grey, format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if sound:
            silence = av.AudioFrame.from_ndarray(
                np.zeros((1, 1024), np.float32), format="fltp", layout="mono"
            )
            silence.sample_rate = 48000
            container.mux(sound.encode(silence))
            container.mux(sound.encode(None))


def test_a_video_of_ours_has_no_problems(video):
    assert check_media(video, CONTRACT, sum(COUNTS)) == []
    facts = probe(video)
    assert (facts.width, facts.height, facts.fps, facts.frames) == (96, 96, 25, 642)
    assert (facts.codec, facts.profile, facts.pix_fmt) == ("h264", "High", "yuv420p")
    assert (facts.matrix, facts.primaries, facts.transfer) == (6, 6, 6)


@pytest.mark.parametrize(
    ("contract", "frames", "problem"),
    [
        (replace(CONTRACT, width=98), 642, "size is 96x96, expected 98x96"),
        (replace(CONTRACT, fps=Fraction(26)), 642, "frame rate is 25, expected 26"),
        (CONTRACT, 641, "frames is 642, expected 641"),
        (replace(CONTRACT, max_gop_s=8), 642, "frames from keyframe to keyframe, at most 200"),
    ],
)
def test_each_difference_is_told(video, contract, frames, problem):
    problems = check_media(video, contract, frames)
    assert len(problems) == 1
    assert problem in problems[0]
    assert str(video) in problems[0]


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        ({"codec": "mpeg4"}, "codec is mpeg4, expected h264"),
        ({"pix_fmt": "yuv444p"}, "pixel format is yuv444p"),
        ({"pix_fmt": "yuv444p"}, "profile is High 4:4:4 Predictive"),
        ({}, "colour tags"),
        ({}, "not tagged as limited"),
        ({}, "carries SEI"),
        ({}, "moov does not come before mdat"),
        ({}, "carries metadata: encoder"),
        ({"audio": True}, "audio track"),
    ],
)
def test_what_another_program_wrote_is_seen_through(tmp_path, made, problem):
    path = tmp_path / "other.mp4"
    other_file(path, **made)
    problems = check_media(path, CONTRACT, 60)
    assert any(problem in text for text in problems), problems


def test_faststart_is_told_from_its_absence(tmp_path, video):
    assert [name for name, _ in outer_boxes(video)] == ["ftyp", "moov", "free", "mdat"]
    assert index_comes_first(video)
    late = tmp_path / "late.mp4"
    other_file(late)
    assert not index_comes_first(late)
    early = tmp_path / "early.mp4"
    other_file(early, file={"movflags": "+faststart"})
    assert index_comes_first(early)


@pytest.mark.parametrize("content", [b"", b"no video at all" * 50])
def test_a_file_that_is_no_video(tmp_path, content):
    path = tmp_path / "case.mp4"
    path.write_bytes(content)
    with pytest.raises(VideoFileError, match=r"case\.mp4: not a readable video"):
        probe(path)
    with pytest.raises(VideoFileError, match=r"case\.mp4: not a readable video"):
        list(read_frames(path, [0]))
    assert len(check_media(path, CONTRACT, 1)) == 1


def test_a_file_that_was_cut_off(tmp_path, video):
    path = tmp_path / "cut.mp4"
    path.write_bytes(video.read_bytes()[:-3000])
    assert any("frames is" in problem for problem in check_media(path, CONTRACT, 642))
    with pytest.raises(VideoFileError, match=r"cut\.mp4"):
        list(read_frames(path, [641]))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        probe(tmp_path / "none.mp4")


@pytest.fixture(scope="module")
def pictures(video):
    return [i420_to_rgb(planes) for planes in planes_of(video)]


@given(st.lists(st.integers(0, sum(COUNTS) - 1), max_size=8).map(sorted))
@settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_frames_read_singly_are_those_of_the_whole(video, pictures, indices):
    read = list(read_frames(video, indices))
    assert [index for index, _ in read] == indices
    assert all(np.array_equal(picture, pictures[index]) for index, picture in read)


def test_every_frame_read_in_a_row(video, pictures):
    read = list(read_frames(video, range(642)))
    assert len(read) == 642
    assert all(np.array_equal(picture, pictures[index]) for index, picture in read)


def test_frames_of_a_video_with_b_frames(tmp_path):
    path = tmp_path / "other.mp4"
    other_file(path, options={"bf": "3", "g": "12", "colorspace": "smpte170m"})
    wanted = [0, 3, 4, 11, 12, 13, 30, 59]
    for index, picture in read_frames(path, wanted):
        assert abs(int(picture[48, 48, 0]) - 4 * index) <= 4


def test_the_colours_are_rgb(video):
    runs = game(96, 96, COUNTS)
    ((_, picture),) = read_frames(video, [641])
    drawn = runs[-1].picture
    light = [
        (centre(96, x), centre(96, y))
        for x in range(8)
        for y in range(8)
        if tuple(drawn[centre(96, y), centre(96, x)]) == LIGHT
    ]
    assert len(light) == 3
    for x, y in light:
        assert np.abs(picture[y, x].astype(int) - LIGHT).max() <= 12


@pytest.mark.parametrize("indices", [[3, 2], [-1]])
def test_indices_must_rise(video, indices):
    with pytest.raises(ValueError, match="must rise from 0"):
        list(read_frames(video, indices))


def test_there_is_no_frame_after_the_last(video):
    with pytest.raises(IndexError, match="no frame 642, it has 642"):
        list(read_frames(video, [0, 642]))
