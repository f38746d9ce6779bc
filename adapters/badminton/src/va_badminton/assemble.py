"""Proved rallies to drawable ones: strokes in order, an end that shows who won."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from va_badminton import standin
from va_badminton.court import other, toward_net, zone_of
from va_badminton.draft import Draft
from va_badminton.ending import ending_of
from va_badminton.errors import told
from va_badminton.flight import seconds_to_floor
from va_badminton.match import End, Place, Rally, Result, Stroke
from va_badminton.places import fill, spots_of
from va_badminton.shots import LONG_SERVICE, SHORT_SERVICE, SHOTS, UNKNOWN
from va_badminton.times import stroke_times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_badminton.court import Side
    from va_badminton.ending import Ending
    from va_badminton.homography import Homography
    from va_badminton.places import Ends
    from va_badminton.rows import Row
    from va_badminton.score import Proved

SERVICES = {SHORT_SERVICE, LONG_SERVICE}


@dataclass(frozen=True, slots=True)
class Assembled:
    """A rally in time of its own: the first stroke is at 0."""

    rally: Rally
    result: Result
    recorded: bool
    """False where its end, or all of it, is made up."""
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Planned:
    """A rally whose last shot has not flown yet."""

    strokes: tuple[Stroke, ...]
    ending: Ending
    winner: Side
    recorded: bool
    notes: tuple[str, ...]
    random: Random


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same for all rallies of a set."""

    ends: Ends
    camera: Homography
    rate: int
    """Frames a second of the broadcast."""
    fingerprint: str


def assemble(course: Sequence[Proved], setting: Setting) -> list[Assembled]:
    """All rallies of a set, in order."""
    plans = [
        _plan(proved, _place(course, number), number, setting)
        for number, proved in enumerate(course, start=1)
    ]
    floor = [plan for plan in plans if plan.ending.place is not None]
    seconds = _seconds_to_floor(floor)
    ends = dict(zip(map(id, floor), seconds, strict=True))
    done = []
    for plan in plans:
        end = _end(plan, ends.get(id(plan), 0.0))
        zone = "net" if end.kind == "net" else zone_of(*end.place)
        rally = Rally(strokes=plan.strokes, end=end)
        done.append(Assembled(rally, Result(plan.winner, zone), plan.recorded, plan.notes))
    return done


def _plan(proved: Proved, place: str, number: int, setting: Setting) -> _Planned:
    ends = setting.ends
    random = Random(f"{setting.fingerprint} rally {number}")
    winner = ends.side(proved.winner)
    server = proved.server or (proved.rows[0].player if proved.rows else "A")
    points = proved.before[0 if server == "A" else 1]
    notes: list[str] = []
    recorded = not _unrecorded(proved.rows)
    if recorded:
        drafts, unusable = _drafts(proved, points, setting)
        notes += _complete(drafts, ends.side(server), points)
        if unusable:
            notes.append(f"{unusable} of {len(proved.rows)} frames out of order, not used")
        landing = _landing(proved, setting)
        ending = ending_of(drafts[-1].side, winner, proved.rows[-1].ending, landing, random)
        if ending.reply:
            drafts.append(standin.reply_after(drafts[-1], landing, ending.kind))
            notes.append("a last stroke of the other player stands in")
        recorded = "made up" not in ending.note
        notes += [ending.note] if ending.note else []
    else:
        drafts, ending = standin.whole_rally(ends.side(server), winner, points, random)
        what = f"rally {proved.rows[0].rally} was not written down" if proved.rows else "missing"
        notes.append(f"{what}; a plain rally with the score's winner stands in")
    said = tuple(f"{place}: {note}" for note in notes)
    return _Planned(_timed(drafts), ending, winner, recorded, said, random)


def _place(course: Sequence[Proved], number: int) -> str:
    """Where the rally of a point stands in the file, or would stand."""
    if rows := course[number - 1].rows:
        return f"point {number} ({told(rows[0].line, rows[-1].line)})"
    before = next((proved.rows for proved in course[number - 1 :: -1] if proved.rows), None)
    return f"point {number} (after row {before[-1].line if before else 1})"


def _unrecorded(rows: tuple[Row, ...]) -> bool:
    """No row, or a placeholder alone: an unknown stroke without place or end."""
    return not rows or (len(rows) == 1 and rows[0].shot == UNKNOWN and rows[0].ending is None)


def _landing(proved: Proved, setting: Setting) -> Place | None:
    pixel = proved.rows[-1].landing
    if pixel is None:
        return None
    x, y = setting.camera.place(pixel)
    if setting.ends.turned(proved):
        x, y = -x, -y
    # Further away it is as plainly out, but the near one would leave the picture.
    return Place(min(4.4, max(-4.4, x)), min(7.3, max(-7.3, y)))


