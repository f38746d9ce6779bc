"""What a curation may wish, and how a wrong wish is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from video_arena.build.plan import PlanError
from video_arena.curate.config import CurateConfig, DurationWish, read_config
from video_arena.curate.quotas import _whole, duration_bins

ROOT = Path(__file__).parents[2]


def test_the_example_is_the_papers_chess_row():
    config = read_config(ROOT / "configs" / "curate-chess.toml")
    assert (config.game, config.n) == ("chess", 20)
    assert config.winner == {"W": 8, "B": 8, "draw": 4}
    assert config.shape == "even"
    assert config.duration == DurationWish(bins=5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "chess"', "n: Field required"),
        ('game = "chess"\nn = 0', "n: Input should be greater than or equal to 1"),
        ('game = "chess"\nn = 9\nshapes = "even"', "shapes: Extra inputs are not permitted"),
        ('game = "chess"\nn = 9\nshape = "odd"', "shape"),
        ('game = "chess"\nn = 9\n[shape]\ntense = -1', "shape.tense"),
        ('game = "chess"\nn = 9\n[duration]\nbins = "five"', "duration.bins"),
        ('game = "chess"\nn = 9\npriority = ["shape"]', "priority must name each of winner"),
        ('game = "chess', "cannot be read as TOML"),
    ],
)
def test_a_wrong_wish_is_told_by_its_key(tmp_path, text, said):
    path = tmp_path / "wish.toml"
    path.write_text(text)
    with pytest.raises(PlanError) as error:
        read_config(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("n", "wish", "counts"),
    [
        (20, {"a": 7, "b": 7, "c": 6}, {"a": 7, "b": 7, "c": 6}),
        (20, {"a": 0.35, "b": 0.35, "c": 0.3}, {"a": 7, "b": 7, "c": 6}),
        (10, {"a": 0.25, "b": 0.25, "c": 0.5}, {"a": 3, "b": 2, "c": 5}),  # the tie to the first
        (9, {"a": 0.5, "b": 0.3, "c": 0.2}, {"a": 4, "b": 3, "c": 2}),  # 4.5, 2.7 and 1.8
        (20, {"a": 0.5, "b": 4}, {"a": 10, "b": 4}),
    ],
)
def test_fractions_become_whole_numbers_by_largest_remainder(n, wish, counts):
    assert _whole(n, "shape", wish) == counts


def test_more_than_n_is_refused():
    with pytest.raises(PlanError, match="a 5, b 5 are 10 cases, more than n = 9"):
        _whole(9, "shape", {"a": 5, "b": 5})


def test_bins_of_each_spacing():
    lengths = [1000, 1100, 1200, 1300, 2000, 9000]
    width = duration_bins(lengths, DurationWish(bins=4))
    assert width.cuts == (3000, 5000, 7000)
    assert [width.index(length) for length in (1000, 2999, 3000, 9000)] == [0, 0, 1, 3]
    ratio = duration_bins(lengths, DurationWish(bins=2, spacing="ratio"))
    assert ratio.cuts == (3000,)  # 1 : 3 : 9
    quantile = duration_bins(lengths, DurationWish(bins=3, spacing="quantile"))
    assert quantile.cuts == (1200, 2000)
    assert quantile.names[0] == "bin 1: 1-1.2 s"


def test_an_unknown_group_is_refused(built_pool, tmp_path):
    from video_arena.build.report import Silent
    from video_arena.curate.run import curate

    config = CurateConfig(game="tictactoe", n=3, winner={"W": 3})
    with pytest.raises(PlanError, match=r"winner\.W: tictactoe has no such winner; it has X, O"):
        curate(config, [built_pool], tmp_path / "out", Silent())
