"""The first stage: which matches of the records become cases, and why the others do not."""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.match import Match, RecordError, RecordSkipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from video_arena.build.report import Reporter
    from video_arena.canonical import Json
    from video_arena.curate.likeness import UsedMatches
    from video_arena.plugins import Game
    from video_arena.records import RecordFile

STAGE = "records"


@dataclass(slots=True)
class Selection:
    """What parsing found: matches in record order, rejections, and counts of the skipped."""

    matches: list[Match] = field(default_factory=list)
    rejected: list[RecordError] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    seen: int = 0


class _Sample:
    """Keeps the first `limit` matches, or a uniform sample of `limit` where a seed is given.

    The sample is the `limit` smallest of sha256(seed, fingerprint): it depends on neither the
    order nor the number of the records, and needs memory for `limit` matches only.
    """

    def __init__(self, limit: int | None, seed: int | None) -> None:
        self.limit = limit
        self.seed = seed
        self._kept: list[tuple[int, int, Match]] = []

    def add(self, number: int, match: Match) -> None:
        key = 0
        if self.seed is not None:
            mark = hashlib.sha256(f"{self.seed}:{match.fingerprint}".encode()).digest()
            key = int.from_bytes(mark, "big")
        entry = (-key, -number, match)
        if self.limit is None or len(self._kept) < self.limit:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heappushpop(self._kept, entry)

    @property
    def complete(self) -> bool:
        return self.seed is None and self.limit is not None and len(self._kept) >= self.limit

    def matches(self) -> list[Match]:
        return [match for _, _, match in sorted(self._kept, key=lambda entry: -entry[1])]


def select(
    game: Game,
    records: Iterable[RecordFile],
    options: Mapping[str, Json],
    *,
    limit: int | None,
    sample_seed: int | None,
    reporter: Reporter,
    used: UsedMatches | None = None,
) -> Selection:
    """Read the records and choose.

    The same match twice, be it under other names, is rejected the second time, and so is one that
    is used already; those who are nearly the same as a used one are rejected too. With a limit and
    no sampling seed reading stops at the limit, so that the head of a 30 GB dump costs a head.
    """
    found = Selection()
    sample = _Sample(limit, sample_seed)
    firsts: dict[str, str] = {}
    reporter.start(STAGE, None)
    for record in records:
        for item in game.parse(record, options):
            found.seen += 1
            reporter.advance(STAGE)
            item = _unused(game, used, item)  # noqa: PLW2901 - a used match is a rejection
            _sort_in(found, sample, firsts, item)
            if isinstance(item, RecordError):
                game.manager.hook.record_rejected(game=game.name, error=item)
            if sample.complete:
                break
        if sample.complete:
            break
    found.matches = sample.matches()
    return found


def _unused(
    game: Game, used: UsedMatches | None, item: Match | RecordError | RecordSkipped
) -> Match | RecordError | RecordSkipped:
    if used is None or not isinstance(item, Match):
        return item
    reason = used.refusal(game, item)
    return item if reason is None else RecordError(item.source.file, item.source.place, reason)


def _sort_in(
    found: Selection,
    sample: _Sample,
    firsts: dict[str, str],
    item: Match | RecordError | RecordSkipped,
) -> None:
    if isinstance(item, RecordError):
        found.rejected.append(item)
    elif isinstance(item, RecordSkipped):
        found.skipped[item.reason] += 1
    elif item.fingerprint in firsts:
        reason = f"the same match as {firsts[item.fingerprint]}"
        found.rejected.append(RecordError(item.source.file, item.source.place, reason))
    else:
        firsts[item.fingerprint] = f"{item.source.file}, {item.source.place}"
        sample.add(found.seen, item)
