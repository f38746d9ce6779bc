"""One record file to matches: SGF, or OGS's JSON."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Final

from va_go.errors import RejectedError
from va_go.match import GoMatch
from va_go.ogs import read_ogs
from va_go.read import finish
from va_go.select import Selection
from va_go.sgf import read_sgf
from va_go.split import GameText, split_games
from video_arena.match import RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from video_arena.canonical import Json
    from video_arena.records import RecordFile

Outcome = GoMatch | RecordError | RecordSkipped

SUFFIXES: Final = (".sgf", ".json", ".jsonl")
LARGEST_JSON: Final = 64 << 20
"""Bytes; one game is some kilobytes."""
_OTHER_FORMATS: Final = {
    ".ngf": "NGF (WBaduk, Cyberoro)",
    ".gib": "GIB (Tygem)",
    ".ugf": "UGF (PandaNet)",
    ".ugi": "UGI (PandaNet)",
}


def parse_file(record: RecordFile, options: Mapping[str, Json]) -> Iterator[Outcome]:
    """Read a record file as a stream; see the hook `parse_record`."""
    name = record.bare_name.casefold()
    for suffix, format_name in _OTHER_FORMATS.items():
        if name.endswith(suffix):
            yield RecordError(
                record.name, "file", f"unsupported format {format_name}: convert it to SGF"
            )
            return
    try:
        stream = record.open()
    except OSError as error:
        yield RecordError(record.name, "file", f"cannot be opened: {error.strerror or error}")
        return
    selection = Selection.of(options)
    try:
        if name.endswith((".json", ".jsonl")):
            yield from _read_json(stream, record.name, selection, lines=name.endswith("l"))
        else:
            yield from _read_sgf(stream, record.name, selection)
    except OSError as error:
        yield RecordError(record.name, "file", f"cannot be read further: {error}")
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


def _read_sgf(stream: IO[bytes], file: str, selection: Selection) -> Iterator[Outcome]:
    text = None
    for text in split_games(stream):
        yield read_game(text, file, selection)
    if text is None:
        yield RecordError(file, "file", "the file is empty, or no SGF: nothing begins with `(;`")


def read_game(text: GameText, file: str, selection: Selection) -> Outcome:
    """One game's text to a match, an error with its place, or a selection's refusal."""
    place = f"game {text.number}"
    if text.problem:
        return RecordError(file, f"{place}, line {text.line}", text.problem)
    decoded, note = text.charset.decode(text.raw)
    source = Source(file=file, place=place, notes=(note,) if note else ())
    try:
        record = read_sgf(decoded)
        return finish(record, source, selection, text.raw, ".sgf")
    except RejectedError as error:
        return _rejected(file, place, text.line, error)


def _read_json(
    stream: IO[bytes], file: str, selection: Selection, *, lines: bool
) -> Iterator[Outcome]:
    if not lines:
        yield _read_one_json(stream.read(LARGEST_JSON), file, "game 1", selection)
        return
    number = 0
    while line := stream.readline(LARGEST_JSON):
        if line.strip():
            number += 1
            yield _read_one_json(line, file, f"game {number}", selection)
    if not number:
        yield RecordError(file, "file", "the file is empty")


def _read_one_json(raw: bytes, file: str, place: str, selection: Selection) -> Outcome:
    try:
        return finish(read_ogs(raw), Source(file=file, place=place), selection, raw, ".json")
    except RejectedError as error:
        return _rejected(file, place, None, error)


def _rejected(file: str, place: str, first_line: int | None, error: RejectedError) -> RecordError:
    if error.move is not None:
        place += f", move {error.move}"
    elif first_line is not None and error.line is not None:
        place += f", line {first_line + error.line}"
    return RecordError(file, place, error.reason)
