"""One value, one text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from video_arena.canonical import compact, digest, pretty

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
values = st.recursive(scalars, lambda v: st.lists(v) | st.dictionaries(st.text(), v))


@given(values)
def test_both_texts_read_back_to_the_value(value):
    assert json.loads(compact(value)) == value
    assert json.loads(pretty(value)) == value


@given(st.dictionaries(st.text(), st.integers()))
def test_the_digest_forgets_the_order_of_keys(value):
    assert digest(dict(reversed(value.items()))) == digest(value)


def test_nan_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        compact({"v": float("nan")})


def test_rows_stand_one_a_line():
    text = pretty({"v": [0.5, 0.6], "events": [{"type": "move", "pair": [1, 0]}, {"type": "x"}]})
    assert '  "v": [0.5, 0.6],\n' in text
    assert '    {"type": "move", "pair": [1, 0]},\n' in text
