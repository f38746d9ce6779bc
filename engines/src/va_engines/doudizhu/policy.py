"""What a policy is: given tables and their legal moves, one move for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from va_engines.doudizhu.moves import Moves
    from va_engines.doudizhu.tables import Tables
    from video_arena.canonical import Json


class Policy(Protocol):
    """Plays every seat. Deterministic: no state between calls, no chance."""

    name: str
    """`rule-v1`, `douzero-wp`."""

    @property
    def observed(self) -> Mapping[str, Json]:
        """What a reader of a label must know of it, such as digests of weights."""

    def choose(self, tables: Tables, moves: Moves) -> NDArray[np.int64]:
        """Choose a move at every table.

        A fair policy looks at the hand of `tables.seat` and at what lies open: numbers of cards,
        and what was played. It may take the other two hands together, which each seat can
        infer, and must not look at either of them alone.

        Args:
            tables: W tables, none of them finished.
            moves: their legal moves, two or more for each table.

        Returns:
            For each table the index into `moves.row` of the chosen move, shape (W,).
        """