def _drafts(proved: Proved, points: int, setting: Setting) -> tuple[list[Draft], int]:
    times, unusable = stroke_times(proved.rows, setting.rate)
    spots = spots_of(proved, setting.ends, setting.camera)
    drafts = []
    before = 0.0
    for row, time, spot, filled in zip(proved.rows, times, spots, fill(spots, points), strict=True):
        contact, feet, opponent = filled
        low = row.low if row.low is not None else SHOTS[row.shot].swing != "overhead"
        drafts.append(
            Draft(
                after=time - before,
                side=spot.side,
                shot=row.shot,
                contact=contact,
                feet=feet,
                other=opponent,
                backhand=row.backhand,
                around_head=row.around_head,
                low=low,
            )
        )
        before = time
    return drafts, unusable


def _complete(drafts: list[Draft], server: Side, points: int) -> list[str]:
    """Put in the strokes that the rules say were played: a service, and replies in turn."""
    notes = []
    if drafts[0].side != server:
        if drafts[0].shot in SERVICES:
            drafts[0].shot = "push"
        drafts.insert(0, standin.service_before(drafts[0], server, points))
        notes.append("the service is missing; a plain one stands in")
    if drafts[0].shot not in SERVICES:
        long = len(drafts) > 1 and abs(drafts[1].contact.y) > 4.3
        drafts[0].shot = LONG_SERVICE if long else SHORT_SERVICE
        drafts[0].backhand = not long
    for i in range(len(drafts) - 1, 0, -1):
        if drafts[i].side == drafts[i - 1].side:
            drafts.insert(i, standin.stroke_between(drafts[i - 1], drafts[i]))
            notes.append(f"stroke {i + 1} is missing; a plain one stands in")
        elif drafts[i].shot in SERVICES:
            drafts[i].shot = "lob"
    return notes


def contact_height(stroke: Stroke) -> float:
    """Metres above the floor at which the shuttle is hit."""
    shot = SHOTS[stroke.shot]
    return shot.low if stroke.low else shot.high


FASTEST = 4.4
"""m/s on average between two places; at its peak that is 6.6, which the best reach."""


def _run_for(drafts: list[Draft]) -> None:
    """Move strokes that no one could run for to where the player can be by then.

    Clicked places and frames are not exact; a figure that flies over the court would be worse.
    """
    feet = {drafts[0].side: drafts[0].feet, other(drafts[0].side): drafts[0].other}
    since = {drafts[0].side: 0.1, other(drafts[0].side): 0.0}
    now = 0.0
    for draft in drafts[1:]:
        now += draft.after
        start, end = feet[draft.side], draft.feet
        far = hypot(end.x - start.x, end.y - start.y)
        most = FASTEST * max(0.05, now - since[draft.side])
        if far > most:
            share = 1 - most / far
            back = (start.x - end.x) * share, (start.y - end.y) * share
            draft.feet = Place(round(end.x + back[0], 3), round(end.y + back[1], 3))
            hit = draft.contact
            draft.contact = Place(round(hit.x + back[0], 3), _own_half(hit.y + back[1], draft.side))
        feet[draft.side], since[draft.side] = draft.feet, now + 0.1


def _own_half(y: float, side: Side) -> float:
    return round(min(y, -0.12) if side == "near" else max(y, 0.12), 3)


def _timed(drafts: list[Draft]) -> tuple[Stroke, ...]:
    _run_for(drafts)
    strokes = []
    now = 0.0
    for draft in drafts:
        now = round(now + draft.after, 3)
        strokes.append(
            Stroke(
                time=now,
                side=draft.side,
                shot=draft.shot,
                contact=draft.contact,
                feet=draft.feet,
                other=draft.other,
                backhand=draft.backhand,
                around_head=draft.around_head,
                low=draft.low,
            )
        )
    return tuple(strokes)


def _seconds_to_floor(plans: list[_Planned]) -> list[float]:
    if not plans:
        return []
    last = [plan.strokes[-1] for plan in plans]
    start = np.array([[s.contact.x, s.contact.y, contact_height(s)] for s in last])
    end = np.array([[*plan.ending.place, 0.03] for plan in plans if plan.ending.place])
    usual = np.array([SHOTS[s.shot].flight_s for s in last])
    return [round(float(seconds), 3) for seconds in seconds_to_floor(start, end, usual)]


def _end(plan: _Planned, seconds: float) -> End:
    last, place = plan.strokes[-1], plan.ending.place
    if place is not None:
        if place.y * toward_net(last.side) <= 0:
            raise AssertionError(f"{last.side} plays to their own half: {place}")
        return End(time=round(last.time + seconds, 3), kind="floor", place=place)
    # Into the net: about straight ahead, but not behind the hitter's back, after the part of
    # the flight that leads there.
    away = 1 if last.contact.x > last.feet.x else -1
    aside = away * plan.random.uniform(0.05, 0.4) * min(2.5, abs(last.contact.y))
    across = min(2.9, max(-2.9, last.contact.x + aside))
    share = 0.5 * min(1.0, abs(last.contact.y) / 4.0 + 0.3)
    seconds = max(0.2, SHOTS[last.shot].flight_s * share)
    return End(time=round(last.time + seconds, 3), kind="net", place=Place(round(across, 3), 0.0))
