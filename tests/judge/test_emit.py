"""The released judge.py: alone in an empty folder, isolated, on the oldest Python it promises."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys

import pytest

from video_arena.judge.emit import emit_from_spec

ALLOWED = {"__future__", "argparse", "bisect", "heapq", "json", "math", "sys", "typing"}


def oldest_python() -> str | None:
    """A CPython 3.8 that really runs (a version manager's stub may not)."""
    found = shutil.which("python3.8")
    if found is None:
        return None
    said = subprocess.run([found, "-c", "print(8)"], capture_output=True, check=False)
    return found if said.returncode == 0 else None


@pytest.fixture(params=["this", "3.8"])
def python(request):
    found = sys.executable if request.param == "this" else oldest_python()
    if found is None:
        pytest.skip("no CPython 3.8 on PATH")
    return found


@pytest.fixture
def folder(tmp_path, chess, document, move):
    (tmp_path / "judge.py").write_text(emit_from_spec(chess), encoding="utf-8")
    (tmp_path / "gt.json").write_bytes(document([move(10.0), move(20.0, "E5", "B")]))
    return tmp_path


def call(python, folder, *words):
    return subprocess.run(
        [python, "-I", "judge.py", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def run(python, folder, answer, *more):
    (folder / "answer.json").write_bytes(answer)
    files = ["--answer", "answer.json", "--gt", "gt.json", "--out", "reward.json"]
    done = call(python, folder, *files, "--tol", "3.0", *more)
    assert "Traceback" not in done.stderr
    return done


def reward(folder):
    return json.loads((folder / "reward.json").read_text(encoding="ascii"))


def test_it_runs_alone_and_isolated(python, folder, document, move):
    done = run(python, folder, document([move(13.0), move(20.0, "E5", "B", leader="B")]))
    assert (done.returncode, done.stderr) == (0, "")
    result = reward(folder)
    assert result["reward"] == result["f1"] == 0.5
    assert (result["tp"], result["fp"], result["fn"]) == (1, 1, 1)
    assert (result["status"], result["tolerance_s"]) == ("ok", 3.0)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"{}",
        b"[",
        b'{"events": 3}',
        b"[" * 200_000,
        b'{"events": [' + b'{"a":' * 200_000,
        b'{"events": ' + b"[" * 900 + b"]" * 900 + b"}",
    ],
)
def test_a_format_error_is_scored_zero_with_exit_code_zero(python, folder, answer):
    done = run(python, folder, answer)
    assert (done.returncode, reward(folder)["status"], reward(folder)["reward"]) == (
        0,
        "format_error",
        0.0,
    )


def test_hostile_rows_cost_themselves_only_and_can_be_explained(python, folder, document, move):
    rows = [
        move(10.0),
        move(1e999),
        move(float("nan")),
        {**move(10.0), "coord": "\ud800" * 50},
        {**move(10.0), "coord": "é4"},
        move(10**39),
        None,
        {**move(20.0, "E5", "B"), "wr_swing": [[[[]]]]},
    ]
    answer = document(rows).replace(b'"game_clock_s": 20.0', b'"game_clock_s": ' + b"2" * 5000)
    done = run(python, folder, answer, "--explain")
    assert (done.returncode, done.stderr) == (0, "")
    result = reward(folder)
    assert (result["tp"], result["fp"], result["fn"]) == (1, 7, 1)
    assert done.stdout.isascii()
    assert len(done.stdout.splitlines()) == 2 + 8 + 1


def test_it_says_the_same_on_both_pythons(folder, document, move):
    if oldest_python() is None:
        pytest.skip("no CPython 3.8 on PATH")
    answer = document([move(10.1, swing="W"), move(20.0, "E5", "B"), {"type": "move"}])
    texts = []
    for python in (sys.executable, oldest_python()):
        done = run(python, folder, answer, "--explain")
        texts.append(((folder / "reward.json").read_bytes(), done.stdout))
    assert texts[0] == texts[1]


def test_a_missing_answer_is_scored_and_a_missing_truth_is_not(python, folder, document, move):
    run(python, folder, document([move(10.0)]))
    done = call(python, folder, "--answer", "none", "--gt", "gt.json", "--out", "reward.json")
    assert (done.returncode, reward(folder)["status"]) == (0, "format_error")
    done = call(python, folder, "--answer", "answer.json", "--gt", "none.json", "--out", "x.json")
    assert done.returncode == 2
    assert "none.json" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "x.json").exists()


@pytest.mark.parametrize("tolerance", ["nan", "-1", "three"])
def test_an_impossible_tolerance_is_wrong_use(folder, document, tolerance):
    done = run(sys.executable, folder, document([]), "--tol", tolerance)
    assert done.returncode == 2


def test_the_source_is_standard_library_and_python_3_8(chess):
    tree = ast.parse(emit_from_spec(chess), feature_version=(3, 8))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    assert imported == ALLOWED


def test_the_spec_in_it_is_the_spec_given(specs):
    for spec in specs.values():
        odd = {**spec, "version": 'quotes """ and \\ and \u00e9 and \U0001f600'}
        module: dict[str, object] = {"__name__": "emitted"}
        exec(emit_from_spec(odd), module)
        assert module["SPEC"] == odd
        assert emit_from_spec(odd) == emit_from_spec(json.loads(json.dumps(odd)))
