"""`verify` finds what was changed after the build, whatever it is."""

from __future__ import annotations

import json
import shutil

import pytest

from video_arena.build.plan import BuildPlan
from video_arena.build.report import Silent
from video_arena.build.run import build
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.verify import verify
from video_arena.plugins import load_game

GAME = "tictactoe"
FIRST, SECOND = f"{GAME}-01", f"{GAME}-02"


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    records = load_game(GAME).generate(5, folder, {})
    plan = BuildPlan(
        game=GAME,
        records=(str(records),),
        out=folder / "out",
        limit=3,
        workers=1,
        cache=folder / "cache.sqlite",
    )
    assert build(plan, Silent()).exit_code == 0
    return folder / "out"


@pytest.fixture
def corpus(original, tmp_path):
    shutil.copytree(original, tmp_path / "out")
    return CorpusTree(tmp_path / "out", GAME)


def problems(corpus):
    return verify(corpus.root, Silent()).problems


def change(path, edit):
    content = json.loads(path.read_text(encoding="utf-8"))
    edit(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def test_an_untouched_corpus_holds(corpus):
    found = verify(corpus.root, Silent())
    assert found.problems == []
    assert found.cases == 3
    assert found.holds


def flip_label(truth):
    row = truth["events"][0]
    row["leader_after"] = {"X": "O", "O": "X"}.get(row["leader_after"], "X")


TAMPERINGS = {
    "a T3 label": (flip_label, "do not follow from V by the bands"),
    "a coordinate": (lambda t: t["events"][0].update(coord="Z9"), "outside its vocabulary"),
    "a word of no label": (lambda t: t["events"][0].update(swing="good"), "is not one of"),
    "a field too many": (lambda t: t["events"][0].update(hint="X"), "hint is no field"),
    "a time": (lambda t: t["events"][1].update(game_clock_s=0.0), "out of order"),
    "a time after the end": (lambda t: t["events"][-1].update(game_clock_s=9e3), "out of order"),
    "an event that never was": (
        lambda t: t["events"].append(dict(t["events"][-1])),
        "differ in length",
    ),
    "a removed event": (lambda t: t["events"].pop(), "counts differ"),
    "the trajectory": (
        lambda t: t["value"].update(trajectory=t["value"]["trajectory"][::-1]),
        "by the bands",
    ),
    "a value outside [0, 1]": (
        lambda t: t["value"].update(trajectory=[2.0] * len(t["value"]["trajectory"])),
        "leaves [0, 1]",
    ),
    "the shape": (lambda t: t.update(case_type="epic"), "case_type is epic"),
    "another canary": (
        lambda t: t.update(_canary="VIDEO-ARENA CANARY GUID 00000000-0000-5000-8000-000000000000"),
        "different canaries",
    ),
    "another case's name": (lambda t: t.update(case_id=SECOND), "calls itself"),
    "a missing audit": (lambda t: t["audits"].pop("non_interference"), "non_interference was not"),
    "an unknown key": (lambda t: t.update(extra=1), "extra"),
    "a second case of one match": (lambda t: t["source"].update(fingerprint="0" * 64), None),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_a_changed_ground_truth_is_found(corpus, what):
    edit, said = TAMPERINGS[what]
    change(corpus.truth(FIRST), edit)
    found = problems(corpus)
    assert found, what
    if said is not None:
        assert any(said in problem for problem in found), found


def test_an_event_moved_to_a_quiet_second_is_not_seen(corpus):
    change(corpus.truth(FIRST), lambda t: t["events"][0].update(game_clock_s=1.0))
    assert any("cannot be seen in the decoded video" in problem for problem in problems(corpus))


def test_another_cases_video_is_found(corpus):
    shutil.copy(corpus.media(SECOND), corpus.media(FIRST))
    assert any("is not the video that was built" in problem for problem in problems(corpus))


@pytest.mark.parametrize("name", ["instruction.md", "judge.py", "CASE_TYPES.json"])
def test_an_edited_corpus_file_is_found(corpus, name):
    path = corpus.task / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert any(name in problem for problem in problems(corpus))


@pytest.mark.parametrize("name", ["instruction.md", "judge.py", "answer_seed.json", "cases.json"])
def test_a_missing_corpus_file_is_named(corpus, name):
    (corpus.task / name).unlink()
    assert any(name in problem for problem in problems(corpus))


def test_strangers_among_the_files_are_named(corpus):
    (corpus.task / "media" / "notes.txt").write_text("E4 was best")
    (corpus.task / "gt" / ".x.json.12.partial").write_text("{")
    found = problems(corpus)
    assert any("notes.txt: unknown" in problem for problem in found)
    assert any("left by a killed build" in problem for problem in found)


@pytest.mark.parametrize("ids", [[], ["chess-01"], [FIRST, FIRST], ["tictactoe-1"]])
def test_a_wrong_case_list_is_found(corpus, ids):
    corpus.cases.write_text(json.dumps(ids), encoding="utf-8")
    assert problems(corpus)
