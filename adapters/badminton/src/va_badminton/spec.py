"""The contract of a badminton case."""

from __future__ import annotations

from fractions import Fraction

from va_badminton.match import FPS
from video_arena.game import (
    Choice,
    EventType,
    GameSpec,
    HudElement,
    Media,
    Prose,
    RecordOption,
)
from video_arena.labels import ScoreTransition
from video_arena.shapes import ScoreShape

VIDEO = """\
The video shows one set of badminton singles, drawn in three dimensions and seen by one fixed
camera behind one end of the court. The figure at the bottom of the picture, seen from behind, is
`near`; the one beyond the net is `far`. Both keep their ends for the whole set. Rallies are played
as in a real match; between them the figures fetch the shuttle and walk to their next places, which
takes most of the video and is not marked in any way.

The scoreboard, names, clock and all writing were removed.

A point's time is the video second in which the shuttle is first seen on the floor or in the net.
Points are at least 13 seconds apart.
"""

EVENTS = """\
Report every rally as one `point` row, in order. `scoring_side` is the side that wins the point,
which need not be the side that hit last. `zone` is where the rally ended:

- `net`: the last shot did not cross the net.
- `out`: the shuttle landed outside the singles court. Its side lines are the inner pair, its back
  lines the outermost ones. A shuttle on a line is in.
- `in_front`: in, between the net and the short service line (1.98 m from the net).
- `in_mid`: in, between the short service line and the doubles' back service line, lines included.
- `in_back`: in, between the doubles' back service line and the back line: the last 0.76 m.

A shuttle that lands in scores for the side that hit it; one that goes out or does not cross the
net scores for the other side. Whoever wins a point serves next.
"""

VALUE = """\
V is the score itself: the points of `near` minus the points of `far` in this set. Nobody estimates
anything.
"""

ATTRIBUTION = """\
# Attribution

The videos and ground truth in this folder whose `source.licence` is MIT derive from ShuttleSet
(KDD 2023, https://arxiv.org/abs/2306.04948), part of CoachAI-Projects
(https://github.com/wywyWang/CoachAI-Projects). Its notice must go with them:

MIT License

Copyright (c) 2022 Wei-Yao Wang

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""

NOTES = """\
- A rally ends when the shuttle comes to the floor or stays in the net. When a figure picks the
  shuttle up or throws it over the net by hand, that is no stroke.
- The score is counted from 0-0, and every point matters: one wrong point makes every later
  `score_after` wrong.
- `in_back` is a narrow band: answer it only when the shuttle crossed the line in front of it.
- A set is won by the first to 21 points with two points more, or to 30; some sets are shorter.
"""

HUD = (
    HudElement("scoreboard", "shows `score_after` itself, and with it who scored"),
    HudElement("names", "identifies the players, and through them a match that may be known"),
    HudElement("clock", "tells how far the match is, and where rallies begin and end"),
    HudElement("event", "identifies tournament and round, and through them the result"),
)

OPTIONS = (
    RecordOption("game-to", "int", "points that win a set (two more than the other)", default=21),
    RecordOption(
        "max-pause", "int", "cut pauses between rallies to so many seconds of video", default=25
    ),
    RecordOption(
        "max-missing",
        "int",
        "reject sets in which more rallies than this are missing or without an end; up to so "
        "many are filled in where the score proves who won them",
        default=3,
    ),
    RecordOption("licence", "str", "the records' licence; ShuttleSet's is MIT", default="MIT"),
)

SPEC = GameSpec(
    attribution=ATTRIBUTION,
    name="badminton",
    title="Badminton",
    genre="sports",
    version="1",
    time_field="game_clock_s",
    fields={
        "scoring_side": Choice(("near", "far")),
        "zone": Choice(("net", "out", "in_front", "in_mid", "in_back")),
    },
    events=(
        EventType("point", ("scoring_side", "zone"), "a rally ends, and one side has a point more"),
    ),
    update_field="impact",
    state_field="score_after",
    labels=ScoreTransition(up="near", down="far"),
    value="pts_near - pts_far within the set",
    media=Media(width=1280, height=720, fps=Fraction(FPS), path="moving"),
    hud=HUD,
    prose=Prose(
        title="Reconstruct a set of badminton from a synthetic 3D video",
        video=VIDEO,
        events=EVENTS,
        value=VALUE,
        notes=NOTES,
    ),
    shapes=ScoreShape(blowout_peak=8, reversal_deficit=3, blowout_deficit=1),
    options=OPTIONS,
    adapter_version="0.1.0",
)
