"""The report's files and what the command prints."""

from __future__ import annotations

import csv
import json
import re
import sys

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from video_arena.cli.main import va
from video_arena.sweep.table import percent

FILES = ["flips.csv", "sweep.json", "sweep.md", "sweep.png"]


@pytest.fixture
def run(tmp_path):
    """`va sweep` with the cache of the build, in this process."""

    def call(corpus, *words):
        cache = ["--cache", tmp_path / "cache.sqlite", "--workers", "1", "--quiet"]
        return CliRunner().invoke(va, [str(w) for w in ("sweep", corpus, *words, *cache)])

    return call


def test_all_files_are_there_and_say_the_same(built, run, tmp_path):
    out = tmp_path / "out"
    done = run(built(limit=1), "--setting", "depth=2", "--repeat", "--out", out)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in out.iterdir()) == FILES
    found = json.loads((out / "sweep.json").read_text(encoding="utf-8"))
    assert found["_canary"].startswith("VIDEO-ARENA CANARY GUID ")
    assert [entry["name"] for entry in found["settings"]] == ["repeat 1", "depth=2"]
    repeat, deeper = found["settings"]
    assert repeat["t2"]["agreement"]["estimate"] == 1.0
    assert (deeper["t2"]["agreed"], deeper["t2"]["joint"]) == (5, 7)
    assert deeper["t2"]["kappa"]["estimate"] == round(17 / 31, 6)
    assert deeper["t2"]["confusion"] == [
        {"old": "O", "new": "O", "rows": 2},
        {"old": "X", "new": "X", "rows": 3},
        {"old": "equal", "new": "O", "rows": 1},
        {"old": "equal", "new": "X", "rows": 1},
    ]
    assert deeper["engine"]["budget"] == {"depth": 2}
    assert found["reference"]["budget"] == {"depth": 1}
    assert found["bands"]["update_band"] == 0.1
    assert deeper["flips"][0] == {
        "tier": "t2",
        "case": "tictactoe-01",
        "row": 2,
        "time_s": 6.0,
        "old": "equal",
        "new": "X",
        "v_before": [0.5, 0.5],
        "v_after": [0.6, 0.65],
    }


