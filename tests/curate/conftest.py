"""A pool of 24 built cases, fresh records, and ways to look at a folder."""

from __future__ import annotations

import shutil

import pytest

from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.plugins import load_game

GAME = "tictactoe"


def records_of(folder, *seeds):
    for seed in seeds:
        load_game(GAME).generate(seed, folder, {"games": 10, "mistakes": 60})
    return folder


def build_pool(folder, records, cache, **more):
    plan = BuildPlan(game=GAME, records=(str(records),), out=folder, workers=1, cache=cache, **more)
    assert build(plan, Silent()).exit_code in {0, 3}
    return folder


def files_of(root):
    """Every file below a folder with its bytes."""
    paths = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache") / "evaluations.sqlite"


@pytest.fixture(scope="session")
def built_pool(tmp_path_factory, cache):
    """24 cases: 13 won by X, 3 by O, 8 drawn; do not change it."""
    folder = tmp_path_factory.mktemp("pool")
    (folder / "records").mkdir()
    records = records_of(folder / "records", 1, 2, 3)
    return build_pool(folder / "pool", records, cache, limit=24)


@pytest.fixture
def pool(built_pool, tmp_path):
    """A copy of the pool that a test may change."""
    shutil.copytree(built_pool, tmp_path / "pool")
    return tmp_path / "pool"


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """Forty more games."""
    return records_of(tmp_path_factory.mktemp("fresh"), 11, 12, 13, 14)
