"""A stranger's games in an environment of their own, without a line of ours changed."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.slow


def test_the_example_is_found_and_builds_cases(venv, tmp_path):
    (tmp_path / "extra.ttt").write_text("b2 b2\n")
    (row,) = json.loads(venv.run("va adapters --json", tmp_path))
    assert (row["name"], row["distribution"], row["usable"]) == ("tictactoe", "va-tictactoe", True)

    journal = tmp_path / "journal"
    out = venv.run(
        """
        va generate --game tictactoe --seed 5 --set games=3 --out records
        va-build --game tictactoe --records records --records extra.ttt --out corpus --quiet \\
            --json > build.json || test $? = 3
        va verify corpus --rebuild 1 --quiet --json > verify.json
        va score corpus --oracle --json > oracle.json
        va score corpus --empty --json > empty.json
        """,
        tmp_path,
        VA_JOURNAL=str(journal),
    )
    assert out.splitlines() == ["records/tictactoe-5.ttt"]
    build, verify, oracle, empty = (
        json.loads((tmp_path / f"{name}.json").read_text())
        for name in ("build", "verify", "oracle", "empty")
    )
    cases = ["tictactoe-01", "tictactoe-02", "tictactoe-03"]
    assert [case["case_id"] for case in build["cases"]] == cases
    assert build["engine"] == "tictactoe-perfect-1"
    rejection = {"file": "extra.ttt", "place": "line 1", "reason": "move 2: B2 is taken"}
    assert build["rejected"] == [rejection]
    assert verify["holds"], verify["problems"]
    assert (verify["cases"], verify["rebuilt"]) == (3, 1)
    assert set(oracle["overall"].values()) == {1.0}
    assert set(empty["overall"].values()) == {0.0}
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert {line["built"] for line in lines if "built" in line} == set(cases)
    assert [line for line in lines if "rejected" in line] == [
        {
            "game": "tictactoe",
            "rejected": "extra.ttt, line 1",
            "reason": "move 2: B2 is taken",
        }
    ]


def test_the_skeleton_passes_its_own_tests(venv, tmp_path):
    venv.run("va new-adapter coins mine", tmp_path)
    venv.install(tmp_path / "mine")
    try:
        out = venv.run("python -m pytest -q -p no:cacheprovider", tmp_path / "mine")
        assert " passed" in out
        assert "skipped" not in out
        names = {row["name"] for row in json.loads(venv.run("va adapters --json", tmp_path))}
        assert names == {"coins", "tictactoe"}
    finally:
        venv.uninstall("va-coins")
