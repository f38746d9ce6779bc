"""Chess with Stockfish 15.1: a repeat of 100 %, and a sweep that is killed and run again."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from video_arena.plugins import find_pin

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "examples" / "chess" / "selfplay.pgn"
VA = Path(sys.executable).with_name("va")
SETTINGS = ["--setting", "depth=4", "--setting", "depth=5", "--setting", "depth=6", "--repeat"]
DEPTHS = {"depth 4", "depth 5", "depth 6"}

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def stockfish():
    """The binary, installed once into the cache folder."""
    driver, pin = find_pin("stockfish-15.1")
    return driver.install(pin)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Two short games at depth 6; the build's cache is beside them."""
    folder = tmp_path_factory.mktemp("chess")
    words = ["build", "--game", "chess", "--records", RECORDS, "--limit", "2"]
    words += ["--engine", "stockfish-15.1", "--budget", "depth=6"]
    words += ["--out", folder / "corpus", "--cache", folder / "cache.sqlite"]
    subprocess.run([VA, *words], check=True, capture_output=True)
    return folder / "corpus"


def copied_cache(corpus, folder):
    """What the build left, where a sweep may add to it."""
    path = folder / "cache.sqlite"
    path.write_bytes(corpus.with_name("cache.sqlite").read_bytes())
    return path


def sweep_command(corpus, cache, *more):
    return [VA, "sweep", corpus, *SETTINGS, "--cache", cache, "--workers", "2", "--quiet", *more]


def test_the_repeat_prints_100_per_cent(corpus, tmp_path):
    cache = copied_cache(corpus, tmp_path)
    done = subprocess.run(
        sweep_command(corpus, cache, "--out", tmp_path / "out"),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if "repeat 1" in line and " [" in line]
    assert len(lines) == 2
    assert all("100.0 (" in line and "1.000 [1.000, 1.000]" in line for line in lines)
    found = json.loads((tmp_path / "out" / "sweep.json").read_text(encoding="utf-8"))
    repeat, four, five, six = found["settings"]
    for tier in ("t2", "t3"):
        assert repeat[tier]["agreed"] == repeat[tier]["joint"] == repeat[tier]["labelled"] > 80
        assert six[tier]["agreed"] == six[tier]["joint"]
        for weaker in (four, five):
            # Two plies less cannot leave every label as it was, nor make them chance.
            assert 0.5 < weaker[tier]["agreement"]["estimate"] < 1.0
            assert weaker[tier]["coverage"]["estimate"] == 1.0
    assert repeat["values"]["changed"] == 0


def spied(stockfish, folder, name):
    """An environment whose engine keeps a copy of all that it is told, one file a process."""
    log = folder / name
    log.mkdir()
    program = folder / "spied-stockfish"
    program.write_text(f'#!/bin/sh\ntee "$SPY_LOG/$$" | {stockfish}\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "VIDEO_ARENA_STOCKFISH_15_1": str(program), "SPY_LOG": str(log)}
    # Where proofs of engines are kept: the wrapper is proved here and leaves no trace elsewhere.
    environment["VIDEO_ARENA_CACHE"] = str(folder / "user-cache")
    return environment, log


def searched(log):
    """Every (position, go) that the engines were asked about; the pin's probe is not one."""
    asked = []
    for path in log.iterdir():
        position = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("position "):
                position = line
            elif line.startswith("go ") and line.removeprefix("go ") in DEPTHS:
                asked.append((path.name, position, line))
    return asked


def answers(cache):
    """All that is kept: (file, pin, query). The repeat's file may not be there yet."""
    kept = set()
    for path in (cache, cache.with_name("cache.repeat-1.sqlite")):
        if path.is_file():
            with sqlite3.connect(path, timeout=60) as db:
                try:
                    rows = db.execute("SELECT pin, query FROM evaluation").fetchall()
                except sqlite3.OperationalError:  # opened between the file and its tables
                    rows = []
            db.close()
            kept |= {(path.name, *row) for row in rows}
    return kept


@pytest.mark.slow
def test_killed_half_way_and_run_again_it_asks_nothing_twice(corpus, stockfish, tmp_path):
    cache = copied_cache(corpus, tmp_path)
    built = len(answers(cache))
    total = 3 * built  # repeat, depths 4 and 5; depth 6 is the build's own
    environment, log = spied(stockfish, tmp_path, "killed")
    with subprocess.Popen(
        sweep_command(corpus, cache),
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        while len(answers(cache)) - built < total // 2:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    kept = len(answers(cache)) - built
    assert total // 2 <= kept < total
    assert len(searched(log)) >= kept
    environment, log = spied_again(environment, tmp_path)
    done = subprocess.run(
        sweep_command(corpus, cache, "--json", "--out", tmp_path / "again"),
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    run = json.loads(done.stdout)["run"]
    assert sum(arm["asked"] for arm in run) == total - kept
    assert sum(arm["known"] for arm in run) == built + kept
    assert len(searched(log)) == total - kept
    assert len(answers(cache)) == built + total
    whole = copied_cache(corpus, tmp_path / "again")
    subprocess.run(
        sweep_command(corpus, whole, "--out", tmp_path / "whole"), check=True, capture_output=True
    )
    for path in sorted((tmp_path / "whole").iterdir()):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name


def spied_again(environment, folder):
    log = folder / "rerun"
    log.mkdir()
    return {**environment, "SPY_LOG": str(log)}, log
