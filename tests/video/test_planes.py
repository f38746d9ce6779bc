"""Converting the boxes that changed gives what converting the picture gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.match import Box, FrameRun
from video_arena.video.colour import rgb_to_i420
from video_arena.video.planes import DirtyBoxError, Planes, even_box, united

EVEN = st.integers(1, 40).map(lambda half: 2 * half)
BOX = st.builds(
    Box, st.integers(-12, 90), st.integers(-12, 90), st.integers(0, 100), st.integers(0, 100)
)


def pixels_of(box, width, height):
    """The part of a box that lies in the picture, as two slices."""
    rows = slice(min(max(box.y, 0), height), min(max(box.y + box.height, 0), height))
    columns = slice(min(max(box.x, 0), width), min(max(box.x + box.width, 0), width))
    return rows, columns


@given(
    size=st.tuples(EVEN, EVEN),
    steps=st.lists(st.lists(BOX, max_size=4), min_size=1, max_size=4),
    seed=st.integers(0, 99),
    overhead=st.sampled_from([0, 10, 300]),
)
def test_boxes_give_the_planes_of_the_whole_picture(size, steps, seed, overhead):
    dice = np.random.default_rng(seed)
    width, height = size
    canvas = dice.integers(0, 256, (height, width, 3), np.uint8)
    planes = Planes(overhead)
    planes.show(FrameRun(canvas, 1, ()))
    for boxes in steps:
        for box in boxes:
            part = canvas[pixels_of(box, width, height)]
            part[:] = dice.integers(0, 256, part.shape, np.uint8)
        shown = planes.show(FrameRun(canvas, 1, tuple(boxes)))
        assert np.array_equal(shown, rgb_to_i420(canvas))
        planes.check(canvas)


@given(box=BOX, size=st.tuples(EVEN, EVEN))
def test_a_box_grows_to_whole_blocks_and_no_further(box, size):
    width, height = size
    inside = np.zeros((height, width), np.bool_)
    inside[pixels_of(box, width, height)] = True
    blocks = inside.reshape(height // 2, 2, width // 2, 2).any(axis=(1, 3))
    grown = np.zeros_like(inside)
    even = even_box(box, width, height)
    if even is not None:
        assert not any(number % 2 for number in even)
        grown[pixels_of(even, width, height)] = True
    assert np.array_equal(grown, blocks.repeat(2, axis=0).repeat(2, axis=1))


@given(boxes=st.lists(BOX, max_size=12), overhead=st.sampled_from([0, 300, 9000]))
def test_united_boxes_cover_no_less_and_cost_no_more(boxes, overhead):
    covered = np.zeros((200, 200), np.bool_)
    joined = united(boxes, overhead)
    for box in joined:
        covered[pixels_of(box, 200, 200)] = True
    for box in boxes:
        assert covered[pixels_of(box, 200, 200)].all()
    assert cost(joined, overhead) <= cost(boxes, overhead)


def cost(boxes, overhead):
    return sum(overhead + box.width * box.height for box in boxes)


def test_a_sprite_that_moves_a_little_is_one_box():
    was, now, far = Box(100, 100, 80, 200), Box(104, 98, 80, 200), Box(900, 100, 80, 200)
    assert united([was, far, now], 20_000) == [far, Box(100, 98, 84, 202)]


def test_the_first_picture_is_converted_whatever_its_boxes():
    picture = np.full((8, 8, 3), (9, 200, 60), np.uint8)
    assert np.array_equal(Planes().show(FrameRun(picture, 1, ())), rgb_to_i420(picture))


def test_whole_pictures_and_boxes_may_take_turns():
    dice = np.random.default_rng(3)
    planes = Planes(overhead=0)
    picture = dice.integers(0, 256, (16, 16, 3), np.uint8)
    for dirty in (None, (Box(0, 0, 3, 3),), None, (Box(5, 5, 3, 3),)):
        changed = dice.integers(0, 256, (16, 16, 3), np.uint8)
        for box in dirty or ():
            rows, columns = pixels_of(box, 16, 16)
            part = changed[rows, columns].copy()
            changed = picture.copy()
            changed[rows, columns] = part
        picture = changed
        assert np.array_equal(planes.show(FrameRun(picture, 1, dirty)), rgb_to_i420(picture))


@pytest.mark.parametrize("place", [(5, 9), (0, 0), (15, 31)])
def test_a_change_outside_the_boxes_is_found(place):
    canvas = np.zeros((16, 32, 3), np.uint8)
    planes = Planes(overhead=0)
    planes.show(FrameRun(canvas, 1, ()))
    canvas[place] = 255
    planes.show(FrameRun(canvas, 1, (Box(20, 4, 4, 4),)))
    y, x = (number - number % 2 for number in place)
    with pytest.raises(DirtyBoxError, match=rf"x = {x}, y = {y} \(and in 1 blocks"):
        planes.check(canvas)
