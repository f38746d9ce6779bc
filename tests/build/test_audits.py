"""The scrambled copy differs in all that must not be seen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from video_arena.build.audits import scramble

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
