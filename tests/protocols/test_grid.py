"""Protocol A's frames: how many, when, and which."""

from __future__ import annotations

from fractions import Fraction
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.protocols.grid import frame_grid

durations = st.fractions(min_value=Fraction(1, 25), max_value=6000, max_denominator=28)


@pytest.mark.parametrize(
    ("duration", "count", "spacing"),
    [
        (Fraction(2100), 256, "8.20"),  # the longest GFootball video
        (Fraction(257), 256, "1.00"),
        (Fraction(256), 256, "1.00"),
        (Fraction(2559, 10), 255, "1.00"),
        (Fraction(192), 192, "1.00"),
        (Fraction(19, 10), 1, "1.90"),
        (Fraction(1, 25), 1, "0.04"),  # shorter than a second: its first frame
    ],
)
def test_count_and_spacing(duration, count, spacing):
    grid = frame_grid(duration)
    assert (grid.count, f"{float(grid.spacing):.2f}") == (count, spacing)


def test_published_lengths_give_the_published_median_spacings():
    """Gomoku 3.2 min: 1.00 s; Doudizhu 4.4 min: 1.03 s; GFootball's sweep 15 to 35 min: 5.86 s."""
    assert f"{float(frame_grid(Fraction(32, 10) * 60).spacing):.2f}" == "1.00"
    assert f"{float(frame_grid(Fraction(44, 10) * 60).spacing):.2f}" == "1.03"
    sweep = [60 * (15 + Fraction(20, 19) * step) for step in range(20)]
    assert sweep[-1] == 2100
    assert f"{float(median(frame_grid(d).spacing for d in sweep)):.2f}" == "5.86"


def test_the_times_are_the_papers():
    grid = frame_grid(Fraction(512))
    assert grid.times[:3] == (0, 2, 4)
    assert grid.times[-1] == grid.duration - grid.spacing == 510
    assert grid.rate == 0.5


def test_a_frame_stands_on_the_screen_at_its_time():
    # 7.5 s in 7 frames, 15/14 s apart; at 2 fps frame k stands from k/2 s on.
    assert frame_grid(Fraction(15, 2)).frames(Fraction(2)) == (0, 2, 4, 6, 8, 10, 12)


@pytest.mark.parametrize(("duration", "most"), [(0, 256), (-1, 256), (10, 0)])
def test_nothing_to_show_is_refused(duration, most):
    with pytest.raises(ValueError, match="frames"):
        frame_grid(Fraction(duration), most)


@given(durations, st.integers(1, 300))
def test_a_grid_is_uniform_and_ends_one_spacing_before_the_video(duration, most):
    grid = frame_grid(duration, most)
    assert 1 <= grid.count <= max(1, min(most, duration))
    steps = {b - a for a, b in zip(grid.times, grid.times[1:], strict=False)}
    assert steps <= {grid.spacing}
    assert grid.times[0] == 0
    assert grid.times[-1] + grid.spacing == duration
    if duration >= 1:
        assert grid.spacing >= 1


@given(st.integers(1, 150_000), st.sampled_from([Fraction(1), Fraction(28, 5), Fraction(25)]))
def test_no_frame_is_made_up_or_sent_twice(frames, fps):
    chosen = frame_grid(Fraction(frames) / fps).frames(fps)
    assert len(set(chosen)) == len(chosen)
    assert chosen[-1] < frames
