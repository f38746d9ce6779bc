"""Moving cases: the same bytes whoever draws which chunk, and whoever is killed meanwhile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import av
import cv2
import pytest

from video_arena.build.plan import BuildPlan
from video_arena.build.rebuild import rebuild_problems
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify
from video_arena.match import Match, Span
from video_arena.plugins import ADAPTERS, load_game
from video_arena.records import RecordFile
from video_arena.testing.corpora import files_of
from video_arena.video import check_media, encode, probe
from video_arena.video.colour import rgb_to_i420

SOURCE = Path(__file__).with_name("balls.py").read_text(encoding="utf-8")
MAKES = {
    "balls": "moving",
    "wholeballs": "whole",
    "liarballs": "liar",
    "simballs": "simulated",
}
# Lamps at the first and the last frame of chunks (16 frames each), and at neighbours.
LONG = "Ann - Bob: 1L 15L 16R 31L 32L 33R 64L 100R 101R 190L\n"
SHORT = "Cid - Dan: 12L 20R\nEve - Fay: 16R 40L\n"
UNSEEN = "Guy - Hal: 5L 448L 448L 460R\n"
"""The balls rest at 448, the first frame of a chunk, and the second lamp undoes the first."""


@pytest.fixture
def adapters(distributions):
    """Balls, installed in all its makes."""
    for name, make in MAKES.items():
        distributions.add(f"va-{name}", ADAPTERS, name, f"balls:{make}", SOURCE)
    return distributions


@pytest.fixture
def built(adapters, tmp_path):
    """Build a record: `built(game, text, workers)` gives the result."""

    def run(game, text, workers, name=None, reporter=None):
        out = tmp_path / (name or f"{game}-{workers}")
        record = tmp_path / "record.balls"
        record.write_text(text)
        plan = BuildPlan(
            game=game, records=(str(record),), out=out, workers=workers, cache=tmp_path / "cache"
        )
        return build(plan, reporter or Silent())

    return run


def matches_of(game, tmp_path):
    items = game.parse(RecordFile(tmp_path / "record.balls"), {})
    return [item for item in items if isinstance(item, Match)]


def media_of(result, game, case=1):
    return CorpusTree(result.out, game).media(f"{game}-{case:02d}")


@pytest.mark.parametrize("text", [LONG, SHORT + LONG + "Ida - Jim: 9R\n"], ids=["one", "several"])
def test_any_number_of_workers_gives_the_same_bytes(built, text):
    results = [built("balls", text, workers) for workers in (1, 2, 3)]
    assert [len(result.cases) for result in results] == [text.count("\n")] * 3
    trees = [files_of(result.out) for result in results]
    assert trees[0] == trees[1] == trees[2]
    assert not [name for name in trees[0] if "partial" in name]
    found = verify(results[1].out, Silent())
    assert found.holds, found.problems


class Counting(Silent):
    """Remembers what it was told."""

    def __init__(self):
        self.totals, self.steps = {}, {}

    def start(self, stage, total):
        self.totals[stage], self.steps[stage] = total, 0

    def advance(self, stage, steps=1):
        self.steps[stage] += steps


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_counts_chunks_to_the_end(built, workers):
    # 45 frames, 65 frames, 485 frames of 16 a chunk; the last case fails at the end.
    for expected in (2, 0):  # the second time, two cases are there
        reporter = Counting()
        result = built("balls", SHORT + UNSEEN, workers, reporter=reporter)
        assert reporter.totals["chunks"] == 3 + 5 + 31
        assert reporter.steps["chunks"] == 3 + 5 + 31
        assert sum(not case.reused for case in result.cases) == expected


def test_a_rebuild_compares_equal(built):
    result = built("balls", SHORT, 2)
    tree = CorpusTree(result.out, "balls")
    cases = ["balls-01", "balls-02"]
    assert list(rebuild_problems(tree, cases, {}, workers=2, reporter=Silent())) == []
    tree.media("balls-02").write_bytes(b"other")
    (problem,) = rebuild_problems(tree, cases, {}, workers=2, reporter=Silent())
    assert problem == "balls-02: balls-02.mp4 has other bytes when it is built again"


@pytest.mark.parametrize("name", ["balls", "wholeballs", "simballs"])
def test_the_video_is_the_sequential_one_and_shows_what_was_drawn(built, tmp_path, name):
    result = built(name, LONG, 2)
    game = load_game(name)
    (match,) = matches_of(game, tmp_path)
    encode(game.render(match, Span(0, match.frames), frozenset()), game.spec.media, tmp_path / "s")
    path = media_of(result, name)
    assert path.read_bytes() == (tmp_path / "s").read_bytes()
    assert check_media(path, game.spec.media, match.frames) == []
    assert probe(path).longest_gop == 16
    with av.open(str(path)) as container:
        decoded = [frame.to_ndarray(format="yuv420p") for frame in container.decode(video=0)]
    assert len(decoded) == match.frames
    runs = game.render(match, Span(0, match.frames), frozenset())
    for got, run in zip(decoded, runs, strict=True):
        assert run.count == 1
        assert cv2.PSNR(got, rgb_to_i420(run.picture)) >= 40


def test_boxes_change_nothing_but_the_work(built):
    results = {name: built(name, LONG, 1) for name in ("balls", "wholeballs", "simballs")}
    videos = {media_of(result, name).read_bytes() for name, result in results.items()}
    assert len(videos) == 1
    audits = [result.cases[0].truth.audits for result in results.values()]
    assert audits[0] == audits[1] == audits[2]
    assert audits[0]["visibility"]["events_seen"] == 10
    # At frame 100 the balls rest: the lamp of 11 x 9 pixels is all that changes.
    assert audits[0]["visibility"]["least_changed_pixels"] == 99


def test_a_simulator_is_drawn_from_the_start_by_any_number_of_workers(built):
    trees = [files_of(built("simballs", SHORT + LONG, workers).out) for workers in (1, 2)]
    assert trees[0] == trees[1]
    assert len(trees[0]) > 3


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("balls", UNSEEN, "lamp at frame 448 .* cannot be seen"),
        ("liarballs", LONG, "outside the boxes of its run"),
    ],
)
def test_a_rejection_is_the_same_too(built, game, text, reason):
    rejected = [built(game, text, workers).rejected for workers in (1, 3)]
    assert rejected[0] == rejected[1]
    (error,) = rejected[0]
    assert re.search(reason, error.reason)


@pytest.fixture
def kills(tmp_path, monkeypatch):
    """`kills(n)`: the next n renderers in worker processes kill their process."""

    def order(count):
        folder = tmp_path / "kills"
        folder.mkdir()
        for number in range(count):
            (folder / str(number)).touch()
        monkeypatch.setenv("BALLS_KILLS", str(folder))
        return folder

    return order


def test_a_killed_worker_costs_nothing(built, kills):
    folder = kills(1)
    result = built("balls", SHORT + LONG, 2)
    assert not list(folder.iterdir()), "the worker was killed"
    assert files_of(result.out) == files_of(built("balls", SHORT + LONG, 1).out)


def test_a_case_that_kills_every_worker_costs_no_other(built, kills):
    kills(3)  # of the first two, one was beside the other, or both were alone
    result = built("balls", LONG + SHORT, 2)
    assert {case.number for case in result.cases} == {2, 3}
    (error,) = result.rejected
    assert "killed twice" in error.reason


def children_of(pid):
    listing = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in listing.read_text().split()] if listing.exists() else []


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_build_leaves_no_worker_and_completes(adapters, built, tmp_path, how):
    text = "".join(f"A - B: {n}L 400R\n" for n in range(1, 4))
    whole = files_of(built("balls", text, 1, "whole").out)
    command = [Path(sys.executable).with_name("va-build"), "--game", "balls", "--quiet"]
    command += ["--records", tmp_path / "record.balls", "--out", tmp_path / "out", "--workers", "2"]
    command += ["--cache", tmp_path / "cache"]
    environment = {**os.environ, "PYTHONPATH": str(adapters.folder)}
    with subprocess.Popen(
        command, env=environment, start_new_session=True, stderr=subprocess.PIPE, text=True
    ) as process:
        while not list(tmp_path.glob("out/tasks/balls/media/.*.partial")):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        workers = children_of(process.pid)
        send = os.killpg if how == signal.SIGINT else os.kill
        send(process.pid, how)
        process.wait()
    assert workers
    for _ in range(200):
        if not any(alive(pid) for pid in workers):
            break
        time.sleep(0.05)
    assert not [pid for pid in workers if alive(pid)], "workers outlive the build"
    if how == signal.SIGINT:
        assert not list(tmp_path.glob("out/**/.*.partial")), "Ctrl-C tidies up"
    subprocess.run(command, env=environment, check=True)
    assert files_of(tmp_path / "out") == whole
