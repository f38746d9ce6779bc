"""The proof that no answer is on screen: it holds for the renderer and fails for sabotaged ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from va_chess import adapter
from video_arena import hookimpl
from video_arena.build.audits import AuditFailure, Watch, non_interference, visibility
from video_arena.build.plan import with_defaults
from video_arena.match import FrameRun, Span
from video_arena.plugins import game_from
from video_arena.records import RecordFile

PGN = """[White "Ann Onymous"]
[Black "Bea Nown"]
[WhiteElo "1503"]
[BlackElo "2017"]
[TimeControl "60+0"]
[Result "1-0"]

1. e4 { [%clk 0:01:00] } e5 { [%clk 0:01:00] } 2. Bc4 { [%clk 0:00:57] } Nc6 { [%clk 0:00:55] }
3. Qh5 { [%clk 0:00:52] } Nf6 { [%clk 0:00:41] } 4. Qxf7# { [%clk 0:00:50] } 1-0
"""


class Sabotage:
    """Wraps the renderer: writes a text on every frame."""

    def __init__(self, text_of):
        self.text_of = text_of

    @hookimpl(wrapper=True)
    def render_video(self, match, span, hud):
        runs = yield
        return self.drawn(match, span, runs)

    def drawn(self, match, span, runs):
        frame = span.start
        for run in runs:
            text = self.text_of(match, frame)
            picture = np.array(run.picture)
            cv2.putText(picture, text, (8, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 0, 0))
            yield FrameRun(picture, run.count)
            frame += run.count


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(PGN)
    return RecordFile(path)


def proved(record, *plugins, hud=frozenset()):
    game = game_from("chess", adapter, *plugins)
    (match,) = game.parse(record, with_defaults(game.spec, {}))
    watch = Watch(match, game.events(match))
    for _ in watch.passing(game.render(match, Span(0, match.frames), hud)):
        pass
    return non_interference(game, match, watch, hud)


def test_the_plain_board_depends_on_nothing_hidden(record):
    assert proved(record)["frames_compared"] >= 7


SABOTAGES = {
    "a name": lambda match, _: str(match.hidden["white"]),
    "a rating": lambda match, _: str(match.hidden["black_rating"]),
    "a clock": lambda match, frame: str(match.hidden["clocks"][min(frame, 3)]),
    "the result, at the end only": lambda match, frame: (
        str(match.hidden["result"]) if frame >= match.frames - 3 else ""
    ),
    "the winner": lambda match, _: str(match.winner),
    "the value, where there is one": lambda match, _: str(match.hidden.get("values", ""))[:9],
    "the source": lambda match, _: str(match.source.file),
}


@pytest.mark.parametrize("what", SABOTAGES)
def test_a_renderer_that_draws_something_hidden_is_caught(record, what):
    with pytest.raises(AuditFailure, match="only a HUD may show"):
        proved(record, Sabotage(SABOTAGES[what]))


def test_a_renderer_that_draws_what_is_on_the_board_anyway_is_not(record):
    proved(record, Sabotage(lambda match, _: f"{match.frames} {match.moves[0]}"))


def test_a_renderer_that_depends_on_where_the_span_begins_is_caught(record):
    with pytest.raises(AuditFailure):
        proved(record, Sabotage(lambda _, frame: str(frame)))


def test_with_its_hud_the_game_fails_the_proof(record):
    with pytest.raises(AuditFailure):
        proved(record, hud=frozenset({"names"}))


def test_a_renderer_that_hides_a_move_is_caught(record):
    class Frozen:
        @hookimpl(tryfirst=True)
        def render_video(self, match, span, hud):
            board = np.zeros((548, 548, 3), np.uint8)
            return iter([FrameRun(board, span.stop - span.start)])

    game = game_from("chess", adapter, Frozen())
    (match,) = game.parse(record, with_defaults(game.spec, {}))
    watch = Watch(match, game.events(match))
    for _ in watch.passing(game.render(match, Span(0, match.frames), frozenset())):
        pass
    with pytest.raises(AuditFailure, match="cannot be seen"):
        visibility(watch)
