"""`va new-adapter`: what it writes, and what it refuses."""

from __future__ import annotations

import json
import tomllib

import pytest
from click.testing import CliRunner

from video_arena.cli.main import va


def run(*words):
    return CliRunner().invoke(va, ["new-adapter", *map(str, words)])


def test_it_writes_a_distribution_of_the_games_name(tmp_path):
    folder = tmp_path / "new"
    result = run("ludo", folder, "--json")
    assert result.exit_code == 0, result.output
    written = json.loads(result.output)
    there = sorted(str(path) for path in folder.rglob("*") if path.is_file())
    assert sorted(written) == there
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    assert project["project"]["name"] == "va-ludo"
    assert project["project"]["entry-points"]["video_arena.adapters"] == {"ludo": "va_ludo.adapter"}
    for path in map(str, written):
        assert "gamename" not in path
    for path in folder.rglob("*.*"):
        assert "gamename" not in path.read_text().lower() if path.is_file() else True


@pytest.mark.parametrize("name", ["Ludo", "lu-do", "2048", "", "lu do", "lüdo", "../ludo"])
def test_a_name_that_no_game_can_have_is_refused(tmp_path, name):
    result = run(name, tmp_path / "new")
    assert result.exit_code == 2
    assert "lower case letters and digits" in result.output
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    result = run("ludo", tmp_path)
    assert result.exit_code == 2
    assert "is not empty" in result.output
    assert list(tmp_path.iterdir()) == [kept]
    result = run("ludo", kept)
    assert result.exit_code == 2
