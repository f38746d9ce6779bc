"""Curating 9 of 24 built cases: what is chosen, what is written, what is refused."""

from __future__ import annotations

import json
import shutil
from itertools import chain, combinations

import numpy as np
import pytest
from click.testing import CliRunner

from video_arena.build.origin import source_match
from video_arena.build.plan import PlanError
from video_arena.build.rebuild import rebuild_problems
from video_arena.build.report import Silent
from video_arena.cli.main import va
from video_arena.corpus.score import all_equal, oracle, score_corpus
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify
from video_arena.curate.choose import choose
from video_arena.curate.config import CurateConfig, DurationWish
from video_arena.curate.corpora import open_corpus
from video_arena.curate.quotas import quotas_of
from video_arena.curate.run import curate
from video_arena.plugins import load_game

from .conftest import GAME, build_pool, files_of, records_of

N = 9
WISHES = {
    "the paper's three axes": {
        "shape": "even",
        "winner": {"X": 3, "O": 3, "draw": 3},
        "duration": DurationWish(bins=3),
    },
    "all can be met": {"winner": {"X": 4, "O": 2, "draw": 3}, "shape": {"blowout": 3, "tense": 3}},
    "winners that are not there": {"winner": {"O": 7, "X": 2}, "shape": "even"},
    "fractions": {"shape": {"blowout": 0.5, "tense": 0.5}, "duration": DurationWish(bins=2)},
    "shape first": {
        "shape": {"reversal": 4, "blowout": 5},
        "winner": "even",
        "priority": ("shape", "winner", "duration"),
    },
    "every length at least once": {
        "duration": DurationWish(bins=4, least=1, spacing="quantile"),
        "winner": {"X": 9},
    },
    "nothing": {},
}


def config_of(wish, n=N):
    return CurateConfig(game=GAME, n=n, **wish)


@pytest.fixture(scope="module")
def candidates(built_pool):
    return {truth.case_id: truth for truth in open_corpus(built_pool).truths}


@pytest.fixture(scope="module")
def every_selection():
    """Each of the 1,307,504 as nine places in the pool."""
    flat = chain.from_iterable(combinations(range(24), N))
    return np.fromiter(flat, dtype=np.uint8).reshape(-1, N)


@pytest.mark.parametrize("what", WISHES)
def test_every_quota_that_is_feasible_is_met(candidates, every_selection, what):
    """All 1,307,504 selections of 9 of 24 are tried: none meets these quotas and one more."""
    spec = load_game(GAME).spec
    quotas = quotas_of(config_of(WISHES[what]), spec, [*candidates.values()])
    choice = choose(candidates, quotas, N)
    keys = [(q, group) for q in quotas for group in q.least]
    if not keys:
        assert choice.outcomes == ()
        return
    cases = list(candidates)
    assert len(cases) == 24
    member = np.array([[q.group_of[case] == group for q, group in keys] for case in cases])
    least = np.array([q.least[group] for q, group in keys])
    counts = np.zeros((len(every_selection), len(keys)), dtype=np.uint8)
    for place in range(N):
        counts += member[every_selection[:, place]]
    met = counts >= least
    ours = member[[cases.index(case) for case in choice.cases]].sum(axis=0) >= least
    assert not ((met >= ours).all(axis=1) & (met > ours).any(axis=1)).any()
    # By priority: no selection misses fewer of the first axis, or as few and fewer of the next.
    places = [[i for i, (q, _) in enumerate(keys) if q is family] for family in quotas]
    best = np.ones(len(met), dtype=bool)
    for place in places:
        missed = (~met[:, place]).sum(axis=1)
        fewest = missed[best].min()
        assert (~ours[place]).sum() == fewest
        best &= missed == fewest
    said = {(o.family, o.group) for o in choice.missed}
    assert said == {(q.family, g) for (q, g), ok in zip(keys, ours, strict=True) if not ok}


