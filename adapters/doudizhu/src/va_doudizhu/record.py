"""Record files: lines read, checked against the deck and the rules, and laid out in time."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from va_doudizhu.errors import BadRecord
from va_doudizhu.formats import Told, own_line, told_by
from va_doudizhu.match import DoudizhuMatch, Hands
from va_doudizhu.times import length
from va_engines.doudizhu.cards import COPIES, DECK, RANKS, NotCards, pack
from va_engines.doudizhu.line import PASSED, BadLine, action_row, action_text, check_line
from va_engines.doudizhu.tables import LANDLORD
from video_arena.canonical import digest
from video_arena.match import Match, RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from video_arena.canonical import Json
    from video_arena.records import RecordFile

SUFFIX: Final = ".jsonl"
LONGEST_LINE: Final = 1 << 16
SIDES: Final = ("landlord", "farmers", "farmers")
"""The side of each seat."""


def read_games(
    record: RecordFile, options: Mapping[str, Json]
) -> Iterator[Match | RecordError | RecordSkipped]:
    """Every game of a file; a line that is none becomes a RecordError, and the next is read."""
    found = 0
    with record.open() as stream:
        number = 0
        while True:
            place = f"line {number + 1}"
            try:
                line = stream.readline(LONGEST_LINE)
            except OSError as error:
                yield RecordError(record.name, place, f"cannot be read further: {error}")
                return
            if not line:
                break
            number += 1
            if len(line) == LONGEST_LINE:
                _skip_rest(stream)
                found += 1
                yield RecordError(record.name, place, "the line is too long to be a game")
            elif line.strip():
                found += 1
                yield _read_line(line, options, record.name, place)
    if not found:
        yield RecordError(record.name, "line 1", "the file holds no game")


def _skip_rest(stream: Any) -> None:  # noqa: ANN401 - IO[bytes], damaged or not
    while (more := stream.readline(LONGEST_LINE)) and len(more) == LONGEST_LINE:
        pass


def _read_line(
    line: bytes, options: Mapping[str, Json], file: str, place: str
) -> Match | RecordError | RecordSkipped:
    try:
        told = told_by(json.loads(line.decode()), str(options.get("landlord") or "first"))
        if told.plays is None:
            told = _played(told, options.get("play"))
        match = match_of(told, file, place)
    except UnicodeDecodeError as error:
        return RecordError(file, place, f"not UTF-8: {error}")
    except (json.JSONDecodeError, RecursionError) as error:
        return RecordError(file, place, f"not JSON: {error}")
    except (BadRecord, BadLine, NotCards) as error:
        return RecordError(file, place, str(error))
    reason = _excluded(match, options)
    return match if reason is None else RecordSkipped(file, place, reason)


def _excluded(match: DoudizhuMatch, options: Mapping[str, Json]) -> str | None:
    plays = sum(action != PASSED for action in match.actions)
    least, most = (options.get(name) or 0 for name in ("min_plays", "max_plays"))
    if plays < int(str(least)):
        return f"below --min-plays {least}"
    if most and plays > int(str(most)):
        return f"above --max-plays {most}"
    wanted = options.get("winner")
    return f"not --winner {wanted}" if wanted and match.winner != wanted else None


def _played(told: Told, policy_name: Json) -> Told:
    if not policy_name:
        raise BadRecord("a deal without plays; `--play rule-v1` has it played by that policy")
    from va_engines.doudizhu.policies import policy  # noqa: PLC0415 - only where one plays
    from va_engines.doudizhu.self_play import play  # noqa: PLC0415

    _check_deal(told.hands, told.bottom)
    name = str(policy_name)
    plays = tuple(map(action_text, play(told.hands, policy(name))))
    note = f"The deal was played by the policy {name} in all seats."
    return replace(told, plays=plays, notes=(*told.notes, note))


def match_of(told: Told, file: str, place: str) -> DoudizhuMatch:
    """Check a record against the deck and the rules, and lay it out in time.

    Raises:
        BadRecord, BadLine, NotCards: it is no game; the message names the action.
    """
    _check_deal(told.hands, told.bottom)
    assert told.plays is not None
    if not told.plays:
        raise BadRecord("no action")
    rows = tuple(map(action_row, told.plays))
    actions = tuple(map(action_text, rows))
    landlord, down, up = map(pack, told.hands)
    out = check_line((landlord, down, up), rows)
    winner = None if out is None else SIDES[out]
    if told.winner is not None and winner is not None and told.winner != winner:
        raise BadRecord(f"the record says that the {told.winner} won; its plays say {winner}")
    notes = told.notes
    broken_off = "The record breaks off before a hand is empty."
    if winner is None and broken_off not in notes:
        notes = (*notes, broken_off)
    return DoudizhuMatch(
        source=Source(file=file, place=place, id=told.id, licence=told.licence, notes=notes),
        fingerprint=digest([*told.hands, told.bottom, list(actions)]),
        prefixes=len(actions),
        frames=length(len(actions)),
        winner=winner,
        hidden={
            "players": list(told.players),
            "farmer_down": told.hands.farmer_down,
            "farmer_up": told.hands.farmer_up,
            "result": winner or "none",
        },
        record=own_line(told, actions, notes),
        record_suffix=SUFFIX,
        landlord=told.hands[LANDLORD],
        bottom=told.bottom,
        actions=actions,
    )


def _check_deal(hands: Hands, bottom: str) -> None:
    sizes = [len(hand) for hand in hands]
    if sizes != [20, 17, 17]:
        raise BadRecord(f"hands of {sizes} cards; a deal is 20 for the landlord and 17 each")
    if sum(map(pack, hands)) != DECK:
        dealt = "".join(hands)
        odd = [
            card for card, count in zip(RANKS, COPIES, strict=True) if dealt.count(card) != count
        ]
        raise BadRecord(f"the hands are not one deck: wrong number of {', '.join(odd)}")
    if len(bottom) != 3 or any(bottom.count(c) > hands.landlord.count(c) for c in bottom):
        raise BadRecord(f"the bottom cards {bottom!r} are not three of the landlord's")
