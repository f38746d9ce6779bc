"""Each check of the conformance kit fails on an adapter that is wrong in just that way."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from types import ModuleType

import pytest

from va_tictactoe import adapter
from va_tictactoe.draw import draw
from video_arena import hookimpl
from video_arena.build.audits import AuditFailure, Watch
from video_arena.build.plan import with_defaults
from video_arena.game import HudElement
from video_arena.match import Box, Event, FrameRun, Match, Span
from video_arena.plugins import ADAPTERS, game_from, load_game
from video_arena.records import RecordFile
from video_arena.testing import AdapterConformance
from video_arena.testing.corpora import build_corpus
from video_arena.values import EngineQuery, Recorded

from .conftest import ROOT

RECORDS = ROOT / "examples/tictactoe/tests/games.ttt"


class Kit(AdapterConformance):
    game = "tictactoe"


def wrong(**hooks):
    """Tic-tac-toe with some hooks replaced."""
    plugin = ModuleType("wrong")
    vars(plugin).update(vars(adapter))
    vars(plugin).update({name: hookimpl(function) for name, function in hooks.items()})
    return game_from("tictactoe", plugin)


def matches_of(game):
    items = game.parse(RecordFile(RECORDS), with_defaults(game.spec, {}))
    return tuple(item for item in items if isinstance(item, Match))[:2]


def watch_of(game, match):
    watch = Watch(match, game.events(match))
    for _ in watch.passing(game.render(match, Span(0, match.frames), game.allowed_hud())):
        pass
    return watch


def drawn_by(paint):
    """render_video which has each position drawn by `paint(match, prefix, hud)`."""

    def render_video(match, span, hud):
        pictures = {}
        for frame in range(*span):
            prefix = sum(match.frame_of(n) <= frame for n in range(1, match.prefixes + 1))
            if prefix not in pictures:
                pictures[prefix] = paint(match, prefix, hud)
            yield FrameRun(pictures[prefix], 1)

    return render_video


def refuse(check, *arguments, says):
    with pytest.raises((AssertionError, AuditFailure, pytest.fail.Exception), match=says):
        check(*arguments)


def test_a_renderer_that_draws_a_name():
    game = wrong(render_video=drawn_by(lambda m, n, hud: draw(m, n, hud | {"names"})))
    match = matches_of(game)[0]
    watch = watch_of(game, match)
    refuse(Kit().test_nothing_hidden_is_drawn, game, (match,), watch, says="only a HUD may show")


def test_a_renderer_that_is_one_move_late():
    game = wrong(render_video=drawn_by(lambda m, n, hud: draw(m, max(0, n - 1), hud)))
    watch = watch_of(game, matches_of(game)[0])
    refuse(Kit().test_every_event_is_visible, watch, says="move at frame 10 .* cannot be seen")


def test_a_renderer_whose_hud_is_a_fiction():
    game = wrong(render_video=drawn_by(lambda m, n, hud: draw(m, n, frozenset())))
    matches = matches_of(game)
    watch = watch_of(game, matches[0])
    refuse(Kit().test_that_proof_can_fail, game, matches, watch, says="no frame changes with")
    refuse(Kit().test_each_hud_element_is_drawn, game, matches, watch, says="'names' changes no")


def test_a_renderer_that_draws_a_frame_differently_when_it_is_alone():
    def render_video(match, span, hud):
        picture = draw(match, 0, hud).copy()
        picture[0, 0] = span.stop - span.start
        yield FrameRun(picture, span.stop - span.start)

    game = wrong(render_video=render_video)
    matches = matches_of(game)
    watch = watch_of(game, matches[0])
    refuse(Kit().test_any_span_gives_the_same_frames, game, matches, watch, says="frame 0 differs")


def test_a_renderer_that_draws_too_much_or_too_small():
    late = wrong(render_video=lambda match, span, hud: iter([FrameRun(draw(match, 0, hud), 7)]))
    refuse(Kit().test_runs_fill_their_span, late, matches_of(late), says="drew 7 frames for Span")
    small = wrong(render_video=drawn_by(lambda m, n, hud: draw(m, n, hud)[:180]))
    refuse(Kit().test_runs_fill_their_span, small, matches_of(small), says=r"a picture is \(180")


def test_a_renderer_that_forgets_where_it_drew():
    def render_video(match, span, hud):
        canvas = draw(match, 0, hud)
        for frame in range(*span):
            canvas[frame % 50, 7] = 0
            at = frame % 50 if frame != 33 else 0
            yield FrameRun(canvas, 1, (Box(7, at, 1, 1),))

    game = wrong(render_video=render_video)
    says = "frame 33: 1 pixels changed outside .* row 33"
    refuse(Kit().test_boxes_cover_what_changed, game, matches_of(game), says=says)


def test_a_value_that_changes_its_mind():
    calls = []

    def evaluate_prefix(match, prefix):
        calls.append(prefix)
        return Recorded(len(calls) / 1000)

    game = wrong(evaluate_prefix=evaluate_prefix)
    check = Kit().test_values_are_the_same_when_asked_again
    refuse(check, game, matches_of(game), says="games.ttt|line 2.*differs when asked again")


def test_a_value_that_is_no_probability_or_asks_a_stranger():
    check = Kit().test_values_are_probabilities_or_questions
    high = wrong(evaluate_prefix=lambda match, prefix: Recorded(1.5))
    refuse(check, high, matches_of(high), says=r"= 1\.5 leaves \[0, 1\]")
    lost = wrong(evaluate_prefix=lambda match, prefix: EngineQuery("uci", {"fen": "8/8"}))
    refuse(check, lost, matches_of(lost), says="asks 'uci'.*belongs to 'tictactoe-solver'")


def test_events_with_a_field_too_many_or_too_few():
    check = Kit().test_events_carry_declared_fields_only

    def with_fields(fields):
        return wrong(extract_events=lambda match: [Event("move", fields, 10, 1)])

    more = with_fields({"color": "X", "coord": "A1", "value": 0.5})
    refuse(check, more, matches_of(more), says=r"undeclared fields \['value'\]")
    less = with_fields({"color": "X"})
    refuse(check, less, matches_of(less), says=r"lacks \['coord'\]")


def test_a_parser_that_raises_or_accepts_anything(tmp_path):
    def parse_record(record):
        yield int(record.path.read_bytes())

    check = Kit().test_garbage_is_rejected
    refuse(check, wrong(parse_record=parse_record), tmp_path, "words", says="raised ValueError")
    match = matches_of(wrong())[0]
    naive = wrong(parse_record=lambda record: iter([match]))
    refuse(check, naive, tmp_path, "words", says="was accepted as a match")
    refuse(Kit().test_an_empty_file_holds_no_match, naive, tmp_path, says="empty.ttt was accepted")
    silent = wrong(parse_record=lambda record: iter([]))
    refuse(check, silent, tmp_path, "words", says="gave no rejection")


def test_a_match_whose_own_record_is_another(tmp_path):
    game = wrong()
    match = replace(matches_of(game)[0], record=b"b2 a1 c3\n")
    check = Kit().test_a_match_carries_its_own_record
    refuse(check, game, (match,), tmp_path, says="is another match when its record is read alone")
    match = replace(match, record=b"b2 b2\n")
    refuse(check, game, (match,), tmp_path, says="alone is not accepted")


def test_a_contract_with_a_blank_or_a_hud_element_too_many():
    spec = load_game("tictactoe").spec
    blank = wrong(describe_game=lambda: replace(spec, hud=(HudElement("clock", " "),)))
    refuse(Kit().test_spec_leaves_nothing_blank, blank, says="hud: what clock reveals")
    refuse(
        Kit().test_hud_elements_are_declared_once,
        wrong(strip_hud=lambda: frozenset({"eval_bar"})),
        says="eval_bar",
    )


PID = """
import os
from va_tictactoe.adapter import *
from va_tictactoe import adapter
from dataclasses import replace
from video_arena import hookimpl
from va_tictactoe.spec import SPEC

