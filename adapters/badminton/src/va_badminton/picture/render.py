"""Frames of a span, each drawn from its own segment."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from va_badminton.picture.drawable import Drawable, drawable
from va_badminton.picture.paint import Canvas, looks
from va_badminton.picture.segment import segment_at
from video_arena.match import FrameRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from va_badminton.match import BadmintonMatch
    from video_arena.match import Span

KEPT = 2
"""Segments that stay made ready: spans are drawn in order, audits jump."""
_ready: OrderedDict[tuple[str, int, int], Drawable] = OrderedDict()


def render(match: BadmintonMatch, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """One run a frame, because something always moves; see the hook `render_video`.

    The picture is lent, with the boxes of what moved: figures and shuttle are a small part of it.
    """
    canvas = Canvas(looks(match.fingerprint))
    frame = span.start
    while frame < span.stop:
        segment = _segment(match, frame)
        for at in range(frame, min(span.stop, segment.stop)):
            boxes = canvas.draw(segment, at - segment.start)
            if hud:
                yield FrameRun(_with_hud(canvas, match, at, hud), 1)
            else:
                yield FrameRun(canvas.picture, 1, boxes)
        frame = segment.stop


def _with_hud(
    canvas: Canvas, match: BadmintonMatch, frame: int, hud: frozenset[str]
) -> NDArray[np.uint8]:
    from va_badminton.picture.hud import draw_hud  # noqa: PLC0415 - never in a case

    picture = canvas.picture.copy()
    draw_hud(picture, match, frame, hud)
    return picture


def _segment(match: BadmintonMatch, frame: int) -> Drawable:
    for key, known in _ready.items():
        if key[:2] == (match.fingerprint, match.frames) and known.start <= frame < known.stop:
            return known
    made = drawable(segment_at(match, frame))
    _ready[match.fingerprint, match.frames, made.start] = made
    while len(_ready) > KEPT:
        _ready.popitem(last=False)
    return made
