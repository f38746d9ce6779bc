"""Agreement, kappa, coverage and flips: hand-worked tables, the paper's counts, properties."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.stats.agreement import Flip, agreement, cohen_kappa, wilson

label = st.sampled_from(["W", "B", "equal"])
pairs = st.lists(st.tuples(label, label), min_size=1, max_size=40)


def compared(first, second, **more):
    return agreement({"c-01": first}, {"c-01": second}, replicates=20, **more)


def test_kappa_by_hand():
    # 50 rows, 35 agree; margins 25/25 and 30/20: p_e = 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    table = {("W", "W"): 20, ("W", "B"): 5, ("B", "W"): 10, ("B", "B"): 15}
    assert cohen_kappa(table) == 0.4


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        ({}, None),
        ({("equal", "equal"): 9}, 1.0),  # one class only, in both: equal by convention 1
        ({("equal", "W"): 9}, 0.0),  # one class each, never the same: no better than chance
        ({("equal", "equal"): 8, ("equal", "W"): 1}, 0.0),  # one class only in the first
        ({("W", "B"): 5, ("B", "W"): 5}, -1.0),
    ],
)
def test_kappa_at_its_edges(table, kappa):
    assert cohen_kappa(table) == kappa


def test_wilson_by_hand():
    # n = 10, p = 1: the lower bound is n / (n + z^2) = 10 / 13.8415.
    assert wilson(10, 10).low == pytest.approx(10 / 13.8414588)
    assert wilson(10, 10).high == 1.0
    assert (wilson(0, 10).low, wilson(0, 10).high) == (0.0, pytest.approx(1 - 10 / 13.8414588))
    # p = 1/2 lies in the middle: half-width z / (2 sqrt(n + z^2)).
    half = 1.959964 / (2 * (100 + 3.841459) ** 0.5)
    assert wilson(50, 100).low == pytest.approx(0.5 - half, abs=1e-7)
    assert wilson(50, 100).high == pytest.approx(0.5 + half, abs=1e-7)
    assert wilson(0, 0) is None


def test_the_papers_counts():
    """Labelled rows at the default setting: 15,278 tuples less the null labels, four games each.

    The shares are as printed, 98.7 and 39.7; for 7622/7726 = 98.65 % the paper prints 98.6.
    """
    rows = {"go": 5516 - 378, "chess": 1761 - 331, "gomoku": 808, "doudizhu": 429 - 79}
    assert sum(rows.values()) == 7726
    assert sum({**rows, "doudizhu": 429 - 47}.values()) == 7758
    assert f"{100 * wilson(7659, 7758).estimate:.1f}" == "98.7"
    assert 100 * wilson(7622, 7726).estimate == pytest.approx(98.6, abs=0.06)
    # Coverage of the quarter-budget arm: of the 350 rows that the default labels, some 139.
    first = ["farmers"] * 350 + [None] * 79
    second = ["farmers"] * 139 + [None] * 290
    found = compared(first, second)
    assert (found.labelled, found.joint) == (350, 139)
    assert f"{100 * found.coverage.estimate:.1f}" == "39.7"
    assert found.raw.estimate == 1.0
    # No whole number of rows is 39.7 % of all 429: coverage is of the labelled ones.
    assert "39.7" not in {f"{100 * part / 429:.1f}" for part in range(430)}


def test_nulls_flips_and_classes():
    first = {"c-02": ["W", "B", None, "equal"], "c-01": ["W", "W"]}
    second = {"c-01": ["B", None], "c-02": ["W", "equal", "B", "equal"]}
    found = agreement(first, second, replicates=20)
    assert (found.labelled, found.joint, found.agreed) == (5, 4, 2)
    assert found.flips == (Flip("c-01", 0, "W", "B"), Flip("c-02", 1, "B", "equal"))
    assert found.table == {
        ("B", "equal"): 1,
        ("W", "B"): 1,
        ("W", "W"): 1,
        ("equal", "equal"): 1,
    }
    assert found.classes == {"B": (1, 1), "W": (2, 1), "equal": (1, 0)}
    assert found.coverage.estimate == 0.8
    assert found.raw.estimate == 0.5


def test_score_pairs_are_labels_too():
    found = compared([[1, 0], {"A": 1, "B": 0}], [[1, 0], {"B": 0, "A": 1}])
    assert found.raw.estimate == 1.0
    assert compared([[1, 0]], [[0, 1]]).flips == (Flip("c-01", 0, "[1,0]", "[0,1]"),)


def test_nothing_in_common_is_none_not_zero():
    found = compared(["W", None], [None, "W"])
    assert (found.raw, found.kappa) == (None, None)
    assert found.coverage.estimate == 0.0
    assert compared([None], [None]).coverage is None


def test_other_cases_or_rows_are_refused():
    with pytest.raises(ValueError, match="c-02"):
        agreement({"c-01": ["W"]}, {"c-01": ["W"], "c-02": ["W"]})
    with pytest.raises(ValueError, match="c-01: 1 rows against 2"):
        agreement({"c-01": ["W"]}, {"c-01": ["W", "B"]})


@given(pairs)
def test_kappa_is_symmetric_and_one_for_equal_labels(rows):
    table = Counter(rows)
    swapped = Counter((second, first) for first, second in rows)
    assert cohen_kappa(table) == cohen_kappa(swapped)
    assert cohen_kappa(Counter((first, first) for first, _ in rows)) == 1.0
    assert -1 <= cohen_kappa(table) <= 1


@given(pairs)
def test_kappa_is_the_textbook_formula(rows):
    n = len(rows)
    agreed = Fraction(sum(a == b for a, b in rows), n)
    firsts, seconds = Counter(a for a, _ in rows), Counter(b for _, b in rows)
    chance = sum(Fraction(firsts[name] * seconds[name], n * n) for name in firsts)
    expected = 1.0 if chance == 1 else float((agreed - chance) / (1 - chance))
    assert cohen_kappa(Counter(rows)) == pytest.approx(expected, abs=1e-12)


@given(st.lists(label, min_size=1, max_size=8), st.lists(label, min_size=1, max_size=8))
def test_kappa_is_zero_for_independent_labellings(left, right):
    """Every first label meets every second one equally often. One class only in both: see above."""
    rows = list(itertools.product(left, right))
    found = cohen_kappa(Counter(rows))
    assert found == (1.0 if len(set(left) | set(right)) == 1 else 0.0)


@given(pairs, st.integers(1, 4))
def test_identical_cases_give_kappa_zero_width(rows, cases):
    first = {f"c-{i}": [a for a, _ in rows] for i in range(cases)}
    second = {f"c-{i}": [b for _, b in rows] for i in range(cases)}
    found = agreement(first, second, replicates=20).kappa
    assert found.width == pytest.approx(0.0, abs=1e-12)
    assert found.estimate == pytest.approx(found.low, abs=1e-12)


@given(st.integers(0, 60), st.integers(1, 60))
def test_wilson_holds_its_share_and_stays_in_range(part, more):
    found = wilson(part, part + more)
    assert 0 <= found.low <= found.estimate <= found.high <= 1


@given(st.permutations(["c-01", "c-02", "c-03"]))
def test_the_order_of_cases_does_not_matter(order):
    first = {"c-01": ["W", "B"], "c-02": ["W", "W"], "c-03": ["B"]}
    second = {"c-01": ["W", "W"], "c-02": ["W", "B"], "c-03": ["B"]}
    found = agreement(first, second, replicates=50)
    shuffled = agreement({c: first[c] for c in order}, {c: second[c] for c in order}, replicates=50)
    assert shuffled == found
