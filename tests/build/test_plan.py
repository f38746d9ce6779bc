"""What a build was asked to do."""

from __future__ import annotations

import pytest

from video_arena.build.plan import PlanError, parse_budget


def test_budgets_are_name_and_number():
    assert parse_budget(("depth=10", "nodes=5")) == {"depth": 10, "nodes": 5}


@pytest.mark.parametrize("word", ["depth", "depth=", "=3", "depth=-1", "depth=0", "depth=ten"])
def test_other_words_are_refused(word):
    with pytest.raises(PlanError, match="NAME=NUMBER"):
        parse_budget((word,))
