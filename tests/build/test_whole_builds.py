"""Whole builds from real records with a real engine: equal bytes, whatever happens meanwhile."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "examples" / "chess" / "selfplay.pgn"
VA_BUILD = Path(sys.executable).with_name("va-build")
VA = Path(sys.executable).with_name("va")

pytestmark = pytest.mark.engine


def command(out, cache, *more):
    return [
        VA_BUILD,
        "--game",
        "chess",
        "--records",
        RECORDS,
        "--engine",
        "stockfish-15.1",
        "--budget",
        "depth=6",
        "--limit",
        "3",
        "--out",
        out,
        "--cache",
        cache,
        *more,
    ]


def tree(folder):
    """Every file below a folder with its digest."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    run = subprocess.run(
        command(folder / "one", folder / "cache", "--workers", "1"),
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return folder / "one"


def test_the_corpus_verifies_and_scores(built):
    run = subprocess.run(
        [VA, "verify", built, "--json"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    assert json.loads(run.stdout)["cases"] == 3
    for answer in ("--oracle", "--empty"):
        run = subprocess.run(
            [VA, "score", built, answer], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr


def test_two_workers_give_the_same_bytes(built, tmp_path):
    subprocess.run(
        command(tmp_path / "two", tmp_path / "cache", "--workers", "2"),
        check=True,
        capture_output=True,
    )
    assert tree(tmp_path / "two") == tree(built)


def test_a_build_from_a_warm_cache_gives_the_same_bytes(built, tmp_path):
    subprocess.run(
        command(tmp_path / "warm", built.with_name("cache")), check=True, capture_output=True
    )
    assert tree(tmp_path / "warm") == tree(built)


def test_a_killed_build_ends_with_the_same_bytes(built, tmp_path):
    chance = random.Random(7)
    kills = 0
    for _ in range(5):
        with subprocess.Popen(
            command(tmp_path / "killed", tmp_path / "cache"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            time.sleep(chance.uniform(0.4, 3.0))
            os.kill(process.pid, signal.SIGKILL)  # its engines must notice by themselves
            kills += process.wait() == -signal.SIGKILL
    assert kills > 0
    subprocess.run(
        command(tmp_path / "killed", tmp_path / "cache"), check=True, capture_output=True
    )
    assert tree(tmp_path / "killed") == tree(built)


def test_a_rebuild_with_fresh_engines_compares_equal(built):
    run = subprocess.run(
        [VA, "verify", built, "--rebuild", "1", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert json.loads(run.stdout)["rebuilt"] == 1


def test_a_second_run_reuses_everything(built):
    cache = built.with_name("cache")
    run = subprocess.run(
        command(built, cache, "--json"), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert all(case["reused"] for case in json.loads(run.stdout)["cases"])


def test_another_request_for_the_same_folder_is_refused(built):
    before = tree(built)
    run = subprocess.run(
        command(built, built.with_name("cache"), "--limit", "2"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "holds another build" in run.stderr
    assert tree(built) == before


def test_the_substitution_stands_in_every_file(built):
    truths = [json.loads(p.read_text()) for p in sorted(built.rglob("*_gt.json"))]
    assert len(truths) == 3
    for truth in truths:
        assert truth["engine"]["pin"] == "stockfish-15.1"
        assert truth["engine"]["substituted_for"] == "stockfish-18"
        assert truth["engine"]["budget"] == {"depth": 6}


def test_no_player_is_named_in_what_is_published(built):
    names = {
        line.split('"')[1]
        for line in RECORDS.read_text().splitlines()
        if line.startswith(("[White ", "[Black "))
    }
    assert names
    for path in (built / "tasks").rglob("*.json"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if name in text], path
