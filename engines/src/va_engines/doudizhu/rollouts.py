"""Tables played by a policy: one action at each, or all to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from va_engines.doudizhu.moves import Moves
from va_engines.doudizhu.tables import LANDLORD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_engines.doudizhu.policy import Policy
    from va_engines.doudizhu.tables import Tables


def play_out(tables: Tables, policy: Policy) -> NDArray[np.bool_]:
    """Play every table to its end, all seats by one policy; True where the landlord wins.

    The given tables are left as they are.
    """
    won = np.zeros(len(tables), np.bool_)
    number = np.arange(len(tables))
    live = tables.chosen(number)
    while len(live):
        seat = live.seat
        live.act(choose(live, policy))
        out = live.left[:, seat] == 0
        if out.any():
            won[number[out]] = seat == LANDLORD
            number = number[~out]
            live = live.chosen(~out)
    return won


def choose(tables: Tables, policy: Policy) -> NDArray[np.int64]:
    """The policy's action at every table; where only one is legal the policy is not asked."""
    moves = tables.legal()
    count = np.diff(np.append(moves.start, len(moves.row)))
    out = moves.row[moves.start]
    open_ = np.flatnonzero(count > 1)
    if len(open_) == len(out):
        return moves.row[policy.choose(tables, moves)]
    if len(open_):
        kept = count[moves.hand] > 1
        among = count[open_]
        asked = Moves(
            np.repeat(np.arange(len(open_)), among), moves.row[kept], np.cumsum(among) - among
        )
        out[open_] = asked.row[policy.choose(tables.chosen(open_), asked)]
    return out