def test_the_reasons_are_true(candidates):
    spec = load_game(GAME).spec
    config = config_of({"winner": {"O": 7, "X": 2}, "shape": {"blowout": 3, "reversal": 2}})
    choice = choose(candidates, quotas_of(config, spec, [*candidates.values()]), N)
    (missed,) = choice.missed
    there = sum(truth.winner == "O" for truth in candidates.values())
    assert (missed.family, missed.group, missed.got) == ("winner", "O", there)
    assert missed.why_not == f"the pool has {there}"


def test_a_contradiction_between_axes_is_named(candidates):
    spec = load_game(GAME).spec
    # No drawn match is a blowout: it has no winner.
    config = config_of({"winner": {"draw": 7}, "shape": {"blowout": 6}})
    choice = choose(candidates, quotas_of(config, spec, [*candidates.values()]), N)
    (missed,) = choice.missed
    assert (missed.family, missed.group, missed.got) == ("shape", "blowout", 2)
    assert missed.why_not == "it contradicts the winner quotas that are met"


def test_the_order_of_the_pool_does_not_matter(candidates):
    spec = load_game(GAME).spec
    chosen = []
    for order in (sorted(candidates), sorted(candidates, reverse=True)):
        some = {case: candidates[case] for case in order}
        quotas = quotas_of(config_of(WISHES["the paper's three axes"]), spec, [*some.values()])
        chosen.append(choose(some, quotas, N).cases)
    assert chosen[0] == chosen[1]


@pytest.fixture(scope="module")
def curated(built_pool, tmp_path_factory):
    out = tmp_path_factory.mktemp("curated") / "out"
    result = curate(config_of(WISHES["the paper's three axes"]), [built_pool], out, Silent())
    return out, result


def test_the_curated_corpus_holds_and_scores(curated):
    out, result = curated
    found = verify(out, Silent())
    assert found.problems == []
    assert found.cases == N
    assert all_equal(score_corpus(out, oracle), 1.0)
    assert json.loads(CorpusTree(out, GAME).cases.read_text()) == list(result.choice.cases)


def test_ids_and_videos_are_the_pools(curated, built_pool):
    out, result = curated
    for case in result.choice.cases:
        new, old = CorpusTree(out, GAME), CorpusTree(built_pool, GAME)
        assert new.media(case).read_bytes() == old.media(case).read_bytes()
        here, there = (json.loads(tree.truth(case).read_text()) for tree in (new, old))
        changed = {key for key in here if here[key] != there[key]}
        assert changed == {"_canary", "build_digest"}


def test_a_build_from_the_sources_gives_the_same_bytes(curated):
    out, result = curated
    tree = CorpusTree(out, GAME)
    assert not [*rebuild_problems(tree, result.choice.cases[:2], {}, workers=1, reporter=Silent())]


def test_the_manifest_says_what_and_why(curated):
    out, result = curated
    told = json.loads((out / "curation.json").read_text())
    assert told == result.manifest
    assert len(told["cases"]) == N
    assert len(told["left_out"]) == 24 - N
    assert told["shape_rule"]["margin"] == 0.10
    for case, facts in told["cases"].items():
        assert {"source", "fingerprint", "shape", "winner", "duration_s", "why"} <= set(facts)
        assert f"winner {facts['winner']}" in facts["why"], case
    assert [f"{q['family']} {q['group']}" for q in told["quotas"] if not q["met"]] == [
        line.split(":")[0] if "bin" not in line else ":".join(line.split(":")[:2])
        for line in told["not_met"]
    ]


def test_a_second_run_changes_nothing_and_another_wish_is_refused(curated, built_pool):
    out, _ = curated
    before = files_of(out)
    curate(config_of(WISHES["the paper's three axes"]), [built_pool], out, Silent())
    assert files_of(out) == before
    with pytest.raises(PlanError, match="holds another build"):
        curate(config_of(WISHES["nothing"], n=8), [built_pool], out, Silent())
    assert files_of(out) == before


