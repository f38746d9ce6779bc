"""KataGo as a player: its choices in one position. For self-play, which is no evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from va_engines.katago_session import evaluation_of
from va_engines.line_process import ProcessNonsense

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from va_engines.katago_process import KataGoProcess
    from video_arena.canonical import Json

_NAME: Final = "position"
_COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"
_LIKELY: Final = 12


@dataclass(frozen=True, slots=True)
class Analysis:
    """What KataGo thinks of a position."""

    black_wins: float
    """Black's chance, in [0, 1]."""
    black_leads: float
    """Points that Black is ahead."""
    moves: tuple[str, ...]
    """Its choice first, then what else it looked at, then what its network would look at next:
    `Q16`, `pass`; a dozen or more where there are so many legal ones."""


def likely_moves(policy: Sequence[float], size: int, most: int = _LIKELY) -> list[str]:
    """The network's likeliest moves, likeliest first.

    Args:
        policy: by point, row by row from the top left, and last the pass; illegal ones are -1.
        size: lines of the board.
        most: how many at most.

    >>> likely_moves([0.1, -1, 0.5, 0.3, 0.2], 2)
    ['A1', 'B1', 'pass', 'A2']
    """
    order = sorted((i for i, p in enumerate(policy) if p >= 0), key=lambda i: (-policy[i], i))
    return [
        f"{_COLUMNS[i % size]}{size - i // size}" if i < size * size else "pass"
        for i in order[:most]
    ]


class KataGoPlayer:
    """One question at a time. Closes its process.

    Args:
        process: proven to be the pin's.
        visits: a move.
    """

    def __init__(self, process: KataGoProcess, visits: int) -> None:
        self._process = process
        self._visits = visits

    def analyse(self, request: Mapping[str, Json], player: str) -> Analysis:
        """Think about the position at the end of `request` (see `katago_query`).

        Args:
            request: the game so far.
            player: who is to move, `B` or `W`.

        Raises:
            ProcessFailed: it died, fell silent, or refused.
        """
        query = {"id": _NAME, **request, "maxVisits": self._visits, "includePolicy": True}
        self._process.send(query)
        reply = self._process.receive()
        if "error" in reply or "warning" in reply or reply.get("noResults"):
            raise ProcessNonsense(f"KataGo does not answer: {reply}")
        evaluation = evaluation_of(reply, player)
        lead = evaluation.detail.get("score_lead")
        infos, policy = reply.get("moveInfos"), reply.get("policy")
        if not isinstance(infos, list) or not isinstance(policy, list):
            raise ProcessNonsense("KataGo gave no moves or no policy")
        if not isinstance(lead, (int, float)):
            raise ProcessNonsense("KataGo gave no lead")
        ordered = sorted(infos, key=lambda info: int(info["order"]))
        searched = [str(info["move"]) for info in ordered]
        size = request["boardXSize"]
        assert isinstance(size, int)
        others = [move for move in likely_moves(policy, size) if move not in searched]
        return Analysis(evaluation.value, lead, (*searched, *others))

    def restart(self) -> None:
        """Start it afresh.

        Raises:
            ProcessFailed: it does not come back.
        """
        self._process.restart()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.close()
