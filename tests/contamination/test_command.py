"""`va contamination scan` on a built corpus."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.cli.main import va
from video_arena.corpus.tree import CorpusTree
from video_arena.plugins import load_game

GAME = "tictactoe"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    load_game(GAME).generate(5, folder, {"games": 6, "mistakes": 20})
    plan = BuildPlan(
        game=GAME,
        records=(str(folder),),
        out=folder / "out",
        workers=1,
        cache=folder / "cache.sqlite",
    )
    assert build(plan, Silent()).exit_code == 0
    return folder / "out"


def run(*words):
    return CliRunner().invoke(va, ["contamination", "scan", *map(str, words)])


def test_the_corpus_itself_is_full_of_traces(corpus):
    result = run(corpus / "tasks", "--corpus", corpus, "--json")
    assert result.exit_code == 1
    findings = json.loads(result.output)["findings"]
    tree = CorpusTree(corpus, GAME)
    cases = json.loads(tree.cases.read_text())
    marked = {f["file"] for f in findings if f["kind"] == "canary"}
    assert marked >= {f"{GAME}/gt/{case}_gt.json" for case in cases}
    assert f"{GAME}/instruction.md" in marked
    # A game of fewer than eight moves is too little to tell.
    long = [case for case in cases if len(json.loads(tree.truth(case).read_text())["events"]) > 7]
    assert long
    assert {f["case"] for f in findings if f["kind"] == "moves"} == set(long)


def test_clean_texts_are_clean(corpus, tmp_path):
    (tmp_path / "a.txt").write_text("Noughts and crosses: take b2 first, then a corner.\n")
    result = run(tmp_path, "--corpus", corpus)
    assert result.exit_code == 0
    assert "no trace was found" in result.output


def test_a_file_that_cannot_be_read_is_told(corpus, tmp_path):
    (tmp_path / "a.gz").write_bytes(b"no gzip")
    result = run(tmp_path, "--corpus", corpus, "--json")
    assert result.exit_code == 3
    assert json.loads(result.output)["unread"][0]["file"] == "a.gz"


def test_no_corpus_is_wrong_use(tmp_path):
    result = run(tmp_path, "--corpus", tmp_path)
    assert result.exit_code == 2
    assert "no corpus" in result.output
