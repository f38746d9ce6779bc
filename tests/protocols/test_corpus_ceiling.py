"""`va ceiling` and `va baselines` on small corpora written by hand."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from video_arena.cli.main import va
from video_arena.corpus.score import CorpusError
from video_arena.protocols.corpus_ceiling import corpus_ceiling

SPEC = {
    "game": "points",
    "root_key": "events",
    "time_field": "t",
    "type_field": None,
    "identity": {"point": {"n": "integer"}},
    "update": {"field": "u", "labels": ["up", "down"]},
    "state": {"field": "s", "labels": ["a", "b"], "kind": "class"},
    "conditional": False,
    "tolerance_s": 3.0,
}


def rows(*times):
    return [{"n": n, "t": time, "u": "up", "s": "a"} for n, time in enumerate(times)]


@pytest.fixture
def corpus(tmp_path, plant):
    """points: 2048 s (frames 8 s apart) and 100 s; dots: 1280 s (5 s apart)."""
    cases = {
        "points-01": (2048, rows(16.0, 20.0, 2047.0)),  # on a frame, between two, past the last
        "points-02": (100, rows(50.5)),
    }
    plant(tmp_path, SPEC, cases)
    return plant(tmp_path, {**SPEC, "game": "dots"}, {"dots-01": (1280.0, rows(1280, 1.25))})


def run(*words):
    return CliRunner().invoke(va, [str(word) for word in words])


def test_cases_games_and_overall(corpus):
    found = json.loads(run("ceiling", corpus, "--json").stdout)
    first = found["games"]["points"]["cases"]["points-01"]
    assert first["frames"] == 256
    assert first["spacing_s"] == 8.0
    assert first["frame_rate"] == 0.125
    counts = ("events", "reachable", "unreachable", "past_last_frame")
    assert [first[key] for key in counts] == [3, 1, 2, 1]
    assert first["uniform_recall"] == 0.75
    assert first["uniform_f1"] == pytest.approx(6 / 7)
    assert first["actual_f1"] == 2 * 1 / (1 + 3)
    points, dots = found["games"]["points"], found["games"]["dots"]
    assert points["mean"]["actual_f1"] == (0.5 + 1) / 2
    assert points["median_spacing_s"] == 4.5
    assert dots["mean"]["actual_f1"] == pytest.approx(2 / 3)
    assert dots["mean"]["uniform_f1"] == 1.0
    # 1.25 s is 3.75 s before the next frame, 1.25 s after the one at 0.
    assert dots["mean"]["causal_f1"] == 0.0
    assert found["overall"]["actual_f1"] == pytest.approx((0.75 + 2 / 3) / 2)
    assert found["overall"]["unreachable"] == 3
    assert found["overall"]["past_last_frame"] == 2


def test_the_table_prints_hundreds(corpus):
    done = run("ceiling", corpus)
    assert done.exit_code == 0
    assert "85.7" in done.stdout
    assert "75.0" in done.stdout


def test_more_frames_and_more_tolerance_reach_more(corpus):
    more = json.loads(run("ceiling", corpus, "--frames", 2048, "--json").stdout)
    assert more["overall"]["unreachable"] == 0
    wide = json.loads(run("ceiling", corpus, "--tol", 7, "--game", "points", "--json").stdout)
    assert wide["overall"]["unreachable"] == 0
    assert list(wide["games"]) == ["points"]


def test_frames_and_rate_give_the_exact_length(corpus):
    path = corpus / "tasks" / "dots" / "gt" / "dots-01_gt.json"
    truth = json.loads(path.read_text())
    truth["video"] = {"frames": 1120, "fps": "28/5", "duration_s": 1.0}
    path.write_text(json.dumps(truth))
    (only,) = corpus_ceiling(corpus, ["dots"]).games
    assert only.cases["dots-01"].duration == 200


@pytest.mark.parametrize(
    ("video", "word"),
    [
        (None, "no part"),
        ({}, "needs frames"),
        ({"duration_s": 0}, "long"),
        ({"duration_s": "x"}, "needs"),
    ],
)
def test_a_truth_without_a_length_is_named(corpus, video, word):
    path = corpus / "tasks" / "dots" / "gt" / "dots-01_gt.json"
    path.write_text(json.dumps({"video": video, "events": []}))
    with pytest.raises(CorpusError, match=word) as caught:
        corpus_ceiling(corpus)
    assert path.name in str(caught.value)


def test_wrong_folders_and_games_are_told_in_one_line(corpus, tmp_path):
    for words in (["ceiling", tmp_path / "no"], ["ceiling", corpus, "--game", "go"]):
        done = run(*words)
        assert done.exit_code == 1
        assert done.stderr.count("\n") == 1


@pytest.fixture
def tictactoe(tmp_path, plant):
    spec = pytest.importorskip("va_tictactoe.spec").SPEC
    from video_arena.judge.spec import judge_spec

    marks = [("X", "B2"), ("O", "A1"), ("X", "C3"), ("O", "A3"), ("X", "A2")]
    truth = [
        {
            "type": "move",
            "color": color,
            "coord": coord,
            "game_clock_s": 2.0 + 10 * i,
            "swing": "equal",
            "leader_after": "equal",
        }
        for i, (color, coord) in enumerate(marks)
    ]
    return plant(tmp_path / "corpus", judge_spec(spec), {"tictactoe-01": (60, truth)})


def test_the_controls_are_answers_like_any_other(tictactoe, tmp_path):
    out = tmp_path / "controls"
    done = run("baselines", tictactoe, "--seed", 3, "--out", out, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["seed"] == 3
    for control in ("random_tuple", "set_time_random_tuple"):
        path = out / control / "tictactoe" / "tictactoe-01.json"
        assert len(json.loads(path.read_text())["events"]) == 5
        again = json.loads(run("score", tictactoe, "--answers", out / control, "--json").stdout)
        assert again["overall"] == found["controls"][control]["overall"]
    assert "set time random tuple, seed 0" in run("baselines", tictactoe).stdout


def test_another_version_of_the_contract_is_refused(tictactoe):
    judge = tictactoe / "tasks" / "tictactoe" / "judge.py"
    judge.write_text(judge.read_text().replace('"version": "1"', '"version": "0"'))
    done = run("baselines", tictactoe)
    assert done.exit_code == 1
    assert "another version" in done.stderr


def test_a_game_without_an_adapter_is_told(corpus):
    done = run("baselines", corpus)
    assert done.exit_code == 2
    assert "dots" in done.stderr
