"""Curation's whole way with real games and a real engine."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from video_arena.cli.main import va

from .conftest import files_of

GAMES = Path(__file__).parents[2] / "examples" / "chess" / "selfplay.pgn"

pytestmark = pytest.mark.engine


def games():
    """The eight games of the example, each as PGN text."""
    found = re.findall(r"(?:\[.*\]\n)+\n(?:.+\n)+", GAMES.read_text())
    assert len(found) == 8
    return found


def disguised(game):
    """Other players, and the last half-move trimmed; a move may carry a clock comment."""
    renamed = re.sub(r'\[(White|Black) ".*"\]', r'[\1 "Somebody"]', game)
    trimmed, times = re.subn(
        r"\s(?:\d+\.+ ?)?[\w+#=-]+(?:\s*\{[^}]*\})?\s+(1-0|0-1|1/2-1/2)\s*\Z", r" \1\n", renamed
    )
    assert times == 1
    return trimmed


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Games 1 to 3 as a corpus."""
    folder = tmp_path_factory.mktemp("chess")
    (folder / "public.pgn").write_text("\n".join(games()[:3]))
    words = ["build", "--game", "chess", "--records", str(folder / "public.pgn")]
    words += ["--engine", "stockfish-15.1", "--budget", "depth=4", "--out", str(folder / "out")]
    result = CliRunner().invoke(va, [*words, "--cache", str(folder / "cache"), "--quiet"])
    assert result.exit_code == 0, result.output
    return folder / "out"


def run(*words):
    return CliRunner().invoke(va, [*map(str, words), "--quiet", "--json"])


def test_a_renamed_and_trimmed_record_is_refused(corpus, tmp_path):
    records = tmp_path / "again.pgn"
    records.write_text("\n".join(map(disguised, games()[:3])))
    before = files_of(corpus)
    result = run("regenerate", corpus, "--case", "chess-02", "--records", records)
    assert result.exit_code == 1, result.output
    told = json.loads(result.output)
    assert len(told["missing"]) == 1
    reasons = [refusal["reason"] for refusal in told["refused"]]
    for number, reason in enumerate(reasons, start=1):
        assert reason.startswith(f"nearly the same match as chess-{number:02d} of out")
    assert len(reasons) == 3
    assert told["evaluated"] == 0
    assert files_of(corpus) == before


def test_two_cases_are_replaced_by_fresh_games(corpus, tmp_path):
    cache = ["--cache", corpus.parent / "cache"]
    corpus = shutil.copytree(corpus, tmp_path / "out")
    records = tmp_path / "new.pgn"
    texts = games()
    records.write_text("\n".join([disguised(texts[1]), *texts[3:]]))
    before = files_of(corpus)
    words = ["--case", "chess-02", "--case", "chess-03", "--within", 1]
    result = run("regenerate", corpus, "--records", records, *words, *cache)
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told["replaced"] == {"chess-02": "chess-04", "chess-03": "chess-05"}
    assert [r["reason"][:38] for r in told["refused"]] == ["nearly the same match as chess-02 of o"]
    after = files_of(corpus)
    kept = {name for name in before if "chess-01" in name}
    assert len(kept) == 3
    assert all(after[name] == before[name] for name in kept)
    changed = {name for name in set(before) & set(after) if before[name] != after[name]}
    lists = {"build.json", "tasks/chess/cases.json", "tasks/chess/CASE_TYPES.json"}
    assert changed == lists
    truths = [
        json.loads(v) for name, v in sorted(after.items()) if "/chess-0" in name and "gt/" in name
    ]
    assert [t["engine"]["budget"] for t in truths] == [{"depth": 4}] * 3
    assert [t["engine"]["substituted_for"] for t in truths] == ["stockfish-18"] * 3
    assert run("verify", corpus).exit_code == 0
    assert CliRunner().invoke(va, ["score", str(corpus), "--oracle"]).exit_code == 0


def test_a_leaked_game_is_found(corpus, tmp_path):
    (tmp_path / "clean.pgn").write_text("\n".join(games()[3:]))
    scan = ["contamination", "scan", tmp_path, "--corpus", corpus, "--json"]
    assert CliRunner().invoke(va, [*map(str, scan)]).exit_code == 0
    (tmp_path / "dump.txt").write_text("Some text.\n" + games()[0])
    result = CliRunner().invoke(va, [*map(str, scan)])
    assert result.exit_code == 1
    findings = json.loads(result.output)["findings"]
    assert {(f["file"], f["case"], f["kind"]) for f in findings} == {
        ("dump.txt", "chess-01", "moves")
    }
