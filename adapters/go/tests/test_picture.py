"""What is on the picture, and what is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from va_go import picture, wood
from va_go.adapter import strip_hud
from va_go.parse import read_game
from va_go.points import index_of
from va_go.replay import positions_of
from va_go.select import Selection
from va_go.spec import SPEC
from va_go.split import split_games
from video_arena.match import Span

SGF = (
    b"(;SZ[9]KM[6.5]RE[B+R]PB[Anna]PW[Bjorn]BR[3d]TM[60]"
    b"AB[ba][ab]AW[gg];W[bb]WL[59];B[cc]BL[58]"
    b"(;W[dc]WL[57.6];B[]BL[57];W[db]WL[57];B[cb]BL[56]))"
)
ALL = frozenset(element.name for element in SPEC.hud)
PLAIN = frozenset()


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    path = tmp_path_factory.mktemp("go") / "game.sgf"
    path.write_bytes(SGF)
    with path.open("rb") as stream:
        (text,) = split_games(stream)
    return read_game(text, "game.sgf", Selection(board_size=0))


def frames(match, span, hud=PLAIN):
    out = []
    for run in picture.render(match, span, hud):
        out += [run.picture] * run.count
    return out


def test_size_and_length_are_the_contract(match):
    shown = frames(match, Span(0, match.frames))
    assert len(shown) == match.frames
    assert {image.shape for image in shown} == {(SPEC.media.height, SPEC.media.width, 3)}
    assert {image.dtype for image in shown} == {np.dtype(np.uint8)}


def test_a_frame_changes_when_a_stone_is_played_and_a_pass_changes_none(match):
    shown = frames(match, Span(0, match.frames))
    changes = [i for i in range(1, len(shown)) if not np.array_equal(shown[i], shown[i - 1])]
    # the fourth move is the pass
    assert changes == [frame for i, frame in enumerate(match.shown) if i != 3]


def test_neighbouring_runs_differ(match):
    runs = list(picture.render(match, Span(0, match.frames), PLAIN))
    assert len(runs) == 6
    assert sum(run.count for run in runs) == match.frames


@given(data=st.data(), people=st.booleans())
def test_any_span_is_that_part_of_the_whole(match, data, people):
    hud = ALL if people else PLAIN
    start = data.draw(st.integers(0, match.frames))
    stop = data.draw(st.integers(0, min(match.frames, start + 60)))
    part = list(picture.render(match, Span(start, stop), hud))
    assert sum(run.count for run in part) == max(0, stop - start)
    at = start
    for run in part:
        (alone,) = picture.render(match, Span(at, at + 1), hud)
        assert np.array_equal(alone.picture, run.picture)
        (last,) = picture.render(match, Span(at + run.count - 1, at + run.count), hud)
        assert np.array_equal(last.picture, run.picture)
        at += run.count


CELLS = st.binary(min_size=81, max_size=81).map(lambda raw: bytes(byte % 3 for byte in raw))


@given(CELLS, CELLS)
def test_redrawing_what_changed_gives_the_whole_picture(before, after):
    canvas = picture.draw_board(before, 9)
    changed = [i for i in range(81) if before[i] != after[i]]
    picture.redraw(canvas, after, 9, changed)
    assert np.array_equal(canvas, picture.draw_board(after, 9))


def colour_at(image, name, size):
    x, y = wood.layout(size).pixel(index_of(name, size))
    return image[y - 3 : y + 4, x - 3 : x + 4].mean()


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19])
def test_stones_stand_where_their_names_say(size):
    cells = bytearray(size * size)
    cells[index_of("A1", size)] = 1
    cells[index_of(f"E{size}", size)] = 2
    image = picture.draw_board(bytes(cells), size)
    empty = picture.draw_board(bytes(size * size), size)
    assert colour_at(image, "A1", size) < 90 < colour_at(empty, "A1", size)
    assert colour_at(image, f"E{size}", size) > 210
    # A1 is at the bottom left.
    changed = np.argwhere((image != empty).any(axis=2))
    spacing = wood.layout(size).spacing
    assert changed[:, 0].max() > 612 - 2 * spacing
    assert changed[:, 1].min() < spacing


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_every_point_keeps_a_stone_of_its_own_apart_from_its_neighbours(size):
    place = wood.layout(size)
    assert 2 * wood.STONE * place.spacing <= place.spacing
    last = place.first + (size - 1) * place.spacing
    reach = wood.shadow_sprite(size).reach
    assert place.first - reach >= 0
    assert last + reach < 612


def test_a_stone_reaches_no_further_than_its_box():
    for point in (0, 18, 180, 342, 360):
        cells = bytearray(361)
        cells[point] = 2
        image = picture.draw_board(bytes(cells), 19)
        empty = picture.draw_board(bytes(361), 19)
        x, y = wood.layout(19).pixel(point)
        changed = np.abs(np.argwhere((image != empty).any(axis=2)) - (y, x))
        assert changed.max() <= wood.shadow_sprite(19).reach


def test_black_and_white_are_told_apart_anywhere():
    for pattern in range(wood.SHELLS):
        white = wood.stone_sprite(19, 2, pattern)
        black = wood.stone_sprite(19, 1)
        solid = black.rest[..., 0] == 0
        difference = white.colour[solid].astype(int) - black.colour[solid].astype(int)
        assert difference.min() > 60 * 255


def test_nothing_hidden_reaches_a_case(match):
    hidden = dict.fromkeys(match.hidden, "x" * 9) | {"values": [0.1] * 9}
    other = replace(match, hidden=hidden, winner="W", komi=0.5)
    for a, b in zip(
        picture.render(match, Span(0, match.frames), PLAIN),
        picture.render(other, Span(0, match.frames), PLAIN),
        strict=True,
    ):
        assert np.array_equal(a.picture, b.picture)
    assert strip_hud(SPEC.hud) == frozenset()


@pytest.mark.parametrize("element", sorted(ALL))
def test_each_hud_element_draws_something_of_its_own(match, element):
    shown = replace(match, hidden={**match.hidden, "values": [0.5] * 6 + [0.9]})
    last = Span(match.frames - 1, match.frames)
    (alone,) = frames(shown, last, frozenset({element}))
    (bare,) = frames(match, last, PLAIN)
    (everything,) = frames(shown, last, ALL)
    (rest,) = frames(shown, last, ALL - {element})
    assert alone.shape == everything.shape == bare.shape
    assert not np.array_equal(everything, rest)


def test_pictures_are_not_shared(match):
    first, second, *_ = picture.render(match, Span(0, 200), PLAIN)
    kept = second.picture.copy()
    first.picture[:] = 0
    assert np.array_equal(second.picture, kept)
    again, *_ = picture.render(match, Span(0, 5), PLAIN)
    assert again.picture.any()


def test_positions_are_those_of_the_rules(match):
    boards = positions_of(match)
    assert len(boards) == match.prefixes + 1
    assert boards[3] == boards[4]  # the pass
