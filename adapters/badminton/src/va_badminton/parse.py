"""One set of ShuttleSet to a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from va_badminton.assemble import Assembled, Setting, assemble
from va_badminton.court import other
from va_badminton.errors import RejectedError
from va_badminton.folders import Found, find_sets
from va_badminton.homography import read_homography
from va_badminton.layout import lay_out
from va_badminton.match import BadmintonMatch
from va_badminton.packed import SUFFIX
from va_badminton.places import check_ends, ends_of, left_handed
from va_badminton.rows import Player, Row, read_rows
from va_badminton.score import prove
from va_badminton.times import rate_of
from video_arena.canonical import digest
from video_arena.match import RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from va_badminton.places import Ends
    from video_arena.canonical import Json
    from video_arena.records import RecordFile

Outcome = BadmintonMatch | RecordError | RecordSkipped

GENERATED = "Video-Arena generated"
"""How the tournament of our own generator's matches begins."""
MISALIGNED = frozenset(
    {
        "CHOU_Tien_Chen_Jonatan_CHRISTIE_Sudirman_Cup_2019_Quarter-finals",
        "CHOU_Tien_Chen_NG_Ka_Long_Angus_Sudirman_Cup_2019_Group_Stage",
    }
)
"""ShuttleSet's matches 9 and 10: their labels do not belong to the linked broadcasts
(CoachAI-Projects, issue 12). Nothing here is aligned with a broadcast, so they can be used."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The record options of `va-build`, as the spec declares them."""

    game_to: int = 21
    max_pause: int = 25
    max_missing: int = 3
    licence: str = "MIT"

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Reading:
        """From the hook's options; what is not given keeps its default."""
        given = {key: options[key] for key in cls.__dataclass_fields__ if options.get(key)}
        if options.get("max_missing") == 0:
            given["max_missing"] = 0
        return cls(**given)  # type: ignore[arg-type]


def parse_file(record: RecordFile, options: Mapping[str, Json]) -> Iterator[Outcome]:
    """Read a folder or a packed set; see the hook `parse_record`."""
    reading = Reading.of(options)
    for item in find_sets(record):
        if isinstance(item, Found):
            yield read_set(item, record.name, reading)
        else:
            yield item


def read_set(found: Found, file: str, reading: Reading) -> Outcome:
    """One set to a match, or an error that names the rows."""
    try:
        return _read(found, file, reading)
    except RejectedError as error:
        return RecordError(file, f"{found.place} ({found.file}){error.where}", error.reason)


def _read(found: Found, file: str, reading: Reading) -> BadmintonMatch:
    record = found.record
    rows = read_rows(record.text)
    course = prove(rows, reading.game_to)
    rallies = course.rallies
    camera = read_homography(record.homography)
    ends = ends_of(record.match.get("downcourt", ""), record.number, reading.game_to)
    ends, notes = check_ends(ends, rallies, camera)
    fingerprint = _fingerprint(rows, ends)
    setting = Setting(ends, camera, rate_of(rows), fingerprint)
    assembled = assemble(rallies, setting)
    made_up = [item for item in assembled if not item.recorded]
    if len(made_up) > reading.max_missing:
        raise RejectedError(
            f"{len(made_up)} of {len(rallies)} rallies are missing or without an end, more than "
            f"--max-missing {reading.max_missing}: {'; '.join(n for m in made_up for n in m.notes)}"
        )
    drawn, frames = lay_out(assembled, rallies, setting.rate, reading.max_pause)
    near, far = ends.near, _opponent(ends.near)
    return BadmintonMatch(
        source=_source(found, file, reading, [*notes, *course.notes, *_all_notes(assembled, ends)]),
        fingerprint=fingerprint,
        prefixes=len(rallies),
        frames=frames,
        winner=ends.side(rallies[-1].winner),
        hidden=_hidden(found, ends, assembled),
        record=record.pack(),
        record_suffix=SUFFIX,
        rallies=drawn,
        results=tuple(item.result for item in assembled),
        left_handed=(left_handed(rallies, camera, near), left_handed(rallies, camera, far)),
    )


def _opponent(player: Player) -> Player:
    return "B" if player == "A" else "A"


def _all_notes(assembled: Sequence[Assembled], ends: Ends) -> list[str]:
    notes = [note for item in assembled for note in item.notes]
    if ends.change_at is not None:
        notes.append(
            f"the players changed ends at {ends.change_at}; from there on the court is drawn "
            "turned by 180 degrees, so that each keeps the end that the score is told by"
        )
    return notes


def _fingerprint(rows: Sequence[Row], ends: Ends) -> str:
    """Of the strokes as recorded, so that the same set in both data sets is one."""
    strokes: list[Json] = [
        [row.rally, row.ball_round, row.frame, row.player, row.shot, *row.score, *_ints(row)]
        for row in rows
    ]
    return digest({"near": ends.near, "strokes": strokes})


def _ints(row: Row) -> list[int]:
    return [round(value) for value in (*(row.landing or (-1, -1)), *(row.feet or (-1, -1)))]


def _source(found: Found, file: str, reading: Reading, notes: list[str]) -> Source:
    match = found.record.match
    generated = match.get("tournament", "").startswith(GENERATED)
    url = match.get("url") or None
    if match.get("video") in MISALIGNED:
        notes.append("the strokes do not belong to the broadcast that ShuttleSet links")
        url = None
    return Source(
        file=file,
        place=found.place,
        id=match.get("id") or None,
        url=url,
        licence="never-public" if generated else reading.licence,
        notes=tuple(notes),
    )


def _hidden(found: Found, ends: Ends, assembled: Sequence[Assembled]) -> dict[str, Json]:
    """What a broadcast writes over the picture."""
    match = found.record.match
    names = {"A": match.get("winner", ""), "B": match.get("loser", "")}
    scores: list[Json] = [[0, 0]]
    near = far = 0
    for item in assembled:
        near += item.result.side == "near"
        far += other(item.result.side) == "near"
        scores.append([near, far])
    return {
        "near": names[ends.near],
        "far": names[_opponent(ends.near)],
        "tournament": match.get("tournament", ""),
        "round": match.get("round", ""),
        "date": "-".join(match.get(part, "") for part in ("year", "month", "day")),
        "set": found.record.number,
        "clock": 0,
        "scores": scores,
    }