@hookimpl
def describe_game():
    return replace(SPEC, name="pid")

@hookimpl
def render_video(match, span, hud):
    for run in adapter.render_video(match, span, hud):
        run.picture[:40, :40] = os.getpid() % 251
        yield run
"""
ODD_ROWS = """
from va_tictactoe.adapter import *
from va_tictactoe import adapter
from dataclasses import replace
from video_arena import hookimpl
from va_tictactoe.spec import SPEC

@hookimpl
def describe_game():
    return replace(SPEC, name="odd")

@hookimpl
def extract_events(match):
    for event in adapter.extract_events(match):
        yield replace(event, fields={**event.fields, "coord": "D4"})
"""


def test_a_picture_that_depends_on_the_process(distributions, tmp_path):
    distributions.add("va-pid", ADAPTERS, "pid", "pid", PID)

    class PidKit(AdapterConformance):
        game = "pid"

    first = build_corpus(PidKit, (RECORDS,), tmp_path / "one", workers=1)
    check = PidKit().test_two_workers_give_the_same_bytes
    refuse(check, (RECORDS,), first, tmp_path / "two", says="other bytes.*pid-01.mp4")


def test_a_row_outside_its_vocabulary(distributions, tmp_path):
    distributions.add("va-odd", ADAPTERS, "odd", "odd", ODD_ROWS)

    class OddKit(AdapterConformance):
        game = "odd"

    corpus = build_corpus(OddKit, (RECORDS,), tmp_path, workers=1)
    refuse(OddKit().test_the_corpus_holds, corpus, says="coord = 'D4' is outside its vocabulary")


def test_the_plugin_costs_pytest_nothing_at_start():
    code = (
        "import sys, video_arena.testing.plugin\n"
        "print([m for m in ('numpy', 'cv2', 'av', 'pydantic', 'rich') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert out.stdout.strip() == "[]"
