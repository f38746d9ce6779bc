"""Bootstrap over cases: worked examples, and what must hold of any scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.stats.bootstrap import (
    differences,
    game_interval,
    overall_interval,
    paired_interval,
)
from video_arena.stats.resample import REPLICATES, interval, times_drawn

ids = [f"chess-{number:02d}" for number in range(1, 9)]
score = st.floats(0, 1)


def cells(values):
    return {f"go-{number:02d}": value for number, value in enumerate(values, start=1)}


@st.composite
def tables(draw):
    """Scores of up to three systems on up to eight cases, some cells missing."""
    cases = draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
    systems = draw(st.lists(st.sampled_from(["opus", "sol", "luna"]), min_size=1, unique=True))
    table = {name: {c: draw(st.none() | score) for c in cases} for name in systems}
    table[systems[0]][cases[0]] = draw(score)
    return table


def test_each_replicate_draws_as_many_cases_as_there_are():
    drawn = times_drawn(20, 0, "go")
    assert drawn.shape == (REPLICATES, 20)
    assert REPLICATES == 10_000
    assert (drawn.sum(axis=1) == 20).all()
    # Each case is drawn once on average; a count's variance is 20 (1/20) (19/20) = 0.95.
    assert drawn.mean(axis=0) == pytest.approx(1.0, abs=4 * (0.95 / REPLICATES) ** 0.5)
    assert drawn.var() == pytest.approx(0.95, abs=0.02)


def test_seed_and_stream_decide_the_draws():
    draws = [times_drawn(20, *key) for key in ((0, "go"), (0, "go"), (1, "go"), (0, "chess"))]
    assert (draws[0] == draws[1]).all()
    assert (draws[0] != draws[2]).any()
    assert (draws[0] != draws[3]).any()


def test_two_cases_zero_and_one():
    """The mean is 0, 0.5 or 1 with chances 1/4, 1/2, 1/4: both percentiles are at the ends."""
    found = game_interval({"opus": cells([0, 1])}, game="go")
    assert (found.estimate, found.low, found.high) == (0.5, 0.0, 1.0)


def test_ten_of_twenty_solved():
    """Twenty times the mean is binomial(20, 1/2): P(X <= 5) = 0.0207, P(X <= 6) = 0.0577."""
    found = game_interval({"opus": cells([0] * 10 + [1] * 10)}, game="go")
    assert found.estimate == 0.5
    assert (found.low, found.high) == (pytest.approx(0.3), pytest.approx(0.7))


def test_all_systems_of_a_case_move_together():
    """Two systems whose scores add up to one in each case: their mean never moves."""
    first = [0.1, 0.9, 0.4, 0.0, 1.0]
    found = game_interval(
        {"opus": cells(first), "sol": cells([1 - value for value in first])}, game="go"
    )
    assert (found.low, found.high) == (pytest.approx(0.5), pytest.approx(0.5))


def test_systems_count_the_same_and_missing_cells_are_not_filled_in():
    """opus has the mean 0.5 of two cells, sol 0.2 of one: (0.5 + 0.2) / 2."""
    scores = {"opus": cells([0.0, 1.0]), "sol": cells([0.2, None]), "luna": cells([None, None])}
    found = game_interval(scores, game="go")
    assert found.estimate == pytest.approx(0.35)
    # Only go-01: (0 + 0.2) / 2; only go-02: sol has nothing, opus 1.
    assert (found.low, found.high) == (pytest.approx(0.1), pytest.approx(1.0))


def test_paired_differences_keep_to_common_cells():
    video = {"opus": cells([0.1, 0.2, 0.3]), "sol": cells([0.5, None, 0.5])}
    agentic = {"opus": cells([0.4, 0.5, None]), "luna": cells([1, 1, 1])}
    assert differences(agentic, video) == {
        "opus": {"go-01": pytest.approx(0.3), "go-02": pytest.approx(0.3), "go-03": None},
        "luna": {"go-01": None, "go-02": None, "go-03": None},
    }
    found = paired_interval(agentic, video, game="go")
    assert found.estimate == pytest.approx(0.3)
    assert found.width == pytest.approx(0.0, abs=1e-15)
    # The means of the protocols differ by something else.
    apart = game_interval(agentic, game="go").estimate - game_interval(video, game="go").estimate
    assert apart != pytest.approx(0.3, abs=0.01)


def test_nothing_to_resample_is_an_error():
    with pytest.raises(ValueError, match="no cell"):
        game_interval({"opus": {"go-01": None}}, game="go")
    with pytest.raises(ValueError, match="no cell"):
        paired_interval({"opus": {"go-01": 1.0}}, {"sol": {"go-01": 1.0}}, game="go")
    with pytest.raises(ValueError, match="no games"):
        overall_interval({})
    with pytest.raises(ValueError, match="no cases"):
        times_drawn(0, 0, "go")


def test_replicates_without_a_cell_do_not_count():
    found = interval(0.5, np.array([np.nan, 0.25, 0.25]))
    assert (found.low, found.high) == (0.25, 0.25)


@given(tables(), score)
def test_identical_cases_have_zero_width(table, value):
    same = {name: dict.fromkeys(held, value) for name, held in table.items()}
    found = game_interval(same, game="chess", replicates=50)
    assert found.low == found.high == found.estimate == value


def test_identical_cases_have_zero_width_for_each_system():
    scores = {f"s{k}": dict.fromkeys(ids, 0.1 * k) for k in range(7)}
    found = game_interval(scores, game="chess")
    assert found.low == found.high == found.estimate
    assert found.estimate == pytest.approx(0.3)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_cases_and_systems_does_not_matter(table, rng):
    def shuffled(mapping):
        return dict(rng.sample(list(mapping.items()), len(mapping)))

    other = shuffled({name: shuffled(held) for name, held in table.items()})
    found = game_interval(table, game="chess", replicates=50)
    assert game_interval(other, game="chess", replicates=50) == found


@given(tables())
def test_an_interval_lies_in_the_range_of_scores(table):
    found = game_interval(table, game="chess", replicates=50)
    known = [value for held in table.values() for value in held.values() if value is not None]
    slack = 1e-12
    assert min(known) - slack <= found.low <= found.high <= max(known) + slack
    assert min(known) - slack <= found.estimate <= max(known) + slack


def test_games_are_resampled_by_themselves():
    games = {"go": {"opus": cells([0, 1])}, "chess": {"opus": dict.fromkeys(ids, 0.25)}}
    found = overall_interval(games)
    # go is 0, 0.5 or 1, chess always 0.25.
    assert found.estimate == 0.375
    assert (found.low, found.high) == (0.125, 0.625)
    alone = game_interval(games["go"], game="go")
    assert (alone.low, alone.high) == (0.0, 1.0)
