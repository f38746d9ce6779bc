"""What a user may name: a data set's folder, one above it, one match's folder, or one set.

A ShuttleSet folder holds match.csv, homography.csv and a folder a match (named in the column
`video`) with set1.csv to set3.csv.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, NamedTuple

from va_badminton.errors import RejectedError
from va_badminton.packed import SetRecord, unpack
from video_arena.match import RecordError, RecordSkipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from video_arena.records import RecordFile

NOT_THERE = "no folder for this match"
_SET = re.compile(r"set([1-9])\.csv\Z")


class Found(NamedTuple):
    """A set and where it was found."""

    record: SetRecord
    place: str
    """`match 16, set 1`: names no player, stays in the corpus."""
    file: str
    """Path seen from the record, for whoever has to look."""


Item = Found | RecordError | RecordSkipped


def find_sets(record: RecordFile) -> Iterator[Item]:
    """Every set of what the user named, in the order of match.csv."""
    path = record.path
    try:
        if path.is_dir():
            yield from _folder(record.name, path)
        elif _SET.match(path.name) and (path.parent.parent / "match.csv").is_file():
            yield from _dataset(record.name, path.parent.parent, path.parent.name, path.name)
        else:
            with record.open() as stream:
                packed = unpack(stream.read())
            place = f"match {packed.match.get('id', '?')}, set {packed.number}"
            yield Found(packed, place, record.name)
    except (OSError, EOFError) as error:
        yield RecordError(record.name, "file", f"cannot be read: {error}")
    except RejectedError as error:
        yield RecordError(record.name, "file", error.reason)


def _folder(name: str, folder: Path) -> Iterator[Item]:
    if (folder / "match.csv").is_file():
        yield from _dataset(name, folder)
        return
    if (folder.resolve().parent / "match.csv").is_file():
        yield from _dataset(name, folder.resolve().parent, folder.resolve().name)
        return
    datasets = sorted(path.parent for path in folder.rglob("match.csv"))
    if not datasets:
        yield RecordError(name, "folder", "no match.csv in it, above it or below it")
    for dataset in datasets:
        yield from _dataset(name, dataset)


def _dataset(
    name: str, folder: Path, only_match: str | None = None, only_set: str | None = None
) -> Iterator[Item]:
    matches = _table(folder / "match.csv")
    cameras = {row.get("video", ""): row for row in _table(folder / "homography.csv")}
    known = {row.get("video", "") for row in matches}
    for row in matches:
        video = row.get("video", "")
        if only_match in {None, video}:
            yield from _match(name, folder / video, row, cameras.get(video), only_set)
    strays = sorted(p.name for p in folder.iterdir() if p.is_dir() and p.name not in known)
    for stray in strays if only_match is None else [only_match] if only_match in strays else []:
        if (folder / stray / "set1.csv").is_file():
            yield RecordError(name, stray, "match.csv has no match of this folder's name")


def _match(
    name: str,
    folder: Path,
    row: dict[str, str],
    camera: dict[str, str] | None,
    only_set: str | None,
) -> Iterator[Item]:
    match_place = f"match {row.get('id', '?')}"
    if not row.get("video") or not folder.is_dir():
        yield RecordSkipped(name, match_place, NOT_THERE)
        return
    if camera is None:
        yield RecordError(name, f"{match_place} ({folder.name})", "homography.csv has no row of it")
        return
    for path in sorted(folder.iterdir()):
        found = _SET.match(path.name)
        if found is None or only_set not in {None, path.name}:
            continue
        file = f"{folder.name}/{path.name}"
        place = f"{match_place}, set {found[1]}"
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            yield RecordError(name, f"{place} ({file})", f"not UTF-8 at byte {error.start}")
            continue
        yield Found(SetRecord(int(found[1]), row, camera, text), place, file)


def _table(path: Path) -> list[dict[str, str]]:
    """Rows of match.csv or homography.csv as text.

    Raises:
        RejectedError: the file is missing or no CSV.
    """
    if not path.is_file():
        raise RejectedError(f"no {path.name} beside the matches")
    try:
        text = path.read_bytes().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
    except (UnicodeDecodeError, csv.Error) as error:
        raise RejectedError(f"{path.name}: no CSV in UTF-8: {error}") from error
    return [{str(key): str(value or "") for key, value in row.items()} for row in rows]
