from __future__ import annotations

import hashlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from video_arena.match import FrameRun
from video_arena.video import check_media, encode, probe
from video_arena.video.bits import BitReader, unescape
from video_arena.video.colour import rgb_to_i420
from video_arena.video.hold import encode_hold, joined

from .drawing import board, floor, game, media, planes_of, psnr

ONCE = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
SIZES = st.sampled_from([(64, 64), (612, 612), (548, 548), (130, 34), (18, 50)])
RATES = st.sampled_from([Fraction(1), Fraction(25), Fraction(28, 5)])


def check(runs, contract, path):
    """Encode, decode every frame, and compare with what was drawn."""
    frames = sum(run.count for run in runs)
    facts = encode(runs, contract, path)
    assert (facts.frames, facts.fps, facts.steady) == (frames, contract.fps, True)
    assert facts.duration_s == pytest.approx(float(frames / contract.fps), abs=1e-9)
    assert facts.longest_gop <= contract.max_gop_s * contract.fps
    assert check_media(path, contract, frames) == []
    decoded = iter(planes_of(path))
    for run in joined(runs):
        first = next(decoded)
        assert psnr(first, rgb_to_i420(run.picture)) >= floor(contract.width)
        for _ in range(run.count - 1):
            assert np.array_equal(next(decoded), first), "a hold is constant to the bit"
    assert next(decoded, None) is None


@given(
    size=SIZES,
    fps=RATES,
    counts=st.lists(st.integers(1, 40), min_size=1, max_size=12),
    max_gop_s=st.integers(2, 10),
    seed=st.integers(0, 99),
)
@ONCE
def test_every_frame_is_the_drawn_one(tmp_path, size, fps, counts, max_gop_s, seed):
    contract = media(*size, fps, max_gop_s=max_gop_s)
    check(game(*size, counts, seed), contract, tmp_path / "case.mp4")


@pytest.mark.parametrize(
    ("size", "fps", "counts"),
    [
        ((612, 612), 25, [700, 3, 1, 260, 250, 249, 251]),  # holds longer than the group
        ((548, 548), 1, [1, 1, 1, 33, 9, 10, 11, 2, 8]),
        ((504, 504), Fraction(28, 5), [56, 57, 55, 1, 112, 113]),
        ((64, 64), 25, [1] * 64),  # frame_num of x264's slices wraps four times
        ((64, 64), 25, [15, 16, 17, 18, 100]),  # and that of the skip slices
        ((2, 2), 25, [1, 5]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_the_edges_of_groups_and_counters(tmp_path, size, fps, counts):
    check(game(*size, counts), media(*size, fps), tmp_path / "case.mp4")


def test_a_single_frame(tmp_path):
    check(game(612, 612, [1]), media(612, 612, 25), tmp_path / "case.mp4")


def test_noise_needs_emulation_prevention_and_survives_it(tmp_path):
    # Many random bytes: some P slice holds 00 00 0x before or after frame_num is rewritten.
    dice = np.random.default_rng(3)
    contract = media(320, 320, 25)
    runs = [FrameRun(dice.integers(0, 256, (320, 320, 3), np.uint8), n) for n in [2, 7] * 8]
    units = list(encode_hold(runs, contract))
    assert any(b"\0\0\3" in unit.data for unit in units if not unit.keyframe)
    encode(runs, contract, tmp_path / "case.mp4")
    decoded = iter(planes_of(tmp_path / "case.mp4"))
    for run in runs:
        frames = [next(decoded) for _ in range(run.count)]
        assert psnr(frames[0], rgb_to_i420(run.picture)) >= 40
        assert all(np.array_equal(frame, frames[0]) for frame in frames)


def test_equal_neighbours_are_one_hold(tmp_path):
    first, last = board(64, 64, []), board(64, 64, [(3, 3, True)])
    parts = [FrameRun(first, 7), FrameRun(first.copy(), 8), FrameRun(first, 1), FrameRun(last, 4)]
    whole = [FrameRun(first, 16), FrameRun(last, 4)]
    contract = media(64, 64, 25)
    check(parts, contract, tmp_path / "parts.mp4")
    encode(whole, contract, tmp_path / "whole.mp4")
    assert (tmp_path / "parts.mp4").read_bytes() == (tmp_path / "whole.mp4").read_bytes()


def test_each_distinct_picture_is_encoded_once():
    runs = game(64, 64, [300, 10, 600])
    units = list(encode_hold(runs, media(64, 64, 25)))
    assert len(units) == 910
    assert [i for i, unit in enumerate(units) if unit.keyframe] == [0, 250, 310, 560, 810]
    # The first state's second IDR is the first one again, and so is the last one's.
    assert units[0].data == units[250].data
    assert units[310].data == units[560].data == units[810].data
    # Everything else but one slice of the second state is one of the skip slices.
    others = [unit.data for unit in units if not unit.keyframe and len(unit.data) > 16]
    assert others == [units[300].data]


def frame_num(data: bytes) -> int:
    """`frame_num` of a slice of ours: after three ue(v), four bits wide (7.3.3)."""
    reader = BitReader(unescape(data[5:40]))
    for _ in range(3):
        reader.unsigned()
    return reader.bits(4)


@pytest.mark.parametrize("counts", [[1] * 40, [40], [3, 1, 1, 600, 17, 1, 2] * 5])
def test_frame_num_counts_the_pictures_since_the_last_idr(counts):
    # ffmpeg forgives a wrong one, OpenH264 does not.
    since = 0
    for unit in encode_hold(game(64, 64, counts), media(64, 64, 25)):
        since = 0 if unit.keyframe else since + 1
        assert frame_num(unit.data) == since % 16


def test_keyframes_stand_at_state_changes_where_holds_are_short():
    counts = [100, 100, 100, 30, 200, 50, 1]
    units = encode_hold(game(64, 64, counts), media(64, 64, 25))
    changes = [sum(counts[:i]) for i in range(len(counts))]
    keys = [i for i, unit in enumerate(units) if unit.keyframe]
    assert set(keys) <= set(changes)
    assert keys == [0, 200, 330, 580]


def test_the_same_runs_give_the_same_bytes(tmp_path):
    digests = set()
    for i in range(3):
        path = tmp_path / f"case-{i}.mp4"
        encode(game(548, 548, [5, 300, 2, 9]), media(548, 548, 25), path)
        digests.add(hashlib.sha256(path.read_bytes()).hexdigest())
    assert len(digests) == 1


def test_a_group_of_one_frame_is_refused(tmp_path):
    with pytest.raises(ValueError, match="holding needs two; raise max_gop_s"):
        encode(game(64, 64, [3]), media(64, 64, 1, max_gop_s=1), tmp_path / "case.mp4")


def test_facts_are_those_of_the_file(tmp_path):
    path = tmp_path / "case.mp4"
    assert encode(game(64, 64, [30]), media(64, 64, 25), path) == probe(path)
