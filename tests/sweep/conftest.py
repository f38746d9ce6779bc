"""A tic-tac-toe corpus labelled by an engine whose every answer is chosen by hand."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from video_arena import plugins
from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.engines import EngineError, EngineFailed, EnginePin
from video_arena.sweep.run import SweepPlan, sweep
from video_arena.values import Evaluation

GAMES = """\
Ada - Brook: b2 a2 a1 c3 c1 b1 a3
Cleo - Dov: a2 b2 a1 a3 c1 b1 b3 c3 c2
"""
# X wins the first with the seventh mark; the second is full and drawn after nine.
# Depth d answers with a word of `depth d`: one for each number of marks on the board.
HANDS = {
    "depth 1": "0.5 0.7 0.5 0.6 0.4 0.3 0.5 0.5 0.5",
    "depth 2": "0.5 0.7 0.5 0.65 0.4 0.25 0.5 0.5 0.5",
    "depth 3": "0.5 0.7 0.5 0.6 0.4 0.3 0.5 0.5 fails",
}


HAND_PIN = EnginePin(
    name="hand-1",
    driver="tictactoe-solver",
    engine="hand 1",
    value="game_value_x",
    budget={"depth": 1},
    options=HANDS,
)


class HandSession:
    def __init__(self, driver, pin):
        self.driver = driver
        self.depth = pin.budget["depth"]
        self.answers = str(pin.options[f"depth {self.depth}"]).split()
        self.observed = {"name": pin.engine}

    def evaluate(self, queries):
        for index, query in enumerate(queries):
            position = query.request["position"]
            time.sleep(self.driver.pause)
            self.driver.asked.append((self.depth, position))
            word = self.answers[9 - position.count(".")]
            if word == "fails":
                raise EngineFailed("no answer chosen")
            yield index, Evaluation(round(float(word) + self.driver.drift, 6))

    def close(self):
        pass


class HandDriver:
    name, batch, in_process = "hand", 1, False

    def __init__(self):
        self.known = {HAND_PIN.name: HAND_PIN}
        self.asked = []
        self.pause = 0.0
        """Seconds an answer takes."""
        self.drift = 0.0
        """Added to every answer, as by an engine that is not what it was."""

    def pins(self):
        return self.known

    def open(self, pin):
        if f"depth {pin.budget.get('depth')}" not in pin.options:
            raise EngineError(f"{pin.name} has no answers for {dict(pin.budget)}")
        return HandSession(self, pin)


def put_in(monkeypatch):
    """A new hand driver beside the installed ones."""
    driver = HandDriver()
    drivers = {**plugins.engine_drivers(), "hand": driver}
    monkeypatch.setattr(plugins, "engine_drivers", lambda: drivers)
    return driver


@pytest.fixture
def hand(monkeypatch):
    """The driver; its `asked` has every (depth, position) put to it."""
    return put_in(monkeypatch)


@pytest.fixture(scope="session")
def originals(tmp_path_factory):
    """`originals(engine, limit)`: a folder with a corpus and its cache, built once."""
    made = {}

    def folder_of(engine, limit):
        if (engine, limit) not in made:
            folder = tmp_path_factory.mktemp("original")
            (folder / "games.ttt").write_text(GAMES, encoding="utf-8")
            plan = BuildPlan(
                game="tictactoe",
                records=(str(folder / "games.ttt"),),
                out=folder / "corpus",
                limit=limit,
                engine=engine,
                workers=1,
                cache=folder / "cache.sqlite",
            )
            with pytest.MonkeyPatch.context() as monkeypatch:
                put_in(monkeypatch)
                assert build(plan, Silent()).exit_code == 0
            made[engine, limit] = folder
        return made[engine, limit]

    return folder_of


@pytest.fixture
def built(hand, originals, tmp_path):
    """`built(limit)`: a corpus of the first games at depth 1; the cache is beside it."""

    def make(limit=2, engine="hand-1"):
        folder = originals(engine, limit)
        shutil.copy(folder / "cache.sqlite", tmp_path)
        return shutil.copytree(folder / "corpus", tmp_path / "corpus")

    return make


@pytest.fixture
def swept(tmp_path):
    """`swept(corpus, "depth=2", repeats=1)` with the cache that the corpus was built with."""

    def run(corpus, *settings, repeats=0, reporter=None, game=None):
        plan = SweepPlan(
            corpus=corpus,
            game=game,
            settings=settings,
            repeats=repeats,
            workers=1,
            cache=tmp_path / "cache.sqlite",
        )
        return sweep(plan, reporter or Silent())

    return run


@pytest.fixture
def edit():
    """Change a case's ground truth in place."""

    def change(corpus, case, how):
        path = Path(corpus) / "tasks" / "tictactoe" / "gt" / f"{case}_gt.json"
        truth = json.loads(path.read_text(encoding="utf-8"))
        how(truth)
        path.write_text(json.dumps(truth), encoding="utf-8")

    return change


@pytest.fixture
def without():
    """Delete part of a corpus."""

    def remove(path):
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return remove
