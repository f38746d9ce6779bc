"""The scrambled copy differs in all that must not be seen; a watch sees what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.build.audits import Watch, scramble
from video_arena.match import Event, FrameRun, Match, Source, Span

leaves = st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text()
values = st.recursive(
    leaves, lambda v: st.lists(v, min_size=1) | st.dictionaries(st.text(), v, min_size=1)
)


def pairs(one, other):
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            yield from pairs(one[key], other[key])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            yield from pairs(a, b)
    else:
        yield one, other


@given(values)
def test_every_leaf_becomes_another_of_its_kind(value):
    found = list(pairs(value, scramble(value)))
    assert found
    for one, other in found:
        assert type(one) is type(other)
        assert one != other


SIDE, FRAMES = 8, 40
sides = st.lists(st.integers(1, 30), min_size=1, max_size=8, unique=True).map(sorted)


def drawn(events, span):
    """A grey picture that turns lighter by one with each event, on one canvas."""
    canvas = np.zeros((SIDE, SIDE, 3), np.uint8)
    for frame in range(*span):
        canvas[:, : SIDE // 2] = sum(event.frame <= frame for event in events)
        canvas[0, -1] = frame
        yield FrameRun(canvas, 1, ())


@given(frames=sides, length=st.integers(2, 20))
def test_watches_of_parts_see_what_one_watch_of_the_whole_sees(frames, length):
    events = [Event("x", {}, frame=frame, prefix=n) for n, frame in enumerate(frames, start=1)]
    match = Match(
        source=Source(file="f", place="p"),
        fingerprint="0",
        prefixes=len(events),
        frames=FRAMES,
        winner=None,
    )
    whole = Watch(match, events)
    pictures = [run.picture.copy() for run in whole.passing(drawn(events, Span(0, FRAMES)))]
    joined = Watch(match, events)
    for start in range(0, FRAMES, length):
        part = Watch(match, events, Span(start, min(FRAMES, start + length)))
        passed = [run.picture.copy() for run in part.passing(drawn(events, part.to_draw))]
        assert np.array_equal(passed, pictures[start : start + length])
        joined.add(part.seen)
    assert (joined.digests, joined.changed_pixels) == (whole.digests, whole.changed_pixels)
    assert joined.frames == whole.frames == FRAMES
    assert set(joined.digests) == set(whole.samples)
    # Half of the picture, and the pixel that changes with every frame.
    assert set(joined.changed_pixels.values()) == {SIDE * SIDE // 2 + 1}
    assert set(joined.changed_pixels) == set(frames)


@pytest.fixture
def match():
    return Match(
        source=Source(file="f", place="p"), fingerprint="0", prefixes=1, frames=9, winner=None
    )


def test_a_run_from_before_the_span_is_cut_and_shows_no_event(match):
    watch = Watch(match, [Event("x", {}, frame=4, prefix=1)], Span(4, 9))
    assert watch.to_draw == Span(3, 9)
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    assert [run.count for run in watch.passing([FrameRun(picture, 6)])] == [5]
    assert watch.changed_pixels == {4: 0}
    assert set(watch.digests) == {4, 8}


def test_parts_are_added_in_order(match):
    watch = Watch(match, [])
    with pytest.raises(ValueError, match="frame 0 is next, not 4"):
        watch.add(Watch(match, [], Span(4, 9)).seen)
