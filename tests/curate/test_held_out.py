"""A private sibling: the same composition, other matches, a canary of its own."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from video_arena.build.plan import PlanError
from video_arena.build.rebuild import rebuild_problems
from video_arena.build.report import Silent
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify
from video_arena.curate import held_out as module
from video_arena.curate.corpora import open_corpus
from video_arena.curate.fresh_cases import NotEnough, Supply
from video_arena.curate.held_out import hold_out
from video_arena.curate.stratum import sibling_targets, target_of

from .conftest import GAME, files_of

N = 6


def supply(records, cache):
    return Supply(records=(str(records),), within=0.25, workers=1, cache=cache)


@pytest.fixture(scope="module")
def sibling(built_pool, fresh, cache, tmp_path_factory):
    out = tmp_path_factory.mktemp("private") / "out"
    before = files_of(built_pool)
    result = hold_out(built_pool, N, out, supply(fresh, cache), Silent())
    assert files_of(built_pool) == before
    return out, result


def test_it_holds_and_rebuilds(sibling):
    out, _ = sibling
    found = verify(out, Silent())
    assert found.problems == []
    assert found.cases == N
    tree = CorpusTree(out, GAME)
    cases = json.loads(tree.cases.read_text())[:1]
    assert not [*rebuild_problems(tree, cases, {}, workers=1, reporter=Silent())]


def test_nothing_of_it_is_public(sibling, built_pool):
    out, result = sibling
    public, private = open_corpus(built_pool), open_corpus(out)
    assert result.canary == private.canary != public.canary
    ours = {truth.source.fingerprint for truth in private.truths}
    assert not ours & {truth.source.fingerprint for truth in public.truths}
    # The next full hundred and one: the public corpus can go on to chess-99 and beyond.
    assert [truth.case_id for truth in private.truths] == [f"{GAME}-{101 + i}" for i in range(N)]


def test_every_case_fits_its_place(sibling):
    _, result = sibling
    for truth, place in zip(result.truths, result.targets, strict=True):
        assert (truth.case_type, truth.winner) == (place.shape, place.winner)
        assert place.miss(round(truth.video.duration_s * 1000)) <= 250_000


def test_a_second_run_and_one_that_was_stopped(sibling, built_pool, fresh, cache, monkeypatch):
    out, _ = sibling
    whole = files_of(out)
    hold_out(built_pool, N, out, supply(fresh, cache), Silent())
    assert files_of(out) == whole
    stopped = out.parent / "stopped"

    class Killed(BaseException):
        pass

    def die(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_release", die)
        with pytest.raises(Killed):
            hold_out(built_pool, N, stopped, supply(fresh, cache), Silent())
    next((stopped / "tasks" / GAME / "gt").iterdir()).unlink()
    hold_out(built_pool, N, stopped, supply(fresh, cache), Silent())
    assert files_of(stopped) == whole


def test_another_request_for_the_folder_is_refused(sibling, built_pool, fresh, cache):
    out, _ = sibling
    whole = files_of(out)
    with pytest.raises(PlanError, match="holds another corpus"):
        hold_out(built_pool, N - 1, out, supply(fresh, cache), Silent())
    with pytest.raises(PlanError, match="ids up to 24 are in use"):
        hold_out(built_pool, N, out, supply(fresh, cache), Silent(), first_number=7)
    assert files_of(out) == whole


def test_too_few_records_write_nothing(built_pool, fresh, cache, tmp_path):
    one = next(iter(sorted(fresh.iterdir())))
    with pytest.raises(NotEnough) as error:
        hold_out(built_pool, 24, tmp_path / "out", supply(one, cache), Silent())
    assert error.value.empty
    assert not (tmp_path / "out").exists()


def test_another_word_gives_another_canary(sibling, built_pool, fresh, cache):
    out, result = sibling
    other = hold_out(
        built_pool, N, out.parent / "seed", supply(fresh, cache), Silent(), canary_seed="b"
    )
    assert other.canary != result.canary
    assert [t.source.fingerprint for t in other.truths] == [
        t.source.fingerprint for t in result.truths
    ]


def strata(targets):
    return Counter((target.shape, target.winner) for target in targets)


@pytest.mark.parametrize("n", [1, 6, 12, 24, 48, 31])
def test_a_sibling_has_the_composition_to_within_one_case(built_pool, n):
    truths = open_corpus(built_pool).truths
    targets = sibling_targets(truths, n)
    assert len(targets) == n
    public = strata(map(target_of, truths))
    for stratum, count in public.items():
        assert abs(strata(targets)[stratum] - count * n / len(truths)) <= 1
    if n == len(truths):
        assert sorted(t.model for t in targets) == sorted(t.case_id for t in truths)
