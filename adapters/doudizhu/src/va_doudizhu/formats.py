"""What records tell: one JSON object a line, in three formats told apart by their keys.

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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from va_doudizhu.errors import BadRecord
from va_doudizhu.match import Hands
from va_engines.doudizhu.cards import RANKS, NotCards, pack, text_of
from va_engines.doudizhu.line import PASSED
from video_arena.canonical import compact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.canonical import Json

VERSION: Final = 1
CODES: Final = {
    **{rank + 3: card for rank, card in enumerate(RANKS[:12])},
    17: "2",
    20: "B",
    30: "R",
}
"""DouZero's numbers for cards."""
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


def own_line(told: Told, actions: Sequence[str], notes: Sequence[str]) -> bytes:
    """The game in this project's own format, one line."""
    game: dict[str, Json] = {"doudizhu": VERSION}
    if told.id is not None:
        game["id"] = told.id
    game |= {**told.hands._asdict(), "bottom": told.bottom, "plays": list(actions)}
    game |= {"players": list(told.players), "licence": told.licence, "notes": list(notes)}
    return compact(game).encode() + b"\n"