def test_the_table_is_the_papers(built, run, tmp_path):
    run(built(limit=1), "--setting", "depth=2", "--repeat", "--out", tmp_path / "out")
    lines = (tmp_path / "out" / "sweep.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    start = next(i for i, line in enumerate(lines) if line.startswith("| evaluator"))
    assert cells[start][1:5] == ["setting", "T2 agreement", "T2 κ", "T2 coverage"]
    control, deeper = cells[start + 2], cells[start + 3]
    assert control[:2] == ["hand 1", "depth=1, repeat 1"]
    assert control[2].startswith("100.0 (7/7) [")
    assert control[3] == "1.000 [1.000, 1.000]"
    # One case: every replicate is that case, so kappa's interval has no width. 17/31 = .548.
    assert deeper[1:5] == [
        "depth=2",
        "71.4 (5/7) [35.9, 91.8]",
        "0.548 [0.548, 0.548]",
        "100.0 (7/7)",
    ]
    assert "Bands held fixed: update_band 0.1, state_band 0.1" in "\n".join(lines)


def test_the_flips_file(built, run, tmp_path):
    run(built(limit=1), "--setting", "depth=2", "--repeat", "--out", tmp_path / "out")
    with (tmp_path / "out" / "flips.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(r["setting"], r["tier"], r["row"], r["old"], r["new"]) for r in rows] == [
        ("depth=2", "t2", "2", "equal", "X"),
        ("depth=2", "t3", "2", "equal", "X"),
        ("depth=2", "t2", "4", "equal", "O"),
    ]
    assert (rows[2]["v_after_old"], rows[2]["v_after_new"]) == ("0.3", "0.25")
    assert all(row["canary"].startswith("VIDEO-ARENA CANARY") for row in rows)


def test_a_second_run_writes_the_same_bytes(built, run, tmp_path):
    corpus = built()
    words = ("--setting", "depth=2", "--repeat", "--out")
    run(corpus, *words, tmp_path / "one")
    run(corpus, *words, tmp_path / "two")
    for name in FILES:
        first = (tmp_path / "one" / name).read_bytes()
        assert first == (tmp_path / "two" / name).read_bytes(), name


def test_the_plot_is_a_picture_that_follows_the_figures(built, run, tmp_path):
    corpus = built()
    for name, setting in (("same", "depth=1"), ("other", "depth=2")):
        run(corpus, "--setting", setting, "--out", tmp_path / name)
    pictures = [(tmp_path / name / "sweep.png").read_bytes() for name in ("same", "other")]
    assert all(picture.startswith(b"\x89PNG\r\n") for picture in pictures)
    assert pictures[0] != pictures[1]


def test_without_matplotlib_all_but_the_plot_is_written(built, run, tmp_path, monkeypatch):
    corpus, out = built(), tmp_path / "out"
    out.mkdir()
    (out / "sweep.png").write_bytes(b"an older sweep's")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    done = run(corpus, "--setting", "depth=2", "--out", out)
    assert done.exit_code == 0, done.output
    assert "video-arena[plot]" in done.stderr
    assert sorted(path.name for path in out.iterdir()) == [n for n in FILES if n != "sweep.png"]


def test_what_is_printed(built, run):
    done = run(built(limit=1), "--setting", "depth=2", "--repeat")
    assert done.exit_code == 0, done.output
    control = [line for line in done.stdout.splitlines() if "repeat 1" in line and " [" in line]
    assert len(control) == 2  # T2 and T3
    assert all("100.0 (7/7)" in line for line in control)
    assert re.search(r"depth=2 .* T2 .* 71.4 \(5/7\)", done.stdout)
    assert "equal -> O" in done.stdout
    assert "0.3000 -> 0.2500" in done.stdout
    assert "14 positions asked, 0 known from earlier runs" in done.stdout


def test_json_on_stdout_is_the_file_and_what_the_run_cost(built, run, tmp_path):
    corpus, out = built(), tmp_path / "out"
    done = run(corpus, "--setting", "depth=2", "--repeat", "--json", "--out", out)
    printed = json.loads(done.stdout)
    assert printed.pop("run") == [
        {"name": "repeat 1", "asked": 15, "known": 0},
        {"name": "depth=2", "asked": 15, "known": 0},
    ]
    assert printed.pop("exit_code") == done.exit_code == 0
    assert printed == json.loads((out / "sweep.json").read_text(encoding="utf-8"))
    again = json.loads(run(corpus, "--setting", "depth=2", "--repeat", "--json").stdout)
    assert [(arm["asked"], arm["known"]) for arm in again["run"]] == [(0, 15), (0, 15)]


def test_failures_and_differing_repeats_are_said(hand, built, run, tmp_path):
    corpus, out = built(), tmp_path / "out"
    done = run(corpus, "--setting", "depth=3", "--out", out)
    assert done.exit_code == 3
    assert "depth=3: no values for tictactoe-02" in done.stdout
    assert "no values for tictactoe-02" in (out / "sweep.md").read_text(encoding="utf-8")
    hand.drift = 0.001
    done = run(corpus, "--repeat", "--out", out)
    assert done.exit_code == 1
    assert "repeat 1 differs" in done.stdout
    assert "repeat 1 differs" in (out / "sweep.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give --setting"),
        (("--setting", "deep"), "write NAME=NUMBER"),
        (("--setting", "depth=9"), "has no answers for"),
        (("--repeat", "--game", "go"), "holds no go"),
    ],
)
def test_refusals_are_one_line_and_exit_code_two(built, run, words, said):
    done = run(built(), *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_report_stays_out_of_the_release_tree(hand, built, run):
    corpus = built()
    done = run(corpus, "--repeat", "--out", corpus / "tasks" / "tictactoe" / "sweep")
    assert done.exit_code == 2
    assert "lies in the release tree" in done.stderr
    assert hand.asked == []


@given(st.integers(0, 10**5), st.integers(1, 10**5))
def test_all_and_none_are_said_only_when_they_are_so(part, more):
    assert (percent(part, part + more) == "100.0") is False
    assert (percent(part, part + more) == "0.0") is (part == 0)
    assert percent(more, more) == "100.0"
