"""Records: one JSON object a line, in three formats that are told apart by their keys.

This project's own:

    {"doudizhu": 1, "id": "...", "landlord": "33445...", "farmer_down": "...", "farmer_up": "...",
     "bottom": "4TK", "plays": ["456789", "pass", "TTT4", ...], "players": ["...", "...", "..."],
     "licence": "never-public", "notes": ["..."]}

Cards are `3456789TJQKA2BR`, B the small joker, R the big one. `landlord` holds 20 cards, the
bottom three among them. `plays` are in the order of play: landlord, farmer_down, farmer_up. All
but the version, the hands, the bottom and the plays may be missing.

RLCard's logs: `hands` by player, `landlord` the player who is it, `three_cards`, `actions` as
pairs of player and cards, `payoffs`. Play goes on to the next number.

Deals as DouZero evaluates on: lists of its codes (3 to 14, 2 = 17, jokers 20 and 30) under
`landlord`, `landlord_down`, `landlord_up`, `three_landlord_cards`, or before the bidding under
`first`, `second`, `third`, `three_landlord_cards`. They hold no plays; `--play` has them played.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from va_doudizhu.errors import BadRecord
from va_doudizhu.match import DoudizhuMatch, Hands
from va_doudizhu.times import length
from va_engines.doudizhu.cards import COPIES, DECK, RANKS, NotCards, pack, text_of
from va_engines.doudizhu.line import PASSED, BadLine, action_row, action_text, check_line
from va_engines.doudizhu.tables import LANDLORD
from video_arena.canonical import compact, digest
from video_arena.match import Match, RecordError, RecordSkipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.canonical import Json
    from video_arena.records import RecordFile

VERSION: Final = 1
SUFFIX: Final = ".jsonl"
LONGEST_LINE: Final = 1 << 16
CODES: Final = {
    **{rank + 3: card for rank, card in enumerate(RANKS[:12])},
    17: "2",
    20: "B",
    30: "R",
}
"""DouZero's numbers for cards."""
SIDES: Final = ("landlord", "farmers", "farmers")
PLAYERS: Final = ("Landlord", "Farmer down", "Farmer up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A record in whatever format, as it was told, before anything is believed."""

    hands: Hands
    bottom: str
    plays: tuple[str, ...] | None
    """None for a deal that nobody has played yet."""
    id: str | None = None
    players: tuple[str, ...] = PLAYERS
    licence: str = "unknown"
    notes: tuple[str, ...] = ()
    winner: str | None = None
    """The side that won, where the record says so."""


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


def told_by(found: Any, landlord: str = "first") -> Told:  # noqa: ANN401 - any JSON
    """What a JSON value tells of a game, in whichever format.

    Raises:
        BadRecord: it is none of the formats.
    """
    try:
        if isinstance(found, dict) and "doudizhu" in found:
            return _own(found)
        if isinstance(found, dict) and {"hands", "actions"} <= found.keys():
            return _rlcard(found)
        if isinstance(found, dict) and "three_landlord_cards" in found:
            return _deal(found, landlord)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, (BadRecord, NotCards)):
            raise
        raise BadRecord(f"{type(error).__name__}: {error}: not as its format has it") from error
    raise BadRecord(
        "no format that is known: keys `doudizhu`, or `hands` and `actions` (RLCard), or "
        "`three_landlord_cards` (a deal)"
    )


def _own(found: Mapping[str, Any]) -> Told:
    if found["doudizhu"] != VERSION:
        raise BadRecord(f"version {found['doudizhu']!r} of the format; this reads {VERSION}")
    plays = found.get("plays")
    return Told(
        hands=Hands(*(_ordered(found[seat]) for seat in Hands._fields)),
        bottom=_ordered(found["bottom"]),
        plays=None if plays is None else tuple(map(str, plays)),
        id=None if found.get("id") is None else str(found["id"]),
        players=_three(found.get("players", PLAYERS)),
        licence=str(found.get("licence", "unknown")),
        notes=tuple(map(str, found.get("notes", ()))),
    )


def _three(players: Sequence[str]) -> tuple[str, ...]:
    if len(players) != 3:
        raise BadRecord(f"{len(players)} players")
    return tuple(map(str, players))


def _rlcard(found: Mapping[str, Any]) -> Told:
    first = int(found["landlord"])
    order = [(first + k) % 3 for k in range(3)]
    for number, (player, _) in enumerate(found["actions"]):
        if player != order[number % 3]:
            raise BadRecord(f"action {number + 1} is player {player}'s, not {order[number % 3]}'s")
    payoffs = found.get("payoffs")
    winner = None if payoffs is None else ("landlord" if payoffs[first] > 0 else "farmers")
    agents = str(found.get("agents", "unknown"))
    return Told(
        hands=Hands(*(_ordered(found["hands"][player]) for player in order)),
        bottom=_ordered(found["three_cards"]),
        plays=tuple(cards if cards == PASSED else _ordered(cards) for _, cards in found["actions"]),
        id=None if "seed" not in found else f"rlcard-{agents}-{found['seed']}",
        players=tuple(f"{agents} {player}" for player in order),
        winner=winner,
    )


def _deal(found: Mapping[str, Any], landlord: str) -> Told:
    bottom = _coded(found["three_landlord_cards"])
    if "landlord" in found:
        hands = [_coded(found[seat]) for seat in ("landlord", "landlord_down", "landlord_up")]
        return Told(hands=Hands(*hands), bottom=bottom, plays=None)
    seats = ["first", "second", "third"]
    start = seats.index(landlord)
    hands = [_coded(found[seats[(start + k) % 3]]) for k in range(3)]
    hands[0] = _ordered(hands[0] + bottom)
    note = f"The deal is from before the bidding; the {landlord} player was made the landlord."
    return Told(hands=Hands(*hands), bottom=bottom, plays=None, notes=(note,))


def _coded(cards: Sequence[int]) -> str:
    unknown = [card for card in cards if card not in CODES]
    if unknown:
        raise BadRecord(f"{unknown[0]!r} is no card of DouZero's")
    return _ordered("".join(CODES[card] for card in cards))


def _ordered(cards: str) -> str:
    return text_of(pack(cards))


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


def own_line(told: Told, actions: Sequence[str], notes: Sequence[str]) -> bytes:
    """The game in this project's own format, one line."""
    game: dict[str, Json] = {"doudizhu": VERSION}
    if told.id is not None:
        game["id"] = told.id
    game |= {**told.hands._asdict(), "bottom": told.bottom, "plays": list(actions)}
    game |= {"players": list(told.players), "licence": told.licence, "notes": list(notes)}
    return compact(game).encode() + b"\n"


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