def test_a_killed_curation_is_completed(curated, built_pool, tmp_path):
    out, result = curated
    shutil.copytree(out, tmp_path / "killed")
    tree = CorpusTree(tmp_path / "killed", GAME)
    for path in (tree.cases, tree.case_types, tree.truth(result.choice.cases[4])):
        path.unlink()
    (tree.task / "media" / ".x.mp4.1.partial").write_bytes(b"x")
    curate(config_of(WISHES["the paper's three axes"]), [built_pool], tree.root, Silent())
    assert files_of(tree.root) == files_of(out)


def test_a_changed_video_is_not_curated(pool, tmp_path):
    tree = CorpusTree(pool, GAME)
    for path in tree.media("x").parent.iterdir():
        path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(PlanError, match="not the video that was built"):
        curate(config_of({}), [pool], tmp_path / "out", Silent())


def test_a_pool_that_is_too_small_is_refused(built_pool, tmp_path):
    with pytest.raises(PlanError, match="n = 25, and the pool has 24 cases"):
        curate(config_of({}, n=25), [built_pool], tmp_path / "out", Silent())


def test_pools_merge_if_no_id_names_two_videos(built_pool, cache, tmp_path):
    (tmp_path / "records").mkdir()
    records = records_of(tmp_path / "records", 21)
    clashing = build_pool(tmp_path / "clashing", records, cache, limit=4)
    with pytest.raises(PlanError, match="--first-number 25"):
        curate(config_of({}), [built_pool, clashing], tmp_path / "out", Silent())
    more = build_pool(tmp_path / "more", records, cache, limit=4, first_number=25)
    assert open_corpus(more).truths[0].case_id == f"{GAME}-25"
    config = config_of({"winner": "even"}, n=28)
    result = curate(config, [built_pool, more, built_pool], tmp_path / "out", Silent())
    assert len(result.choice.cases) == 28
    assert verify(tmp_path / "out", Silent()).holds
    corpus = open_corpus(tmp_path / "out")
    for truth in corpus.truths[-2:]:
        assert source_match(load_game(GAME), corpus.tree, truth, {}).prefixes > 0


def test_a_match_that_another_corpus_uses_is_not_chosen(built_pool, curated, tmp_path):
    out, result = curated
    rest = curate(config_of({}), [built_pool], tmp_path / "rest", Silent(), against=[out])
    assert not set(rest.choice.cases) & set(result.choice.cases)
    assert set(rest.manifest["refused"]) == set(result.choice.cases)
    assert "the same match as" in next(iter(rest.manifest["refused"].values()))


def test_the_command(built_pool, tmp_path):
    wish = tmp_path / "wish.toml"
    wish.write_text(f'game = "{GAME}"\nn = 9\n[winner]\nO = 4\n')
    words = ["curate", str(built_pool), "--config", str(wish), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(va, [*words, "--dry-run", "--json", "--quiet"])
    assert result.exit_code == 3, result.output
    assert json.loads(result.output)["not_met"] == ["winner O: 3 of 4, the pool has 3"]
    assert not (tmp_path / "out").exists()
    result = CliRunner().invoke(va, [*words, "--quiet"])
    assert result.exit_code == 3
    assert "1 quotas are not met" in result.output
    wish.write_text(f'game = "{GAME}"\nn = 9\nwinner = "fair"\n')
    result = CliRunner().invoke(va, [*words, "--quiet"])
    assert result.exit_code == 2
    assert "winner" in result.output


def test_a_build_leaves_out_what_another_corpus_uses(built_pool, cache, tmp_path):
    (tmp_path / "records").mkdir()
    records = records_of(tmp_path / "records", 3, 31)  # seed 3 is in the pool, in part
    out = build_pool(tmp_path / "out", records, cache, against=(built_pool,), first_number=25)
    used = {truth.source.fingerprint for truth in open_corpus(built_pool).truths}
    assert not used & {truth.source.fingerprint for truth in open_corpus(out).truths}
    rejected = json.loads((out / "rejections.json").read_text())
    reasons = [entry["reason"] for entry in rejected if entry["file"] == "tictactoe-3.ttt"]
    assert [reason for reason in reasons if f"the same match as {GAME}-24 of pool" in reason]
