"""A score's files: intervals over cases, paired differences, a figure."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from video_arena.cli.score import command

SPEC = {
    "game": "coin",
    "version": "1",
    "root_key": "events",
    "time_field": "t",
    "type_field": "type",
    "identity": {"toss": {"coord": "choice"}},
    "update": {"field": "swing", "labels": ["up", "down", "equal"]},
    "state": {"field": "leader", "labels": ["up", "down", "equal"], "kind": "class"},
    "conditional": False,
    "tolerance_s": 3.0,
}


def row(second, leader="up"):
    return {"type": "toss", "coord": "A1", "t": second, "swing": "up", "leader": leader}


@pytest.fixture
def corpus(plant, tmp_path):
    cases = {f"coin-{n:02d}": (60.0, [row(10 * n), row(10 * n + 8)]) for n in (1, 2, 3, 4)}
    return plant(tmp_path / "corpus", SPEC, cases), cases


def answer(folder, cases):
    (folder / "coin").mkdir(parents=True)
    for case, rows in cases.items():
        (folder / "coin" / f"{case}.json").write_text(json.dumps({"events": rows}))
    return folder


def run(*words):
    result = CliRunner().invoke(command, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


def test_half_the_cases_right_is_a_half_with_a_wide_interval(corpus, tmp_path):
    root, cases = corpus
    right = answer(
        tmp_path / "a", {c: rows if c < "coin-03" else [] for c, (_, rows) in cases.items()}
    )
    told = json.loads(run(root, "--answers", right, "--json"))
    found = told["intervals"]["coin"]
    assert found["estimate"] == 0.5
    # Of four cases, none right has probability 1/16 > 2.5 %, so the interval is all of [0, 1].
    assert (found["low"], found["high"]) == (0.0, 1.0)
    assert told["intervals"]["overall"] == found


def test_equal_cases_have_an_interval_of_no_width(corpus):
    root, _ = corpus
    found = json.loads(run(root, "--oracle", "--json"))["intervals"]["coin"]
    assert (found["estimate"], found["low"], found["high"]) == (1.0, 1.0, 1.0)


def test_a_pair_is_compared_on_the_cells_that_both_have(corpus, tmp_path):
    root, cases = corpus
    mine = answer(tmp_path / "a", {c: rows for c, (_, rows) in cases.items()})
    theirs = answer(tmp_path / "b", {"coin-01": [], "coin-02": cases["coin-02"][1]})
    told = json.loads(run(root, "--answers", mine, "--against", theirs, "--json"))
    assert told["paired"]["coin"]["estimate"] == 0.5  # 1 - 0 and 1 - 1; two cells are not paired


def test_the_files_are_the_same_every_time(corpus, tmp_path):
    root, _ = corpus
    for name in ("one", "two"):
        run(root, "--oracle", "--out", tmp_path / name)
    for name in ("score.json", "score.png"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
