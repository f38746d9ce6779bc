"""The picture: what is scored is what is seen, wherever the drawing begins."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from va_badminton.flight import DRAG, GRAVITY, fly, lift_over_net
from va_badminton.picture.body import GRIP_TO_SWEET
from va_badminton.picture.camera import CAMERA, HEIGHT, WIDTH
from va_badminton.picture.render import render
from va_badminton.picture.scene import court_lines, scene
from va_badminton.picture.segment import make_segment
from video_arena.match import Span

NO_HUD: frozenset[str] = frozenset()


def frames(match, start, stop):
    return [run.picture.copy() for run in render(match, Span(start, stop), NO_HUD)]


@pytest.fixture(scope="module")
def segments(short_match):
    return [make_segment(short_match, k) for k in range(len(short_match.rallies))]


def test_a_frame_drawn_alone_is_that_of_the_sequence(short_match, segments):
    # Across a boundary of segments, and in the middle of a swing.
    hit = round(short_match.rallies[1].strokes[1].time * 15)
    for first in (segments[1].start - 4, hit - 3):
        for offset, picture in enumerate(frames(short_match, first, first + 8)):
            (alone,) = frames(short_match, first + offset, first + offset + 1)
            assert np.array_equal(alone, picture), first + offset


def test_nothing_changes_outside_the_boxes(short_match):
    before = None
    for run in render(short_match, Span(50, 110), NO_HUD):
        assert (run.count, run.picture.shape) == (1, (HEIGHT, WIDTH, 3))
        if before is not None:
            changed = (run.picture != before).any(axis=2)
            for box in run.dirty:
                changed[max(0, box.y) : box.y + box.height, max(0, box.x) : box.x + box.width] = 0
            assert not changed.any()
        before = run.picture.copy()


def test_the_strings_are_at_the_shuttle_when_it_is_hit(short_match, segments):
    misses = []
    for rally, segment in zip(short_match.rallies, segments, strict=True):
        for stroke in rally.strokes:
            i = round(stroke.time * 15) - segment.start
            arms = segment.players[0 if stroke.side == "near" else 1].arms
            sweet = arms.fist[i] + GRIP_TO_SWEET * arms.racket[i]
            misses.append(np.linalg.norm(sweet - segment.shuttle[i]))
    # A stretched arm may miss by less than the shuttle is drawn long.
    assert np.median(misses) < 0.05
    assert max(misses) < 0.35


def test_the_shuttle_is_at_its_end_in_the_events_frame(short_match, segments):
    for i, (rally, segment) in enumerate(zip(short_match.rallies, segments, strict=True)):
        frame = short_match.event_frame(i) - segment.start
        x, y, z = segment.shuttle[frame]
        if rally.end.kind == "floor":
            assert (x, y) == pytest.approx(rally.end.place, abs=0.05)
            assert z < 0.12
            assert segment.shuttle[frame - 1][2] > z
        else:
            assert abs(y) < 0.06
            assert z < 1.55
        sides = np.sign(segment.shuttle[frame : frame + 30, 1])
        assert len(set(sides.tolist())) == 1


def test_segments_meet(segments):
    for before, after in pairwise(segments):
        assert before.stop == after.start
        for old, new in zip(before.players, after.players, strict=True):
            for name in ("pelvis", "head", "ankles", "knees", "shoulders"):
                gap = getattr(old.trunk, name)[-1] - getattr(new.trunk, name)[0]
                assert np.abs(gap).max() < 0.03, name
            for name in ("fist", "elbow", "free_fist", "racket"):
                gap = getattr(old.arms, name)[-1] - getattr(new.arms, name)[0]
                assert np.abs(gap).max() < 0.05, name
        assert np.abs(before.shuttle[-1] - after.shuttle[0]).max() < 0.05


def test_nobody_jumps(segments):
    for segment in segments:
        for player in segment.players:
            pelvis = np.linalg.norm(np.diff(player.trunk.pelvis, axis=0), axis=1) * 15
            assert pelvis.max() < 9.0  # m/s
            feet = np.diff(player.trunk.ankles, axis=0)
            still = np.linalg.norm(feet, axis=2).min(axis=1)
            # One foot is planted in most frames: no sliding.
            assert np.mean(still < 0.02) > 0.6
        assert not np.isnan(segment.shuttle).any()


def test_the_picture_does_not_depend_on_the_score(short_match):
    at = short_match.event_frame(1)
    other = replace(
        short_match,
        results=tuple(r._replace(side="far", zone="out") for r in short_match.results),
        hidden={}, winner=None,
    )  # fmt: skip
    assert np.array_equal(frames(short_match, at, at + 1)[0], frames(other, at, at + 1)[0])


def test_flights_obey_drag_and_arrive():
    start = np.array([[0.0, -5.0, 2.6], [0.5, -0.6, 1.0], [1.0, -6.0, 2.7]])
    end = np.array([[1.0, 5.5, 2.5], [0.0, 0.7, 0.9], [-1.0, 4.0, 0.8]])
    seconds = np.array([1.5, 0.9, 0.55])
    path = fly(start, end, seconds)
    assert np.allclose(path[:, 0], start)
    assert np.allclose(path[:, -1], end)
    # The equation of motion itself, by second differences in the middle of each flight.
    dt = (seconds / (path.shape[1] - 1))[:, None]
    velocity = np.diff(path, axis=1) / dt[:, None]
    speed = np.linalg.norm(velocity, axis=2)
    slowing = np.diff(velocity, axis=1) / dt[:, None]
    mean = (velocity[:, 1:] + velocity[:, :-1]) / 2
    pull = -DRAG * (speed[:, 1:, None] + speed[:, :-1, None]) / 2 * mean
    pull[:, :, 2] -= GRAVITY
    assert np.allclose(slowing[:, 4:], pull[:, 4:], rtol=0.06, atol=0.6)


def test_no_flight_goes_through_the_net():
    start, end = np.array([[0.0, -2.0, 0.9]]), np.array([[0.0, 2.0, 0.9]])
    path = fly(start, end, np.array([0.35]))
    over = lift_over_net(path)[0]
    crossing = np.argmin(np.abs(over[:, 1]))
    assert over[crossing, 2] > 1.524
    assert path[0, crossing, 2] < 1.524


def test_the_lines_are_painted_where_the_zones_divide():
    quads = [np.array(quad) for quad in court_lines()]
    for depth in (1.98, 5.94, 6.70):
        edges = [q for q in quads if np.isclose(np.abs(q[:, 1]), depth).sum() == 2
                 and np.ptp(q[:, 0]) > 6]  # fmt: skip
        assert len(edges) == 2
    # ... and are white in the picture: the near base line, just inside its outer edge.
    (x, y), _ = CAMERA.project(np.array([1.0, -6.68, 0.0]))
    assert scene().whole[round(y), round(x)].min() > 180
