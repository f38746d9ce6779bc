"""T1 rows of a game, and what is asked about V after each of its moves."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from va_go.match import Stone
from va_go.points import PASS
from va_go.replay import placed_by
from video_arena.match import Event
from video_arena.values import EngineQuery, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_go.match import GoMatch
    from video_arena.canonical import Json
    from video_arena.values import PrefixValue


def events_of(match: GoMatch) -> Iterator[Event]:
    """One `move` a stone and, where it takes stones, one `capture` at the same time.

    Both name the mover's colour and the point played. However many stones are taken, there is one
    `capture`; it carries no labels. A pass is no event. A suicide is a `move` alone: it takes
    nothing from the other side.
    """
    played = zip(match.moves, match.shown, placed_by(match), strict=True)
    for number, (stone, frame, placed) in enumerate(played, 1):
        if stone.point == PASS:
            continue
        fields: dict[str, Json] = {"idx": number, "color": stone.colour, "coord": stone.point}
        yield Event("move", fields, frame, number)
        if placed.captured:
            yield Event("capture", dict(fields), frame, number, labelled=False)


def value_after(match: GoMatch, prefix: int) -> PrefixValue:
    """Black's chance to win after `prefix` moves: an engine's to say.

    Two final passes end a game; where the record also has the count, V is its result. No row
    depends on it, since passes have none.

    Raises:
        IndexError: the game has fewer moves.
    """
    if not 0 <= prefix <= match.prefixes:
        raise IndexError(f"prefix {prefix} of a game of {match.prefixes} moves")
    if prefix == match.prefixes and match.counted is not None:
        return Terminal(match.counted)
    return EngineQuery(
        "katago",
        {
            "rules": match.rules.for_katago(),
            "komi": match.komi,
            "boardXSize": match.size,
            "boardYSize": match.size,
            **_position(match, prefix),
        },
    )


def _position(match: GoMatch, prefix: int) -> dict[str, list[list[str]] | str]:
    """First stones, first player and moves, so that KataGo has the right side to move.

    It takes the other side than the last mover's to be next. Stones of a free handicap are
    therefore put to it as stones that stand already, and where the record lets one side play twice
    in a row, the other has passed in between.
    """
    free = match.moves[: min(prefix, match.handicap)]
    setup = (*match.setup, *free)
    moves = match.moves[len(free) : prefix]
    # Who plays after the last of `moves`, as the record has it.
    following = match.moves[len(free) : prefix + 1]
    first = following[0].colour if following else _other(match.moves[-1].colour)
    sent: list[Stone] = []
    for before, after in itertools.pairwise((None, *following)):
        assert after is not None
        if before is not None:
            sent.append(before)
            if before.colour == after.colour:
                sent.append(Stone(_other(before.colour), PASS))
    if prefix == match.prefixes and moves:
        sent.append(moves[-1])
    return {
        "initialStones": [list(stone) for stone in setup],
        "initialPlayer": first,
        "moves": [list(stone) for stone in sent],
    }


def _other(colour: str) -> str:
    return "W" if colour == "B" else "B"
