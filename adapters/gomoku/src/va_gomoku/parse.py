"""A record file to matches."""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from typing import TYPE_CHECKING, Final

from va_gomoku.archive import entries
from va_gomoku.errors import RejectedError
from va_gomoku.match import GomokuMatch
from va_gomoku.psq import GameText, read_psq, read_rec
from va_gomoku.rules import play
from va_gomoku.select import Selection
from va_gomoku.times import TAIL, frames, thinks_of
from video_arena.match import RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from va_gomoku.archive import Entry
    from video_arena.canonical import Json
    from video_arena.records import RecordFile

Outcome = GomokuMatch | RecordError | RecordSkipped

GENERATED: Final = "Video-Arena self-play"
"""How the players of our own generator's records are named."""
BY_ITSELF: Final = {0, -1, None}
"""End codes of a game that nobody broke off, and of one whose writer does not say."""
_TOURNAMENT = re.compile(r"(\d+)x(\d+)-(\d+)\(\d+\)\.psq\Z", re.IGNORECASE)


def parse_file(record: RecordFile, options: Mapping[str, Json], size: int) -> Iterator[Outcome]:
    """Read a record file for boards of `size`; see the hook `parse_record`."""
    selection = Selection.of(options)
    last = ""
    try:
        for entry in entries(record):
            last = entry.place
            yield read_game(entry, record.name, selection, size)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        place = f"after {last}" if last else "file"
        yield RecordError(record.name, place, f"the file cannot be read further: {error}")


def read_game(entry: Entry, file: str, selection: Selection, size: int) -> Outcome:
    """One game's text to a match, an error with its place, or a selection's refusal."""
    if entry.problem:
        return RecordError(file, entry.place, entry.problem)
    try:
        return _read(entry, file, selection, size)
    except RejectedError as error:
        place = ", ".join(part for part in (entry.place, error.place) if part)
        return RecordError(file, place, error.reason)


def _read(entry: Entry, file: str, selection: Selection, size: int) -> Outcome:
    text = read_rec(entry.raw) if _is_rec(entry) else read_psq(entry.raw)
    _check_board(text, size, rec=_is_rec(entry))
    if not text.moves:
        raise RejectedError("there are no moves")
    rule, notes = selection.rule_of(text.division)
    winner = play(size, rule, text.moves)
    if winner is None and len(text.moves) < size * size and not selection.unfinished:
        raise RejectedError(_unfinished(text), f"move {len(text.moves)}")
    if excluded := selection.excluded_by(len(text.moves), winner):
        return RecordSkipped(file, entry.place, excluded)
    return _match(entry, file, text, rule, winner, selection, (*text.notes, *notes))


def _is_rec(entry: Entry) -> bool:
    """By its name; a PSQ under that name is a PSQ, as it is to Piskvork."""
    named = entry.name.casefold().endswith(".rec")
    return named and not entry.raw.removeprefix(b"\xef\xbb\xbf").startswith(b"Piskvorky")


def _check_board(text: GameText, size: int, *, rec: bool) -> None:
    if (text.width, text.height) == (size, size):
        return
    board = f"{text.width}x{text.height}"
    if rec:
        board += " (a .rec does not say its board; Piskvork takes it for that)"
    other = f"; build it with --game gomoku{'' if text.width == 15 else text.width}"
    advice = other if text.width == text.height and text.width in {15, 20} else ""
    raise RejectedError(f"the board is {board} and this game's is {size}x{size}{advice}")


def _unfinished(text: GameText) -> str:
    if text.code in BY_ITSELF:
        return (
            "no five in a row stands at the end, so nobody has won: the record is cut off, or the "
            "game was broken off. --unfinished takes such games"
        )
    why = "out of time" if text.code == 15 else "an error or an illegal move of a program"
    return (
        f"no five in a row stands at the end; the record's end code is {text.code} ({why}), so the "
        "board does not show who won. --unfinished takes such games"
    )


def _match(
    entry: Entry,
    file: str,
    text: GameText,
    rule: str,
    winner: str | None,
    selection: Selection,
    notes: tuple[str, ...],
) -> GomokuMatch:
    play_alone = f"{text.width} {rule} {' '.join(f'{x},{y}' for x, y in text.moves)}"
    fingerprint = hashlib.sha256(play_alone.encode()).hexdigest()
    thought, timing = thinks_of(text.thinks, fingerprint)
    shown = frames(thought, selection.max_think)
    named = _TOURNAMENT.search(entry.name)
    if named and int(named[3]) != len(text.moves):
        notes = (*notes, f"its name counts {named[3]} moves, it has {len(text.moves)}")
    generated = text.black.startswith(GENERATED)
    return GomokuMatch(
        source=Source(
            file=file,
            place=entry.place,
            licence="never-public" if generated else "unknown",
            notes=(*notes, *timing),
        ),
        fingerprint=fingerprint,
        prefixes=len(text.moves),
        frames=shown[-1] + TAIL,
        winner=winner,
        hidden=_hidden(text, winner),
        record=entry.raw,
        record_suffix=".rec" if _is_rec(entry) else ".psq",
        size=text.width,
        rule=rule,
        moves=text.moves,
        shown=shown,
    )


def _hidden(text: GameText, winner: str | None) -> dict[str, Json]:
    """What a spectator's client would draw; `thinks` is each move's time."""
    return {
        "black": text.black,
        "white": text.white,
        "division": text.division,
        "thinks": [None if ms is None else f"{ms / 1000:.1f} s" for ms in text.thinks],
        "result": {"B": "Black wins", "W": "White wins", None: "no winner"}[winner],
    }
