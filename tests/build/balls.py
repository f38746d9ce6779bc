"""A game whose picture moves: two balls, and lamps that light up. The tests install it.

A record is a line such as `Ann - Bob: 12L 21R`: frames at which a lamp on the left or the right
lights up.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import cos, sin
from pathlib import Path

import cv2
import numpy as np

from video_arena import hookimpl
from video_arena.canonical import digest
from video_arena.game import Choice, EventType, GameSpec, HudElement, Media, Prose
from video_arena.labels import DeadBand
from video_arena.match import Box, Event, FrameRun, Match, RecordError, Source, Span
from video_arena.shapes import LeadShape
from video_arena.values import Recorded

WIDTH, HEIGHT, FPS, GOP_S = 400, 260, 8, 2  # large enough for boxes to be worth it
KILLS = "BALLS_KILLS"
"""Environment: a folder in which each file stands for one worker that is to kill itself."""
GRASS, RED, WHITE, OFF, ON = (
    (40, 110, 60),
    (220, 40, 30),
    (245, 245, 245),
    (20, 40, 30),
    (255, 220, 0),
)


@dataclass(frozen=True, kw_only=True)
class BallsMatch(Match):
    lamps: tuple[tuple[int, str], ...]


class Balls:
    """The adapter, in several makes."""

    def __init__(self, name, *, simulator=False, canvas=True, liar=False):
        self.__name__ = name
        self.name, self.canvas, self.liar = name, canvas, liar
        self.media = Media(
            width=WIDTH,
            height=HEIGHT,
            fps=Fraction(FPS),
            path="moving",
            max_gop_s=GOP_S,
            simulator=simulator,
        )

    @hookimpl
    def describe_game(self):
        return GameSpec(
            name=self.name,
            title="Balls",
            genre="test",
            version="1",
            time_field="video_ts",
            fields={"side": Choice(("left", "right"))},
            events=(EventType("lamp", ("side",), "A lamp lights up."),),
            update_field="gain",
            state_field="leader_after",
            labels=DeadBand(up="left", down="right", update_band=0.02, state_band=0.02),
            value="lead_of_left",
            shapes=LeadShape(),
            media=self.media,
            hud=(HudElement("names", "who plays"),),
            suffixes=(".balls",),
            prose=Prose(title="Balls", video="Two balls.", events="Lamps.", value="V", notes=""),
        )

    @hookimpl
    def parse_record(self, record):
        with record.open() as stream:
            for number, line in enumerate(stream, start=1):
                names, _, text = line.decode().rpartition(":")
                if not text.strip():
                    yield RecordError(record.name, f"line {number}", "empty")
                    continue
                lamps = tuple((int(word[:-1]), word[-1]) for word in text.split())
                one, _, other = names.partition(" - ")
                yield BallsMatch(
                    source=Source(file=record.name, place=f"line {number}"),
                    fingerprint=digest([list(lamp) for lamp in lamps]),
                    prefixes=len(lamps),
                    frames=lamps[-1][0] + 3 * FPS + 1,
                    winner=None,
                    hidden={"one": one, "other": other},
                    record=line,
                    record_suffix=".balls",
                    lamps=lamps,
                )

    @hookimpl
    def extract_events(self, match):
        for number, (frame, side) in enumerate(match.lamps, start=1):
            fields = {"idx": number, "side": {"L": "left", "R": "right"}[side]}
            yield Event("lamp", fields, frame=frame, prefix=number)

    @hookimpl
    def evaluate_prefix(self, match, prefix):
        sides = [side for _, side in match.lamps[:prefix]]
        return Recorded(round(0.5 + (sides.count("L") - sides.count("R")) / 100, 6))

    @hookimpl
    def strip_hud(self):
        return frozenset()

    @hookimpl
    def render_video(self, match, span, hud):
        return self.runs(match, span, hud)

    def runs(self, match, span, hud):
        if span != Span(0, 1):
            _perhaps_die()
        canvas = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        canvas[:] = GRASS
        before = ()
        for frame in range(*span):
            if frame % 29 == 13 and before and frame not in dict(match.lamps):  # nothing moves
                yield self.run(canvas, ())
                continue
            for box in before:
                _inside(canvas, box)[:] = GRASS
            boxes = (*_balls(canvas, frame), *_lamps(canvas, match, frame))
            if "names" in hud:
                text = f"{match.hidden['one']} {match.hidden['other']}"
                cv2.putText(canvas, text, (2, 60), cv2.FONT_HERSHEY_PLAIN, 0.6, WHITE)
            yield self.run(canvas, (*before, *boxes))
            before = boxes

    def run(self, canvas, boxes):
        if not self.canvas:
            return FrameRun(canvas.copy(), 1)
        return FrameRun(canvas, 1, boxes[: 1 if self.liar else None])


def _balls(canvas, frame):
    frame -= frame % 29 == 13
    boxes = []
    for phase, colour in ((0.0, RED), (2.0, WHITE)):
        x = round(WIDTH / 2 * (1 + sin(frame / 7 + phase)))
        y = round(HEIGHT / 2 * (1 + cos(frame / 5 + phase)))
        cv2.circle(canvas, (x, y), 7, colour, cv2.FILLED, cv2.LINE_AA)
        boxes.append(Box(x - 9, y - 9, 19, 19))
    return boxes


def _lamps(canvas, match, frame):
    """The newest lamp of each side; it lights up in another shade with every event."""
    boxes = []
    for side, x in (("L", 3), ("R", WIDTH - 14)):
        lit = sum(at <= frame and which == side for at, which in match.lamps)
        colour = tuple(c * (lit % 2) + o * (1 - lit % 2) for c, o in zip(ON, OFF, strict=True))
        box = Box(x, 1, 11, 9)
        _inside(canvas, box)[:] = colour
        boxes.append(box)
    return boxes


def _inside(canvas, box):
    x, y, width, height = box
    return canvas[max(0, y) : y + height, max(0, x) : x + width]


def _perhaps_die():
    folder = os.environ.get(KILLS)
    if folder is None or multiprocessing.parent_process() is None:
        return
    for path in sorted(Path(folder).iterdir()):
        with suppress(FileNotFoundError):  # another worker took it
            path.unlink()
            os.kill(os.getpid(), signal.SIGKILL)


moving = Balls("balls")
whole = Balls("wholeballs", canvas=False)
liar = Balls("liarballs", liar=True)
simulated = Balls("simballs", simulator=True)
