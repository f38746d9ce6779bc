"""Conformance: strip_hud and render_video."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from video_arena.build.audits import (
    Watch,
    non_interference,
    picture_digest,
    scrambled,
    visibility,
)
from video_arena.match import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.match import Match
    from video_arena.plugins import Game


BOXED_FRAMES = 600
"""How many frames are compared pixel by pixel."""


def digests(game: Game, match: Match, frames: Sequence[int], hud: frozenset[str]) -> dict[int, str]:
    """The pictures of some frames by their digests, drawn as the spec's kind of source allows."""
    if game.spec.media.simulator:
        watch = Watch(match, game.events(match))
        for _ in watch.passing(game.render(match, Span(0, match.frames), hud)):
            pass
        return {frame: watch.digests[frame] for frame in frames}
    return {
        frame: picture_digest(next(iter(game.render(match, Span(frame, frame + 1), hud))).picture)
        for frame in frames
    }


class PictureChecks:
    """The picture shows every event, and nothing that only a HUD may show."""

    def test_runs_fill_their_span(self, va_game: Game, va_matches: tuple[Match, ...]) -> None:
        """Counts add up, and every picture is RGB of the announced size."""
        media, match = va_game.spec.media, va_matches[0]
        hud = va_game.allowed_hud()
        spans = [Span(0, match.frames)]
        if not media.simulator:
            spans += [Span(1, match.frames - 1), Span(match.frames // 2, match.frames // 2 + 1)]
        for span in spans:
            total = 0
            for run in va_game.render(match, span, hud):
                assert run.picture.shape == (media.height, media.width, 3), (
                    f"a picture is {run.picture.shape}, the spec says "
                    f"({media.height}, {media.width}, 3)"
                )
                assert run.picture.dtype == np.uint8, f"a picture is of {run.picture.dtype}"
                assert run.count > 0, "a run of no frame"
                total += run.count
            assert total == span.stop - span.start, (
                f"render_video drew {total} frames for {span}, which has {span.stop - span.start}"
            )

    def test_any_span_gives_the_same_frames(
        self, va_game: Game, va_matches: tuple[Match, ...], va_watch: Watch
    ) -> None:
        """A frame drawn alone equals the same frame of the whole video."""
        if va_game.spec.media.simulator:
            pytest.skip("media.simulator: this source is drawn from the start on")
        alone = digests(va_game, va_matches[0], va_watch.samples, va_game.allowed_hud())
        for frame, mark in alone.items():
            assert mark == va_watch.digests[frame], f"frame {frame} differs when it is drawn alone"

    def test_boxes_cover_what_changed(self, va_game: Game, va_matches: tuple[Match, ...]) -> None:
        """Outside the boxes of a run, where it has some, the picture is that of the run before."""
        match = va_matches[0]
        stop = match.frames if va_game.spec.media.simulator else min(match.frames, BOXED_FRAMES)
        frame, before = 0, None
        for run in va_game.render(match, Span(0, stop), va_game.allowed_hud()):
            if run.dirty is not None and before is not None:
                changed = (run.picture != before).any(axis=2)
                for x, y, width, height in run.dirty:
                    changed[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)] = False
                assert not changed.any(), (
                    f"frame {frame}: {changed.sum()} pixels changed outside the boxes of its run, "
                    f"such as row {changed.any(axis=1).argmax()}"
                )
            before = run.picture.copy()
            frame += run.count

    def test_every_event_is_visible(self, va_watch: Watch) -> None:
        """The frame of each event differs from the one before: fails with AuditFailure if not."""
        assert visibility(va_watch)["events_seen"] == len(va_watch.events) > 0

    def test_nothing_hidden_is_drawn(
        self, va_game: Game, va_matches: tuple[Match, ...], va_watch: Watch
    ) -> None:
        """Other names, clocks, result and values, the same frames: AuditFailure if not."""
        assert non_interference(va_game, va_matches[0], va_watch, va_game.allowed_hud())

    def test_that_proof_can_fail(
        self, va_game: Game, va_matches: tuple[Match, ...], va_watch: Watch
    ) -> None:
        """With the whole HUD drawn, changing what is hidden must change the picture.

        Else the proof above proves nothing: the elements do not draw what `hidden` holds.
        """
        hud = frozenset(element.name for element in va_game.spec.hud)
        if not hud:
            pytest.skip("the game declares no HUD element")
        match = va_matches[0]
        other = scrambled(match, va_game.spec)
        before = digests(va_game, match, va_watch.samples, hud)
        assert before != digests(va_game, other, va_watch.samples, hud), (
            f"no frame changes with match.hidden although {sorted(hud)} are drawn"
        )

    def test_each_hud_element_is_drawn(
        self, va_game: Game, va_matches: tuple[Match, ...], va_watch: Watch
    ) -> None:
        """An element that is declared and never drawn would be stripped in name only."""
        match = scrambled(va_matches[0], va_game.spec)
        bare = digests(va_game, match, va_watch.samples, frozenset())
        for element in va_game.spec.hud:
            drawn = digests(va_game, match, va_watch.samples, frozenset({element.name}))
            assert drawn != bare, f"the HUD element {element.name!r} changes no sampled frame"
