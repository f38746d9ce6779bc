"""A record, as it was written down, to a match that is checked and laid out in time."""

from __future__ import annotations

import itertools
from fractions import Fraction
from statistics import median_low
from typing import TYPE_CHECKING, Final

from va_go.errors import RejectedError
from va_go.komi import usual_komi
from va_go.match import GoMatch, Stone
from va_go.points import LARGEST, PASS
from va_go.replay import play_out
from va_go.result import Result, read_result
from va_go.rules import Ruleset, find_rules
from va_go.select import SMALLEST
from video_arena.canonical import Json, digest
from video_arena.match import RecordSkipped, Source
from video_arena.pace import known_thinks, made_up_thinks, move_frames

if TYPE_CHECKING:
    from va_go.record import Record
    from va_go.select import Selection

FPS: Final = Fraction(25)
TAIL: Final = 100
"""Frames from the last stone's frame to the end, that frame included: four seconds."""
LEAST: Final = 10
"""Frames between two moves at least: what was played faster is shown at 0.4 s."""


def finish(
    record: Record, source: Source, selection: Selection, raw: bytes, suffix: str
) -> GoMatch | RecordSkipped:
    """Check a record by the rules and lay it out; or name the flag that leaves it out.

    Raises:
        RejectedError: it cannot become a case.
    """
    if not SMALLEST <= record.size <= LARGEST:
        raise RejectedError(
            f"a board of {record.size} lines: {SMALLEST} to {LARGEST} are supported"
        )
    result = read_result(record.result)
    if excluded := selection.excluded(record, result.known):
        return RecordSkipped(source.file, source.place, excluded)
    if not any(stone.point != PASS for stone in record.moves):
        raise RejectedError("no moves")
    to_move = first_player(record)
    rules, rules_note = rules_of(record)
    play_out(record.size, record.setup, to_move, record.moves, rules)
    komi = record.komi
    notes = [*source.notes, *record.notes, *_turn_notes(record, to_move)]
    if rules_note:
        notes.append(rules_note)
    if komi is None:
        komi = usual_komi(rules, max(record.handicap, _black_setup(record)), record.date)
        notes.append(f"the record tells no komi: {komi:g} was taken")
    if not result.known:
        notes.append("the result is unknown")
    fingerprint = fingerprint_of(record.size, record.setup, record.moves)
    thought, timing = pace_of(record, fingerprint, selection.max_think)
    notes += timing
    shown = move_frames(thought, fps=FPS, longest_ms=selection.max_think * 1000, least=LEAST)
    last = max(i for i, stone in enumerate(record.moves) if stone.point != PASS)
    return GoMatch(
        source=Source(
            file=source.file,
            place=source.place,
            id=record.id,
            url=record.url,
            licence=record.licence,
            notes=tuple(notes),
        ),
        fingerprint=fingerprint,
        prefixes=len(record.moves),
        frames=shown[last] + TAIL,
        winner=result.winner,
        hidden=_hidden(record, komi, rules, result, thought if not timing else None),
        record=raw,
        record_suffix=suffix,
        size=record.size,
        setup=tuple(record.setup),
        to_move=to_move,
        moves=tuple(record.moves),
        handicap=record.free_handicap,
        rules=rules,
        komi=komi,
        shown=shown,
        counted=_counted(record, result),
    )


def rules_of(record: Record) -> tuple[Ruleset, str | None]:
    """The record's rule set, and a note where it does not say."""
    return find_rules(record.rules, record.komi, server=record.server)


def first_player(record: Record) -> str:
    """Who is to move at the start: whoever does, else whom the record names, else by handicap."""
    if record.moves:
        return record.moves[0].colour
    return record.to_move or ("W" if _black_setup(record) > 1 else "B")


def fingerprint_of(size: int, setup: list[Stone], moves: list[Stone]) -> str:
    """sha256 of what was played: board, first stones, moves and passes."""
    play: dict[str, Json] = {
        "game": "go",
        "size": size,
        "setup": [list(stone) for stone in setup],
        "moves": [list(stone) for stone in moves],
    }
    return digest(play)


def pace_of(record: Record, fingerprint: str, max_think: int) -> tuple[list[int], list[str]]:
    """Milliseconds of video a move, and a note where they are not the players' own.

    Where more than half of the thinks would be cut, as in correspondence games, the cut ones
    would be all alike: such times are no pace, and one is made up.
    """
    made_up = made_up_thinks(fingerprint, len(record.moves))
    thought = known_thinks(record.thinks) if record.thinks else None
    if thought is None:
        return made_up, ["no usable times: the pace is made up from the fingerprint"]
    if median_low(thought) > max_think * 1000:
        return made_up, [f"most thinks are over {max_think} s: the pace is made up"]
    return thought, []


def _black_setup(record: Record) -> int:
    return sum(stone.colour == "B" for stone in record.setup)


def _turn_notes(record: Record, to_move: str) -> list[str]:
    """Odd orders of play, which SGF allows; free handicap stones are in order."""
    notes = []
    if record.to_move not in {None, to_move}:
        notes.append(f"the record says {record.to_move} plays first, and {to_move} does")
    twice = [
        number
        for number, (before, after) in enumerate(itertools.pairwise(record.moves), 2)
        if before.colour == after.colour and number > record.free_handicap
    ]
    if twice:
        notes.append(f"one side plays twice in a row at move {', '.join(map(str, twice[:5]))}")
    placed = max(_black_setup(record), record.free_handicap)
    if record.handicap > 1 and placed != record.handicap:
        notes.append(f"a handicap of {record.handicap} with {placed} stones placed before White")
    return notes


def _counted(record: Record, result: Result) -> float | None:
    """V after two final passes, where the record has the count."""
    passed = [stone.point == PASS for stone in record.moves[-2:]] == [True, True]
    if not passed or not result.counted:
        return None
    return {"B": 1.0, "W": 0.0, None: 0.5}[result.winner]


def _hidden(
    record: Record, komi: float, rules: Ruleset, result: Result, thought: list[int] | None
) -> dict[str, Json]:
    """What a spectator's client would draw; `clocks` is the mover's time used after each move."""
    used = {"B": 0, "W": 0}
    clocks = []
    for stone, think in zip(record.moves, thought or [], strict=False):
        used[stone.colour] += think
        clocks.append(clock_text(used[stone.colour]))
    return {
        "black": record.black,
        "white": record.white,
        "black_rank": record.black_rank,
        "white_rank": record.white_rank,
        "event": record.event,
        "date": record.date,
        "komi": f"{komi:g}",
        "rules": rules.name,
        "result": record.result if result.known else "",
        "clocks": clocks or None,
    }


def clock_text(milliseconds: int) -> str:
    """Hours, minutes and seconds.

    >>> clock_text(3_725_400), clock_text(9_300)
    ('1:02:05', '0:09')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
