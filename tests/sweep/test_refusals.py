"""Corpora that cannot be relabelled: each refusal says what is wrong with which case."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from video_arena.build.plan import PlanError

FIRST, SECOND = "tictactoe-01", "tictactoe-02"


def test_without_sources(hand, built, swept, without):
    corpus = built()
    without(corpus / "sources")
    with pytest.raises(PlanError, match="has no sources/tictactoe"):
        swept(corpus, "depth=2")
    assert hand.asked == []


def test_one_record_is_missing(built, swept, without):
    corpus = built()
    without(corpus / "sources" / "tictactoe" / f"{SECOND}.ttt")
    with pytest.raises(PlanError, match=f"{SECOND}: sources/tictactoe does not hold") as refusal:
        swept(corpus, "depth=2")
    assert FIRST not in str(refusal.value)


def test_a_record_is_another_ones(built, swept):
    corpus = built()
    sources = corpus / "sources" / "tictactoe"
    shutil.copy(sources / f"{FIRST}.ttt", sources / f"{SECOND}.ttt")
    with pytest.raises(PlanError, match=f"{SECOND}.ttt holds another match"):
        swept(corpus, "depth=2")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"engine": "hand 2"}, "engine changed"),
        ({"networks": ("nn-1",)}, "networks changed"),
        ({"value": "another_value"}, "driver or value changed"),
    ],
)
def test_the_pin_changed_since_the_build(hand, built, swept, change, said):
    corpus = built()
    hand.known["hand-1"] = replace(hand.known["hand-1"], **change)
    with pytest.raises(PlanError, match=rf"hand-1 is not what it was .*{said}"):
        swept(corpus, "depth=2")
    assert hand.asked == []


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (lambda t: t["events"][1].update(swing="X"), "do not come out again"),
        (lambda t: t["events"][1].update(coord="C3"), "do not come out again"),
        (lambda t: t["events"].pop(), "do not come out again"),
        (lambda t: t["value"]["trajectory"].pop(), "not one value a prefix"),
        (lambda t: t["value"]["bands"].update(update_band=0.2), "other bands"),
    ],
)
def test_a_case_that_was_edited(built, swept, edit, how, said):
    corpus = built()
    edit(corpus, FIRST, how)
    with pytest.raises(PlanError, match=f"{FIRST}: .*{said}"):
        swept(corpus, "depth=2")


def test_cases_of_two_settings(built, swept, edit):
    corpus = built()
    edit(corpus, SECOND, lambda t: t["engine"].update(pin_digest="0" * 64))
    with pytest.raises(PlanError, match=f"{FIRST} and {SECOND} .* different engine"):
        swept(corpus, "depth=2")


@pytest.mark.parametrize("case", [FIRST, SECOND])
def test_values_of_the_record(built, swept, edit, case):
    corpus = built()
    edit(corpus, case, lambda t: t.update(engine=None))
    with pytest.raises(PlanError, match=f"{case}: V stands in the record"):
        swept(corpus, "depth=2")


def test_an_engine_of_another_language(hand, built, swept):
    with pytest.raises(PlanError, match="asks a tictactoe-solver engine; uci was given"):
        swept(built(), "engine=stockfish-18")
    assert hand.asked == []


def test_which_game(built, swept):
    corpus = built()
    with pytest.raises(PlanError, match="holds no chess"):
        swept(corpus, "depth=2", game="chess")
    (corpus / "tasks" / "chess").mkdir()
    with pytest.raises(PlanError, match="holds chess, tictactoe: say which with --game"):
        swept(corpus, "depth=2")
    assert swept(corpus, "depth=2", game="tictactoe").reference.game.name == "tictactoe"


def test_what_is_no_corpus(tmp_path, swept):
    with pytest.raises(PlanError, match="it is no corpus"):
        swept(tmp_path, "depth=2")


@pytest.mark.parametrize("content", ["{", "3", "[3]", "[]"])
def test_a_broken_case_list(built, swept, content):
    corpus = built()
    (corpus / "tasks" / "tictactoe" / "cases.json").write_text(content, encoding="utf-8")
    with pytest.raises((PlanError, OSError), match=r"cases\.json|3_gt\.json"):
        swept(corpus, "depth=2")


def test_a_broken_ground_truth(built, swept, edit):
    corpus = built()
    edit(corpus, FIRST, lambda t: t.pop("value"))
    with pytest.raises(PlanError, match=f"{FIRST}_gt.json: not as a build writes it"):
        swept(corpus, "depth=2")


@pytest.mark.parametrize("content", ["{", "{}"])
def test_a_broken_manifest(built, swept, content):
    corpus = built()
    (corpus / "build.json").write_text(content, encoding="utf-8")
    with pytest.raises(PlanError, match=r"build\.json: not as a build writes it"):
        swept(corpus, "depth=2")


def for_all(manifest):
    manifest["options"]["min_moves"] = 8


def for_one(manifest):
    """As in a curated corpus, whose cases may come from several builds."""
    manifest["options"] = {}
    manifest["cases"][FIRST]["options"] = {"min_moves": 8}


@pytest.mark.parametrize("how", [for_all, for_one])
def test_records_are_read_with_the_options_of_their_build(built, swept, how):
    """An option that leaves the first game out now is honoured, not ignored."""
    corpus = built()
    manifest = json.loads((corpus / "build.json").read_text(encoding="utf-8"))
    how(manifest)
    (corpus / "build.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(PlanError, match=rf"{FIRST}\.ttt holds another match now") as refusal:
        swept(corpus, "depth=2")
    assert SECOND not in str(refusal.value)
