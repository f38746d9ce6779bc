"""Replacing cases changes exactly those; a run that was stopped is completed by the next."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from video_arena.build.plan import PlanError
from video_arena.build.rebuild import rebuild_problems
from video_arena.build.report import Silent
from video_arena.cli.main import va
from video_arena.corpus.score import all_equal, oracle, score_corpus
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify
from video_arena.curate import regenerate as regeneration
from video_arena.curate.corpora import open_corpus
from video_arena.curate.fresh_cases import NotEnough, Supply
from video_arena.curate.regenerate import regenerate

from .conftest import GAME, build_pool, files_of

VA = Path(sys.executable).with_name("va")
OLD = (f"{GAME}-03", f"{GAME}-07")
NEW = (f"{GAME}-25", f"{GAME}-26")
LISTS = {
    "build.json",
    f"tasks/{GAME}/cases.json",
    f"tasks/{GAME}/CASE_TYPES.json",
}


def supply(records, cache, **more):
    settings = {"within": 0.25, "workers": 1, **more}
    return Supply(records=tuple(map(str, records)), cache=cache, **settings)


def files_of_case(case):
    task = f"tasks/{GAME}"
    return {f"{task}/media/{case}.mp4", f"{task}/gt/{case}_gt.json", f"sources/{GAME}/{case}.ttt"}


@pytest.fixture(scope="module")
def regenerated(built_pool, fresh, cache, tmp_path_factory):
    root = tmp_path_factory.mktemp("regenerated") / "pool"
    shutil.copytree(built_pool, root)
    return root, regenerate(root, OLD, supply([fresh], cache), Silent())


def test_exactly_those_cases_change(regenerated, built_pool):
    root, result = regenerated
    assert result.replaced == dict(zip(OLD, NEW, strict=True))
    before, after = files_of(built_pool), files_of(root)
    gone = set().union(*map(files_of_case, OLD))
    come = set().union(*map(files_of_case, NEW))
    aside = {name for name in after if name.startswith("retired/")}
    assert set(before) - set(after) == gone
    assert set(after) - set(before) == come | aside
    changed = {name for name in set(before) & set(after) if before[name] != after[name]}
    assert changed == LISTS


def test_the_corpus_still_holds_scores_and_rebuilds(regenerated):
    root, _ = regenerated
    found = verify(root, Silent())
    assert found.problems == []
    assert found.cases == 24
    assert all_equal(score_corpus(root, oracle), 1.0)
    tree = CorpusTree(root, GAME)
    assert not [*rebuild_problems(tree, NEW, {}, workers=1, reporter=Silent())]


def test_the_fresh_cases_are_of_the_same_stratum(regenerated, built_pool):
    root, result = regenerated
    before = {truth.case_id: truth for truth in open_corpus(built_pool).truths}
    after = {truth.case_id: truth for truth in open_corpus(root).truths}
    for old, new in result.replaced.items():
        assert (before[old].case_type, before[old].winner) == (
            after[new].case_type,
            after[new].winner,
        )
        ratio = after[new].video.duration_s / before[old].video.duration_s
        assert 0.75 <= ratio <= 1.25
        assert after[new].engine == before[old].engine
        assert after[new].canary == before[old].canary


def test_old_ids_are_retired_and_never_given_again(regenerated, fresh, cache, tmp_path):
    root, _ = regenerated
    manifest = json.loads((root / "build.json").read_text())
    assert {case: manifest["retired"][case]["replaced_by"] for case in OLD} == dict(
        zip(OLD, NEW, strict=True)
    )
    assert not set(OLD) & set(manifest["cases"])
    shutil.copytree(root, tmp_path / "again")
    result = regenerate(tmp_path / "again", [NEW[1]], supply([fresh], cache), Silent())
    assert result.replaced == {NEW[1]: f"{GAME}-27"}
    cases = json.loads(CorpusTree(tmp_path / "again", GAME).cases.read_text())
    assert len(cases) == 24
    assert not {*OLD, NEW[1]} & set(cases)
    assert verify(tmp_path / "again", Silent()).holds


def test_a_second_run_does_nothing(regenerated, fresh, cache):
    root, _ = regenerated
    before = files_of(root)
    again = regenerate(root, OLD, supply([fresh], cache), Silent())
    assert again.replaced == dict(zip(OLD, NEW, strict=True))
    assert again.fresh == []
    assert files_of(root) == before


def test_a_plain_build_no_longer_touches_the_folder(regenerated, built_pool, cache):
    root, _ = regenerated
    before = files_of(root)
    records = built_pool.parent / "records"
    with pytest.raises(PlanError, match="holds another build"):
        build_pool(root, records, cache, limit=24)
    assert files_of(root) == before


def test_used_records_are_refused(pool, built_pool, cache):
    """The pool's own records under other names fill no place; nothing changes."""
    records = pool.parent / "renamed.ttt"
    lines = [
        f"Someone - Else:{line.partition(':')[2]}"
        for path in sorted((built_pool.parent / "records").iterdir())
        for line in path.read_text().splitlines()
        if ":" in line
    ]
    records.write_text("\n".join(lines[:24]) + "\n")
    before = files_of(pool)
    with pytest.raises(NotEnough) as error:
        regenerate(pool, [OLD[0]], supply([records], cache), Silent())
    assert files_of(pool) == before
    refused = error.value.told.refused
    assert len(refused) == 24
    assert all(e.reason.startswith(f"the same match as {GAME}-") for e in refused)
    assert str(error.value).startswith("no fresh match that is blowout, won by X, about 0.3 min")


