"""T1 rows and V."""

from __future__ import annotations

from typing import TYPE_CHECKING

from va_doudizhu.times import landing_frame
from va_engines.doudizhu.combinations import table
from va_engines.doudizhu.line import PASSED, action_row
from va_engines.doudizhu.tables import SEATS
from video_arena.match import Event
from video_arena.values import EngineQuery, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_doudizhu.match import DoudizhuMatch
    from video_arena.values import PrefixValue


def events_of(match: DoudizhuMatch) -> Iterator[Event]:
    """One row for every play of a card or more; a pass gives none."""
    idx = 0
    for number, action in enumerate(match.actions, start=1):
        if action == PASSED:
            continue
        idx += 1
        fields = {
            "idx": idx,
            "player": SEATS[(number - 1) % 3],
            "move_type": table().type(action_row(action)),
            "num_cards": len(action),
        }
        yield Event("play", fields, frame=landing_frame(number), prefix=number)


def value_after(match: DoudizhuMatch, prefix: int) -> PrefixValue:
    """Whether the landlord has won, at the end; before it, a question to a PIMC evaluator.

    The question holds what the landlord knows: his hand and all actions.
    """
    if prefix == match.prefixes and match.winner is not None:
        return Terminal(1.0 if match.winner == "landlord" else 0.0)
    return EngineQuery("pimc", {"hand": match.landlord, "plays": list(match.actions[:prefix])})
