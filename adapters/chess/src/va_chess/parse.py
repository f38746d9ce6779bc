"""One record file of PGN to matches."""

from __future__ import annotations

import hashlib
import re
from typing import IO, TYPE_CHECKING

from va_chess import clocks
from va_chess.encoding import BrokenEncodingError, decode
from va_chess.errors import RejectedError
from va_chess.match import ChessMatch
from va_chess.movetext import Movetext, read_movetext
from va_chess.results import UNKNOWN, WINNERS, agreed_result, result_notes
from va_chess.rules import Play, check_variant, play, start_board
from va_chess.select import Selection
from va_chess.split import GameText, split_games
from va_chess.tags import Tags, read_tags
from video_arena.match import RecordError, RecordSkipped, Source
from video_arena.pace import known_thinks, made_up_thinks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from video_arena.canonical import Json
    from video_arena.records import RecordFile

Outcome = ChessMatch | RecordError | RecordSkipped

GENERATED = "Video-Arena self-play"
"""How the Source tag of our own generator's records begins."""
_LICHESS = re.compile(r"https?://lichess\.org/([A-Za-z0-9]{8})\Z")


def parse_file(record: RecordFile, options: Mapping[str, Json]) -> Iterator[Outcome]:
    """Read a PGN file as a stream; see the hook `parse_record`."""
    selection = Selection.of(options)
    try:
        stream = record.open()
    except OSError as error:
        yield RecordError(record.name, "file", f"cannot be opened: {error.strerror or error}")
        return
    last = 0
    try:
        for text in split_games(stream):
            last = text.number
            yield read_game(text, record.name, selection)
    except OSError as error:
        place = f"after game {last}" if last else "file"
        yield RecordError(record.name, place, f"cannot be read further: {error}")
    finally:
        _close(stream)


def _close(stream: IO[bytes]) -> None:
    import sys  # noqa: PLC0415 - standard input stays open

    if stream is not sys.stdin.buffer:
        stream.close()


def read_game(text: GameText, file: str, selection: Selection) -> Outcome:
    """One game's text to a match, an error with its place, or a selection's refusal."""
    place = f"game {text.number}"
    if text.problem:
        return RecordError(file, f"{place}, line {text.line}", text.problem)
    try:
        decoded, note = decode(text.raw)
        notes = (note,) if note else ()
    except BrokenEncodingError as error:
        return RecordError(file, f"{place}, line {text.line + error.line}", error.reason)
    try:
        return _read(text, decoded, Source(file=file, place=place, notes=notes), selection)
    except RejectedError as error:
        line = text.line + decoded.count("\n", 0, error.offset or 0)
        ply = f", ply {error.ply}" if error.ply else ""
        return RecordError(file, f"{place}, line {line}{ply}", error.reason)


def _read(text: GameText, decoded: str, source: Source, selection: Selection) -> Outcome:
    tags = read_tags(decoded)
    if excluded := selection.excluded_by_tags(tags):
        return RecordSkipped(source.file, source.place, excluded)
    check_variant(tags.get("Variant"))
    written = read_movetext(decoded, tags.end)
    if written.moves and (excluded := selection.excluded_by_plies(len(written.moves))):
        return RecordSkipped(source.file, source.place, excluded)
    if written.moves and written.result is None and _LICHESS.match(tags.get("Site")):
        # Lichess always writes the result behind the moves.
        raise RejectedError(
            "a Lichess game without a result behind its moves: it was cut off",
            offset=len(decoded),
            ply=len(written.moves),
        )
    played = play(start_board(tags.get("FEN")), written.moves)
    result = agreed_result(
        tags.values.get("Result"), written.result, played.ending, played.side_to_move
    )
    if excluded := selection.excluded_by_result(result):
        return RecordSkipped(source.file, source.place, excluded)
    return _match(text, tags, written, played, result, source, selection)


def _match(
    text: GameText,
    tags: Tags,
    written: Movetext,
    played: Play,
    result: str,
    source: Source,
    selection: Selection,
) -> ChessMatch:
    fingerprint = hashlib.sha256(" ".join((played.start, *played.moves)).encode()).hexdigest()
    shown, readings, timing = lay_out(written, tags, fingerprint, selection.max_think)
    notes = (
        *source.notes,
        *tags.notes,
        *written.notes,
        *_ply_count(tags, len(played.moves)),
        *result_notes(tags.values.get("Result"), written.result, result),
        *timing,
    )
    return ChessMatch(
        source=_source(source, tags, notes),
        fingerprint=fingerprint,
        prefixes=len(played.moves),
        frames=shown[-1] + clocks.TAIL,
        winner=WINNERS.get(result),
        hidden=_hidden(tags, result, readings),
        record=text.raw,
        record_suffix=".pgn",
        start=played.start,
        moves=played.moves,
        shown=shown,
        ending=played.ending,
    )


def lay_out(
    written: Movetext, tags: Tags, fingerprint: str, max_think: int
) -> tuple[tuple[int, ...], list[int] | None, list[str]]:
    """The frame of each ply, the clocks that it came from (None without), and notes."""
    plies = len(written.moves)
    read = [clocks.clock_ms(comment) for comment in written.comments]
    readings = [clock for clock in read if clock is not None]
    notes = []
    thought = None
    if len(readings) == plies:
        stages = clocks.time_control(tags.get("TimeControl"))
        thought = known_thinks(clocks.thinks(readings, stages))
    elif readings:
        notes.append(f"clocks not used: {len(readings)} of {plies} plies show one")
    if thought is None:
        thought = made_up_thinks(fingerprint, plies)
        notes.append("no usable clocks: the pace is made up from the fingerprint")
    used = readings if len(readings) == plies else None
    return clocks.frames(thought, max_think), used, notes


def _ply_count(tags: Tags, plies: int) -> list[str]:
    said = tags.get("PlyCount")
    if not said.isdecimal() or int(said) == plies:
        return []
    return [f"the tag PlyCount says {said}, the game has {plies} plies"]


def _source(source: Source, tags: Tags, notes: tuple[str, ...]) -> Source:
    found = _LICHESS.match(tags.get("Site"))
    licence = "CC0-1.0" if found else "unknown"
    if tags.get("Source").startswith(GENERATED):
        licence = "never-public"
    return Source(
        file=source.file,
        place=source.place,
        id=found.group(1) if found else None,
        url=f"https://lichess.org/{found.group(1)}" if found else None,
        licence=licence,
        notes=notes,
    )


def _hidden(tags: Tags, result: str, readings: list[int] | None) -> dict[str, Json]:
    """What a spectator's client would draw; `clocks` is the mover's clock after each ply."""
    return {
        "event": tags.get("Event"),
        "site": tags.get("Site"),
        "date": tags.get("UTCDate") or tags.get("Date"),
        "white": tags.get("White"),
        "black": tags.get("Black"),
        "white_rating": tags.get("WhiteElo"),
        "black_rating": tags.get("BlackElo"),
        "result": "" if result == UNKNOWN else result,
        "clocks": [clocks.clock_text(reading) for reading in readings] if readings else None,
    }