def test_what_a_retired_case_was_made_from_does_not_come_back(regenerated, cache, tmp_path):
    root, _ = regenerated
    shutil.copytree(root, tmp_path / "pool")
    contaminated = root / "retired" / GAME / f"{OLD[0]}.ttt"
    with pytest.raises(NotEnough) as error:
        regenerate(tmp_path / "pool", [NEW[0]], supply([contaminated], cache), Silent())
    assert [e.reason for e in error.value.told.refused] == [f"the same match as {OLD[0]} of pool"]


def test_another_corpus_can_forbid_records(pool, regenerated, fresh, cache):
    root, _ = regenerated
    result = regenerate(pool, OLD, supply([fresh], cache, against=(root,)), Silent())
    theirs = {truth.source.fingerprint for truth in open_corpus(root).truths}
    assert not {truth.source.fingerprint for truth in result.fresh} & theirs
    assert any(" of pool" in error.reason for error in result.told.refused)


class Killed(BaseException):
    """As abrupt as a kill, within one process."""


@pytest.mark.parametrize("name", ["_write_journal", "write_release", "_retire", "read_truth"])
@pytest.mark.parametrize("after", [False, True])
def test_stopped_anywhere_it_is_completed(
    name, after, regenerated, pool, fresh, cache, monkeypatch
):
    """Die just before or after each step of the change; the next run ends with the same files."""
    real = getattr(regeneration, name)

    def die(*args):
        if after:
            real(*args)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(regeneration, name, die)
        with pytest.raises(Killed):
            regenerate(pool, OLD, supply([fresh], cache), Silent())
    assert files_of(pool) != files_of(regenerated[0])
    regenerate(pool, OLD, supply([fresh], cache), Silent())
    assert files_of(pool) == files_of(regenerated[0])


def test_killed_at_any_time_it_is_completed(regenerated, pool, fresh, cache):
    words = [VA, "regenerate", pool, "--records", fresh, "--cache", cache, "--quiet"]
    words += [word for case in OLD for word in ("--case", case)]
    chance = random.Random(11)
    kills = 0
    for _ in range(4):
        with subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        ) as process:
            time.sleep(chance.uniform(0.3, 2.5))
            os.kill(process.pid, signal.SIGKILL)
            kills += process.wait() == -signal.SIGKILL
    assert kills > 0
    subprocess.run(words, check=True, capture_output=True)
    assert files_of(pool) == files_of(regenerated[0])


def test_what_an_abandoned_attempt_left_is_cleared(pool, fresh, cache):
    """Two cases were begun and given up; later one other is replaced."""
    tree = CorpusTree(pool, GAME)
    shutil.copy(tree.media(OLD[0]), tree.media(NEW[0]))
    shutil.copy(tree.media(OLD[1]), tree.media(NEW[1]))
    shutil.copy(tree.truth(OLD[1]), tree.truth(NEW[1]))
    result = regenerate(pool, [f"{GAME}-01"], supply([fresh], cache), Silent())
    assert result.replaced == {f"{GAME}-01": NEW[0]}
    assert verify(pool, Silent()).problems == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--case", f"{GAME}-99"], f"has no case {GAME}-99"),
        ([], "give either --case or --held-out"),
        (["--case", OLD[0], "--held-out", "3"], "give either --case or --held-out"),
        (["--held-out", "3"], "--held-out needs --out"),
        (["--case", OLD[0], "--game", "chess"], "holds no chess"),
    ],
)
def test_wrong_requests(built_pool, fresh, words, said):
    result = CliRunner().invoke(
        va, ["regenerate", str(built_pool), "--records", str(fresh), "--quiet", *words]
    )
    assert result.exit_code == 2, result.output
    assert said in result.output


def test_without_build_json_it_is_refused(pool, fresh, cache):
    (pool / "build.json").unlink()
    with pytest.raises(PlanError, match=r"has no build\.json"):
        regenerate(pool, OLD, supply([fresh], cache), Silent())


def test_the_command_says_what_it_did(pool, fresh, cache):
    words = ["regenerate", str(pool), "--records", str(fresh), "--cache", str(cache), "--quiet"]
    result = CliRunner().invoke(va, [*words, "--case", OLD[0], "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told["replaced"] == {OLD[0]: NEW[0]}
    assert told["cases"][0]["shape"] == "blowout"
    result = CliRunner().invoke(va, [*words, "--case", OLD[0]])
    assert f"{OLD[0]} is retired, {NEW[0]} stands in for it (by an earlier run)" in result.output
