"""The integer programme against trying every selection."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from video_arena.curate.programme import Cell, choose_counts, feasible

GROUPS = ("abc", "xy")


@st.composite
def pools(draw):
    cases = draw(st.lists(st.tuples(*map(st.sampled_from, GROUPS)), min_size=2, max_size=10))
    n = draw(st.integers(1, len(cases)))
    least = [{g: draw(st.integers(0, n)) for g in groups} for groups in GROUPS]
    return cases, n, least


def objectives(chosen, least):
    """What is minimised, as the module's text says it, computed without the programme."""
    counts = [{g: sum(c[f] == g for c in chosen) for g in quotas} for f, quotas in enumerate(least)]
    off = [[counts[f][g] - q for g, q in quotas.items()] for f, quotas in enumerate(least)]
    return [
        *(sum(o < 0 for o in one) for one in off),
        *(-sum(min(o, 0) for o in one) for one in off),
        *(sum(o * o for o in one) for one in off),
    ]


def cells_of(cases):
    return [Cell(groups, cases.count(groups)) for groups in dict.fromkeys(cases)]


@settings(max_examples=60)
@given(pools())
def test_no_selection_is_better(pool):
    cases, n, least = pool
    cells = cells_of(cases)
    counts = choose_counts(cells, least, n)
    assert all(0 <= count <= cell.available for count, cell in zip(counts, cells, strict=True))
    chosen = [cell.groups for cell, count in zip(cells, counts, strict=True) for _ in range(count)]
    assert len(chosen) == n
    best = min(objectives(some, least) for some in combinations(cases, n))
    assert objectives(chosen, least) == best


@settings(max_examples=40)
@given(pools())
def test_among_equals_the_earlier_cells_give_more(pool):
    cases, n, least = pool
    cells = cells_of(cases)
    counts = choose_counts(cells, least, n)
    best = objectives(
        [cell.groups for cell, count in zip(cells, counts, strict=True) for _ in range(count)],
        least,
    )
    rivals = [
        tuple(some.count(cell.groups) for cell in cells)
        for some in combinations(cases, n)
        if objectives(some, least) == best
    ]
    assert counts == max(rivals)


@settings(max_examples=60)
@given(pools())
def test_feasible_means_that_some_selection_meets_all(pool):
    cases, n, least = pool
    demands = {(f, g): q for f, quotas in enumerate(least) for g, q in quotas.items()}
    some_does = any(
        objectives(some, least)[: len(least)] == [0] * len(least) for some in combinations(cases, n)
    )
    assert feasible(cells_of(cases), demands, n) == some_does
