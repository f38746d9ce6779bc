"""The commands: instant help, clear errors, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from video_arena.cli.main import COMMANDS, va
from video_arena.cli.printing import print_table

HEAVY = ("numpy", "cv2", "av", "pydantic", "rich", "chess", "sqlite3")


def run(*words, **kwargs):
    return CliRunner().invoke(va, [str(word) for word in words], **kwargs)


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from video_arena.cli.main import va\n"
        "try: va(['--help'])\nexcept SystemExit: pass\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_and_says_the_same_as_the_overview(name):
    result = run(name, "--help")
    assert result.exit_code == 0, result.output
    assert run("--help").output.count(name) >= 1


def test_the_game_named_adds_its_own_flags():
    assert "--min-rating INTEGER" in run("build", "--game", "chess", "--help").output
    assert "--min-rating INTEGER" not in run("build", "--help").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("build", "--game", "shogi", "--records", "x", "--out", "y"), "no adapter for 'shogi'"),
        (("build", "--game", "chess", "--records", "no-such.pgn", "--out", "y"), "no-such.pgn"),
        (
            ("build", "--game", "chess", "--records", "-", "--out", "y", "--engine", "deep-blue"),
            "no engine pin 'deep-blue'",
        ),
        (
            ("build", "--game", "chess", "--records", "-", "--out", "y", "--budget", "deep"),
            "NAME=NUMBER",
        ),
        (
            ("build", "--game", "chess", "--records", "-", "--out", "y", "--budget", "seconds=3"),
            "no budget called seconds",
        ),
        (("engines", "install", "deep-blue"), "no engine pin 'deep-blue'"),
        (("verify", "."), "no tasks/<game> folder"),
        (
            ("generate", "--game", "chess", "--out", "tasks", "--set", "speed=3"),
            "chess generates no speed",
        ),
        (
            ("generate", "--game", "doudizhu", "--out", "tasks", "--set", "speed=3"),
            "no option speed",
        ),
        (("preview", "--game", "chess", __file__, "--out", "tasks/x.mp4"), "shows answers"),
    ],
)
def test_a_wrong_request_is_one_clear_line_and_code_2(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words, input="")
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output


def test_records_says_what_each_record_is(tmp_path):
    path = tmp_path / "three.pgn"
    path.write_text(
        '[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n'
        '[Result "*"]\n\n*\n\n[Result "0-1"]\n\n1. e4 Ke5 0-1\n'
    )
    result = run("records", "--game", "chess", path, "--json")
    assert result.exit_code == 3
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert [row["state"] for row in rows] == ["accepted", "rejected", "rejected"]
    assert rows[1]["what"] == "no moves"
    assert "Ke5" in rows[2]["what"]


def test_doctor_and_adapters_speak_json():
    findings = json.loads(run("doctor", "--json").output)
    assert {"python", "x264", "opencv", "cache", "adapter chess"} <= {f["what"] for f in findings}
    (chess,) = [a for a in json.loads(run("adapters", "--json").output) if a["name"] == "chess"]
    assert chess["engine"] == "stockfish-18"
    assert "render_video" in chess["hooks"]


def test_a_dry_run_builds_nothing(tmp_path):
    path = tmp_path / "one.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n')
    out = tmp_path / "out"
    result = run(
        "build",
        "--game",
        "chess",
        "--records",
        path,
        "--out",
        out,
        "--dry-run",
        "--cache",
        tmp_path / "cache",
        "--json",
        "--quiet",
    )
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert (told["matches"], told["queries"], told["cached"]) == (1, 7, 0)  # mate: no query
    assert not out.exists()


def test_brackets_in_a_table_are_printed_as_they_are(capsys):
    print_table("what", ["name"], [["pip install 'va-engines[douzero]'"], ["[bold] [/]"]])
    out = capsys.readouterr().out
    assert "va-engines[douzero]" in out
    assert "[bold] [/]" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), None),
        (("--budget", "depth=3"), "stockfish-18 with another budget than the pin's: depth 3"),
        (
            ("--engine", "stockfish-15.1"),
            "stockfish-15.1 (depth 20), in place of the pin stockfish-18",
        ),
    ],
)
def test_a_build_says_when_the_engine_is_not_the_pins(words, said, tmp_path):
    path = tmp_path / "one.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n')
    request = ("--game", "chess", "--records", path, "--out", tmp_path / "out", "--dry-run")
    result = run("build", *request, "--cache", tmp_path / "cache.sqlite", *words)
    assert result.exit_code == 0, result.output
    told = [line for line in result.output.splitlines() if line.startswith("engine: ")]
    assert told == ([] if said is None else [f"engine: {said}"])
