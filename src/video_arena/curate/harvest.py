"""Fresh matches read from records: unused, and of a winner and length that is wanted."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.build.plan import PlanError, with_defaults
from video_arena.curate.likeness import Known
from video_arena.curate.play import play_of_events
from video_arena.match import Match, RecordError, RecordSkipped
from video_arena.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.build.report import Reporter
    from video_arena.canonical import Json
    from video_arena.curate.likeness import UsedMatches
    from video_arena.curate.stratum import Target
    from video_arena.plugins import Game

STAGE = "records"
KEPT = 100
"""Matches kept a place, the closest in length: so many may be evaluated before one is given up."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """An unused match, not evaluated yet."""

    match: Match
    duration_ms: int


@dataclass(slots=True)
class Harvest:
    """What the records gave."""

    fresh: list[Fresh] = field(default_factory=list)
    """In the order of fingerprints."""
    refused: list[RecordError] = field(default_factory=list)
    """Bad records and used matches."""
    skipped: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Nearest:
    """The `KEPT` matches that fit a place best; ties go to the smaller fingerprint."""

    target: Target
    heap: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, fresh: Fresh) -> None:
        mark = fresh.match.fingerprint
        entry = (-self.target.miss(fresh.duration_ms), -int(mark, 16), mark)
        if len(self.heap) < KEPT:
            heapq.heappush(self.heap, entry)
        else:
            heapq.heappushpop(self.heap, entry)


def harvest(
    game: Game,
    records: Sequence[str],
    options: Mapping[str, Json],
    used: UsedMatches,
    targets: Sequence[Target],
    *,
    within: float,
    reporter: Reporter,
) -> Harvest:
    """Read all records once; memory for `KEPT` matches a place.

    A match that a corpus already uses is refused, under whatever names, trimmed or mirrored; and
    so is one of two fresh matches that are alike.

    Raises:
        PlanError: a record file does not exist.
    """
    found = Harvest()
    places = [_Nearest(target) for target in targets]
    kept: dict[str, Fresh] = {}
    reporter.start(STAGE, None)
    for item in _read(game, records, options):
        reporter.advance(STAGE)
        if isinstance(item, RecordError):
            found.refused.append(item)
        elif isinstance(item, RecordSkipped):
            found.skipped[item.reason] += 1
        else:
            _sort_in(found, item, game, used, places, kept, within)
    for mark in sorted({mark for place in places for _, _, mark in place.heap}):
        match = kept[mark].match
        play = play_of_events(game.spec, game.events(match))
        if not _refused(found, match, used.like(play)):
            used.add(Known(f"{match.source.file}, {match.source.place}", mark, play))
            found.fresh.append(kept[mark])
    return found


def _read(
    game: Game, records: Sequence[str], options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    whole = with_defaults(game.spec, options)
    try:
        files = list(find_records(records, game.spec.suffixes))
    except FileNotFoundError as error:
        raise PlanError(str(error)) from error
    for file in files:
        yield from game.parse(file, whole)


def _sort_in(
    found: Harvest,
    match: Match,
    game: Game,
    used: UsedMatches,
    places: Sequence[_Nearest],
    kept: dict[str, Fresh],
    within: float,
) -> None:
    reason = None
    if match.fingerprint in kept:
        source = kept[match.fingerprint].match.source
        reason = f"the same match as {source.file}, {source.place}"
    if _refused(found, match, reason or used.refusal(game, match)):
        return
    fresh = Fresh(match, round(match.frames * 1000 / game.spec.media.fps))
    fitting = [p for p in places if p.target.fits(match.winner, fresh.duration_ms, within)]
    if not fitting:
        found.skipped["no wanted winner and length"] += 1
        return
    for place in fitting:
        place.add(fresh)
    kept[match.fingerprint] = fresh
    if len(kept) > 2 * KEPT * len(places):
        wanted = {mark for place in places for _, _, mark in place.heap}
        for mark in [mark for mark in kept if mark not in wanted]:
            del kept[mark]


def _refused(found: Harvest, match: Match, reason: str | None) -> bool:
    if reason is not None:
        found.refused.append(RecordError(match.source.file, match.source.place, reason))
    return reason is not None
